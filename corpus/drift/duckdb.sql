-- A schema that changes while a program runs. The program's own EXEC changes it, so that its statements are prepared,
-- and its connections open, before and after.

-- MIGRATE 1
CREATE TABLE person (id INTEGER PRIMARY KEY, given VARCHAR NOT NULL, family VARCHAR NOT NULL, age INTEGER NOT NULL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL, note VARCHAR);
CREATE TABLE house (id INTEGER PRIMARY KEY, rooms INTEGER[] NOT NULL);
CREATE VIEW adult AS SELECT id, given, family FROM person WHERE age >= 18;

-- TESTDATA
INSERT INTO person (id, given, family, age) VALUES (1, 'Ada', 'Lovelace', 36), (2, 'Alan', 'Turing', 41);
INSERT INTO visit (id, person_id, note) VALUES (7, 1, 'seven'), (8, 2, NULL);
INSERT INTO house (id, rooms) VALUES (1, [1, 2]);

-- QUERY people
SELECT * FROM person ORDER BY id;

-- QUERY person_by_id :one
SELECT * FROM person WHERE id = ${id};

-- DuckDB plans it when it has the values.
-- QUERY aged_at_least
SELECT id, age FROM person WHERE ${least} IS NULL OR age >= ${least} ORDER BY id;

-- QUERY ages :pluck
SELECT age FROM person ORDER BY id;

-- QUERY without_age
SELECT * EXCLUDE (age) REPLACE (upper(given) AS given) FROM person ORDER BY id;

-- QUERY numbers_raised
SELECT COLUMNS(lambda c: c NOT IN ('given', 'family')) + ${by}::INTEGER FROM person ORDER BY 1;

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
ALTER TABLE person ADD COLUMN extra INTEGER DEFAULT 99;

-- EXEC add_to_visits
ALTER TABLE visit ADD COLUMN more INTEGER DEFAULT 98;

-- EXEC take_family_away
ALTER TABLE person DROP COLUMN family;

-- EXEC bring_family_back
ALTER TABLE person ADD COLUMN family VARCHAR DEFAULT 'new';

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

-- EXEC drop_view
DROP VIEW adult;

-- EXEC make_view
CREATE OR REPLACE VIEW adult AS SELECT age, family, given, id FROM person WHERE age >= 18;

-- EXEC retype_rooms
ALTER TABLE house ALTER COLUMN rooms TYPE VARCHAR[];
