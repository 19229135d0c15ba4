-- MIGRATE 1
CREATE TABLE files (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB, name TEXT NOT NULL);

-- QUERY by_hashes
SELECT name FROM files WHERE hash IN (SELECT value FROM json_each(${hashes}));

-- QUERY by_bodies
SELECT name FROM files WHERE body IN (SELECT value FROM json_each(${bodies}));

-- QUERY joined
SELECT name FROM json_each(${hashes}) AS j JOIN files ON hash = j.value;

-- EXEC remove
DELETE FROM files WHERE hash IN (SELECT value FROM json_each(${hashes}));

-- EXEC exists
UPDATE files SET name = 'x' WHERE EXISTS (SELECT 1 FROM json_tree(${hashes}) WHERE atom = hash);

-- QUERY by_digits
SELECT name FROM files WHERE hash IN (SELECT unhex(value) FROM json_each(${hashes}));

-- QUERY by_names
SELECT name FROM files WHERE name IN (SELECT value FROM json_each(${names}));

-- QUERY equal_texts
SELECT name FROM files WHERE hex(hash) IN (SELECT value FROM json_each(${hashes}));

-- QUERY one
SELECT name FROM files WHERE hash = ${hash};
