-- What the read benchmarks run on PostgreSQL.

-- MIGRATE 1
CREATE TABLE users (
  id    integer PRIMARY KEY,
  name  text NOT NULL,
  email text NOT NULL,
  age   integer,
  score double precision NOT NULL
);

CREATE TABLE orders (
  id     integer PRIMARY KEY,
  paid   boolean NOT NULL,
  total  numeric(10, 2) NOT NULL,
  due    date,
  placed timestamptz NOT NULL,
  token  uuid NOT NULL
);

-- EXEC fill_users
INSERT INTO users
SELECT i, 'user number ' || i, 'user' || i || '@example.org', nullif(i % 90, 0), i / 4.0
FROM generate_series(1, ${rows}::integer) AS i;

-- EXEC fill_orders
INSERT INTO orders
SELECT i, i % 2 = 0, i / 4.0, CASE WHEN i % 5 > 0 THEN date '2025-01-01' + i % 365 END,
  timestamptz '2025-01-01 00:00:00+00' + i * interval '1 second', lpad(to_hex(i), 32, '0')::uuid
FROM generate_series(1, ${rows}::integer) AS i;

-- QUERY get_user :one
SELECT id, name, email, age, score FROM users WHERE id = ${id};

-- QUERY get_order :one
SELECT id, paid, total, due, placed, token FROM orders WHERE id = ${id};

-- QUERY all_users
SELECT id, name, email, age, score FROM users;

-- QUERY all_orders
SELECT id, paid, total, due, placed, token FROM orders;
