-- MIGRATE 1
CREATE DOMAIN positive AS integer NOT NULL CHECK (VALUE > 0);
CREATE TYPE state AS ENUM ('open', 'closed');
CREATE TABLE t (id integer PRIMARY KEY, n positive, state state);

-- TESTDATA domain_check
INSERT INTO t (id, n) VALUES (1, 0);
