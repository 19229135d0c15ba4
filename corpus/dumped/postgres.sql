-- Migrations that change where names are found: as pg_dump writes them, and by a path that ends with its migration.

-- MIGRATE 1_dumped
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.plain (id integer PRIMARY KEY);

-- MIGRATE 2_found_again
CREATE TABLE other (id integer PRIMARY KEY);

-- MIGRATE 3_moved
CREATE SCHEMA moved;
SET search_path = moved;

-- MIGRATE 4_there
SET search_path = moved;
CREATE TABLE here (id integer PRIMARY KEY);

-- MIGRATE 5_back
CREATE TABLE back (id integer PRIMARY KEY);

-- QUERY all_back :pluck
SELECT id FROM public.back;

-- QUERY all_here :pluck
SELECT id FROM moved.here;
