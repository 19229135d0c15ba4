-- An extension that PostgreSQL does not come with.
-- MIGRATE 1
CREATE EXTENSION postgis;
