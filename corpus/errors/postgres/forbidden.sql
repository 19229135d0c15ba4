-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY);

-- QUERY copy_out
COPY t TO STDOUT;

-- EXEC copy_in
COPY t FROM STDIN;

-- EXEC begin_it
BEGIN;

-- EXEC commit_it
  commit;

-- EXEC savepoint
SAVEPOINT s;

-- EXEC set_it
SET timezone = 'UTC';

-- EXEC vacuum
VACUUM t;

-- EXEC cursor
DECLARE c CURSOR FOR SELECT * FROM t;

-- QUERY fetch
FETCH ALL FROM c;

-- EXEC prepare
PREPARE p AS SELECT 1;

-- EXEC listen
LISTEN t;

-- EXEC database
CREATE DATABASE other;

-- QUERY placeholder
SELECT id FROM t WHERE id = $1;
