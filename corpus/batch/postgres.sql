-- :batch: one statement for many parameter rows.

-- MIGRATE 1
CREATE TYPE level AS ENUM ('low', 'high');
CREATE TABLE reading (
  sensor  text    NOT NULL,
  at      integer NOT NULL,
  value   double precision,
  PRIMARY KEY (sensor, at)
);
CREATE TABLE flag (id integer PRIMARY KEY, on_off boolean NOT NULL, since timestamp);
CREATE TABLE event (
  id     uuid PRIMARY KEY,
  level  level NOT NULL,
  tags   text[] NOT NULL,
  detail jsonb,
  at     timestamptz NOT NULL
);

-- EXEC insert_reading :batch
@set sensor = 'a'
@set at = 1
@set value = 0.5
INSERT INTO reading (sensor, at, value) VALUES (${sensor}, ${at}, ${value});

-- EXEC upsert_reading :batch
INSERT INTO reading (sensor, at, value) VALUES (${sensor}, ${at}, ${value})
ON CONFLICT (sensor, at) DO UPDATE SET value = excluded.value;

-- The value is used twice, so a row binds more values than it has parameters.
-- EXEC correct_reading :batch
@set value = 1.5
UPDATE reading SET value = ${value}
WHERE sensor = ${sensor} AND at = ${at} AND (value IS NULL OR value <> ${value});

-- One parameter only.
-- EXEC delete_sensor :batch
DELETE FROM reading WHERE sensor = ${sensor};

-- Values that need converting on their way in.
-- EXEC set_flag :batch
INSERT INTO flag (id, on_off, since) VALUES (${id}, ${on_off}, ${since})
ON CONFLICT (id) DO UPDATE SET on_off = excluded.on_off, since = excluded.since;

-- Types that a driver must be told of.
-- EXEC add_event :batch
INSERT INTO event (id, level, tags, detail, at) VALUES (${id}, ${level}, ${tags}, ${detail}, ${at});

-- QUERY all_readings
SELECT sensor, at, value FROM reading ORDER BY sensor, at;

-- QUERY all_flags
SELECT id, on_off, since FROM flag ORDER BY id;

-- QUERY all_events
SELECT id, level, tags, detail, at FROM event ORDER BY id;

-- QUERY event_storage
SELECT id::text AS id, level::text AS level, tags::text AS tags, detail::text AS detail, at::text AS at
FROM event ORDER BY event.id;

-- QUERY reading_summary :one
SELECT count(*) AS count, count(value) AS with_value, coalesce(sum(value), 0) AS total FROM reading;
