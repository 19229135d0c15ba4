-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined TEXT) STRICT;

/* QUERY find :one
  params:
    idd: integer
*/
SELECT id, name, joined FROM users WHERE id = ${id};
