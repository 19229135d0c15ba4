-- MIGRATE 1
CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL);

-- The server names the nearest column itself.
-- QUERY typo
@set a_rather_long_parameter_name = 1
SELECT id FROM users WHERE id = ${a_rather_long_parameter_name} AND nmae = 'x';

-- QUERY other_table
SELECT u.id, o.title FROM users AS u;

-- QUERY quoted
SELECT "Name" FROM users;
