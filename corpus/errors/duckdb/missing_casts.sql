-- Conversions that DuckDB binds and does not have, and structs whose fields have no names. What is right is not hidden.

-- MIGRATE 1
CREATE TABLE t (id INTEGER NOT NULL, tz TIMESTAMPTZ NOT NULL, v DOUBLE);

-- QUERY time_of_day
SELECT tz::TIME AS at FROM t;

-- QUERY day_of_number
SELECT id, CAST(id AS DATE) AS day FROM t WHERE v < 1e309;

-- QUERY pairs
SELECT (id, v) AS pair FROM t;

-- QUERY zipped
SELECT list_zip([id], [v]) AS pairs FROM t;

-- QUERY far
SELECT 1e400 AS infinite, absent FROM t;
