-- A program of few statements, generated and compiled: what helpers it brings is what those use.
-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);

-- QUERY item_by_id :one
SELECT id, name, price FROM item WHERE id = ${id};
