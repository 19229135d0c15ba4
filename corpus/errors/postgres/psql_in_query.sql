-- psql's own way to say how a result is shown.
-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY);

-- QUERY watched
SELECT id FROM t \gx

-- psql's variables are none of ours.
-- QUERY variable
SELECT id FROM t WHERE id = :id;
