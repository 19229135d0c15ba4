-- Labels that another program's schema has and this one's does not, for programs with `enums: open`.

-- MIGRATE 1
CREATE TYPE mood AS ENUM ('sad', 'ok', 'A+', 'unknown');
CREATE TABLE person (id INTEGER PRIMARY KEY, mood mood NOT NULL, before mood, past mood[] NOT NULL);

-- TESTDATA
INSERT INTO person VALUES (1, 'ok', NULL, ['sad', 'A+']), (2, 'unknown', 'sad', []);

-- EXEC more_labels
ALTER TABLE person ALTER mood TYPE ENUM ('sad', 'great', 'ok', 'A+', 'unknown');

-- EXEC use_labels
UPDATE person SET mood = CAST('great' AS VARCHAR) WHERE id = 1;

-- QUERY people
SELECT id, mood, before FROM person ORDER BY id;

-- QUERY moods :pluck
SELECT DISTINCT mood FROM person ORDER BY mood;

-- QUERY person_by_id :one :bulk
SELECT id, mood, before, past FROM person WHERE id = ${id};

-- QUERY in_mood
SELECT id, mood, before FROM person WHERE mood = ${mood} ORDER BY id;

-- EXEC add_person :bulk
INSERT INTO person (id, mood, before, past) VALUES (${id}, ${mood}, ${before}, ${past});

-- TABLE person :appender
