-- Types of extensions that languages have values for: pgvector's vector and halfvec are lists of numbers, an hstore is
-- a map. A sparsevec is its text, as are ltree, lquery, cube and the like, which corpus/unmapped has.

-- MIGRATE 1
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS hstore;

-- MIGRATE 2
CREATE DOMAIN place AS vector(2);
CREATE TABLE item (
  id     integer PRIMARY KEY,
  emb    vector(3) NOT NULL,
  maybe  vector,
  half   halfvec(3),
  sparse sparsevec(5),
  attrs  hstore NOT NULL,
  more   hstore,
  at     place,
  name   text
);
CREATE INDEX item_hnsw ON item USING hnsw (emb vector_l2_ops);
CREATE INDEX item_half ON item USING hnsw (half halfvec_cosine_ops);
CREATE TABLE note (
  id   integer PRIMARY KEY,
  emb  vector(3) NOT NULL,
  half halfvec
);
CREATE TABLE lists (
  id    integer PRIMARY KEY,
  embs  vector[] NOT NULL,
  attrs hstore[]
);

-- TABLE item :appender

-- TABLE note :appender

-- EXEC add_item
INSERT INTO item (id, emb, maybe, half, sparse, attrs, more, at, name)
VALUES (${id}, ${emb}, ${maybe}, ${half}, ${sparse}, ${attrs}, ${more}, ${at}, ${name});

-- QUERY all_items
SELECT id, emb, maybe, half, sparse, attrs, more, at, name FROM item ORDER BY id;

-- QUERY item_by_id :one
SELECT id, emb, attrs FROM item WHERE id = ${id};

-- QUERY nearest
-- The index on emb is of use here: what makes a vector of the parameter is no part of the column.
SELECT id, emb <-> ${q} AS distance FROM item ORDER BY emb <-> ${q} LIMIT ${n};

-- QUERY nearest_half :pluck
SELECT id FROM item WHERE half IS NOT NULL ORDER BY half <=> ${q}, id LIMIT ${n};

-- QUERY emb_of :one :pluck
SELECT emb FROM item WHERE id = ${id};

-- QUERY attrs_of :one :pluck
SELECT attrs FROM item WHERE id = ${id};

-- QUERY having :pluck
SELECT id FROM item WHERE attrs ? ${key} ORDER BY id;

-- QUERY containing :pluck
SELECT id FROM item WHERE attrs @> ${attrs} ORDER BY id;

-- QUERY summed :one
SELECT avg(emb) AS mean, sum(half) AS total, count(*) AS n FROM item;

-- QUERY put_item :one
INSERT INTO item (id, emb, attrs) VALUES (${id}, ${emb}, ${attrs})
ON CONFLICT (id) DO UPDATE SET emb = excluded.emb, attrs = item.attrs || excluded.attrs
RETURNING id, emb, attrs;

-- EXEC set_emb :bulk
UPDATE item SET emb = ${emb}, more = ${more}, half = ${half} WHERE id = ${id};

-- EXEC upsert_item :bulk
INSERT INTO item (id, emb, attrs) VALUES (${id}, ${emb}, ${attrs})
ON CONFLICT (id) DO UPDATE SET emb = excluded.emb, attrs = excluded.attrs;

-- QUERY item_of :one :bulk
SELECT id, emb, half, more FROM item WHERE id = ${id};

-- QUERY close_to :bulk
SELECT id FROM item ORDER BY emb <-> ${q}, id LIMIT 1;

-- QUERY returned :bulk
UPDATE item SET emb = ${emb} WHERE id = ${id} RETURNING id, emb, attrs;

-- EXEC set_attrs :batch
UPDATE item SET attrs = ${attrs}, emb = ${emb} WHERE id = ${id};

-- EXEC add_lists
INSERT INTO lists (id, embs, attrs) VALUES (${id}, ${embs}, ${attrs});

-- QUERY all_lists
SELECT id, embs, attrs FROM lists ORDER BY id;

-- QUERY all_notes
SELECT id, emb, half FROM note ORDER BY id;
