-- Statements that change rows and return them: QUERY, though they write.

-- MIGRATE 1
CREATE SEQUENCE task_id;
CREATE TABLE task (
  id    INTEGER PRIMARY KEY DEFAULT nextval('task_id'),
  title VARCHAR NOT NULL UNIQUE,
  done  BOOLEAN NOT NULL DEFAULT false,
  note  VARCHAR,
  hits  INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE archive (
  task_id INTEGER NOT NULL,
  title   VARCHAR NOT NULL,
  "at"    TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE visit (id INTEGER PRIMARY KEY, moment TIMESTAMP NOT NULL);

-- The id that the engine gave.
-- QUERY add_task :one :pluck
@set title = 'write'
INSERT INTO task (title) VALUES (${title}) RETURNING id;

-- QUERY add_two
INSERT INTO task (title, note) VALUES (${first}, ${note}), (${second}, NULL) RETURNING *;

-- QUERY upsert_task :one
INSERT INTO task (title, note) VALUES (${title}, ${note})
ON CONFLICT (title) DO UPDATE SET hits = task.hits + 1, note = excluded.note
RETURNING id, title, note, hits;

-- Returns no row where the task exists.
-- QUERY add_if_new :one :pluck
INSERT INTO task (title) VALUES (${title}) ON CONFLICT DO NOTHING RETURNING id;

-- QUERY finish_task :one
UPDATE task SET done = TRUE WHERE id = ${id} RETURNING id, done, note;

-- QUERY finish_all
UPDATE task SET done = true WHERE NOT done RETURNING id, title;

-- QUERY delete_task :one
DELETE FROM task WHERE id = ${id} RETURNING *;

-- QUERY delete_done :pluck
DELETE FROM task WHERE done RETURNING title;

-- QUERY all_tasks
SELECT * FROM task ORDER BY id;

-- EXEC archive_one
INSERT INTO archive (task_id, title) SELECT id, title FROM task WHERE id = ${id};

-- What another table says goes into the changed rows.
-- QUERY note_archived
UPDATE task SET note = a.title FROM archive AS a WHERE a.task_id = task.id RETURNING id, note;

-- QUERY delete_archived
DELETE FROM task USING archive AS a WHERE a.task_id = task.id RETURNING *;

-- One statement that inserts, changes and removes, and says which it did.
-- QUERY merge_tasks
MERGE INTO task USING (SELECT 'write' AS title, 'again' AS note UNION ALL SELECT 'new', NULL) AS source ON task.title = source.title
WHEN MATCHED AND task.done THEN DELETE
WHEN MATCHED THEN UPDATE SET note = source.note
WHEN NOT MATCHED THEN INSERT (title, note) VALUES (source.title, source.note)
RETURNING merge_action, id, title, note;

-- QUERY all_archived
SELECT task_id, title FROM archive ORDER BY task_id;

-- Types that some drivers get in another form than the engine's.
-- QUERY add_visit :one
INSERT INTO visit (id, moment) VALUES (${id}, ${moment}) RETURNING *;

-- QUERY move_visit :one :pluck
UPDATE visit SET moment = ${moment} WHERE id = ${id} RETURNING moment;

-- One row of several, all of which change.
-- QUERY move_visits :one :pluck
UPDATE visit SET moment = ${moment} RETURNING moment;

-- QUERY remove_visits
DELETE FROM visit RETURNING id, moment;
