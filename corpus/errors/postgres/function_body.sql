-- The mistake is inside of a function's body.
-- MIGRATE 1
CREATE FUNCTION broken() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  n integer;
BEGIN
  SELECT 1 INTO n
  RETRUN n;
END $$;
