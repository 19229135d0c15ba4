-- What tells something of the schema, of rows or of a statement: its columns are fixed, whatever it tells.

-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, weight DOUBLE, amount INTEGER DEFAULT 7);

-- TESTDATA
INSERT INTO item (id, name, weight) VALUES (1, 'one', 1.5), (2, 'two', NULL), (3, 'three', 2.5);

-- QUERY summary
SUMMARIZE item;

-- QUERY summary_of
@set least = 1
SUMMARIZE SELECT name, weight FROM item WHERE id >= ${least};

-- A query over what SUMMARIZE returns.
-- QUERY span :one
SELECT min, max FROM (SUMMARIZE item) WHERE column_name = ${name};

-- QUERY columns
DESCRIBE item;

-- QUERY columns_of
DESCRIBE SELECT id, upper(name) AS shown FROM item WHERE weight > ${weight};

-- QUERY shown
SHOW item;

-- QUERY tables :pluck
SHOW TABLES;

-- QUERY all_tables
SHOW ALL TABLES;

-- QUERY table_info
PRAGMA table_info('item');

-- QUERY numbers :pluck
CALL range(3);

-- QUERY plan
EXPLAIN SELECT 1 AS one;

-- The plan of a statement with parameters.
-- QUERY plan_of :one
EXPLAIN SELECT id FROM item WHERE name = ${name};
