-- What the read benchmark in Rust runs on PostgreSQL and DuckDB.

-- MIGRATE 1
CREATE TABLE users (
  id    bigint PRIMARY KEY,
  name  text NOT NULL,
  email text NOT NULL,
  age   bigint,
  score double precision NOT NULL
);

-- EXEC fill_users
INSERT INTO users
SELECT i, 'user number ' || i, 'user' || i || '@example.org', nullif(i % 90, 0), i / 4.0
FROM generate_series(1, ${rows}::integer) AS n(i);

-- QUERY get_user :one
SELECT id, name, email, age, score FROM users WHERE id = ${id};

-- QUERY first_users
SELECT id, name, email, age, score FROM users WHERE id <= ${last};

-- QUERY all_users
SELECT id, name, email, age, score FROM users;
