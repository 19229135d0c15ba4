-- MIGRATE create_note
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT,
  done BOOLEAN NOT NULL DEFAULT FALSE
);

-- TESTDATA
INSERT INTO note (title, body, done) VALUES
  ('Water the plants', NULL, FALSE),
  ('Call Ada', 'about the engine', TRUE);

-- Adds a note and returns its id.
-- QUERY add_note :one :pluck
@set title = 'Buy milk'
@set body = null
INSERT INTO note (title, body) VALUES (${title}, ${body})
RETURNING id;

-- The notes that are not done, oldest first.
-- QUERY open_notes
SELECT id, title, body
FROM note
WHERE NOT done
ORDER BY id;

-- QUERY get_note :one!
@set id = 1
SELECT * FROM note WHERE id = ${id};

-- QUERY count_notes :one :pluck
SELECT count(*) AS notes FROM note;

-- EXEC finish_note
@set id = 1
UPDATE note SET done = TRUE WHERE id = ${id};
