-- What the read benchmark runs; an ordinary table, so that generated code has to check what it reads.

-- MIGRATE 1
CREATE TABLE users (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  age        INTEGER,
  score      REAL,
  created_at TEXT    NOT NULL
);

-- MIGRATE 2
CREATE TABLE narrow (a INTEGER NOT NULL, b INTEGER NOT NULL, c TEXT NOT NULL);

-- MIGRATE 3
CREATE TABLE medium (
  c01 INTEGER NOT NULL, c02 TEXT NOT NULL, c03 REAL NOT NULL, c04 INTEGER, c05 TEXT, c06 REAL, c07 INTEGER NOT NULL,
  c08 TEXT NOT NULL
);

-- MIGRATE 4
CREATE TABLE wide (
  c01 INTEGER NOT NULL, c02 TEXT NOT NULL, c03 REAL NOT NULL, c04 INTEGER, c05 TEXT, c06 REAL, c07 INTEGER NOT NULL,
  c08 TEXT NOT NULL, c09 REAL NOT NULL, c10 INTEGER, c11 TEXT, c12 REAL, c13 INTEGER NOT NULL, c14 TEXT NOT NULL,
  c15 REAL NOT NULL
);

-- QUERY get_user :one
SELECT id, name, email, age, score, created_at FROM users WHERE id = ${id};

-- QUERY get_user_by_email :one
SELECT id, name, email, age, score, created_at FROM users WHERE email = ${email};

-- QUERY all_users
SELECT id, name, email, age, score, created_at FROM users;

-- TABLE users :appender

-- TABLE narrow :appender

-- TABLE medium :appender

-- TABLE wide :appender
