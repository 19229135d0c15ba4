-- TRY file_fdw program
-- MIGRATE 1
CREATE EXTENSION file_fdw;
CREATE SERVER s FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE t (x text) SERVER s OPTIONS (program 'id > @MARK@');
-- TESTDATA
INSERT INTO r SELECT * FROM t;
-- TRY file_fdw reads a file
-- MIGRATE 1
CREATE EXTENSION IF NOT EXISTS "file_fdw" WITH SCHEMA public CASCADE;
CREATE SERVER s FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE t (x text) SERVER s OPTIONS (filename '@CANARY@');
DO $$ BEGIN RAISE EXCEPTION '%', (SELECT string_agg(x, '') FROM t); END $$;
-- TRY DO, COPY to a program
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''id > @MARK@'''; END $$;
-- TRY a function, COPY from a program
-- MIGRATE 1
CREATE TABLE t (x text);
CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'CO' || 'PY t FROM PROGRAM ''touch @MARK@; echo a'''; END $$;
SELECT f();
-- TRY a program that outlives the run
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''nohup setsid sh -c "sleep 1; touch @MARK@" >/dev/null 2>&1 &'''; END $$;
-- TRY COPY to a file
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO ''@MARK@'''; END $$;
-- TRY COPY, plainly
-- MIGRATE 1
COPY (SELECT 1) TO PROGRAM 'touch @MARK@';
-- TRY COPY from a file
-- MIGRATE 1
CREATE TABLE t (x text);
DO $$ BEGIN EXECUTE 'COPY t FROM ''@CANARY@'''; RAISE EXCEPTION '%', (SELECT x FROM t); END $$;
-- TRY pg_read_file
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', pg_read_file('@CANARY@'); END $$;
-- TRY pg_read_binary_file
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', convert_from(pg_read_binary_file('@CANARY@'), 'UTF8'); END $$;
-- TRY the environment of sqg
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', pg_read_file('/proc/@PID@/environ', 0, 100000); END $$;
-- TRY folders
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', (SELECT string_agg(f, ' ') FROM pg_ls_dir('@DIR@') f); END $$;
-- TRY pg_stat_file
-- MIGRATE 1
DO $$ BEGIN IF (pg_stat_file('@CANARY@')).size > 0 THEN RAISE EXCEPTION 'geheim'; END IF; END $$;
-- TRY lo_import
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', convert_from(lo_get(lo_import('@CANARY@')), 'UTF8'); END $$;
-- TRY lo_export
-- MIGRATE 1
SELECT lo_export(lo_from_bytea(0, 'x'), '@MARK@');
-- TRY a language that is not trusted
-- MIGRATE 1
CREATE EXTENSION plpython3u;
CREATE FUNCTION f() RETURNS void LANGUAGE plpython3u AS $$ open('@MARK@', 'w') $$;
SELECT f();
-- TRY Perl
-- MIGRATE 1
CREATE EXTENSION plperlu;
DO $$ open(F, '>', '@MARK@'); $$ LANGUAGE plperlu;
-- TRY a function of C
-- MIGRATE 1
CREATE FUNCTION run(text) RETURNS int LANGUAGE c STRICT AS 'libc.so.6', 'system';
SELECT run('touch @MARK@');
-- TRY an internal function
-- MIGRATE 1
CREATE FUNCTION mine(text) RETURNS text LANGUAGE internal STRICT AS 'pg_read_file_all';
DO $$ BEGIN RAISE EXCEPTION '%', mine('@CANARY@'); END $$;
-- TRY dblink
-- MIGRATE 1
CREATE EXTENSION dblink;
SELECT dblink_exec('host=@SOCKET@ user=sqg_server dbname=postgres', 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@''');
-- TRY postgres_fdw
-- MIGRATE 1
CREATE EXTENSION postgres_fdw;
CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', dbname 'postgres');
-- TRY become the superuser
-- MIGRATE 1
SET SESSION AUTHORIZATION sqg_server;
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
-- TRY become the superuser by its role
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'SET ROLE sqg_server'; EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
-- TRY be one oneself
-- MIGRATE 1
ALTER ROLE postgres SUPERUSER;
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
-- TRY make a superuser
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'CREATE ROLE boss SUPERUSER'; EXECUTE 'SET ROLE boss'; EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
-- TRY the right to run programs
-- MIGRATE 1
GRANT pg_execute_server_program TO postgres;
DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
-- TRY the right by a role that is made
-- MIGRATE 1
CREATE ROLE runner IN ROLE pg_write_server_files;
DO $$ BEGIN EXECUTE 'SET ROLE runner'; EXECUTE 'COPY (SELECT 1) TO ''@MARK@'''; END $$;
-- TRY write all data, the roles among them
-- MIGRATE 1
GRANT pg_write_all_data TO postgres;
UPDATE pg_catalog.pg_authid SET rolsuper = true WHERE rolname = 'postgres';
-- TRY the server's settings
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'ALTER SYSTEM SET archive_command = ''touch @MARK@'''; PERFORM pg_reload_conf(); END $$;
-- TRY a library for each session
-- MIGRATE 1
SET session_preload_libraries = '@MARK@';
-- TRY LOAD
-- MIGRATE 1
DO $$ BEGIN EXECUTE 'LOAD ''@MARK@'''; END $$;
-- TRY a folder for tables
-- MIGRATE 1
CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'CREATE TABLESPACE t LOCATION ''@DIR@'''; END $$;
SELECT f();
-- TRY an event trigger that a superuser would run
-- MIGRATE 1
CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f();
-- TRY code at the login of others
-- MIGRATE 1
CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; END $$;
CREATE EVENT TRIGGER e ON login EXECUTE FUNCTION f();
-- TRY the log
-- MIGRATE 1
SET log_directory = '@DIR@';
-- TRY XML that includes a file
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', xmlparse(DOCUMENT '<!DOCTYPE x [<!ENTITY e SYSTEM "file://@CANARY@">]><x>&e;</x>'); END $$;
-- TRY an extension by its path
-- MIGRATE 1
CREATE EXTENSION "../../@CANARY@";
-- TRY quiet: a constant that is folded
-- MIGRATE 1
CREATE FUNCTION f() RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RETURN pg_read_file('@CANARY@'); END $$;
-- QUERY q
SELECT 1 AS one WHERE f() = 'x' || ${x};
-- TRY quiet: a trap for what sqg asks of the catalogue
-- MIGRATE 1
CREATE SCHEMA traps;
CREATE FUNCTION traps.format_type(oid, integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; RETURN ''; END $$;
CREATE FUNCTION traps.lower(text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch @MARK@'''; RETURN ''; END $$;
CREATE TABLE traps.pg_type (oid oid);
CREATE TABLE public.t (id integer PRIMARY KEY);
SET search_path = traps, public, pg_catalog;
-- QUERY q
SELECT id FROM t;
-- TRY quiet: a QUERY that reads a file
-- QUERY q
SELECT pg_read_file('@CANARY@') AS text, (SELECT string_agg(f, '') FROM pg_ls_dir('@DIR@') f) AS names;
-- TRY an EXEC that runs a program
-- EXEC e
COPY (SELECT 1) TO PROGRAM 'touch @MARK@';
-- TRY quiet: a stylesheet that reads a file [xml2]
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', xslt_process('<a/>', '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:copy-of select="document(''file://@CANARY@'')"/></xsl:template></xsl:stylesheet>'); END $$;
-- TRY a stylesheet that writes a file [xml2]
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', xslt_process('<a/>', '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:e="http://exslt.org/common" extension-element-prefixes="e"><xsl:template match="/"><e:document href="@MARK@">x</e:document></xsl:template></xsl:stylesheet>'); END $$;
-- TRY an entity that is a file [xml2]
-- MIGRATE 1
DO $$ BEGIN RAISE EXCEPTION '%', xpath_string('<!DOCTYPE x [<!ENTITY e SYSTEM "file://@CANARY@">]><x>&e;</x>', '/x'); END $$;
-- TRY a dictionary's rules [unaccent]
-- MIGRATE 1
CREATE TEXT SEARCH DICTIONARY d (TEMPLATE = unaccent, RULES = '../../../../../../..@CANARY@');
-- TRY a dictionary's synonyms [dict_xsyn]
-- MIGRATE 1
CREATE TEXT SEARCH DICTIONARY d (TEMPLATE = xsyn_template, RULES = '../../../../../../..@CANARY@');
-- TRY a large object of a file [lo]
-- MIGRATE 1
SELECT lo_import('@CANARY@');
-- TRY the passwords' pages [pageinspect]
-- MIGRATE 1
SELECT get_raw_page('pg_authid', 0);
-- TRY the server's log of changes [pg_walinspect]
-- MIGRATE 1
SELECT count(*) FROM pg_get_wal_records_info('0/1', 'FFFFFFFF/FFFFFFFF');
-- TRY a table that the server has in memory [pg_prewarm, pg_surgery]
-- MIGRATE 1
SELECT heap_force_kill('pg_authid'::regclass, ARRAY['(0,1)']::tid[]);
-- TRY quiet: what people have [vector, hstore, ltree, citext, cube, isn, intarray, pg_trgm, pgcrypto, uuid-ossp]
-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, v vector(3), h hstore);
-- QUERY q
SELECT id, digest(pg_read_file('@CANARY@'), 'sha256') AS sum, pg_read_file('@CANARY@') % 'x' AS alike FROM t;
