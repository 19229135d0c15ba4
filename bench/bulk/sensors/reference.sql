-- The same rows, computed by the server: psql -v rows=1000000 -f reference.sql prints what `checksum` must answer.
CREATE FUNCTION pg_temp.h(k bigint, i bigint) RETURNS bigint IMMUTABLE LANGUAGE sql
RETURN (i * (ARRAY[1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973])[k] + k * 12345) % 2147483647;

CREATE FUNCTION pg_temp.hex(value bigint, digits int) RETURNS text IMMUTABLE LANGUAGE sql
RETURN lpad(to_hex(value), digits, '0');

CREATE FUNCTION pg_temp.device(d bigint) RETURNS uuid IMMUTABLE LANGUAGE sql
RETURN (pg_temp.hex(pg_temp.h(1, d), 8) || pg_temp.hex(pg_temp.h(2, d) % 65536, 4) || '4' || pg_temp.hex(pg_temp.h(3, d) % 4096, 3)
  || '8' || pg_temp.hex(pg_temp.h(4, d) % 4096, 3) || pg_temp.hex(pg_temp.h(5, d) % 65536, 4) || pg_temp.hex(pg_temp.h(6, d), 8))::uuid;

CREATE TEMP TABLE devices AS SELECT d, pg_temp.device(d) AS id FROM generate_series(0, 999) AS d;

CREATE TEMP TABLE reference AS
SELECT
  devices.id AS device_id,
  timestamptz '2025-01-01 00:00:00+00' + i * interval '1000003 microseconds' AS "timestamp",
  (pg_temp.h(2, i) % 6000 - 2000)::double precision / 100 AS temperature,
  (pg_temp.h(3, i) % 10000)::double precision / 100 AS humidity,
  ((95000 + pg_temp.h(4, i) % 10000) * 0.01)::numeric(10, 2) AS pressure,
  (pg_temp.h(5, i) % 101)::smallint AS battery_level,
  pg_temp.h(6, i) % 50 = 0 AS is_anomaly,
  (ARRAY['Lisbon', 'Oslo', 'Zürich', 'Nairobi', 'Osaka', 'Quito', 'Tromsø', 'Vienna'])[pg_temp.h(7, i) % 8 + 1] || ' ' || pg_temp.h(7, i) % 500 AS location,
  ARRAY(
    SELECT (ARRAY['indoor', 'outdoor', 'north', 'calibrated', 'rooftop', 'hvac'])[(pg_temp.h(8, i) + n) % 6 + 1]
    FROM generate_series(0, pg_temp.h(8, i) % 4 - 1) AS n ORDER BY n
  ) AS tags
FROM generate_series(0, :rows - 1) AS i JOIN devices ON d = pg_temp.h(1, i) % 1000;

SELECT count(*), sum(hash_record_extended(r, 0)) FROM reference AS r;
