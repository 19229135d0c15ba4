-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name VARCHAR);

-- QUERY columns
PRAGMA table_info(${of});

-- EXEC attach
ATTACH ${path} AS other;

-- QUERY more
SELECT id FROM item LIMIT 1 ${more};
