-- The corpus' tables without their columns of type money: those alone keep rows from going by COPY.

-- MIGRATE 90_without_money
CREATE TABLE plain_numbers (LIKE numbers INCLUDING ALL);
ALTER TABLE plain_numbers DROP COLUMN m, DROP COLUMN m_null;
CREATE TABLE plain_arrays (LIKE arrays INCLUDING ALL);
ALTER TABLE plain_arrays DROP COLUMN m_a, DROP COLUMN m_a_null;

-- TABLE plain_numbers :appender

-- TABLE plain_arrays :appender

-- QUERY all_plain_numbers
SELECT * FROM plain_numbers ORDER BY id;

-- QUERY all_plain_arrays
SELECT * FROM plain_arrays ORDER BY id;

-- A field without a letter in its name.
-- MIGRATE 91_pairs
CREATE TYPE pair AS (a integer, "?" integer);
CREATE TABLE pairs (id integer PRIMARY KEY, pair pair NOT NULL);
CREATE PROCEDURE add_pair(id integer, second integer)
LANGUAGE sql BEGIN ATOMIC INSERT INTO pairs VALUES (id, ROW (id, second)); END;

-- TABLE pairs :appender

-- QUERY all_pairs
SELECT * FROM pairs ORDER BY id;

-- EXEC add_pair :batch
CALL add_pair(${id}, ${second});
