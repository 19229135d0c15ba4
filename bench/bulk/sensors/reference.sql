-- The same rows, computed by the server: what `checksum` must answer comes from here, never from a client.

-- MIGRATE reference
CREATE FUNCTION h(k bigint, i bigint) RETURNS bigint IMMUTABLE LANGUAGE sql
RETURN (i * (ARRAY[1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973])[k] + k * 12345) % 2147483647;

CREATE FUNCTION hex(value bigint, digits int) RETURNS text IMMUTABLE LANGUAGE sql
RETURN lpad(to_hex(value), digits, '0');

CREATE FUNCTION device(d bigint) RETURNS uuid IMMUTABLE LANGUAGE sql
RETURN (hex(h(1, d), 8) || hex(h(2, d) % 65536, 4) || '4' || hex(h(3, d) % 4096, 3)
  || '8' || hex(h(4, d) % 4096, 3) || hex(h(5, d) % 65536, 4) || hex(h(6, d), 8))::uuid;

CREATE TABLE devices AS SELECT d, device(d) AS id FROM generate_series(0, 999) AS d;

CREATE TABLE reference (
  i             bigint PRIMARY KEY,
  device_id     uuid,
  "timestamp"   timestamptz,
  temperature   double precision,
  humidity      double precision,
  pressure      numeric(10, 2),
  battery_level smallint,
  is_anomaly    boolean,
  location      text,
  tags          text[]
);

-- EXEC fill_reference
INSERT INTO reference (i, device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location,
  tags)
SELECT
  i,
  devices.id,
  timestamptz '2025-01-01 00:00:00+00' + i * interval '1000003 microseconds',
  (h(2, i) % 6000 - 2000)::double precision / 100,
  (h(3, i) % 10000)::double precision / 100,
  ((95000 + h(4, i) % 10000) * 0.01)::numeric(10, 2),
  (h(5, i) % 101)::smallint,
  h(6, i) % 50 = 0,
  (ARRAY['Lisbon', 'Oslo', 'Zürich', 'Nairobi', 'Osaka', 'Quito', 'Tromsø', 'Vienna'])[h(7, i) % 8 + 1] || ' ' || h(7, i) % 500,
  ARRAY(
    SELECT (ARRAY['indoor', 'outdoor', 'north', 'calibrated', 'rooftop', 'hvac'])[(h(8, i) + n) % 6 + 1]
    FROM generate_series(0, h(8, i) % 4 - 1) AS n ORDER BY n
  )
FROM generate_series(0, ${rows}::bigint - 1) AS i JOIN devices ON d = h(1, i) % 1000;

-- QUERY expected :one :pluck
SELECT coalesce(sum(hash_record_extended(ROW(device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags), 0)), 0)::text
FROM reference WHERE i < ${rows}::bigint;
