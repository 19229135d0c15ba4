-- The table of the article: sensor readings with an identity key.

-- MIGRATE 1
CREATE TABLE sensor_readings (
  id            bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id     uuid             NOT NULL,
  "timestamp"   timestamptz      NOT NULL,
  temperature   double precision NOT NULL,
  humidity      double precision NOT NULL,
  pressure      numeric(10, 2)   NOT NULL,
  battery_level smallint         NOT NULL,
  is_anomaly    boolean          NOT NULL DEFAULT false,
  location      text             NOT NULL,
  tags          text[]           NOT NULL
);

-- TABLE sensor_readings :appender

-- EXEC insert_reading
INSERT INTO sensor_readings (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
VALUES (${device_id}, ${timestamp}, ${temperature}, ${humidity}, ${pressure}, ${battery_level}, ${is_anomaly}, ${location}, ${tags});

-- An array a column; arrays of arrays are passed as text, because unnest would flatten them.
-- EXEC insert_unnest
INSERT INTO sensor_readings (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
SELECT a, b, c, d, e, f, g, h, i::text[]
FROM unnest(${device_ids}::uuid[], ${timestamps}::timestamptz[], ${temperatures}::float8[], ${humidities}::float8[], ${pressures}::numeric[],
  ${battery_levels}::int2[], ${anomalies}::bool[], ${locations}::text[], ${tags}::text[]) AS t (a, b, c, d, e, f, g, h, i);

-- How many rows there are, and a checksum that depends on every value of them but the key.
-- QUERY checksum :one
SELECT count(*) AS rows,
  coalesce(sum(hash_record_extended(ROW(device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags), 0)), 0)::text AS checksum
FROM sensor_readings;

-- QUERY wal_position :one :pluck
SELECT (pg_current_wal_lsn() - '0/0')::float8;

-- EXEC clear
TRUNCATE sensor_readings;

-- Without a key the server takes half of the time, and what the client costs is seen better.
-- EXEC drop_key
ALTER TABLE sensor_readings DROP COLUMN IF EXISTS id;

-- EXEC add_key
ALTER TABLE sensor_readings ADD COLUMN IF NOT EXISTS id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
