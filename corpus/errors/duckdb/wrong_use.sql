-- MIGRATE 1
CREATE TYPE mood AS ENUM ('ok', 'sad');
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, mood mood);

-- QUERY wrong_arguments
SELECT upper(id) AS shout FROM users;

-- QUERY not_grouped
SELECT id, count(*) AS n FROM users;

-- QUERY ambiguous
SELECT id FROM users AS a JOIN users AS b ON a.id = b.id;

-- EXEC too_few_values
INSERT INTO users VALUES (${id}, ${name});

-- QUERY no_such_field
SELECT {'a': 1}.b AS b;

-- QUERY bad_syntax
SELECT id FROM users WHER id = ${id};

-- QUERY two_statements
SELECT 1 AS one; SELECT 2 AS two;

-- QUERY types_that_do_not_compare
SELECT id FROM users WHERE id = DATE '2024-01-01';

-- QUERY bits_of_what
SELECT bitstring_agg(id % 2) AS bits FROM users;

-- QUERY no_such_column
SELECT u.naem FROM users AS u;
