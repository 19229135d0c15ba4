-- The sensor readings in SQLite, which has three types for their nine, and the same rows computed by SQLite itself;
-- README.md has the formula.

-- MIGRATE 1
CREATE TABLE sensor_readings (
  device_id     TEXT    NOT NULL,
  timestamp     TEXT    NOT NULL,
  temperature   REAL    NOT NULL,
  humidity      REAL    NOT NULL,
  pressure      TEXT    NOT NULL,
  battery_level INTEGER NOT NULL,
  is_anomaly    INTEGER NOT NULL DEFAULT 0,
  location      TEXT    NOT NULL,
  tags          TEXT    NOT NULL
) STRICT;

-- TABLE sensor_readings :appender

-- EXEC clear
DELETE FROM sensor_readings;

-- MIGRATE reference
CREATE TEMP TABLE reference (
  i             INTEGER PRIMARY KEY,
  device_id     TEXT    NOT NULL,
  timestamp     TEXT    NOT NULL,
  temperature   REAL    NOT NULL,
  humidity      REAL    NOT NULL,
  pressure      TEXT    NOT NULL,
  battery_level INTEGER NOT NULL,
  is_anomaly    INTEGER NOT NULL,
  location      TEXT    NOT NULL,
  tags          TEXT    NOT NULL
) STRICT;

-- EXEC clear_reference
DELETE FROM reference;

-- EXEC fill_reference
WITH RECURSIVE
  numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${rows}),
  random AS (
    SELECT
      i,
      (i * 1103515245 + 12345) % 2147483647 AS h1,
      (i * 1812433253 + 24690) % 2147483647 AS h2,
      (i * 1566083941 + 37035) % 2147483647 AS h3,
      (i * 1597334677 + 49380) % 2147483647 AS h4,
      (i * 1181783497 + 61725) % 2147483647 AS h5,
      (i * 1332534557 + 74070) % 2147483647 AS h6,
      (i * 1390208809 + 86415) % 2147483647 AS h7,
      (i * 1999999973 + 98760) % 2147483647 AS h8
    FROM numbers
  ),
  devices AS MATERIALIZED (
    SELECT
      d,
      printf('%08x-%04x-4%03x-8%03x-%04x%08x',
        (d * 1103515245 + 12345) % 2147483647,
        (d * 1812433253 + 24690) % 2147483647 % 65536,
        (d * 1566083941 + 37035) % 2147483647 % 4096,
        (d * 1597334677 + 49380) % 2147483647 % 4096,
        (d * 1181783497 + 61725) % 2147483647 % 65536,
        (d * 1332534557 + 74070) % 2147483647) AS id
    FROM (WITH RECURSIVE d (d) AS (SELECT 0 UNION ALL SELECT d + 1 FROM d WHERE d < 999) SELECT d FROM d)
  )
INSERT INTO reference
SELECT
  i,
  devices.id,
  strftime('%Y-%m-%dT%H:%M:%S', 1735689600 + i * 1000003 / 1000000, 'unixepoch') || printf('.%06d+00:00', i * 1000003 % 1000000),
  (h2 % 6000 - 2000) / 100.0,
  h3 % 10000 / 100.0,
  printf('%d.%02d', (95000 + h4 % 10000) / 100, (95000 + h4 % 10000) % 100),
  h5 % 101,
  h6 % 50 = 0,
  ('["Lisbon","Oslo","Zürich","Nairobi","Osaka","Quito","Tromsø","Vienna"]' ->> (h7 % 8)) || ' ' || (h7 % 500),
  (
    SELECT json_group_array('["indoor","outdoor","north","calibrated","rooftop","hvac"]' ->> ((h8 + n.value) % 6))
    FROM json_each('[0,1,2]') AS n WHERE n.value < h8 % 4
  )
FROM random JOIN devices ON d = h1 % 1000;

-- What the ceiling copies is in memory already.
-- EXEC copy_reference
INSERT INTO sensor_readings
SELECT device_id, timestamp, temperature, humidity, pressure, battery_level, is_anomaly, location, tags FROM reference ORDER BY i;

-- How many rows there are, and how many of them are in their place and as they must be.
-- QUERY check_rows :one
SELECT
  (SELECT count(*) FROM sensor_readings) AS stored,
  (
    SELECT count(*) FROM reference AS r JOIN sensor_readings AS s ON s.rowid = r.i + 1
    WHERE (s.device_id, s.timestamp, s.temperature, s.humidity, s.pressure, s.battery_level, s.is_anomaly, s.location, s.tags)
      = (r.device_id, r.timestamp, r.temperature, r.humidity, r.pressure, r.battery_level, r.is_anomaly, r.location, r.tags)
  ) AS correct;
