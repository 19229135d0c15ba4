-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- EXEC rename :bulk
UPDATE item SET name = ${name} WHERE id = ${id} RETURNING id;
