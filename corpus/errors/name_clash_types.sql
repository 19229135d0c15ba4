-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- The rows of this query and those of the table have types of one name.
-- QUERY users
SELECT name FROM users;

-- TABLE users :appender
