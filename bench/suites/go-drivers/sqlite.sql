-- The tables of the article, and one to read from. The runner makes them.

-- BASELINE tables
CREATE TABLE wide (
  c1 TEXT NOT NULL, c2 TEXT NOT NULL, c3 TEXT NOT NULL, c4 TEXT NOT NULL,
  c5 TEXT NOT NULL, c6 TEXT NOT NULL, c7 TEXT NOT NULL, c8 TEXT NOT NULL,
  c9 TEXT NOT NULL, c10 TEXT NOT NULL, c11 TEXT NOT NULL, c12 TEXT NOT NULL,
  c13 TEXT NOT NULL, c14 TEXT NOT NULL, c15 TEXT NOT NULL, c16 TEXT NOT NULL
);
CREATE TABLE narrow (c1 TEXT NOT NULL, c2 TEXT NOT NULL, c3 TEXT NOT NULL);
-- SQLite enforces the types of this one, so that no code need check them.
CREATE TABLE stored (id INTEGER PRIMARY KEY, c1 TEXT NOT NULL, c2 TEXT NOT NULL, c3 TEXT NOT NULL) STRICT;

-- TABLE wide :appender

-- TABLE narrow :appender

-- QUERY one_stored :one
SELECT id, c1, c2, c3 FROM stored WHERE id = ${id};

-- QUERY some_stored
@set limit = 100
SELECT id, c1, c2, c3 FROM stored ORDER BY id LIMIT ${limit};
