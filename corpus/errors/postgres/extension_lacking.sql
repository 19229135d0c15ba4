-- A type of an extension that PostgreSQL does not come with.
-- MIGRATE 1
CREATE TABLE place (id integer PRIMARY KEY, at geography NOT NULL);
