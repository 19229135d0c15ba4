-- The readings as DuckDB itself computes them from the formula of bench/bulk/sensors, ${rows} of them: what a client
-- has stored is compared with this, so that one that computes or sends a value wrongly cannot agree with it.

CREATE MACRO h(k, i) AS (i * [1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973][k] + k * 12345) % 2147483647;
CREATE MACRO digits(value, n) AS lpad(format('{:x}', value), n, '0');
CREATE MACRO device(d) AS (digits(h(1, d), 8) || digits(h(2, d) % 65536, 4) || '4' || digits(h(3, d) % 4096, 3) ||
  '8' || digits(h(4, d) % 4096, 3) || digits(h(5, d) % 65536, 4) || digits(h(6, d), 8))::UUID;

CREATE TABLE formula AS SELECT
  device(h(1, i) % 1000) AS device_id,
  TIMESTAMPTZ '2025-01-01 00:00:00+00' + to_microseconds(i * 1000003) AS "timestamp",
  (h(2, i) % 6000 - 2000)::DOUBLE / 100 AS temperature,
  (h(3, i) % 10000)::DOUBLE / 100 AS humidity,
  ((95000 + h(4, i) % 10000) * 0.01)::DECIMAL(10, 2) AS pressure,
  (h(5, i) % 101)::SMALLINT AS battery_level,
  h(6, i) % 50 = 0 AS is_anomaly,
  ['Lisbon', 'Oslo', 'Zürich', 'Nairobi', 'Osaka', 'Quito', 'Tromsø', 'Vienna'][h(7, i) % 8 + 1] || ' ' || h(7, i) % 500 AS location,
  [['indoor', 'outdoor', 'north', 'calibrated', 'rooftop', 'hvac'][(h(8, i) + n) % 6 + 1] FOR n IN range(h(8, i) % 4)] AS tags
FROM range(${rows}) AS r (i);
