-- The same rows, made by DuckDB itself of the formula: what a load is compared with, and what the ceiling copies.
CREATE OR REPLACE TEMP MACRO h(k, i) AS
  (i::BIGINT * ([1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973]::BIGINT[])[k] + k * 12345) % 2147483647;
CREATE OR REPLACE TEMP MACRO hex(v, n) AS lpad(to_hex(v), n, '0');
CREATE OR REPLACE TEMP TABLE devices AS
SELECT d, (hex(h(1, d), 8) || hex(h(2, d) % 65536, 4) || '4' || hex(h(3, d) % 4096, 3) || '8' || hex(h(4, d) % 4096, 3)
  || hex(h(5, d) % 65536, 4) || hex(h(6, d), 8))::UUID AS id
FROM range(1000) t(d);
CREATE OR REPLACE TEMP TABLE reference AS
SELECT id AS device_id, make_timestamptz(1735689600000000 + i * 1000003) AS "timestamp",
  (h(2, i) % 6000 - 2000)::DOUBLE / 100 AS temperature, (h(3, i) % 10000)::DOUBLE / 100 AS humidity,
  ((95000 + h(4, i) % 10000) * 0.01)::DECIMAL(10,2) AS pressure, (h(5, i) % 101)::SMALLINT AS battery_level, h(6, i) % 50 = 0 AS is_anomaly,
  (['Lisbon', 'Oslo', 'Zürich', 'Nairobi', 'Osaka', 'Quito', 'Tromsø', 'Vienna'])[h(7, i) % 8 + 1] || ' ' || h(7, i) % 500 AS location,
  list_transform(range(h(8, i) % 4), lambda n: (['indoor', 'outdoor', 'north', 'calibrated', 'rooftop', 'hvac'])[(h(8, i) + n) % 6 + 1]) AS tags
FROM range($rows) t(i) JOIN devices ON d = h(1, i) % 1000
ORDER BY i;
