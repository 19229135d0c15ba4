-- QUERY a
SELECT 1 /* open
-- EXEC b
DELETE FROM t
/* QUERY c :one
  doc: an annotation that is not closed
SELECT 2;
-- QUERY d
SELECT [open
