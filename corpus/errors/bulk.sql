-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- EXEC rename :bulk
UPDATE users SET name = ${name} WHERE id = ${id};
