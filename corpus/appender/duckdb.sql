-- Bulk insert into tables of every sort.

-- MIGRATE 1
CREATE TABLE narrow (k INTEGER NOT NULL, v VARCHAR);

CREATE TABLE wide (
  c01 INTEGER NOT NULL, c02 VARCHAR NOT NULL, c03 DOUBLE NOT NULL, c04 INTEGER, c05 VARCHAR, c06 DOUBLE, c07 INTEGER NOT NULL,
  c08 VARCHAR NOT NULL, c09 DOUBLE NOT NULL, c10 INTEGER, c11 VARCHAR, c12 DOUBLE, c13 INTEGER NOT NULL, c14 VARCHAR NOT NULL,
  c15 DOUBLE NOT NULL, c16 INTEGER, c17 VARCHAR, c18 BLOB
);

CREATE TYPE mood AS ENUM ('happy', 'sad');
CREATE TABLE every_type (
  id   INTEGER PRIMARY KEY,
  b    BOOLEAN NOT NULL,
  i    BIGINT NOT NULL,
  f    DOUBLE NOT NULL,
  dec  DECIMAL(12,2) NOT NULL,
  t    VARCHAR NOT NULL,
  bin  BLOB NOT NULL,
  d    DATE NOT NULL,
  tm   TIME NOT NULL,
  ts   TIMESTAMP NOT NULL,
  tz   TIMESTAMPTZ NOT NULL,
  u    UUID NOT NULL,
  j    JSON NOT NULL,
  e    mood NOT NULL,
  l    INTEGER[] NOT NULL,
  ls   VARCHAR[] NOT NULL,
  ll   DOUBLE[][] NOT NULL,
  a3   FLOAT[3] NOT NULL,
  s    STRUCT(n INTEGER, s VARCHAR) NOT NULL,
  m    MAP(VARCHAR, INTEGER) NOT NULL,
  h    HUGEINT NOT NULL,
  iv   INTERVAL NOT NULL,
  ns   TIMESTAMP_NS NOT NULL
);

CREATE TABLE every_type_or_null (
  id   INTEGER PRIMARY KEY,
  b    BOOLEAN,
  i    BIGINT,
  f    DOUBLE,
  dec  DECIMAL(12,2),
  t    VARCHAR,
  bin  BLOB,
  d    DATE,
  tm   TIME,
  ts   TIMESTAMP,
  tz   TIMESTAMPTZ,
  u    UUID,
  j    JSON,
  e    mood,
  l    INTEGER[],
  ls   VARCHAR[],
  ll   DOUBLE[][],
  a3   FLOAT[3],
  s    STRUCT(n INTEGER, s VARCHAR),
  m    MAP(VARCHAR, INTEGER),
  h    HUGEINT,
  iv   INTERVAL,
  ns   TIMESTAMP_NS
);

-- The engine assigns id and computes area, both are left out of the row.
CREATE SEQUENCE rectangle_id;
CREATE TABLE rectangle (
  id      INTEGER PRIMARY KEY DEFAULT nextval('rectangle_id'),
  width   INTEGER NOT NULL CHECK (width > 0),
  height  INTEGER NOT NULL,
  area    INTEGER GENERATED ALWAYS AS (width * height),
  label   VARCHAR GENERATED ALWAYS AS (width || 'x' || height),
  colour  VARCHAR NOT NULL DEFAULT 'red'
);

CREATE TABLE "order line" (
  "order id"  INTEGER NOT NULL,
  "class"     VARCHAR NOT NULL,
  "it's"      VARCHAR,
  UNIQUE ("order id", "class")
);

CREATE SEQUENCE parent_id;
CREATE TABLE parent (id INTEGER PRIMARY KEY DEFAULT nextval('parent_id'), name VARCHAR NOT NULL UNIQUE);
CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id));

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
SELECT count(*) AS rows, sum(c01 + c07 + c13) AS sum, sum(c03 + c09 + c15) AS total, count(c04) AS c04, count(c18) AS c18
FROM wide;

-- QUERY all_every_type
SELECT * FROM every_type ORDER BY id;

-- QUERY all_every_type_or_null
SELECT * FROM every_type_or_null ORDER BY id;

-- QUERY every_type_storage
SELECT id, b::VARCHAR AS b, i::VARCHAR AS i, f::VARCHAR AS f, dec::VARCHAR AS dec, t::VARCHAR AS t,
  hex(bin)::VARCHAR AS bin, d::VARCHAR AS d, tm::VARCHAR AS tm, ts::VARCHAR AS ts, tz::VARCHAR AS tz,
  u::VARCHAR AS u, j::VARCHAR AS j, e::VARCHAR AS e, l::VARCHAR AS l, ls::VARCHAR AS ls,
  ll::VARCHAR AS ll, a3::VARCHAR AS a3, s::VARCHAR AS s, m::VARCHAR AS m, h::VARCHAR AS h,
  iv::VARCHAR AS iv, ns::VARCHAR AS ns
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
