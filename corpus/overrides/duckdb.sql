-- Language types that the config asks for, by column, by SQL type and by a query's column.

-- MIGRATE 1
CREATE TABLE document (
  id     INTEGER PRIMARY KEY,
  meta   JSON NOT NULL,
  extra  JSON,
  state  VARCHAR NOT NULL,
  amount DECIMAL(10, 2)
);

-- TABLE document :appender

-- QUERY get_document :one
@set id = 1
SELECT id, meta, extra, state, amount FROM document WHERE id = ${id};

-- QUERY all_meta :pluck
SELECT meta FROM document ORDER BY id;

-- QUERY extra_of :one :pluck
@set id = 1
SELECT extra FROM document WHERE id = ${id};

-- EXEC add_document
INSERT INTO document (id, meta, extra, state, amount) VALUES (${id}, ${meta}, ${extra}, ${state}, ${amount});

-- EXEC set_meta :batch
UPDATE document SET meta = ${meta} WHERE id = ${id};

-- QUERY find_by_meta :pluck
SELECT id FROM document WHERE meta = ${meta} ORDER BY id;

-- QUERY document_text :one
@set id = 1
SELECT CAST(meta AS VARCHAR) AS meta, CAST(extra AS VARCHAR) AS extra, state FROM document WHERE id = ${id};
