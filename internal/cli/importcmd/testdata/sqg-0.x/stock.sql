-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tags TEXT NOT NULL);

/* QUERY items
   config:
     tags: JSON
*/
SELECT id, name, tags FROM item;

-- EXEC rename
UPDATE item SET name = ${name} WHERE id = ${id};
