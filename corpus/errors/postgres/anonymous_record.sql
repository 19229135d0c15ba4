-- A row without a type of its own.
-- QUERY pair :one
SELECT ROW(1, 'x') AS pair;

-- QUERY pairs :one
SELECT ARRAY[ROW(1, 'x')] AS pairs;
