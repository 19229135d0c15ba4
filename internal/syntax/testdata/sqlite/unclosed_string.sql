-- QUERY a
SELECT 'it''s fine', 'open
FROM t;

-- QUERY b :one
SELECT 'fine' FROM t WHERE x = ${x};

-- QUERY c
SELECT "open FROM t
-- QUERY d
SELECT 1
