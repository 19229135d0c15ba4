-- MIGRATE 1
CREATE TYPE status AS ENUM ('open', 'paid');
CREATE TYPE place AS (street text, city text);
CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL, home place);
CREATE TABLE purchase (id int PRIMARY KEY, person int NOT NULL REFERENCES person, status status NOT NULL);
