-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR);

-- EXEC returns_rows
SELECT id FROM users;

-- EXEC returning
DELETE FROM users RETURNING id;

-- QUERY returns_none
DELETE FROM users;

-- QUERY creates
CREATE TABLE other (id INTEGER);
