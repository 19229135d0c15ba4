-- A schema that changes while a program runs. The program's own EXEC changes it, so that its statements are prepared,
-- and its connections open, before and after.

-- MIGRATE 1
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE place AS (street text, number int);
CREATE TABLE person (
  id int PRIMARY KEY, given text NOT NULL, family text NOT NULL, age int NOT NULL, mood mood NOT NULL DEFAULT 'ok');
CREATE TABLE visit (id int PRIMARY KEY, person_id int NOT NULL REFERENCES person, note text);
CREATE TABLE house (id int PRIMARY KEY, at place NOT NULL);
CREATE VIEW adult AS SELECT id, given, family FROM person WHERE age >= 18;
CREATE SCHEMA elsewhere;
CREATE TYPE elsewhere.mood AS ENUM ('ok', 'sad');
CREATE TABLE elsewhere.person (
  age bigint NOT NULL, family text NOT NULL, given text NOT NULL, mood elsewhere.mood NOT NULL DEFAULT 'sad', id int PRIMARY KEY);
CREATE FUNCTION forget_prepared() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$;

-- TESTDATA
INSERT INTO person (id, given, family, age) VALUES (1, 'Ada', 'Lovelace', 36), (2, 'Alan', 'Turing', 41);
INSERT INTO visit (id, person_id, note) VALUES (7, 1, 'seven'), (8, 2, NULL);
INSERT INTO elsewhere.person (id, given, family, age) VALUES (1, 'Grace', 'Hopper', 85);
INSERT INTO house (id, at) VALUES (1, ('High Street', 5));

-- QUERY people
SELECT * FROM person ORDER BY id;

-- QUERY person_by_id :one
SELECT * FROM person WHERE id = ${id};

-- QUERY ages :pluck
SELECT age FROM person ORDER BY id;

-- QUERY visits_of
SELECT v.*, p.* FROM visit AS v JOIN person AS p ON p.id = v.person_id WHERE p.id = ${id} ORDER BY v.id;

-- QUERY either_arm
SELECT id, given, family FROM person WHERE id = 1 UNION ALL SELECT * FROM (SELECT id, given, family FROM person) AS p WHERE id = 2 ORDER BY id;

-- QUERY adults
SELECT * FROM adult ORDER BY id;

-- QUERY houses
SELECT * FROM house ORDER BY id;

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
ALTER TABLE person ADD COLUMN extra int NOT NULL DEFAULT 99;

-- EXEC add_to_visits
ALTER TABLE visit ADD COLUMN more int NOT NULL DEFAULT 98;

-- EXEC take_family_away
ALTER TABLE person DROP COLUMN family CASCADE;

-- EXEC bring_family_back
ALTER TABLE person ADD COLUMN family text NOT NULL DEFAULT 'new';

-- EXEC swap_first
ALTER TABLE person RENAME COLUMN given TO passing;

-- EXEC swap_second
ALTER TABLE person RENAME COLUMN family TO given;

-- EXEC swap_third
ALTER TABLE person RENAME COLUMN passing TO family;

-- EXEC widen_age
ALTER TABLE person ALTER COLUMN age TYPE bigint;

-- EXEC narrow_age
ALTER TABLE person ALTER COLUMN age TYPE smallint;

-- EXEC retype_age
ALTER TABLE person ALTER COLUMN age TYPE text USING 'about ' || age;

-- EXEC add_label
ALTER TYPE mood ADD VALUE 'great' BEFORE 'ok';

-- EXEC use_label
UPDATE person SET mood = CAST(CAST('great' AS text) AS mood) WHERE id = 2;

-- EXEC drop_attribute
ALTER TYPE place DROP ATTRIBUTE number;

-- EXEC retype_attribute
ALTER TYPE place DROP ATTRIBUTE number, ADD ATTRIBUTE number text;

-- EXEC move_house
UPDATE house SET at = CAST(CAST('("Low Street",five)' AS text) AS place);

-- EXEC replace_view
CREATE OR REPLACE VIEW adult AS SELECT id, family AS given, given AS family, age FROM person WHERE age >= 18;

-- EXEC drop_view
DROP VIEW adult;

-- EXEC make_view
CREATE VIEW adult AS SELECT age, family, given, id FROM person WHERE age >= 18;

-- EXEC text_instead_of_mood
ALTER TABLE person ALTER COLUMN mood DROP DEFAULT, ALTER COLUMN mood TYPE text;

-- EXEC drop_mood
DROP TYPE mood;

-- EXEC make_mood
CREATE TYPE mood AS ENUM ('ok', 'sad');

-- EXEC mood_again
ALTER TABLE person ALTER COLUMN mood TYPE mood USING mood::mood;

-- EXEC hide_tables
ALTER SCHEMA public RENAME TO hidden;

-- EXEC show_others
ALTER SCHEMA elsewhere RENAME TO public;

-- EXEC hide_others
ALTER SCHEMA public RENAME TO elsewhere;

-- EXEC show_tables
ALTER SCHEMA hidden RENAME TO public;

-- QUERY forget :one :pluck
SELECT CAST(forget_prepared() AS text) AS nothing;
