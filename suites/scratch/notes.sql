-- What test databases of every driver are made of.

-- BASELINE before
CREATE TABLE old_notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL);

-- MIGRATE 1
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE notes (id INTEGER PRIMARY KEY, author INTEGER NOT NULL REFERENCES people (id), body TEXT NOT NULL);

-- MIGRATE 2
INSERT INTO old_notes (id, body) VALUES (1, 'from a migration');

-- TESTDATA people
INSERT INTO people (id, name) VALUES (1, 'Ada; "the" `first`'), (2, 'Grace $1 ${x} %s \ "#"');

-- QUERY people
SELECT id, name FROM people ORDER BY id;

-- EXEC add_note
INSERT INTO notes (id, author, body) VALUES (${id}, ${author}, ${body});

-- QUERY count_notes :one :pluck
SELECT count(*) FROM notes;

-- QUERY old_notes :pluck
SELECT body FROM old_notes;
