-- :batch: one statement for many parameter rows.

-- MIGRATE 1
CREATE TABLE reading (
  sensor  VARCHAR    NOT NULL,
  "at"    INTEGER NOT NULL,
  value   DOUBLE,
  PRIMARY KEY (sensor, "at")
);
CREATE TABLE flag (id INTEGER PRIMARY KEY, on_off BOOLEAN NOT NULL, since TIMESTAMP);

-- EXEC insert_reading :batch
@set sensor = 'a'
@set at = 1
@set value = 0.5
INSERT INTO reading (sensor, "at", value) VALUES (${sensor}, ${at}, ${value});

-- EXEC upsert_reading :batch
INSERT INTO reading (sensor, "at", value) VALUES (${sensor}, ${at}, ${value})
ON CONFLICT (sensor, "at") DO UPDATE SET value = excluded.value;

-- The value is used twice, so a row binds more values than it has parameters.
-- EXEC correct_reading :batch
@set value = 1.5
UPDATE reading SET value = ${value}
WHERE sensor = ${sensor} AND "at" = ${at} AND (value IS NULL OR value <> ${value});

-- One parameter only.
-- EXEC delete_sensor :batch
DELETE FROM reading WHERE sensor = ${sensor};

-- Values that need converting on their way in.
-- EXEC set_flag :batch
INSERT INTO flag (id, on_off, since) VALUES (${id}, ${on_off}, ${since})
ON CONFLICT (id) DO UPDATE SET on_off = excluded.on_off, since = excluded.since;

-- QUERY all_readings
SELECT sensor, "at", value FROM reading ORDER BY sensor, "at";

-- QUERY all_flags
SELECT id, on_off, since FROM flag ORDER BY id;

-- QUERY reading_summary :one
SELECT count(*) AS count, count(value) AS with_value, sum(value) AS total FROM reading;
