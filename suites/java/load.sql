-- MIGRATE 1
CREATE TABLE sample (n INTEGER NOT NULL, name VARCHAR NOT NULL, score SMALLINT);
CREATE TABLE keyed (id INTEGER PRIMARY KEY);

-- TABLE sample :appender

-- TABLE keyed :appender
