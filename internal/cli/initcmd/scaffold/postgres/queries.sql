-- MIGRATE create_note
CREATE TABLE note (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  body text,
  done boolean NOT NULL DEFAULT false
);

-- TESTDATA
INSERT INTO note (title, body, done) VALUES
  ('Water the plants', NULL, false),
  ('Call Ada', 'about the engine', true);

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
UPDATE note SET done = true WHERE id = ${id};
