-- The tables of the article for DuckDB. The runner makes them.

-- BASELINE tables
CREATE TABLE wide (
  c1 TEXT NOT NULL, c2 TEXT NOT NULL, c3 TEXT NOT NULL, c4 TEXT NOT NULL,
  c5 TEXT NOT NULL, c6 TEXT NOT NULL, c7 TEXT NOT NULL, c8 TEXT NOT NULL,
  c9 TEXT NOT NULL, c10 TEXT NOT NULL, c11 TEXT NOT NULL, c12 TEXT NOT NULL,
  c13 TEXT NOT NULL, c14 TEXT NOT NULL, c15 TEXT NOT NULL, c16 TEXT NOT NULL
);
CREATE TABLE narrow (c1 TEXT NOT NULL, c2 TEXT NOT NULL, c3 TEXT NOT NULL);

-- TABLE wide :appender

-- TABLE narrow :appender

-- The rows of a table that its schema is named with go in data chunks, with the build tag duckdb_arrow, too.

-- TABLE wide_chunks :appender
main.wide

-- TABLE narrow_chunks :appender
main.narrow
