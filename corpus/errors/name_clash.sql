-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- QUERY get_user :one
SELECT 1 AS one;

-- QUERY getUser :one
SELECT 2 AS two;
