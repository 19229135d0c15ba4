package querytree

import "testing"

const keptSchema = `CREATE TABLE t (a int, b serial);
CREATE VIEW locked AS SELECT a, pg_try_advisory_lock(a) AS got FROM t;
CREATE FUNCTION number() RETURNS bigint BEGIN ATOMIC SELECT currval('t_b_seq'); END;
CREATE FUNCTION pg_advisory_lock() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE locks() BEGIN ATOMIC SELECT pg_catalog.pg_advisory_lock(1); END;
CREATE PROCEDURE takes(n bigint) BEGIN ATOMIC SELECT n; END;
CREATE DOMAIN d AS int`

// Who needs a session of its own is told, and nobody else.
func TestKept(t *testing.T) {
	db := newDatabase(t, keptSchema)
	for sql, want := range map[string]string{
		"SELECT a FROM t": "", "SELECT pg_advisory_xact_lock(1)": "", "SELECT nextval('t_b_seq')": "",
		"SELECT set_config('work_mem', '1MB', true)": "", "SELECT pg_notify('a', 'b')": "",
		"SELECT 'pg_advisory_lock(1)'": "", "SELECT public.pg_advisory_lock()": "",
		"INSERT INTO t (a) VALUES (1) RETURNING b":            "",
		"SELECT pg_advisory_lock(1)":                          "it calls pg_advisory_lock()",
		"SELECT pg_advisory_unlock_all()":                     "it calls pg_advisory_unlock_all()",
		"SELECT a FROM t WHERE pg_try_advisory_lock(a)":       "it calls pg_try_advisory_lock()",
		"UPDATE t SET a = 1 WHERE pg_try_advisory_lock(a)":    "it calls pg_try_advisory_lock()",
		"SELECT * FROM locked":                                "it calls pg_try_advisory_lock()",
		"WITH n AS (SELECT lastval()) TABLE n":                "it calls lastval()",
		"SELECT number()":                                     "it calls currval()",
		"SELECT set_config('work_mem', '1MB', false)":         "it calls set_config()",
		"SELECT set_config('work_mem', '1MB', $1)":            "it calls set_config()",
		"SELECT setseed(0.5)":                                 "it calls setseed()",
		"CREATE TEMP TABLE x (a int)":                         "it makes x, which is temporary",
		"CREATE TEMP TABLE x (a int) ON COMMIT DELETE ROWS":   "it makes x, which is temporary",
		"CREATE TEMP TABLE x (a int) ON COMMIT DROP":          "",
		"CREATE TEMP TABLE x AS SELECT 1 AS a":                "it makes x, which is temporary",
		"CREATE TEMP TABLE x ON COMMIT DROP AS SELECT 1 AS a": "",
		"CREATE TEMP VIEW x AS SELECT 1 AS a":                 "it makes x, which is temporary",
		"CREATE TEMP SEQUENCE x":                              "it makes x, which is temporary",
		"CREATE TABLE pg_temp.x (a int)":                      "it makes x, which is temporary",
		"CREATE TABLE x AS SELECT currval('t_b_seq') AS n":    "it calls currval()",
		"CREATE MATERIALIZED VIEW x AS SELECT lastval()":      "it calls lastval()",
		"EXPLAIN ANALYZE SELECT pg_advisory_lock(1)":          "it calls pg_advisory_lock()",
		"CALL locks()":                   "it calls pg_advisory_lock()",
		"CALL takes(currval('t_b_seq'))": "it calls currval()",
		"CREATE TABLE x (a int)":         "", "SET LOCAL work_mem = '1MB'": "",
		"LOCK TABLE t": "", "NOTIFY a": "",
	} {
		_, text, err := db.describe(sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		q, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		got := ""
		if kept := db.catalog.kept(q); kept != nil {
			got = kept.What
		}
		if got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}
