-- What is asked of readings that were written to a Parquet file; no table is needed.

-- QUERY archived :one
SELECT count(*) AS rows, coalesce(sum(hash(device_id, "timestamp", temperature, humidity, pressure, battery_level, is_anomaly, location, tags)), 0)::VARCHAR AS checksum
FROM read_parquet(${sources_readings});

-- Archived readings that are colder than a temperature, by city.
-- QUERY archived_below
@set temperature = -10.0
SELECT split_part(location, ' ', 1) AS city, count(*) AS readings, min(temperature) AS coldest
FROM ${sources_readings} WHERE temperature < ${temperature} GROUP BY city ORDER BY city;
