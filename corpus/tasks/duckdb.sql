-- A small application as people write it first: an enum, lists, a sequence's key, an instant.

-- MIGRATE 1
CREATE TYPE task_status AS ENUM ('pending', 'active', 'completed', 'cancelled');
CREATE SEQUENCE tasks_id;
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY DEFAULT nextval('tasks_id'),
  title VARCHAR NOT NULL,
  status task_status DEFAULT 'pending',
  tags VARCHAR[],
  priority_scores INTEGER[],
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- TESTDATA
INSERT INTO tasks (title, status, tags, priority_scores) VALUES
  ('write', 'active', ['urgent', 'backend'], [10, 20, 30]),
  ('rest', NULL, NULL, NULL);

-- QUERY get_tasks_by_status
@set status = 'active'
SELECT id, title, status FROM tasks WHERE status = ${status}::task_status;

-- The same without the cast.
-- QUERY get_tasks_with_status
@set status = 'active'
SELECT id, title, status FROM tasks WHERE status = ${status};

-- QUERY get_all_tasks
SELECT id, title, tags, priority_scores FROM tasks ORDER BY id;

-- QUERY get_events
SELECT id, created_at FROM tasks ORDER BY id;

-- QUERY add_task :one :pluck
@set title = 'write'
@set status = 'active'
@set tags = ['urgent', 'backend']
@set priority_scores = [10, 20, 30]
INSERT INTO tasks (title, status, tags, priority_scores) VALUES (${title}, ${status}, ${tags}, ${priority_scores}) RETURNING id;

-- EXEC set_status :batch
@set id = 1
@set status = 'completed'
UPDATE tasks SET status = ${status} WHERE id = ${id};

-- EXEC tag_all
@set ids = [1, 2]
@set tag = 'old'
UPDATE tasks SET tags = list_append(coalesce(tags, []), ${tag}::VARCHAR) WHERE list_contains(${ids}::INTEGER[], id);

-- TABLE tasks :appender(title, status, tags, priority_scores)

-- QUERY count_by_status
SELECT status, count(*) AS tasks FROM tasks GROUP BY status ORDER BY status;

-- QUERY tasks_tagged
@set tag = 'urgent'
SELECT id, title FROM tasks WHERE list_contains(tags, ${tag}) ORDER BY id;
