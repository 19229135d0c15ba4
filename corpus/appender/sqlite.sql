-- Bulk insert into tables of every sort.

-- MIGRATE 1
CREATE TABLE narrow (k INTEGER NOT NULL, v TEXT) STRICT;

CREATE TABLE wide (
  c01 INTEGER NOT NULL, c02 TEXT NOT NULL, c03 REAL NOT NULL, c04 INTEGER, c05 TEXT, c06 REAL, c07 INTEGER NOT NULL,
  c08 TEXT NOT NULL, c09 REAL NOT NULL, c10 INTEGER, c11 TEXT, c12 REAL, c13 INTEGER NOT NULL, c14 TEXT NOT NULL,
  c15 REAL NOT NULL, c16 INTEGER, c17 TEXT, c18 BLOB
) STRICT;

CREATE TABLE every_type (
  id          INTEGER PRIMARY KEY,
  b           BOOLEAN       NOT NULL,
  i           BIGINT        NOT NULL,
  f           DOUBLE        NOT NULL,
  dec         DECIMAL(12,2) NOT NULL,
  t           VARCHAR(40)   NOT NULL,
  bin         BLOB          NOT NULL,
  d           DATE          NOT NULL,
  tm          TIME          NOT NULL,
  ts          TIMESTAMP     NOT NULL,
  tz          TIMESTAMPTZ   NOT NULL,
  u           UUID          NOT NULL,
  j           JSON          NOT NULL
);

CREATE TABLE every_type_or_null (
  id          INTEGER PRIMARY KEY,
  b           BOOLEAN,
  i           BIGINT,
  f           DOUBLE,
  dec         DECIMAL(12,2),
  t           VARCHAR(40),
  bin         BLOB,
  d           DATE,
  tm          TIME,
  ts          TIMESTAMP,
  tz          TIMESTAMPTZ,
  u           UUID,
  j           JSON
);

-- The engine assigns id and computes area, both are left out of the row.
CREATE TABLE rectangle (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  width   INTEGER NOT NULL CHECK (width > 0),
  height  INTEGER NOT NULL,
  area    INTEGER NOT NULL GENERATED ALWAYS AS (width * height) STORED,
  label   TEXT GENERATED ALWAYS AS (width || 'x' || height) VIRTUAL,
  colour  TEXT NOT NULL DEFAULT 'red'
) STRICT;

CREATE TABLE "order line" (
  "order id"  INTEGER NOT NULL,
  "class"     TEXT NOT NULL,
  "it's"      TEXT,
  UNIQUE ("order id", "class")
) STRICT;

CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id)) STRICT;

-- Two columns: many rows in one statement.
-- TABLE narrow :appender

-- TABLE wide :appender

-- TABLE every_type :appender

-- TABLE every_type_or_null :appender

-- TABLE rectangle :appender

-- TABLE "order line" :appender

-- A schema-qualified name and a subset of the columns; id is the engine's.
-- TABLE main.parent :appender(name)

-- TABLE child :appender

-- QUERY all_narrow
SELECT * FROM narrow ORDER BY k;

-- QUERY narrow_summary :one
SELECT count(*) AS rows, count(v) AS with_v, sum(k) AS sum_k, min(k) AS first_k, max(k) AS last_k FROM narrow;

-- QUERY all_wide
SELECT * FROM wide ORDER BY c01;

-- QUERY wide_summary :one
SELECT count(*) AS rows, sum(c01 + c07 + c13) AS sum, total(c03 + c09 + c15) AS total, count(c04) AS c04, count(c18) AS c18
FROM wide;

-- QUERY all_every_type
SELECT * FROM every_type ORDER BY id;

-- QUERY all_every_type_or_null
SELECT * FROM every_type_or_null ORDER BY id;

-- QUERY every_type_storage
SELECT id, typeof(b) || ' ' || b AS b, typeof(i) || ' ' || i AS i, typeof(f) AS f, typeof(dec) || ' ' || dec AS dec,
  typeof(t) || ' ' || t AS t, typeof(bin) || ' ' || hex(bin) AS bin, typeof(d) || ' ' || d AS d,
  typeof(tm) || ' ' || tm AS tm, typeof(ts) || ' ' || ts AS ts, typeof(tz) || ' ' || tz AS tz,
  typeof(u) || ' ' || u AS u, typeof(j) || ' ' || j AS j
FROM every_type ORDER BY id;

-- QUERY all_rectangles
SELECT id, width, height, area, label, colour FROM rectangle ORDER BY id;

-- QUERY all_order_lines
SELECT * FROM "order line" ORDER BY "order id", "class";

-- QUERY all_parents
SELECT id, name FROM parent ORDER BY id;

-- QUERY count_children :one :pluck
SELECT count(*) FROM child;

-- EXEC clear_narrow
DELETE FROM narrow;
