-- What is done with the sensor readings, and what must be the outcome.

-- Temporary tables that the program makes by itself: `reference` has all rows, computed by DuckDB; `part` those that an
-- operation gets; the others take keys from a client.
-- BASELINE temporary
CREATE TABLE reference (
  device_id     UUID           NOT NULL,
  "timestamp"   TIMESTAMPTZ    NOT NULL,
  temperature   DOUBLE         NOT NULL,
  humidity      DOUBLE         NOT NULL,
  pressure      DECIMAL(10, 2) NOT NULL,
  battery_level SMALLINT       NOT NULL,
  is_anomaly    BOOLEAN        NOT NULL,
  location      VARCHAR        NOT NULL,
  tags          VARCHAR[]      NOT NULL
);
CREATE TABLE part AS FROM reference;
CREATE TABLE staged_temperatures (device_id UUID NOT NULL, "timestamp" TIMESTAMPTZ NOT NULL, temperature DOUBLE NOT NULL);
CREATE TABLE staged_keys (device_id UUID NOT NULL, "timestamp" TIMESTAMPTZ NOT NULL);
CREATE TABLE staged_readings AS FROM reference;

-- One by one.
-- EXEC insert_reading :batch
INSERT INTO sensor_readings (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
VALUES (${device_id}, ${timestamp}, ${temperature}, ${humidity}, ${pressure}, ${battery_level}, ${is_anomaly}, ${location}, ${tags});

-- EXEC update_reading :batch :bulk
UPDATE sensor_readings SET temperature = ${temperature} WHERE device_id = ${device_id} AND "timestamp" = ${timestamp};

-- EXEC delete_reading :batch :bulk
DELETE FROM sensor_readings WHERE device_id = ${device_id} AND "timestamp" = ${timestamp};

-- EXEC upsert_reading :batch :bulk
MERGE INTO sensor_readings AS s
USING (SELECT ${device_id}::UUID AS device_id, ${timestamp}::TIMESTAMPTZ AS "timestamp", ${temperature}::DOUBLE AS temperature,
  ${humidity}::DOUBLE AS humidity, ${pressure}::DECIMAL(10, 2) AS pressure, ${battery_level}::SMALLINT AS battery_level,
  ${is_anomaly}::BOOLEAN AS is_anomaly, ${location}::VARCHAR AS location, ${tags}::VARCHAR[] AS tags) AS k
ON s.device_id = k.device_id AND s."timestamp" = k."timestamp"
WHEN MATCHED THEN UPDATE SET temperature = k.temperature
WHEN NOT MATCHED THEN INSERT (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
  VALUES (k.device_id, k."timestamp", k.temperature, k.humidity, k.pressure, k.battery_level, k.is_anomaly, k.location, k.tags);

-- A list a column.
-- EXEC update_unnest
UPDATE sensor_readings AS s SET temperature = k.temperature
FROM (SELECT unnest(${device_ids}::UUID[]) AS device_id, unnest(${timestamps}::TIMESTAMPTZ[]) AS "timestamp", unnest(${temperatures}::DOUBLE[]) AS temperature) AS k
WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC delete_unnest
DELETE FROM sensor_readings
WHERE (device_id, "timestamp") IN (SELECT unnest(${device_ids}::UUID[]), unnest(${timestamps}::TIMESTAMPTZ[]));

-- By way of a temporary table.
-- EXEC make_staged_temperatures
CREATE OR REPLACE TEMP TABLE staged_temperatures (device_id UUID NOT NULL, "timestamp" TIMESTAMPTZ NOT NULL, temperature DOUBLE NOT NULL);

-- TABLE staged_temperatures :appender

-- EXEC update_staged
UPDATE sensor_readings AS s SET temperature = k.temperature
FROM staged_temperatures AS k WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- Of several temperatures for one reading the last one counts.
-- EXEC update_staged_last
UPDATE sensor_readings AS s SET temperature = k.temperature
FROM (SELECT device_id, "timestamp", arg_max(temperature, rowid) AS temperature FROM staged_temperatures GROUP BY device_id, "timestamp") AS k
WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC drop_staged_temperatures
DROP TABLE staged_temperatures;

-- EXEC make_staged_keys
CREATE OR REPLACE TEMP TABLE staged_keys (device_id UUID NOT NULL, "timestamp" TIMESTAMPTZ NOT NULL);

-- TABLE staged_keys :appender

-- EXEC delete_staged
DELETE FROM sensor_readings AS s USING staged_keys AS k WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC drop_staged_keys
DROP TABLE staged_keys;

-- EXEC make_staged_readings
CREATE OR REPLACE TEMP TABLE staged_readings AS FROM reference LIMIT 0;

-- EXEC upsert_staged
MERGE INTO sensor_readings AS s USING staged_readings AS k ON s.device_id = k.device_id AND s."timestamp" = k."timestamp"
WHEN MATCHED THEN UPDATE SET temperature = k.temperature
WHEN NOT MATCHED THEN INSERT (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
  VALUES (k.device_id, k."timestamp", k.temperature, k.humidity, k.pressure, k.battery_level, k.is_anomaly, k.location, k.tags);

-- EXEC upsert_staged_last
MERGE INTO sensor_readings AS s
USING (FROM staged_readings QUALIFY row_number() OVER (PARTITION BY device_id, "timestamp" ORDER BY rowid DESC) = 1) AS k
ON s.device_id = k.device_id AND s."timestamp" = k."timestamp"
WHEN MATCHED THEN UPDATE SET temperature = k.temperature
WHEN NOT MATCHED THEN INSERT (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
  VALUES (k.device_id, k."timestamp", k.temperature, k.humidity, k.pressure, k.battery_level, k.is_anomaly, k.location, k.tags);

-- EXEC drop_staged_readings
DROP TABLE staged_readings;

-- What the engine can do at best, with all in its memory.
-- EXEC insert_part
INSERT INTO sensor_readings FROM part;

-- EXEC update_part
UPDATE sensor_readings AS s SET temperature = k.temperature
FROM part AS k WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC delete_part
DELETE FROM sensor_readings AS s USING part AS k WHERE s.device_id = k.device_id AND s."timestamp" = k."timestamp";

-- EXEC upsert_part
MERGE INTO sensor_readings AS s USING part AS k ON s.device_id = k.device_id AND s."timestamp" = k."timestamp"
WHEN MATCHED THEN UPDATE SET temperature = k.temperature
WHEN NOT MATCHED THEN INSERT (device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)
  VALUES (k.device_id, k."timestamp", k.temperature, k.humidity, k.pressure, k.battery_level, k.is_anomaly, k.location, k.tags);

-- EXEC make_part
CREATE OR REPLACE TEMP TABLE part AS FROM reference LIMIT 0;

-- So many rows, each temperature changed: every one from the first on, or every so manieth.
-- EXEC fill_part
INSERT INTO part SELECT * REPLACE (temperature + ${change}::DOUBLE AS temperature) FROM reference
WHERE rowid % ${step}::BIGINT = 0 AND rowid // ${step} < ${keys}::BIGINT;

-- The rows of the part, and more that no operation may touch.
-- EXEC fill
INSERT INTO sensor_readings FROM reference WHERE rowid < ${rows}::BIGINT;

-- The same without every other row of the part.
-- EXEC fill_half
INSERT INTO sensor_readings FROM reference
WHERE rowid < ${rows}::BIGINT AND NOT (rowid % ${step}::BIGINT = 0 AND rowid // ${step} < ${keys}::BIGINT AND rowid // ${step} % 2 = 1);

-- How many rows there are, and a checksum that depends on every value of them and, where it is wanted, on their order.
-- QUERY stored :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash(s)::HUGEINT * CASE WHEN ${in_order}::BOOLEAN THEN rowid + 1 ELSE 1 END), 0)::VARCHAR AS checksum FROM sensor_readings AS s;

-- QUERY expected_of_insert :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash(s)::HUGEINT * (rowid + 1)), 0)::VARCHAR AS checksum FROM part AS s;

-- QUERY expected_of_update :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash(s)::HUGEINT), 0)::VARCHAR AS checksum
FROM (FROM part UNION ALL FROM reference
  WHERE rowid < ${rows}::BIGINT AND NOT (rowid % ${step}::BIGINT = 0 AND rowid // ${step} < ${keys}::BIGINT)) AS s;

-- QUERY expected_of_delete :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash(s)::HUGEINT), 0)::VARCHAR AS checksum
FROM reference AS s WHERE rowid < ${rows}::BIGINT AND NOT (rowid % ${step}::BIGINT = 0 AND rowid // ${step} < ${keys}::BIGINT);
