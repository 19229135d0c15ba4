-- MIGRATE 1
CREATE SEQUENCE ids;
CREATE TABLE person (
  id INTEGER PRIMARY KEY DEFAULT nextval('ids'), name VARCHAR NOT NULL, email VARCHAR NOT NULL, note VARCHAR,
  made TIMESTAMP NOT NULL DEFAULT now(), upper_name VARCHAR GENERATED ALWAYS AS (upper(name))
);

-- EXEC without_email
INSERT INTO person (name) VALUES (${name});

-- EXEC of_nothing
INSERT INTO person DEFAULT VALUES;

-- EXEC by_constants
INSERT INTO person (id, note) VALUES (1, 'a'), (2, 'b');

-- EXEC selected
INSERT INTO person (name) SELECT name FROM person WHERE id = ${id};

-- EXEC upserted
INSERT INTO person (id, name) VALUES (${id}, ${name}) ON CONFLICT (id) DO UPDATE SET name = excluded.name;

-- EXEC by_name
INSERT INTO person BY NAME SELECT ${name}::VARCHAR AS name;

-- QUERY returned :one
INSERT INTO person (name) VALUES (${name}) RETURNING id;

-- EXEC merged
MERGE INTO person AS p USING (SELECT ${id}::INTEGER AS id) AS n ON p.id = n.id WHEN NOT MATCHED THEN INSERT (id) VALUES (n.id);

-- EXEC well
INSERT INTO person (name, email) VALUES (${name}, ${email});

-- EXEC well_by_name
INSERT INTO person BY NAME SELECT ${email}::VARCHAR AS email, ${name}::VARCHAR AS name;
