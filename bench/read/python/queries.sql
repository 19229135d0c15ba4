-- The read and bulk paths that the benchmark compares with hand-written code.

-- MIGRATE 1
CREATE TABLE users (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  age        INTEGER,
  created_at TEXT    NOT NULL
) STRICT;

CREATE TABLE orders (
  id       INTEGER PRIMARY KEY,
  paid     BOOLEAN       NOT NULL,
  total    DECIMAL(10,2) NOT NULL,
  due      DATE,
  placed   TIMESTAMPTZ   NOT NULL,
  token    UUID          NOT NULL
);

-- TABLE users :appender

-- TABLE orders :appender

-- QUERY all_users
SELECT * FROM users;

-- QUERY get_user :one
SELECT * FROM users WHERE id = ${id};

-- QUERY emails :pluck
SELECT email FROM users;

-- QUERY all_orders
SELECT * FROM orders;

-- QUERY get_order :one
SELECT * FROM orders WHERE id = ${id};
