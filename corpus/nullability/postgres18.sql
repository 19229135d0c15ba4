-- What can be NULL and what cannot, in statements that PostgreSQL 17 and 18 brought. Columns are named as in
-- postgres.sql.

-- MIGRATE 1
CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, email text);
CREATE TABLE clustered (code text PRIMARY KEY, size integer);
CREATE TABLE document (
  id    integer PRIMARY KEY,
  body  jsonb NOT NULL,
  twice integer GENERATED ALWAYS AS (id * 2) VIRTUAL,
  kind  text NOT NULL GENERATED ALWAYS AS (coalesce(body ->> 'kind', 'none')) VIRTUAL,
  maybe text GENERATED ALWAYS AS (body ->> 'kind') VIRTUAL
);
CREATE TABLE old_times (id integer PRIMARY KEY, word text);
INSERT INTO old_times VALUES (1, NULL);
ALTER TABLE old_times ADD CONSTRAINT word_there NOT NULL word NOT VALID;

-- TESTDATA
INSERT INTO customer (id, name, email) VALUES (1, 'Ada', 'ada@example.org'), (2, 'Bob', NULL), (3, 'Cyd', NULL);
INSERT INTO clustered (code, size) VALUES ('a', 1), ('b', NULL);
INSERT INTO document (id, body) VALUES (1, '{"kind": "letter", "list": [{"n": 1}, {}]}'), (2, '{"list": []}');

-- QUERY updated
@set email = 'x@example.org'
UPDATE customer SET email = ${email} WHERE email IS NULL RETURNING old.email AS old_n, new.email AS new_p, new.name AS name_v;

-- QUERY inserted
INSERT INTO customer (id, name) VALUES (9, 'Eve') RETURNING old.id AS old_n, new.id AS new_v, new.email AS email_n;

-- QUERY deleted
DELETE FROM customer WHERE id = 1 RETURNING old.id AS old_v, new.id AS new_n, name AS name_v;

-- QUERY upserted
INSERT INTO clustered (code, size) VALUES ('a', 5), ('n', NULL) ON CONFLICT (code) DO UPDATE SET size = excluded.size
RETURNING code AS code_v, size AS size_n, old.code AS old_n, new.code AS new_v;

-- QUERY merged
MERGE INTO clustered AS t USING (VALUES ('a', 1), ('m', 2)) AS s (code, size) ON t.code = s.code
WHEN MATCHED THEN UPDATE SET size = s.size
WHEN NOT MATCHED THEN INSERT (code, size) VALUES (s.code, s.size)
WHEN NOT MATCHED BY SOURCE THEN DELETE
RETURNING merge_action() AS action_v, t.code AS code_v, s.code AS source_n, old.code AS old_n, new.code AS new_n;

-- QUERY merged_in_cte
WITH done AS (
  MERGE INTO clustered AS t USING (VALUES ('a', 1), ('m', 2)) AS s (code, size) ON t.code = s.code
  WHEN MATCHED THEN UPDATE SET size = s.size
  WHEN NOT MATCHED THEN INSERT (code, size) VALUES (s.code, s.size)
  RETURNING merge_action() AS action, t.code, old.code AS old
)
SELECT action AS action_v, code AS code_v, old AS old_n FROM done ORDER BY code;

-- QUERY virtual_columns
SELECT id AS id_v, twice AS twice_p, kind AS kind_v, maybe AS maybe_n FROM document ORDER BY id;

-- Declared NOT NULL for new rows only: old ones have NULLs.
-- QUERY not_valid
SELECT word AS word_n FROM old_times;

-- QUERY json_table
SELECT d.id AS id_v, j.place AS place_v, j.n AS n_n
FROM document AS d, JSON_TABLE(d.body, '$.list[*]' COLUMNS (place FOR ORDINALITY, n integer PATH '$.n')) AS j ORDER BY d.id, j.place;
