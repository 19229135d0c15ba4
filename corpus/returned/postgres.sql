-- :bulk of statements that change rows and return them: what each call returns, in the order of the rows, all or none.

-- MIGRATE 1
CREATE TABLE stock (
  id   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  n    integer NOT NULL CHECK (n >= 0),
  note text
);
CREATE TABLE label (code text PRIMARY KEY, n integer NOT NULL);
CREATE TABLE entry (
  id   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  n    integer NOT NULL CHECK (n > -100)
);

-- TESTDATA
INSERT INTO stock (kind, n, note) VALUES ('nut', 10, NULL), ('bolt', 20, 'b'), ('nut', 30, NULL);
INSERT INTO label (code, n) VALUES ('old', 5);

-- Without :one, several rows for each.
-- QUERY take :bulk
@set kind = 'nut'
@set n = 1
UPDATE stock SET n = n - ${n} WHERE kind = ${kind} RETURNING id, n;

-- QUERY take_one :bulk :one
@set id = 1
@set n = 1
UPDATE stock SET n = n - ${n} WHERE id = ${id} RETURNING id, n, note;

-- QUERY noted :bulk :one :pluck
@set note = null
UPDATE stock SET note = ${note} WHERE id = ${id} RETURNING note;

-- QUERY add :bulk :one :pluck
INSERT INTO stock (kind, n) VALUES (${kind}, ${n}) RETURNING id;

-- QUERY add_if_new :bulk :one
INSERT INTO label (code, n) VALUES (${code}, ${n}) ON CONFLICT (code) DO NOTHING RETURNING code, n;

-- QUERY count_label :bulk :one
INSERT INTO label (code, n) VALUES (${code}, ${n}) ON CONFLICT (code) DO UPDATE SET n = label.n + excluded.n RETURNING code, n;

-- The row's id, which the engine gives, also where the row was there.
-- QUERY put_entry :bulk :one
INSERT INTO entry AS e (code, n) VALUES (${code}, ${n}) ON CONFLICT (code) DO UPDATE SET n = e.n + excluded.n RETURNING id, n;

-- QUERY remove :bulk
DELETE FROM stock WHERE kind = ${kind} RETURNING id, n, note;

-- A query whose WITH changes rows is all or none, too.
-- QUERY moved :bulk :one
WITH gone AS (DELETE FROM stock WHERE id = ${id} RETURNING kind, n)
INSERT INTO label (code, n) SELECT kind, n FROM gone RETURNING code, n;

-- QUERY counted :bulk :one :pluck
@set n = 1
@set kind = 'nut'
WITH changed AS (UPDATE stock SET n = n - ${n} WHERE kind = ${kind} RETURNING id)
SELECT count(*) FROM changed;

-- QUERY all_stock
SELECT id, kind, n, note FROM stock ORDER BY id;

-- QUERY all_labels
SELECT code, n FROM label ORDER BY code;
