-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text NOT NULL);

/* QUERY typed
  params:
    id: no_such_type
  result:
    name: also_not
*/
SELECT id, name FROM t WHERE id = ${id};

/* QUERY told_wrong
  params: {id: 'text[]'}
*/
SELECT id FROM t WHERE id = ${id};
