-- MIGRATE 1
CREATE SCHEMA app;
USE app;
CREATE TABLE seen (id INTEGER PRIMARY KEY);

-- What the first migration set, this one does not have.
-- MIGRATE 2
CREATE TABLE other (id INTEGER PRIMARY KEY);

-- QUERY others
SELECT id FROM main.other;

-- QUERY lost
SELECT id FROM seen;
