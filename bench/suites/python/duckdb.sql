-- QUERY checksum :one
SELECT count(*) AS rows, coalesce(sum(hash(s)), 0) AS checksum FROM sensor_readings AS s;
