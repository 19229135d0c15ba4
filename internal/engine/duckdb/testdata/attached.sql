CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE address AS (street text, mood mood);
CREATE DOMAIN email AS text CHECK (value LIKE '%@%');
CREATE DOMAIN solid AS integer NOT NULL;
CREATE TABLE people (id bigint PRIMARY KEY, name text NOT NULL, nick text, mail email NOT NULL, mood mood, credit numeric(10,2) NOT NULL,
  score numeric, tags text[] NOT NULL, since timestamptz NOT NULL, settings jsonb, home address, homes address[]);
CREATE TABLE tree (id integer NOT NULL, parent integer, label varchar(20) NOT NULL);
CREATE TABLE parent (x integer NOT NULL NO INHERIT, y integer NOT NULL);
CREATE TABLE child (z text NOT NULL) INHERITS (parent);
ALTER TABLE child ALTER x DROP NOT NULL;
CREATE TABLE parted (k integer NOT NULL, v text) PARTITION BY RANGE (k);
CREATE TABLE parted1 PARTITION OF parted FOR VALUES FROM (0) TO (10);
CREATE TABLE inheriting (a integer NOT NULL);
CREATE TABLE heir (b integer) INHERITS (inheriting);
CREATE VIEW viewed AS SELECT id, name, nick FROM people;
CREATE MATERIALIZED VIEW stored AS SELECT 1 AS one, NULL::text AS nothing;
CREATE SCHEMA app;
CREATE TABLE app.unvalidated (a integer, b integer NOT NULL);
CREATE SCHEMA "Mixed Case";
CREATE TABLE "Mixed Case"."Table One" ("Order" integer NOT NULL, "select" text);
CREATE TABLE every_type (b boolean NOT NULL, i2 smallint NOT NULL, i4 integer NOT NULL, i8 bigint NOT NULL, o oid NOT NULL, r real NOT NULL, d double precision NOT NULL,
  n numeric NOT NULL, n5 numeric(5) NOT NULL, n38 numeric(38,10) NOT NULL, n50 numeric(50,2) NOT NULL, t text NOT NULL, vc varchar(5) NOT NULL, c char(3) NOT NULL, nm name NOT NULL,
  by bytea NOT NULL, da date NOT NULL, ti time NOT NULL, tz timetz NOT NULL, ts timestamp NOT NULL, tstz timestamptz NOT NULL, iv interval NOT NULL,
  u uuid NOT NULL, j json NOT NULL, jb jsonb NOT NULL, m money NOT NULL, ip inet NOT NULL, bits bit(3) NOT NULL, x xml NOT NULL, rg int4range NOT NULL,
  ai integer[] NOT NULL, at text[] NOT NULL, aa integer[][] NOT NULL, am mood[] NOT NULL, p point NOT NULL, so solid);
