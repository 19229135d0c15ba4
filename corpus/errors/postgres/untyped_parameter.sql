-- MIGRATE 1
CREATE TYPE place AS (x float8, y float8);
CREATE TABLE item (id integer PRIMARY KEY, name text NOT NULL, at place NOT NULL);

-- QUERY only_null_test
SELECT id FROM item WHERE ${name} IS NULL OR id = ${id};

-- QUERY variadic_any :one
SELECT jsonb_build_object('id', 1, 'name', ${name}) AS document;

-- Two types at once.
-- QUERY two_types
SELECT id FROM item WHERE id = ${x} OR name = ${x};

-- Composites are compared as records: the server does not say of which type.
-- QUERY composite
SELECT id FROM item WHERE at = ${at};

-- QUERY subscripted :one
SELECT ${list}[1] AS first;
