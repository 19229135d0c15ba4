-- Labels that a later migration adds to an enum, for programs with `enums: open`: read, sent, stored in bulk and in
-- lists.

-- MIGRATE 1
CREATE TYPE mood AS ENUM ('sad', 'ok', 'A+', 'unknown');
CREATE TABLE person (id integer PRIMARY KEY, mood mood NOT NULL DEFAULT 'ok', before mood, past mood[] NOT NULL DEFAULT '{}');

-- TESTDATA
INSERT INTO person VALUES (1, 'ok', NULL, '{sad,A+}'), (2, 'unknown', 'sad', '{}');

-- EXEC add_labels
ALTER TYPE mood ADD VALUE 'great' BEFORE 'ok';

-- EXEC use_labels
UPDATE person SET mood = CAST('great' AS text)::mood, before = CAST('great' AS text)::mood, past = past || CAST('great' AS text)::mood
WHERE id = 1;

-- QUERY people
SELECT id, mood, before FROM person ORDER BY id;

-- QUERY moods :pluck
SELECT DISTINCT mood FROM person ORDER BY mood;

-- QUERY person_by_id :one :bulk
SELECT id, mood, before, past FROM person WHERE id = ${id};

-- QUERY in_mood
SELECT id, mood, before FROM person WHERE mood = ${mood} ORDER BY id;

-- QUERY in_moods
SELECT id, mood, before FROM person WHERE mood = ANY(${moods}) ORDER BY id;

-- EXEC set_mood
UPDATE person SET mood = ${mood}, before = ${before} WHERE id = ${id};

-- EXEC add_person :bulk
INSERT INTO person (id, mood, before, past) VALUES (${id}, ${mood}, ${before}, ${past});

-- TABLE person :appender
