-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY);
SET memory_limit = '1GB';
