-- MIGRATE 1
CREATE TABLE sample (n INTEGER NOT NULL, name VARCHAR NOT NULL, score SMALLINT);
CREATE TABLE keyed (id INTEGER PRIMARY KEY);
CREATE TABLE checked (word VARCHAR NOT NULL CHECK (word IN ('a', 'abcdefghijk')));

-- TABLE sample :appender

-- TABLE keyed :appender

-- Short words behind long ones in the same place: DuckDB compares them where they lie.
-- TABLE checked :appender

-- A field without a letter in its name.
-- MIGRATE 2
CREATE TYPE pair AS STRUCT(a INTEGER, "?" INTEGER);
CREATE TABLE pairs (id INTEGER PRIMARY KEY, pair pair NOT NULL);

-- TABLE pairs :appender

-- QUERY all_pairs
SELECT * FROM pairs ORDER BY id;
