-- The sensor readings in DuckDB, for the benchmarks of all languages; README.md has the formula of their rows.

-- MIGRATE 1
CREATE TABLE sensor_readings (
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

-- TABLE sensor_readings :appender

-- EXEC clear
DELETE FROM sensor_readings;
