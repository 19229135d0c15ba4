-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text);

-- MIGRATE 2
CREATE INDEX CONCURRENTLY t_by_name ON t (name);
