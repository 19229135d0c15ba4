-- TRY ATTACH
-- MIGRATE 1
ATTACH '@MARK@' AS other;
CREATE TABLE other.t (x);
-- TRY ATTACH after a comment
-- MIGRATE 1
/* */ ATTACH DATABASE 'file:@MARK@?mode=rwc' AS other;
-- TRY VACUUM INTO
-- MIGRATE 1
CREATE TABLE t (x);
VACUUM INTO '@MARK@';
-- TRY an extension
-- MIGRATE 1
SELECT load_extension('@MARK@');
-- TRY an extension in a view
-- MIGRATE 1
CREATE VIEW v AS SELECT load_extension('@MARK@') AS x;
CREATE TABLE t AS SELECT * FROM v;
-- TRY writefile
-- MIGRATE 1
SELECT writefile('@MARK@', 'x');
-- TRY readfile
-- MIGRATE 1
CREATE TABLE t (x NOT NULL);
INSERT INTO t VALUES (readfile('@CANARY@'));
-- TRY edit
-- MIGRATE 1
SELECT edit('x', 'touch @MARK@');
-- TRY a function of the tokenizer's
-- MIGRATE 1
SELECT fts3_tokenizer('simple', x'4141414141414141');
-- TRY a table of CSV
-- MIGRATE 1
CREATE VIRTUAL TABLE t USING csv(filename='@CANARY@');
-- TRY a table of files
-- MIGRATE 1
CREATE VIRTUAL TABLE t USING fsdir('@DIR@');
-- TRY a table of archives
-- MIGRATE 1
CREATE VIRTUAL TABLE t USING zipfile('@MARK@');
-- TRY a folder for temporary files
-- MIGRATE 1
PRAGMA temp_store_directory = '@DIR@';
PRAGMA temp_store = 1;
CREATE TEMP TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT i, randomblob(500) AS b FROM n;
-- TRY a folder for databases
-- MIGRATE 1
PRAGMA data_store_directory = '@DIR@';
CREATE TABLE t (x);
-- TRY quiet: the schema as data
-- MIGRATE 1
CREATE TABLE t (x);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE TABLE t (x DEFAULT (load_extension(''@MARK@'')))' WHERE name = 't';
INSERT INTO t DEFAULT VALUES;
-- TRY commands of the shell
-- MIGRATE 1
.shell touch @MARK@
SELECT 1;
-- TRY a trigger that attaches
-- MIGRATE 1
CREATE TABLE t (x);
CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT load_extension('@MARK@'); END;
INSERT INTO t VALUES (1);
-- TRY quiet: an EXEC
-- EXEC e
ATTACH '@MARK@' AS other;
-- TRY quiet: an EXEC that copies
-- EXEC e
VACUUM INTO '@MARK@';
-- TRY a QUERY
-- QUERY q
SELECT readfile('@CANARY@') AS text, load_extension('@MARK@') AS x;
