-- A type of an extension that no migration creates.
-- MIGRATE 1
CREATE TABLE document (id integer PRIMARY KEY, attributes hstore);
