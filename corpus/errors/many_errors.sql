-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- Every error of a file is reported in one run.
-- QUERY a
SELECT nope FROM users;

-- QUERY b
SELECT id FROM nope;

-- QUERY c :one
SELECT id FROM users WHERE name = ${name} AND nope(id);

-- EXEC d
UPDATE users SET name = ${name}, age = ${age} WHERE id = ${id};
