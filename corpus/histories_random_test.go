package corpus

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// shapes are the first migration of random histories, and the statements of the others. {t} is a table, {n} a number. A
// statement that begins with :no_transaction is a migration of its own.
type shapes struct {
	first  string
	others []string
}

// They make rows, keys that are checked late, labels, settings, and what is a connection's own. Not among them: roles
// and rights, functions that change other tables, partitions, views; those are hand-written, in the folder histories.
var randomShapes = map[string]shapes{
	"postgres": {
		"CREATE TYPE k AS ENUM ('l0'); CREATE SEQUENCE q; CREATE SCHEMA s; " +
			"CREATE TABLE t0 (id integer, k k, r integer, UNIQUE (id)); " +
			"CREATE TABLE t1 (id integer PRIMARY KEY, k k, r integer REFERENCES t1 DEFERRABLE INITIALLY DEFERRED)",
		[]string{
			"CREATE TABLE IF NOT EXISTS {t} (id integer PRIMARY KEY, k k, r integer)",
			"CREATE TABLE IF NOT EXISTS s.{t} (id integer PRIMARY KEY, k k, r integer)",
			"CREATE TABLE IF NOT EXISTS s.t1 (id integer)", "DROP TABLE IF EXISTS s.{t}",
			"ALTER TYPE k ADD VALUE IF NOT EXISTS 'l{n}'", "ALTER TYPE k ADD VALUE IF NOT EXISTS 'l{n}'",
			"INSERT INTO public.{t} (k) SELECT 'l{n}' WHERE 'l{n}' = ANY (enum_range(NULL::k)::text[])",
			"INSERT INTO public.t1 VALUES ({n}, 'l0', {n})", "INSERT INTO public.t1 VALUES ({n}, NULL, {n})",
			"ALTER TABLE public.{t} ADD COLUMN IF NOT EXISTS x{n} integer",
			"ALTER TABLE public.t1 ADD COLUMN IF NOT EXISTS x{n} integer",
			"ALTER TABLE public.{t} ALTER k SET DEFAULT 'l0'",
			"CREATE INDEX ON public.{t} (k) WHERE k = 'l0'", "TRUNCATE public.{t}", "DELETE FROM public.t1",
			"UPDATE public.t1 SET r = id",
			"SET search_path = s, public", "SET LOCAL search_path = s, public", "RESET search_path",
			"SET search_path = public, s",
			"SET ROLE pg_database_owner", "RESET ROLE", "SET lock_timeout = '1s'", "SET CONSTRAINTS ALL IMMEDIATE",
			"SET CONSTRAINTS ALL DEFERRED",
			"SAVEPOINT p; INSERT INTO public.t0 VALUES ({n}); ROLLBACK TO p",
			"SAVEPOINT p; CREATE TABLE IF NOT EXISTS s.u (id integer); RELEASE p",
			"DO 'BEGIN COMMIT; END'", "REINDEX TABLE public.{t}", "REINDEX (CONCURRENTLY) TABLE public.{t}",
			"CREATE TEMP TABLE h (id integer) ON COMMIT DROP", "DROP TABLE IF EXISTS h",
			"SELECT nextval('public.q')", "SELECT currval('public.q')", "PREPARE e{n} AS SELECT 1", "EXECUTE e{n}",
			"LISTEN c", "CREATE TEMP TABLE w{n} (id integer)",
			":no_transaction CREATE INDEX CONCURRENTLY IF NOT EXISTS i{n} ON public.t0 (id)",
			":no_transaction ALTER TYPE public.k ADD VALUE IF NOT EXISTS 'l{n}'",
			":no_transaction SET search_path = s; VACUUM public.t0", "DROP SCHEMA IF EXISTS s CASCADE; CREATE SCHEMA s",
		},
	},
	"duckdb": {
		"CREATE SCHEMA s; CREATE TABLE t0 (id INTEGER, x INTEGER); CREATE TABLE t1 (id INTEGER PRIMARY KEY, x INTEGER)",
		[]string{
			"CREATE TABLE IF NOT EXISTS {t} (id INTEGER, x INTEGER)",
			"CREATE TABLE IF NOT EXISTS s.{t} (id INTEGER, x INTEGER)", "DROP TABLE IF EXISTS s.{t}",
			"CREATE OR REPLACE TABLE s.{t} (y INTEGER)",
			"INSERT INTO main.{t} (id) VALUES ({n})", "INSERT OR REPLACE INTO main.t1 (id) VALUES ({n})",
			"UPDATE main.{t} SET x = {n}", "UPDATE main.t0 SET x = id", "DELETE FROM main.{t}",
			"ALTER TABLE main.{t} ADD COLUMN IF NOT EXISTS c{n} INTEGER DEFAULT 1",
			"ALTER TABLE main.{t} ALTER x SET NOT NULL", "ALTER TABLE main.{t} ALTER x DROP NOT NULL",
			"CREATE INDEX IF NOT EXISTS i{n} ON main.t0 (x)", "DROP INDEX IF EXISTS i{n}",
			"CREATE OR REPLACE VIEW v{n} AS SELECT 1 AS a", "DROP VIEW IF EXISTS v{n}",
			"USE s", "USE main", "SET VARIABLE v = {n}", "CREATE TEMP TABLE IF NOT EXISTS h{n} (x INTEGER)",
			"DROP TABLE IF EXISTS h{n}", "CREATE OR REPLACE MACRO m{n}(a) AS a",
			"CREATE TYPE k{n} AS ENUM ('a')", "DROP TYPE IF EXISTS k{n}", "CREATE SEQUENCE IF NOT EXISTS q{n}",
			"SELECT nextval('q{n}')",
		},
	},
	"sqlite": {
		"CREATE TABLE t0 (id INTEGER, x INTEGER); CREATE TABLE t1 (id INTEGER PRIMARY KEY, x INTEGER NOT NULL REFERENCES t1 DEFERRABLE INITIALLY DEFERRED)",
		[]string{
			"CREATE TABLE IF NOT EXISTS {t} (id INTEGER, x INTEGER)", "DROP TABLE IF EXISTS {t}",
			"INSERT INTO {t} (id, x) VALUES ({n}, {n})", "INSERT INTO t1 VALUES ({n}, 7)",
			"ALTER TABLE {t} ADD COLUMN c{n}", "ALTER TABLE {t} RENAME TO u{n}",
			"CREATE INDEX IF NOT EXISTS i{n} ON {t} (x)", "DROP INDEX IF EXISTS i{n}", "UPDATE {t} SET x = NULL",
			"DELETE FROM {t}",
			"CREATE TEMP TABLE IF NOT EXISTS h{n} (x)", "DROP TABLE IF EXISTS h{n}", "PRAGMA user_version = {n}",
			"PRAGMA defer_foreign_keys = ON", "PRAGMA foreign_keys = ON",
			"SAVEPOINT p; DELETE FROM t0; ROLLBACK TO p; RELEASE p", "SAVEPOINT p", "RELEASE p",
			"INSERT OR ROLLBACK INTO t1 VALUES ({n}, {n})", "PRAGMA case_sensitive_like = ON",
			"CREATE VIEW IF NOT EXISTS v{n} AS SELECT id FROM t0",
			"CREATE TRIGGER IF NOT EXISTS r{n} AFTER INSERT ON t0 BEGIN DELETE FROM t1; END", "REINDEX", "ANALYZE",
		},
	},
}

