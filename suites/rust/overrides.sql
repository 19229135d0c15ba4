-- Types of the application for columns. corpus/overrides has types besides that tokio-postgres cannot read.

-- MIGRATE 1
CREATE TABLE document (
  id     integer PRIMARY KEY,
  meta   jsonb NOT NULL,
  extra  jsonb,
  state  text NOT NULL,
  amount numeric(10, 2)
);
CREATE TABLE route (id integer PRIMARY KEY, path jsonpath NOT NULL);

-- TABLE document :appender

-- TABLE route :appender

-- QUERY get_document :one
SELECT id, meta, extra, state, amount FROM document WHERE id = ${id};

-- QUERY all_meta :pluck
SELECT meta FROM document ORDER BY id;

-- QUERY extra_of :one :pluck
SELECT extra FROM document WHERE id = ${id};

-- EXEC add_document :batch :bulk
INSERT INTO document (id, meta, extra, state, amount) VALUES (${id}, ${meta}, ${extra}, ${state}, ${amount});

-- EXEC set_all :batch
UPDATE document SET meta = ${meta};

-- QUERY find_by_meta :pluck
SELECT id FROM document WHERE meta = ${meta} ORDER BY id;

-- QUERY document_text :one
SELECT CAST(meta AS text) AS meta, CAST(extra AS text) AS extra, state FROM document WHERE id = ${id};

-- QUERY all_routes
SELECT id, path FROM route ORDER BY id;
