-- A program of few statements, generated and compiled: what helpers it brings is what those use.
-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);

-- TABLE item :appender
