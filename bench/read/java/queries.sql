-- The read and bulk paths that the benchmark compares with hand-written code.

-- MIGRATE 1
-- The engine enforces the types of a STRICT table, so nothing is checked when its rows are read.
CREATE TABLE users (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  age        INTEGER,
  created_at TEXT    NOT NULL
) STRICT;

-- Those of an ordinary table it does not: each value is checked.
CREATE TABLE posts (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER   NOT NULL,
  title      TEXT      NOT NULL,
  content    TEXT      NOT NULL,
  views      INTEGER   NOT NULL,
  published  BOOLEAN   NOT NULL,
  created_at TIMESTAMP NOT NULL
);

-- Nothing but checked numbers: the worst case.
CREATE TABLE points (id INTEGER PRIMARY KEY, x INTEGER NOT NULL, y INTEGER NOT NULL, weight REAL NOT NULL);
CREATE TABLE strict_points (id INTEGER PRIMARY KEY, x INTEGER NOT NULL, y INTEGER NOT NULL, weight REAL NOT NULL) STRICT;

-- Three columns of eight bytes, and sixteen of thirty-two.
CREATE TABLE narrow (a TEXT NOT NULL, b TEXT NOT NULL, c TEXT NOT NULL) STRICT;
CREATE TABLE wide (
  c01 TEXT NOT NULL, c02 TEXT NOT NULL, c03 TEXT NOT NULL, c04 TEXT NOT NULL, c05 TEXT NOT NULL, c06 TEXT NOT NULL,
  c07 TEXT NOT NULL, c08 TEXT NOT NULL, c09 TEXT NOT NULL, c10 TEXT NOT NULL, c11 TEXT NOT NULL, c12 TEXT NOT NULL,
  c13 TEXT NOT NULL, c14 TEXT NOT NULL, c15 TEXT NOT NULL, c16 TEXT NOT NULL
) STRICT;

-- TABLE narrow :appender

-- TABLE wide :appender

-- QUERY all_users
SELECT id, name, email, age, created_at FROM users;

-- QUERY get_user :one
SELECT id, name, email, age, created_at FROM users WHERE id = ${id};

-- QUERY all_posts
SELECT id, user_id, title, content, views, published, created_at FROM posts;

-- QUERY get_post :one
SELECT id, user_id, title, content, views, published, created_at FROM posts WHERE id = ${id};

-- QUERY all_points
SELECT id, x, y, weight FROM points;

-- QUERY get_point :one
SELECT id, x, y, weight FROM points WHERE id = ${id};

-- QUERY all_strict_points
SELECT id, x, y, weight FROM strict_points;
