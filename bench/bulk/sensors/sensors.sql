-- The sensor readings that every language of this benchmark loads; README.md has the formula of its rows.

-- MIGRATE 1
CREATE TABLE sensor_readings (
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

-- How many rows there are, and a checksum that depends on every value of them but not on their order.
-- QUERY checksum :one
SELECT count(*) AS rows, coalesce(sum(hash_record_extended(s, 0)), 0)::text AS checksum FROM sensor_readings AS s;

-- EXEC clear
TRUNCATE sensor_readings;
