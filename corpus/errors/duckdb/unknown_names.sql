-- MIGRATE 1
CREATE TYPE mood AS ENUM ('ok', 'sad');
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, mood mood);

-- QUERY unknown_column
SELECT id, naem FROM users;

-- QUERY unknown_column_behind_umlauts
SELECT 'äöü 日本語 😀' AS text, u.naem FROM users AS u;

-- QUERY unknown_column_far_away
SELECT 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20 + 21 + 22 + 23 + 24 + 25 + 26 AS sum, naem FROM users;

-- QUERY unknown_table
SELECT id FROM user;

-- QUERY unknown_alias
SELECT x.id FROM users AS u;

-- QUERY unknown_function
SELECT uper(name) AS shout FROM users;

-- QUERY unknown_type
SELECT id::integr AS id FROM users;

-- EXEC unknown_inserted
INSERT INTO users (id, naem) VALUES (${id}, ${name});

-- EXEC unknown_updated
UPDATE users SET naem = ${name};

-- TABLE user :appender

-- TABLE users :appender(id, naem)
