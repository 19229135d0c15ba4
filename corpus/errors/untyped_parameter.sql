-- QUERY echo :one
SELECT ${value} AS value;

-- Two of one statement, one of them typed by its cast.
-- QUERY pair :one
SELECT ${a} || 'x' AS a, CAST(${b} AS TEXT) AS b, json_array(${c}) AS c;
