-- Which queries share a row type.

-- MIGRATE 1
CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, born VARCHAR);
CREATE TABLE animal (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, born VARCHAR);

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

-- The columns in another order: the table's row as well; ORDER BY counts those of the statement.
-- QUERY people_reordered
SELECT name, id, born FROM person ORDER BY 2;

-- QUERY people_backwards
SELECT born, name, id FROM person ORDER BY 2 DESC, 1, (3);

-- QUERY people_united
SELECT id, born, name FROM person WHERE id < 10
UNION ALL SELECT id, born, name FROM person WHERE id >= 10
ORDER BY 3 DESC, 1;

-- QUERY people_apart
SELECT DISTINCT ON (2) born, name, id FROM person ORDER BY 2, 3 DESC;

-- QUERY people_by_page :page
@set size = 2
SELECT born, id, name FROM person ORDER BY 2 DESC LIMIT ${size};

-- QUERY people_found
SELECT born, name, id FROM person
WHERE name LIKE ${pattern} --?
ORDER BY 3;

-- QUERY rename_person :one
UPDATE person SET name = ${name} WHERE id = ${id} RETURNING born, name, id;

-- An object's columns in another order: it is the table's row.
-- QUERY animals_and_people
SELECT a.id, p.born AS "like.born", p.name AS "like.name", p.id AS "like.id"
FROM animal AS a LEFT JOIN person AS p ON p.id = a.id + CAST(${more} AS integer) ORDER BY 1;

-- Names of other columns: a type of its own.
-- QUERY people_renamed
SELECT name AS born, id, born AS name FROM person ORDER BY 2;

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
