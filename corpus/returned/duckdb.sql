-- :bulk of statements that change rows and return them: what each call returns, in the order of the rows, all or none.

-- MIGRATE 1
CREATE SEQUENCE stock_id;
CREATE TABLE stock (
  id   INTEGER PRIMARY KEY DEFAULT nextval('stock_id'),
  kind VARCHAR NOT NULL,
  n    INTEGER NOT NULL CHECK (n >= 0),
  note VARCHAR
);
CREATE TABLE label (code VARCHAR PRIMARY KEY, n INTEGER NOT NULL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, moment TIMESTAMP NOT NULL);

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

-- QUERY remove :bulk
DELETE FROM stock WHERE kind = ${kind} RETURNING id, n, note;

-- QUERY all_stock
SELECT id, kind, n, note FROM stock ORDER BY id;

-- QUERY all_labels
SELECT code, n FROM label ORDER BY code;

-- A type that some drivers get in another form than the engine's.
-- QUERY add_visit :bulk :one
INSERT INTO visit (id, moment) VALUES (${id}, ${moment}) RETURNING id, moment;

-- QUERY move_visit :bulk :one :pluck
UPDATE visit SET moment = ${moment} WHERE id = ${id} RETURNING moment;

-- QUERY remove_visits :bulk
DELETE FROM visit WHERE moment < ${before} RETURNING moment;
