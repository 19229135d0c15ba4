-- Statements that change rows and return them: QUERY, though they write.

-- MIGRATE 1
CREATE TABLE task (
  id    INTEGER PRIMARY KEY,
  title TEXT    NOT NULL UNIQUE,
  done  BOOLEAN NOT NULL DEFAULT 0,
  note  TEXT,
  hits  INTEGER NOT NULL DEFAULT 1
);

-- The id that the engine gave.
-- QUERY add_task :one :pluck
@set title = 'write'
INSERT INTO task (title) VALUES (${title}) RETURNING id;

-- QUERY add_two
INSERT INTO task (title, note) VALUES (${first}, ${note}), (${second}, NULL) RETURNING *;

-- QUERY upsert_task :one
INSERT INTO task (title, note) VALUES (${title}, ${note})
ON CONFLICT (title) DO UPDATE SET hits = hits + 1, note = excluded.note
RETURNING id, title, note, hits;

-- Returns no row where the task exists.
-- QUERY add_if_new :one :pluck
INSERT INTO task (title) VALUES (${title}) ON CONFLICT DO NOTHING RETURNING id;

-- QUERY finish_task :one
UPDATE task SET done = TRUE WHERE id = ${id} RETURNING id, done, note;

-- QUERY finish_all
UPDATE task SET done = 1 WHERE NOT done RETURNING id, title;

-- QUERY delete_task :one
DELETE FROM task WHERE id = ${id} RETURNING *;

-- QUERY delete_done :pluck
DELETE FROM task WHERE done RETURNING title;

-- QUERY all_tasks
SELECT * FROM task ORDER BY id;
