-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- The rows of this query and rows to insert have types of one name.
-- QUERY names :result=UsersInsert
SELECT name FROM users;

-- TABLE users :appender(name)
