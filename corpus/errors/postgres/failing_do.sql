-- MIGRATE 1
DO $$
BEGIN
  RAISE EXCEPTION 'no %', 'way' USING HINT = 'go another way';
END $$;
