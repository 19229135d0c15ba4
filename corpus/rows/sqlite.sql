-- Which queries share a row type.

-- MIGRATE 1
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT) STRICT;
CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT) STRICT;

-- TESTDATA
INSERT INTO person VALUES (1, 'Ada', '1815'), (2, 'Bob', NULL);
INSERT INTO animal VALUES (1, 'Rex', NULL);

-- TABLE person :appender

-- Shape and provenance of the whole table: PersonRow.
-- QUERY all_people
SELECT * FROM person ORDER BY id;

-- Spelled out, it is still the table's row.
-- QUERY person_by_id :one
@set id = 1
SELECT id, name, born FROM person WHERE id = ${id};

-- Another order of columns: a type of its own.
-- QUERY people_reordered
SELECT name, id, born FROM person ORDER BY id;

-- Equal in shape to a person, but from another table: a type of its own.
-- QUERY all_animals
SELECT * FROM animal ORDER BY id;

-- Two queries of one shape and provenance share the type they name.
-- QUERY name_by_id :one :result=NamedPerson
@set id = 1
SELECT id, name FROM person WHERE id = ${id};

-- QUERY names_like :result=NamedPerson
@set pattern = 'A%'
SELECT id, name FROM person WHERE name LIKE ${pattern} ORDER BY id;

-- Returned rows are the table's rows as well.
-- QUERY add_person :one
INSERT INTO person (id, name, born) VALUES (${id}, ${name}, ${born}) RETURNING *;

-- born is proven here, so this is not the table's row.
-- QUERY people_with_birth
SELECT * FROM person WHERE born IS NOT NULL ORDER BY id;
