-- MIGRATE 1
CREATE TABLE sample (n INTEGER NOT NULL, name VARCHAR NOT NULL, score SMALLINT);
CREATE TABLE keyed (id INTEGER PRIMARY KEY);
CREATE TABLE checked (word VARCHAR NOT NULL CHECK (word IN ('a', 'abcdefghijk')));

-- TABLE sample :appender

-- TABLE keyed :appender

-- Short words behind long ones in the same place: DuckDB compares them where they lie.
-- TABLE checked :appender
