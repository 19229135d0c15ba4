-- A million sensor readings: how they get into DuckDB, and what is asked of them.

-- MIGRATE 1
CREATE SEQUENCE reading_ids;
CREATE TABLE sensor_readings (
  id            BIGINT PRIMARY KEY DEFAULT nextval('reading_ids'),
  device_id     UUID           NOT NULL,
  "timestamp"   TIMESTAMPTZ    NOT NULL,
  temperature   DOUBLE         NOT NULL,
  humidity      DOUBLE         NOT NULL,
  pressure      DECIMAL(10, 2) NOT NULL,
  battery_level SMALLINT       NOT NULL,
  is_anomaly    BOOLEAN        NOT NULL DEFAULT false,
  location      VARCHAR        NOT NULL,
  tags          VARCHAR[]      NOT NULL
);

-- The same without a key: an index costs more than all the rest, so compare like with like.
CREATE TABLE raw_readings (
  device_id     UUID           NOT NULL,
  "timestamp"   TIMESTAMPTZ    NOT NULL,
  temperature   DOUBLE         NOT NULL,
  humidity      DOUBLE         NOT NULL,
  pressure      DECIMAL(10, 2) NOT NULL,
  battery_level SMALLINT       NOT NULL,
  is_anomaly    BOOLEAN        NOT NULL DEFAULT false,
  location      VARCHAR        NOT NULL,
  tags          VARCHAR[]      NOT NULL
);

-- A sequence gives the ids.
-- TABLE sensor_readings :appender

-- TABLE raw_readings :appender

-- How many rows there are, and a checksum that depends on every value of them but not on their order.
-- QUERY checksum :one :result=Checksum
SELECT count(*) AS rows, coalesce(sum(hash(device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)), 0)::VARCHAR AS checksum
FROM sensor_readings;

-- QUERY raw_checksum :one :result=Checksum
SELECT count(*) AS rows, coalesce(sum(hash(device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)), 0)::VARCHAR AS checksum
FROM raw_readings;

-- Every reading in the order of time, for a stream.
-- QUERY all_raw
SELECT * FROM raw_readings ORDER BY "timestamp";

-- One row at a time, or many in a batch.
-- EXEC insert_reading :batch
INSERT INTO sensor_readings (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
VALUES (${device_id}, ${timestamp}, ${temperature}, ${humidity}, ${pressure}, ${battery_level}, ${is_anomaly}, ${location}, ${tags});

-- Many rows in one statement: a list for each column.
-- EXEC insert_readings
INSERT INTO sensor_readings (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
SELECT device_id, "timestamp", temperature, 50, 1000, 100, temperature > 100, location, []
FROM (SELECT unnest(${device_ids}::UUID[]) AS device_id, unnest(${timestamps}::TIMESTAMPTZ[]) AS "timestamp",
  unnest(${temperatures}::DOUBLE[]) AS temperature, unnest(${locations}::VARCHAR[]) AS location);

-- EXEC set_temperature :batch
@set device_id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
@set timestamp = '2025-01-01T00:00:00Z'
@set temperature = 42.0
UPDATE sensor_readings SET temperature = ${temperature}
WHERE device_id = ${device_id} AND "timestamp" = ${timestamp};

-- Sets many temperatures in one statement.
-- EXEC set_temperatures
UPDATE sensor_readings AS s SET temperature = k.temperature
FROM (SELECT unnest(${device_ids}::UUID[]) AS device_id, unnest(${timestamps}::TIMESTAMPTZ[]) AS "timestamp",
  unnest(${temperatures}::DOUBLE[]) AS temperature) AS k
WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC delete_readings
DELETE FROM sensor_readings AS s
USING (SELECT unnest(${device_ids}::UUID[]) AS device_id, unnest(${timestamps}::TIMESTAMPTZ[]) AS "timestamp") AS k
WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- The last readings of a device, newest first.
-- QUERY latest_of_device
@set device_id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
@set count = 5
SELECT "timestamp", temperature, pressure, battery_level, tags
FROM sensor_readings WHERE device_id = ${device_id} ORDER BY "timestamp" DESC LIMIT ${count};

-- How often each tag was given to a reading.
-- QUERY readings_per_tag
SELECT tag, count(*) AS readings FROM (SELECT unnest(tags) AS tag FROM sensor_readings) WHERE tag IS NOT NULL GROUP BY tag ORDER BY tag;

-- Readings of each city, with what was unusual in them.
-- QUERY readings_per_city
SELECT split_part(location, ' ', 1) AS city, count(*) AS readings, count(*) FILTER (WHERE is_anomaly) AS anomalies,
  min(battery_level) AS lowest_battery, sum(pressure) AS pressure
FROM sensor_readings GROUP BY city ORDER BY readings DESC, city;

-- Readings with any of some tags in a span of time.
-- QUERY tagged :one :pluck
@set tags = ['indoor']
@set since = TIMESTAMPTZ '2025-01-01 00:00:00+00'
@set until = TIMESTAMPTZ '2025-01-02 00:00:00+00'
SELECT count(*) FROM raw_readings WHERE list_has_any(tags, ${tags}::VARCHAR[]) AND "timestamp" >= ${since} AND "timestamp" < ${until};
