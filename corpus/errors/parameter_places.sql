-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT) STRICT;

-- QUERY columns
PRAGMA table_info(${of});

-- QUERY listed
SELECT id FROM ${list};
