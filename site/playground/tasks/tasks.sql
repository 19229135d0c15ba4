-- MIGRATE 1_tables
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE tasks (
  id       INTEGER PRIMARY KEY,
  title    TEXT NOT NULL,
  done     INTEGER NOT NULL DEFAULT 0,
  owner_id INTEGER REFERENCES people (id)
) STRICT;

-- TESTDATA
INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace');
INSERT INTO tasks VALUES (1, 'write a query', 1, 1), (2, 'read its code', 0, 2), (3, 'ask who owns this', 0, NULL);

-- QUERY open_tasks
-- The owner may be NULL, because of the LEFT JOIN, though people.name may not: see Columns.
SELECT t.id, t.title, p.name AS owner
FROM tasks AS t
LEFT JOIN people AS p ON p.id = t.owner_id
WHERE t.done = 0;

-- QUERY search
-- @set title = 'code'
SELECT id, title FROM tasks
WHERE true
  AND title LIKE '%' || ${title} || '%' --?
  AND done = 0 --? unfinished
ORDER BY id;

-- QUERY of_owner
WITH counted AS (SELECT owner_id, count(*) AS n FROM tasks GROUP BY owner_id)
SELECT p.name, c.n FROM counted AS c JOIN people AS p ON p.id = c.owner_id;

-- EXEC finish :bulk
UPDATE tasks SET done = 1 WHERE id = ${id};

-- TABLE tasks :appender
