-- What tells something of the server or of a statement: its columns are fixed, whatever it tells.

-- MIGRATE 1
CREATE TABLE item (id integer PRIMARY KEY, name text NOT NULL);

-- TESTDATA
INSERT INTO item (id, name) VALUES (1, 'one'), (2, 'two');

-- QUERY isolation :one :pluck
SHOW default_transaction_isolation;

-- QUERY level :one
SHOW TRANSACTION ISOLATION LEVEL;

-- All settings of the server: no two servers have the same.
-- QUERY settings
SHOW ALL;

-- QUERY plan :pluck
EXPLAIN (COSTS OFF) SELECT id FROM item;

-- The plan of a statement with parameters.
-- QUERY plan_of :pluck
@set everything = true
EXPLAIN (COSTS OFF) SELECT id FROM item WHERE ${everything}::boolean;
