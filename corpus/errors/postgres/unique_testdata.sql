-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text UNIQUE);

-- TESTDATA
INSERT INTO t (id, name) VALUES (1, 'ä');
INSERT INTO t (id, name) VALUES (2, 'ä');
