-- A program of few statements, generated and compiled: what helpers it brings is what those use.
-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);

-- EXEC rename
UPDATE item SET name = ${name} WHERE id = ${id};
