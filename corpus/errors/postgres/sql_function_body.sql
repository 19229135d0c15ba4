-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY);
CREATE FUNCTION first_name() RETURNS text LANGUAGE sql AS $$
  SELECT 'ä', nmae FROM t;
$$;
