-- MIGRATE 1
CREATE SCHEMA app;
SET search_path = app;
CREATE TABLE seen (id integer PRIMARY KEY);

-- What the first migration set, this one does not have.
-- MIGRATE 2
CREATE TABLE other (id integer PRIMARY KEY);

-- QUERY others
SELECT id FROM public.other;

-- QUERY lost
SELECT id FROM seen;
