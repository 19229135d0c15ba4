SELECT 'before', 'everything';
SELECT 2;
-- QUERY none
-- EXEC only_a_comment
/* nothing */ ;
-- MIGRATE empty
-- nothing
;
-- QUERY two
SELECT 1; SELECT 2; SELECT 3;
-- QUERY two_lines
SELECT 1
;
-- a comment
SELECT 2
FROM t
-- QUERY fine
; SELECT ';' ";" /* ; */ -- ;
FROM t;
-- TABLE t :appender
DELETE FROM t;
-- MIGRATE blank

