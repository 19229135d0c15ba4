-- TRY COPY to a file
-- MIGRATE 1
COPY (SELECT 1) TO '@MARK@';
-- TRY COPY from a file
-- MIGRATE 1
CREATE TABLE t (x VARCHAR);
COPY t FROM '@CANARY@';
-- TRY a file as a table
-- MIGRATE 1
CREATE TABLE t AS SELECT error(x) FROM (SELECT content AS x FROM read_text('@CANARY@'));
-- TRY read_csv
-- MIGRATE 1
CREATE TABLE t AS SELECT error(columns(*)) FROM read_csv('@CANARY@', header = false);
-- TRY read_csv in a QUERY
-- QUERY q
SELECT * FROM read_csv('@CANARY@');
-- TRY a path as a table's name
-- QUERY q
SELECT * FROM '@CANARY@.csv';
-- TRY read_blob
-- QUERY q
SELECT * FROM read_blob('@CANARY@');
-- TRY quiet: sniff_csv
-- QUERY q
SELECT * FROM sniff_csv('@CANARY@');
-- TRY read_json
-- MIGRATE 1
CREATE TABLE t AS FROM read_json('@CANARY@');
-- TRY read_parquet
-- MIGRATE 1
CREATE TABLE t AS FROM read_parquet('@CANARY@');
-- TRY a sample with a path of its own
-- QUERY q
@set path = '@CANARY@.csv'
SELECT * FROM read_csv(${path});
-- TRY a sample above the project
-- QUERY q
@set path = '../open/canary.csv'
SELECT * FROM read_csv(${path}, header = true);
-- TRY a list of samples
-- QUERY q
@set paths = ['q.sql', '../open/canary.csv']
SELECT * FROM read_csv(${paths});
-- TRY a sample that is a pattern
-- QUERY q
@set path = '../open/*'
SELECT * FROM read_csv(${path});
-- TRY a sample of another parameter
-- QUERY q
@set path = 'sqg.yaml'
SELECT ${path} AS path FROM read_csv('@CANARY@.csv');
-- TRY a sample that is computed
-- QUERY q
@set path = getvariable('x') || '@CANARY@.csv'
SELECT * FROM read_csv(${path});
-- TRY the path of a sample within an expression
-- QUERY q
@set path = '@CANARY@'
SELECT * FROM read_csv(${path} || '.csv');
-- TRY a script that reads a sample's neighbour
-- MIGRATE 1
CREATE TABLE t AS FROM read_csv('sqg.yaml');
-- QUERY q
@set path = 'q.sql'
SELECT * FROM read_text(${path});
-- TRY glob
-- MIGRATE 1
CREATE TABLE t AS SELECT error(file) FROM glob('@DIR@/*');
-- TRY ATTACH
-- MIGRATE 1
ATTACH '@MARK@' AS other;
-- TRY ATTACH of another type
-- MIGRATE 1
ATTACH 'host=127.0.0.1 user=postgres' AS other (TYPE postgres);
-- TRY EXPORT
-- MIGRATE 1
EXPORT DATABASE '@MARK@';
-- TRY IMPORT
-- MIGRATE 1
IMPORT DATABASE '@DIR@';
-- TRY INSTALL
-- MIGRATE 1
INSTALL httpfs FROM 'http://127.0.0.1:1';
-- TRY LOAD
-- MIGRATE 1
LOAD '@MARK@';
-- TRY access from outside
-- MIGRATE 1
SET enable_external_access = true;
COPY (SELECT 1) TO '@MARK@';
-- TRY folders that are allowed
-- MIGRATE 1
SET allowed_directories = ['@DIR@'];
COPY (SELECT 1) TO '@MARK@';
-- TRY paths that are allowed
-- MIGRATE 1
SET GLOBAL allowed_paths = ['@CANARY@'];
CREATE TABLE t AS FROM read_text('@CANARY@');
-- TRY extensions without a signature
-- MIGRATE 1
SET allow_unsigned_extensions = true;
-- TRY a folder for extensions
-- MIGRATE 1
SET extension_directory = '@MARK@';
INSTALL json;
-- TRY a folder for temporary files
-- MIGRATE 1
SET temp_directory = '@MARK@';
-- TRY a folder for secrets
-- MIGRATE 1
SET secret_directory = '@MARK@';
CREATE PERSISTENT SECRET s (TYPE http, BEARER_TOKEN 'x');
-- TRY a profile
-- MIGRATE 1
PRAGMA enable_profiling = 'json';
PRAGMA profiling_output = '@MARK@';
SELECT 1;
-- TRY a log
-- MIGRATE 1
SET log_query_path = '@MARK@';
SELECT 1;
-- TRY logs in a file
-- MIGRATE 1
CALL enable_logging(storage = 'file', storage_config = {'path': '@MARK@'});
SELECT 1;
-- TRY the environment
-- MIGRATE 1
CREATE TABLE t AS SELECT error(getenv('SQG_HOSTILE_SECRET'));
-- TRY a macro that reads
-- MIGRATE 1
CREATE MACRO m(p) AS TABLE SELECT * FROM read_text(p);
CREATE TABLE t AS SELECT error(content) FROM m('@CANARY@');
-- TRY a view that reads
-- MIGRATE 1
CREATE VIEW v AS SELECT * FROM read_csv('@CANARY@');
-- QUERY q
SELECT * FROM v;
-- TRY unlock
-- MIGRATE 1
RESET lock_configuration;
SET lock_configuration = false;
COPY (SELECT 1) TO '@MARK@';
-- TRY quiet: an EXEC
-- EXEC e
COPY (SELECT 1) TO '@MARK@';
-- TRY quiet: an EXEC that attaches
-- EXEC e
ATTACH '@MARK@' AS other;
-- TRY a map [spatial]
-- QUERY q
SELECT * FROM st_read('@CANARY@');
-- TRY a map in a script [spatial]
-- MIGRATE 1
CREATE TABLE t AS FROM st_read('@CANARY@.csv');
-- TRY a sheet [excel]
-- MIGRATE 1
CREATE TABLE t AS FROM read_xlsx('@CANARY@');
-- TRY a page of the web [httpfs]
-- MIGRATE 1
CREATE TABLE t AS FROM read_text('http://127.0.0.1:1/@CANARY@');
-- TRY a file of Avro [avro]
-- QUERY q
SELECT * FROM read_avro('@CANARY@');
-- TRY a database's file [sqlite]
-- QUERY q
SELECT * FROM sqlite_scan('@CANARY@', 't');
