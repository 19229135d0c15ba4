-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- The batch method of save is called like the statement below.
-- EXEC save :batch
INSERT INTO users (name) VALUES (${name});

-- EXEC save_batch
DELETE FROM users;
