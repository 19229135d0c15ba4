-- MIGRATE 1
CREATE TABLE person (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, note TEXT, made TEXT NOT NULL DEFAULT 'now',
  upper_name TEXT NOT NULL GENERATED ALWAYS AS (upper(name)) STORED
);
CREATE TABLE plain (id TEXT NOT NULL, n INTEGER NOT NULL ON CONFLICT IGNORE, PRIMARY KEY (id)) WITHOUT ROWID;
CREATE TABLE log (what TEXT NOT NULL, at TEXT NOT NULL);
CREATE VIEW people AS SELECT name FROM person;
CREATE TRIGGER people_insert INSTEAD OF INSERT ON people BEGIN
  INSERT INTO person (name, email) VALUES (new.name, '');
END;
CREATE TRIGGER plain_insert AFTER INSERT ON plain WHEN new.n > 1000 BEGIN
  INSERT INTO log (what) VALUES ('much');
END;

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

-- QUERY returned :one
INSERT INTO person (name) VALUES (${name}) RETURNING id;

-- EXEC well
INSERT INTO person (name, email) VALUES (${name}, ${email});

-- EXEC well_selected
INSERT INTO person (name, email) SELECT name, note FROM person WHERE id = ${id};

-- EXEC sometimes_null
INSERT INTO person (name, email) VALUES ('a', 'b'), ('c', NULL);

-- EXEC by_view
INSERT INTO people (name) VALUES (${name});

-- EXEC by_trigger
INSERT INTO plain (id, n) VALUES (${id}, ${n});
