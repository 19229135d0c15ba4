-- A type of an extension with another name.
-- MIGRATE 1
CREATE TABLE page (id integer PRIMARY KEY, path lquery NOT NULL);
