-- What the read benchmark in Rust runs on SQLite.

-- MIGRATE 1
CREATE TABLE users (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  email TEXT NOT NULL,
  age   INTEGER,
  score REAL NOT NULL
) STRICT;

-- EXEC fill_users
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
INSERT INTO users
SELECT i, 'user number ' || i, 'user' || i || '@example.org', nullif(i % 90, 0), i / 4.0 FROM n;

-- QUERY get_user :one
SELECT id, name, email, age, score FROM users WHERE id = ${id};

-- QUERY first_users
SELECT id, name, email, age, score FROM users WHERE id <= ${last};

-- QUERY all_users
SELECT id, name, email, age, score FROM users;
