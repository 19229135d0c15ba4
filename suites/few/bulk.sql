-- A program of few statements, generated and compiled: what helpers it brings is what those use.
-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);

-- EXEC reprice :bulk
UPDATE item SET price = ${price} WHERE id = ${id};
