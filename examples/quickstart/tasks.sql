-- MIGRATE 1_tables
CREATE TABLE people (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE tasks (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  title    TEXT    NOT NULL,
  owner_id INTEGER REFERENCES people (id),
  due      DATE,
  done     BOOLEAN NOT NULL DEFAULT FALSE
);

-- A task to add in bulk; the engine gives its id.
-- TABLE tasks :appender

-- Adds a person and returns the id.
-- QUERY add_person :one :pluck
@set name = 'Ada'
INSERT INTO people (name) VALUES (${name}) RETURNING id;

-- Open tasks, the most urgent first; one without an owner has no name.
-- QUERY open_tasks
SELECT t.id, t.title, t.due, p.name AS owner
FROM tasks AS t
LEFT JOIN people AS p ON p.id = t.owner_id
WHERE NOT t.done
ORDER BY t.due IS NULL, t.due, t.id;

-- One task, or none.
-- QUERY find_task :one
@set id = 1
SELECT * FROM tasks WHERE id = ${id};

-- Marks a task as done. Returns the number of tasks that this changed.
-- EXEC finish_task :bulk
@set id = 1
UPDATE tasks SET done = TRUE WHERE id = ${id} AND NOT done;

-- How much each person has to do.
-- QUERY workload
SELECT p.name, count(t.id) AS tasks, min(t.due) AS next_due
FROM people AS p
LEFT JOIN tasks AS t ON t.owner_id = p.id AND NOT t.done
GROUP BY p.id
ORDER BY tasks DESC, p.name;
