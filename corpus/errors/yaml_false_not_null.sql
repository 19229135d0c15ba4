-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT) STRICT;

-- What the user promises counts, also where the engine cannot prove it: no error here.
/* QUERY names
  result:
    name: text not null
*/
SELECT name FROM users;
