-- MIGRATE 1
CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL);
CREATE TYPE named AS (name text);
CREATE VIEW everyone AS SELECT name FROM person;

-- QUERY one_person
SELECT p FROM person AS p;

-- QUERY everyone_at_once
SELECT array_agg(e) AS people FROM everyone AS e;

-- QUERY of_a_type
SELECT ROW(name)::named AS one FROM person;

-- EXEC stored
INSERT INTO person SELECT (r).* FROM CAST(${row} AS person) AS r;

-- QUERY counted :one :pluck
SELECT count(p) FROM person AS p;
