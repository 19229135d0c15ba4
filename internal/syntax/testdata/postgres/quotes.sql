-- MIGRATE 1
CREATE FUNCTION f() RETURNS int AS $body$
-- QUERY inside :one
SELECT '$$', ${x}; $body$ LANGUAGE sql; /* a /* nested */ comment
-- QUERY inside
*/
-- QUERY operators
SELECT doc ? 'key', doc ?| ${keys}, doc @> ${part}::jsonb, E'it\'s ${x}', 'back\', $$ ${x} $$, a[1:2], ${x}::int, b"?", U&'x', a@b
FROM t WHERE x = [1, ${y}] AND e'\\' = ''
-- QUERY placeholders
SELECT $1, :name
-- QUERY unclosed
SELECT $tag$ text $$ $other$
-- QUERY after
SELECT 1
-- QUERY escape
SELECT E'\'
