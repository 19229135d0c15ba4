-- Migrations that change where names are found: as pg_dump writes them, and for good.

-- MIGRATE 1_dumped
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.plain (id integer PRIMARY KEY);

-- MIGRATE 2_found_again
CREATE TABLE other (id integer PRIMARY KEY);

-- MIGRATE 3_moved
CREATE SCHEMA moved;
SET search_path = moved;

-- MIGRATE 4_there
CREATE TABLE here (id integer PRIMARY KEY);

-- QUERY all_here :pluck
SELECT id FROM moved.here;
