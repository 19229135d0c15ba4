-- What the read benchmarks run on SQLite.

-- MIGRATE 1
CREATE TABLE users (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  email TEXT NOT NULL,
  age   INTEGER,
  score REAL NOT NULL
) STRICT;

CREATE TABLE orders (
  id     INTEGER PRIMARY KEY,
  paid   BOOLEAN NOT NULL,
  total  DECIMAL(10, 2) NOT NULL,
  due    DATE,
  placed TIMESTAMPTZ NOT NULL,
  token  UUID NOT NULL
);

-- EXEC fill_users
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
INSERT INTO users
SELECT i, 'user number ' || i, 'user' || i || '@example.org', nullif(i % 90, 0), i / 4.0 FROM n;

-- EXEC fill_orders
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
INSERT INTO orders
SELECT i, i % 2 = 0, i / 4.0, CASE WHEN i % 5 > 0 THEN date('2025-01-01', (i % 365) || ' days') END,
  strftime('%Y-%m-%dT%H:%M:%S+00:00', '2025-01-01', i || ' seconds'),
  '00000000-0000-0000-0000-' || printf('%012x', i)
FROM n;

-- QUERY get_user :one
SELECT id, name, email, age, score FROM users WHERE id = ${id};

-- QUERY get_order :one
SELECT id, paid, total, due, placed, token FROM orders WHERE id = ${id};

-- QUERY all_users
SELECT id, name, email, age, score FROM users;

-- QUERY all_orders
SELECT id, paid, total, due, placed, token FROM orders;
