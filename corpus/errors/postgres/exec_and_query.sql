-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text);

-- QUERY no_rows
UPDATE t SET name = 'x';

-- QUERY no_columns
SELECT FROM t;

-- EXEC rows
DELETE FROM t RETURNING id;

-- QUERY select_into
SELECT * INTO other FROM t;

-- QUERY procedure
DO $$ BEGIN NULL; END $$;

-- QUERY two
SELECT 1; SELECT 2;
