-- MIGRATE 1
CREATE TABLE slots (id integer PRIMARY KEY, taken int4range, bits bit varying, CONSTRAINT apart EXCLUDE USING gist (taken WITH &&));
CREATE MATERIALIZED VIEW latest AS SELECT id FROM slots;
CREATE TABLE "Users" (id integer PRIMARY KEY, "fullName" text);

-- EXEC upsert_by_exclusion
INSERT INTO slots (id, taken) VALUES (${id}, ${taken}) ON CONFLICT ON CONSTRAINT apart DO UPDATE SET taken = excluded.taken;

-- QUERY locked
SELECT id FROM latest FOR SHARE;

-- QUERY bits_below
WITH RECURSIVE below(bits) AS (SELECT bits FROM slots UNION SELECT bits FROM below) SELECT bits FROM below;

-- QUERY unquoted_table
SELECT id FROM users;

-- QUERY unquoted_column
SELECT u.fullname FROM "Users" AS u;