// random is a history of two to six migrations.
func (s shapes) random(r *rand.Rand) []string {
	statement := func() string {
		return strings.NewReplacer("{t}", "t"+strconv.Itoa(r.IntN(2)), "{n}",
			strconv.Itoa(r.IntN(3))).Replace(s.others[r.IntN(len(s.others))])
	}
	list := []string{s.first}
	for range 1 + r.IntN(5) {
		m := statement()
		for range r.IntN(3) {
			if next := statement(); m[0] != ':' && next[0] != ':' {
				m += "; " + next
			}
		}
		list = append(list, m)
	}
	return list
}

// TestRandomHistories: as TestHistories, for random migrations: 12 an engine, or SQG_HISTORIES.
func TestRandomHistories(t *testing.T) {
	cases := 12
	if n, err := strconv.Atoi(os.Getenv("SQG_HISTORIES")); err == nil {
		cases = n
	}
	server := newServer(t)
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			x := newHistorian(t, name, server)
			r := rand.New(rand.NewPCG(35, 2))
			applied, failed, refused := 0, 0, 0
			for range cases {
				list := randomShapes[name].random(r)
				t.Run("", func(t *testing.T) {
					v := x.verdict(t, list)
					switch {
					case v.refused:
						refused++
						return
					case v.stops > 0:
						failed++
					default:
						applied++
					}
					x.compare(t, list, v)
					if t.Failed() {
						t.Log(strings.Join(list, "\n"))
					}
				})
			}
			t.Logf("%d histories: %d apply, %d fail, %d are refused", cases, applied, failed, refused)
		})
	}
}
