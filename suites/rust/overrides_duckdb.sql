-- Types of the application for columns.

-- MIGRATE 1
CREATE TABLE document (
  id     INTEGER PRIMARY KEY,
  meta   JSON NOT NULL,
  extra  JSON,
  state  VARCHAR NOT NULL,
  amount DECIMAL(10, 2),
  level  INTEGER NOT NULL,
  packed BLOB
);

-- TABLE document :appender

-- QUERY get_document :one
SELECT id, meta, extra, state, amount, level, packed FROM document WHERE id = ${id};

-- QUERY all_meta :pluck
SELECT meta FROM document ORDER BY id;

-- QUERY extra_of :one :pluck
SELECT extra FROM document WHERE id = ${id};

-- EXEC set_state :batch
UPDATE document SET state = ${state}, amount = ${amount} WHERE id = ${id};
