-- MIGRATE 1
CREATE DOMAIN positive AS integer NOT NULL CHECK (VALUE > 0);
CREATE TABLE t (id integer PRIMARY KEY, n positive);

-- TESTDATA
INSERT INTO t (id) VALUES (1);
