-- A schema that changes while a program runs. The program's own EXEC changes it, so that its statements are prepared,
-- and its connections open, before and after.

-- MIGRATE 1
CREATE TABLE person (id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL, age INTEGER NOT NULL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL, note TEXT);
CREATE TABLE spare (id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL, age INTEGER NOT NULL);
CREATE VIEW adult AS SELECT id, given, family FROM person WHERE age >= 18;

-- TESTDATA
INSERT INTO person (id, given, family, age) VALUES (1, 'Ada', 'Lovelace', 36), (2, 'Alan', 'Turing', 41);
INSERT INTO spare SELECT * FROM person;
INSERT INTO visit (id, person_id, note) VALUES (7, 1, 'seven'), (8, 2, NULL);

-- QUERY people
SELECT * FROM person ORDER BY id;

-- QUERY person_by_id :one
SELECT * FROM person WHERE id = ${id};

-- QUERY ages :pluck
SELECT age FROM person ORDER BY id;

-- QUERY visits_of
SELECT v.*, p.* FROM visit AS v JOIN person AS p ON p.id = v.person_id WHERE p.id = ${id} ORDER BY v.id;

-- QUERY either_arm
SELECT id, given, family FROM person WHERE id = 1
UNION ALL SELECT * FROM (SELECT id, given, family FROM person) AS p WHERE id = 2 ORDER BY id;

-- QUERY adults
SELECT * FROM adult ORDER BY id;

-- QUERY renamed
UPDATE person SET given = ${given} WHERE id = ${id} RETURNING *;

-- QUERY people_at :bulk
SELECT * FROM person WHERE id = ${id};

-- QUERY visited :bulk
INSERT INTO visit VALUES (${id}, ${person_id}, ${note}) RETURNING *;

-- EXEC note :bulk
UPDATE visit SET note = ${note} WHERE id = ${id};

-- TABLE visit :appender

-- EXEC add_columns
ALTER TABLE person ADD COLUMN extra INTEGER NOT NULL DEFAULT 99;

-- EXEC add_to_visits
ALTER TABLE visit ADD COLUMN more INTEGER NOT NULL DEFAULT 98;

-- EXEC drop_view
DROP VIEW adult;

-- EXEC make_view
CREATE VIEW IF NOT EXISTS adult AS SELECT age, family, given, id FROM person WHERE age >= 18;

-- EXEC take_family_away
ALTER TABLE person DROP COLUMN family;

-- EXEC drop_people
DROP TABLE person;

-- EXEC make_people
CREATE TABLE IF NOT EXISTS person (
  extra INTEGER DEFAULT 99, family TEXT NOT NULL, given TEXT NOT NULL, id INTEGER PRIMARY KEY, age INTEGER NOT NULL);

-- EXEC copy_people
INSERT INTO person (id, given, family, age) SELECT id, given, family, age FROM spare;

-- EXEC store_text
UPDATE person SET age = 'old' WHERE id = 2;

