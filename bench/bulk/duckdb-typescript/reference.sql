-- The rows of ../sensors/README.md, computed by DuckDB itself: what is loaded is compared with them.
CREATE MACRO h(k, i) AS
  (i * [1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973][k] + k * 12345) % 2147483647;

CREATE TABLE memory.devices AS
SELECT d, (printf('%08x', h(1, d)) || printf('%04x', h(2, d) % 65536) || '4' || printf('%03x', h(3, d) % 4096)
  || '8' || printf('%03x', h(4, d) % 4096) || printf('%04x', h(5, d) % 65536) || printf('%08x', h(6, d)))::UUID AS id
FROM range(1000) AS r(d);

CREATE TABLE memory.reference AS
SELECT
  devices.id AS device_id,
  make_timestamptz(1735689600000000 + i * 1000003) AS "timestamp",
  (h(2, i) % 6000 - 2000)::DOUBLE / 100 AS temperature,
  (h(3, i) % 10000)::DOUBLE / 100 AS humidity,
  ((95000 + h(4, i) % 10000)::DECIMAL(18, 0) / 100)::DECIMAL(10, 2) AS pressure,
  (h(5, i) % 101)::SMALLINT AS battery_level,
  h(6, i) % 50 = 0 AS is_anomaly,
  ['Lisbon', 'Oslo', 'Zürich', 'Nairobi', 'Osaka', 'Quito', 'Tromsø', 'Vienna'][h(7, i) % 8 + 1] || ' ' || h(7, i) % 500 AS location,
  [['indoor', 'outdoor', 'north', 'calibrated', 'rooftop', 'hvac'][(h(8, i) + n) % 6 + 1] FOR n IN range(h(8, i) % 4)] AS tags
FROM range($rows) AS r(i) JOIN memory.devices ON d = h(1, i) % 1000
ORDER BY i;
