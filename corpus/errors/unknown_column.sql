-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- A parameter before the fault: the place is that of the user's own text.
-- QUERY find_user :one
@set a_rather_long_parameter_name = 1
SELECT id FROM users WHERE id = ${a_rather_long_parameter_name} AND nmae = 'x';
