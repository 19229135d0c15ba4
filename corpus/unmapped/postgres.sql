-- Types that no language has a counterpart of: their text, as the server writes it.

-- MIGRATE 1
CREATE EXTENSION IF NOT EXISTS hstore;
CREATE EXTENSION IF NOT EXISTS ltree;
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS isn;
CREATE EXTENSION IF NOT EXISTS citext;

-- MIGRATE 2
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE spot AS (name text, at point);
CREATE TYPE cubes AS RANGE (subtype = cube);
-- An hstore is a map, a domain over it is its text.
CREATE DOMAIN attributes AS hstore;
CREATE DOMAIN region AS ltree CHECK (nlevel(VALUE) <= 3);
-- Beside values that arrive otherwise.
CREATE TABLE thing (
  id      integer PRIMARY KEY,
  attrs   attributes NOT NULL,
  path    ltree,
  area    region,
  shape   cube,
  book    isbn13,
  at      point,
  lsn     pg_lsn,
  query   tsquery,
  spot    spot,
  cubes   cubes,
  name    citext,
  mood    mood NOT NULL,
  price   numeric(8, 2),
  seen    timestamptz,
  tags    text[],
  meta    jsonb
);
CREATE TABLE many_of (
  id     integer PRIMARY KEY,
  paths  ltree[] NOT NULL,
  points point[],
  boxes  box[],
  attrs  hstore[],
  lines  text[]
);
-- What lists can have, and what they cannot.
CREATE TABLE leaf (
  id    integer PRIMARY KEY,
  path  ltree NOT NULL,
  shape cube,
  at    point,
  name  name
);

-- MIGRATE 3
-- There was nothing to do here.

-- TABLE thing :appender

-- TABLE many_of :appender

-- TABLE leaf :appender(id, path, shape, at)

-- EXEC add_thing :bulk
INSERT INTO thing (id, attrs, path, area, shape, book, at, lsn, query, spot, cubes, name, mood, price, seen, tags, meta)
VALUES (${id}, ${attrs}, ${path}, ${area}, ${shape}, ${book}, ${at}, ${lsn}, ${query}, ${spot}, ${cubes}, ${name},
  ${mood}, ${price}, ${seen}, ${tags}, ${meta});

-- QUERY all_things
SELECT id, attrs, path, area, shape, book, at, lsn, query, spot, cubes, name, mood, price, seen, tags, meta
FROM thing ORDER BY id;

-- QUERY thing_by_id :one
@set id = 1
SELECT id, attrs, shape, at, price FROM thing WHERE id = ${id};

-- QUERY attrs_of :one :pluck
@set id = 1
SELECT attrs FROM thing WHERE id = ${id};

-- QUERY paths_below :pluck
SELECT path FROM thing WHERE path <@ ${root} ORDER BY path;

-- QUERY having :pluck
-- The operator's other side is another type.
SELECT id FROM thing WHERE attrs ? ${key} AND path ~ ${pattern} ORDER BY id;

-- QUERY among :pluck
SELECT id FROM thing WHERE path = ANY(${paths}) ORDER BY id;

-- QUERY attr :one :pluck
SELECT attrs -> ${key} AS value FROM thing WHERE id = ${id};

-- QUERY put_thing :one
-- What changes rows returns them, too.
INSERT INTO thing (id, attrs, mood) VALUES (${id}, ${attrs}, 'ok')
ON CONFLICT (id) DO UPDATE SET attrs = thing.attrs || excluded.attrs
RETURNING id, attrs, mood;

-- QUERY moved
-- Behind parts of WITH that change rows, too.
WITH gone AS (DELETE FROM thing WHERE id = ${from} RETURNING attrs, mood), update AS (SELECT 1 AS one)
INSERT INTO thing (id, attrs, mood) SELECT ${to}, attrs, mood FROM gone, update RETURNING id, attrs;

-- EXEC set_path :bulk
UPDATE thing SET path = ${path}, attrs = ${attrs} WHERE id = ${id};

-- EXEC upsert_thing :bulk
INSERT INTO thing (id, attrs, path, at, mood) VALUES (${id}, ${attrs}, ${path}, ${at}, 'sad')
ON CONFLICT (id) DO UPDATE SET attrs = excluded.attrs, path = excluded.path, at = excluded.at;

-- QUERY thing_of :one :bulk
SELECT id, path, attrs, price FROM thing WHERE id = ${id};

-- QUERY at_path :bulk
SELECT id, path, shape FROM thing WHERE path = ${path} ORDER BY id;

-- QUERY returned :bulk
UPDATE thing SET path = ${path} WHERE id = ${id} RETURNING id, path, attrs;

-- EXEC set_attrs :batch
UPDATE thing SET attrs = ${attrs} WHERE id = ${id};

-- EXEC add_many :bulk
INSERT INTO many_of (id, paths, points, boxes, attrs, lines)
VALUES (${id}, ${paths}, ${points}, ${boxes}, ${attrs}, ${lines});

-- QUERY all_many
SELECT id, paths, points, boxes, attrs, lines FROM many_of ORDER BY id;

-- EXEC add_named :bulk
INSERT INTO leaf (id, path, name) VALUES (${id}, ${path}, ${name});

-- QUERY leaf_by_id :one
SELECT id, path, shape, at, name FROM leaf WHERE id = ${id};

-- QUERY how_many :one
SELECT (SELECT count(*) FROM thing) AS things, (SELECT count(*) FROM many_of) AS lists, (SELECT count(*) FROM leaf) AS leaves;

-- QUERY of_the_server :one
SELECT 'thing'::regclass AS class, '(0,1)'::tid AS tid, '$.a[*]'::jsonpath AS path, ARRAY['a & b'::tsquery] AS queries;
