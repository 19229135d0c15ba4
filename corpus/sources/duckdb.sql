-- File sources: their value is quoted as a literal and joined into the SQL text at run time. At analysis the files must
-- be there: events is a Parquet file, users a CSV file.

-- MIGRATE 1
CREATE TABLE counter (id INTEGER PRIMARY KEY, name VARCHAR, seq INTEGER);

-- The path itself, as the engine sees it.
-- QUERY source_path :one
SELECT ${sources_events} AS path, hex(${sources_events}) AS bytes;

-- Beside an ordinary parameter, before and after it.
-- QUERY source_and_parameters :one
@set prefix = 'p'
SELECT ${prefix}::VARCHAR || ${sources_events} || ${suffix}::VARCHAR || ${sources_users} AS joined;

-- EXEC remember_source
@set id = 1
DELETE FROM counter WHERE name = ${sources_events} AND seq = ${id};

-- QUERY events
SELECT * FROM read_parquet(${sources_events}) ORDER BY id;

-- Parameters, joins and aggregates over a Parquet file.
-- QUERY events_since :one
@set since = TIMESTAMP '2024-01-01'
SELECT count(*) AS events, max(e.at) AS latest, list(c.name ORDER BY e.id) AS names
FROM read_parquet(${sources_events}) AS e LEFT JOIN counter AS c ON c.id = e.id WHERE e.at >= ${since};

-- EXEC count_events
INSERT INTO counter (id, name, seq) SELECT id, kind, 0 FROM ${sources_events};

-- A CSV file has only columns that may be NULL.
-- QUERY users
SELECT * FROM read_csv(${sources_users}) ORDER BY id;

-- QUERY users_with_events
SELECT u.id, u.name, count(e.id) AS events
FROM ${sources_users} AS u LEFT JOIN read_parquet(${sources_events}) AS e ON e.user_id = u.id GROUP BY ALL ORDER BY u.id;
