-- What tells something of the schema or of a statement: its columns are fixed, whatever it tells.

-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight REAL DEFAULT 1.5) STRICT;
CREATE INDEX item_name ON item (name);

-- TESTDATA
INSERT INTO item (id, name) VALUES (1, 'one');

-- QUERY columns
PRAGMA table_info(item);

-- QUERY columns_of_main
PRAGMA main.table_xinfo("item");

-- QUERY indexes
PRAGMA index_list(item);

-- QUERY index_columns
PRAGMA index_info(item_name);

-- QUERY version :one :pluck
PRAGMA user_version;

-- QUERY healthy :pluck
PRAGMA integrity_check;

-- The numbers of steps differ between versions of SQLite.
-- QUERY plan
EXPLAIN QUERY PLAN SELECT id FROM item WHERE name = ${name};
