//go:build unix

package duckdb

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// The tests run a real PostgreSQL and the real extension, which are fetched once into the user's cache.

var testEnvironment = engine.Environment{Getenv: os.Getenv, Log: func(string) {}}

// postgresWith starts a PostgreSQL with a schema.
func postgresWith(t *testing.T, schema string) (*pgconn.PgConn, string) {
	t.Helper()
	h := pgserver.New(pgserver.Options{CacheDir: os.Getenv("SQG_CACHE_DIR")})
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	db, err := h.Scratch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.ConnectConfig(ctx, db.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	inPostgres(t, conn, schema)
	return conn, db.Address()
}

func inPostgres(t *testing.T, conn *pgconn.PgConn, sql string) string {
	t.Helper()
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	for _, r := range results {
		if len(r.Rows) > 0 {
			return string(r.Rows[0][0])
		}
	}
	return ""
}

// beside is the schema of the scratch database itself.
const beside = `CREATE TABLE orders (id INTEGER PRIMARY KEY, person BIGINT NOT NULL, total DECIMAL(10,2));
CREATE VIEW everyone AS SELECT p.name, o.total FROM prod.public.people p FULL JOIN orders o ON o.person = p.id;`

// attachedTo makes a scratch database beside a PostgreSQL.
func attachedTo(t *testing.T, address string, writes bool) *session {
	t.Helper()
	opened, err := NewHost(testEnvironment).Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	s := opened.(*session)
	if err := s.Attach(ctx, "prod", address, writes); err != nil {
		t.Fatal(err)
	}
	return s
}

// fillings are rows for PostgreSQL and for DuckDB. Some hold whatever a value can be that might become NULL on its way.
var fillings = [][2]string{
	{"", ""},
	{`INSERT INTO people VALUES (1, 'Ann', NULL, 'a@b', NULL, 1, NULL, '{}', 'infinity', NULL, NULL, NULL), (2, 'Bo', 'b', 'b@b', 'ok', 'NaN', 'NaN', '{x,NULL}', '-infinity', 'null', '(,)', '{"(a,ok)",NULL}'),
  (3, '', NULL, '@', 'ok', 0, 0, '{}', now(), NULL, NULL, NULL), (4, '', NULL, '@', 'ok', 0, 0, '{}', now(), NULL, NULL, NULL);
INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, ''); INSERT INTO parent VALUES (1, 1); INSERT INTO child VALUES (NULL, 2, 'z'); INSERT INTO parted VALUES (1, NULL);
INSERT INTO inheriting VALUES (1); INSERT INTO heir VALUES (2, NULL); REFRESH MATERIALIZED VIEW stored; INSERT INTO "Mixed Case"."Table One" VALUES (1, NULL);
INSERT INTO every_type VALUES (true, -32768, -2147483648, -9223372036854775808, 4294967295, 'NaN', 'Infinity', 'NaN', 99999, 'NaN', 'NaN', '', '', '', '', '', 'infinity', '24:00', '24:00+01', '-infinity', 'infinity',
'-178000000 years', '00000000-0000-0000-0000-000000000000', 'null', 'null', '-1.5', '::1/64', '101', '', 'empty', '{}', '{NULL}', '{{1,NULL},{2,3}}', '{ok}', '(1,2)', 7)`,
		"INSERT INTO orders VALUES (1, 1, 2.50), (2, 2, NULL), (3, 9, 1), (4, 3, 2)"},
}

// TestAttached: statements over an attached PostgreSQL have the types that DuckDB gives them when it really reads from
// there, and no column that is said not to be NULL is.
func TestAttached(t *testing.T) {
	schema, err := os.ReadFile("testdata/attached.sql")
	if err != nil {
		t.Fatal(err)
	}
	conn, address := postgresWith(t, string(schema))
	if conn.ParameterStatus("server_version") >= "18" {
		inPostgres(t, conn,
			"INSERT INTO app.unvalidated VALUES (NULL, 1); ALTER TABLE app.unvalidated ADD CONSTRAINT late NOT NULL a NOT VALID")
	}
	s := attachedTo(t, address, false)
	if err := s.Apply(ctx, beside); err != nil {
		t.Fatal(err)
	}
	live := liveOf(t, address)
	list := entriesOf(t, "testdata/attached.txt")
	described, null := make([]*engine.Description, len(list)), make([][]bool, len(list))
	for i, e := range list {
		if described[i], err = s.Describe(ctx, engine.Stmt{SQL: e.sql, Params: params(e.sql)}); err != nil {
			t.Fatalf("%v\n%s", err, e.sql)
		}
		null[i] = make([]bool, len(described[i].Columns))
		checkTypes(t, live, e.sql, described[i])
	}
	for _, fill := range fillings {
		inPostgres(t, conn, fill[0])
		for i, e := range list {
			witnessLive(t, live, e.sql, fill[1], described[i], null[i])
		}
	}
	compareTruth(t, "testdata/attached.txt", list, described, null)
}

// liveOf is a DuckDB that really reads from PostgreSQL.
func liveOf(t *testing.T, address string) *session {
	t.Helper()
	live, err := host{testEnvironment}.read(ctx, "prod", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { live.Close() })
	for _, sql := range []string{"DETACH " + foreign,
		"ATTACH " + literal(address) + " AS prod (TYPE postgres, READ_ONLY)", beside} {
		if err := live.exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	return live
}

var cast = regexp.MustCompile(`(\$\d+)(::\S+)?`)

func checkTypes(t *testing.T, live *session, sql string, d *engine.Description) {
	t.Helper()
	sql = cast.ReplaceAllString(sql, "NULL$2")
	if strings.HasPrefix(sql, "INSERT") {
		return // has no DESCRIBE
	}
	i := 0
	if err := live.each(ctx, "SELECT column_name, column_type FROM (DESCRIBE "+sql+")", func(r row) {
		if c := d.Columns[i]; c.Name != r.text(0) || spelledOut.Replace(c.Type.SQL) != spelledOut.Replace(r.text(1)) {
			t.Errorf("%s %s is %s %s of PostgreSQL\n%s", c.Name, c.Type.SQL, r.text(0), r.text(1), sql)
		}
		i++
	}); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	if i != len(d.Columns) {
		t.Errorf("%d columns of PostgreSQL, not %d\n%s", i, len(d.Columns), sql)
	}
}

// spelledOut writes the schema's own types in full, as DESCRIBE does here and there.
var spelledOut = strings.NewReplacer("prod.public.address", "STRUCT(street VARCHAR, mood ENUM('sad', 'ok'))",
	"prod.public.mood", "ENUM('sad', 'ok')")

func witnessLive(t *testing.T, live *session, sql, fill string, d *engine.Description, null []bool) {
	t.Helper()
	for _, run := range runs(t, sql, d) {
		if err := live.exec(ctx, "BEGIN; "+fill); err != nil {
			t.Fatal(err)
		}
		if err := live.each(ctx, run, func(r row) {
			for i := range null {
				null[i] = null[i] || r[i] == nil
			}
		}); err != nil {
			t.Errorf("%v\n%s", err, run)
		}
		if err := live.exec(ctx, "ROLLBACK"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAttachLeavesNothing: neither a connection nor a change in PostgreSQL, and the scratch database is shut off as
// before.
func TestAttachLeavesNothing(t *testing.T) {
	conn, address := postgresWith(t, "CREATE TABLE people (id int NOT NULL)")
	transactions := inPostgres(t, conn, "SELECT pg_snapshot_xmax(pg_current_snapshot())")
	s := attachedTo(t, address, false)
	const connections = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
	for end := time.Now().Add(20 * time.Second); inPostgres(t, conn, connections) != "1"; { // a backend ends after its connection
		if time.Now().After(end) {
			t.Fatal("a connection is left")
		}
	}
	if got := inPostgres(t, conn, "SELECT pg_snapshot_xmax(pg_current_snapshot())"); got != transactions {
		t.Errorf("something was written: transaction %s, was %s", got, transactions)
	}
	for _, sql := range []string{"SELECT * FROM read_text('/etc/hostname')",
		"SELECT * FROM postgres_query('prod', 'SELECT 1')", "SELECT * FROM postgres_scan('', 'public', 'people')"} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql}); err == nil {
			t.Errorf("%s is possible", sql)
		}
	}
	for _, sql := range []string{"ATTACH 'x.db'", "ATTACH " + literal(address) + " AS more (TYPE postgres)",
		"LOAD postgres_scanner"} {
		if err := s.exec(ctx, sql); err == nil {
			t.Errorf("%s is possible", sql)
		}
	}
}

// TestAttachedReadOnly: what would change PostgreSQL is refused, and what could only be taken for it is not.
func TestAttachedReadOnly(t *testing.T) {
	_, address := postgresWith(t, "CREATE TABLE people (id int NOT NULL)")
	s := attachedTo(t, address, false)
	if err := s.Apply(ctx,
		"CREATE TABLE own (id int); CREATE SCHEMA prods; CREATE VIEW seen AS FROM prod.people; CREATE TABLE copy AS FROM prod.public.people; SET search_path = 'main,prod.public'"); err != nil {
		t.Error(err)
	}
	for _, sql := range []string{"INSERT INTO prod.public.people VALUES (1)",
		"insert or ignore into Prod.people values (1)", "DELETE FROM prod.people",
		`UPDATE "prod".public.people SET id = 1 RETURNING id`,
		"WITH x AS (SELECT 1 AS i) INSERT INTO prod.public.people SELECT i FROM x",
		"CREATE TABLE prod.public.x (i int)", "CREATE OR REPLACE VIEW prod.x AS SELECT 1",
		"DROP TABLE IF EXISTS prod.public.people",
		"ALTER TABLE prod.public.people ADD COLUMN y int", "TRUNCATE prod.public.people",
		"MERGE INTO prod.public.people p USING own o ON o.id = p.id WHEN MATCHED THEN DELETE",
		"DELETE FROM people"} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		var e *engine.Error
		if !errors.As(err, &e) || !e.Forbidden || !strings.Contains(e.Msg, "is attached read-only") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if d, err := s.Describe(ctx,
		engine.Stmt{SQL: "WITH x AS (SELECT 1 AS i) INSERT INTO own SELECT i FROM x"}); err != nil ||
		len(d.Columns) > 0 {
		t.Errorf("%+v %v", d, err)
	}
	for _, script := range []string{"SELECT 1; INSERT INTO prod.public.people VALUES (1)",
		"COMMENT ON TABLE prod.public.people IS 'x'", "USE prod"} {
		if err := s.Apply(ctx, script); err == nil {
			t.Errorf("%s is applied", script)
		}
	}
}

// TestAttachedReadWrite: rows may be changed as far as DuckDB's extension can, and nothing else; describing it changes
// nothing.
func TestAttachedReadWrite(t *testing.T) {
	conn, address := postgresWith(t,
		"CREATE TABLE people (id int NOT NULL, name text); INSERT INTO people VALUES (7, 'x')")
	s := attachedTo(t, address, true)
	for _, sql := range []string{"INSERT INTO prod.public.people VALUES ($1, $2)",
		"INSERT INTO prod.people BY NAME SELECT $1::INTEGER AS id, $2::VARCHAR AS name",
		"UPDATE prod.people SET id = $1 WHERE name = $2", "DELETE FROM prod.people WHERE id = $1 AND name > $2"} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, 2)})
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if want := (ir.ColumnRef{Schema: "prod.public", Table: "people", Column: "id"}); !d.Counts ||
			d.Params[0].Source != want || d.Params[0].Nullable {
			t.Errorf("%s: %+v", sql, d)
		}
	}
	for sql, msg := range map[string]string{
		"INSERT INTO prod.people VALUES (1, '') RETURNING id":                                              "cannot do RETURNING",
		"DELETE FROM prod.public.people RETURNING name":                                                    "cannot do RETURNING",
		"MERGE INTO prod.public.people p USING (SELECT 1 AS id) o ON o.id = p.id WHEN MATCHED THEN DELETE": "cannot do MERGE",
		"DROP TABLE prod.public.people":                                                                    "and only its rows",
	} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		if err == nil || !strings.Contains(err.Error(), msg) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for script, msg := range map[string]string{"INSERT INTO prod.people VALUES (1, '')": "and only its rows",
		"CREATE TABLE prod.public.x (i int)": "and only its rows", "USE prod": "as the current database"} {
		if err := s.Apply(ctx, script); err == nil || !strings.Contains(err.Error(), msg) {
			t.Errorf("%s: %v", script, err)
		}
	}
	if got := inPostgres(t, conn, "SELECT string_agg(id || name, ',') FROM people"); got != "7x" {
		t.Errorf("people are %s", got)
	}
}

// TestAttachComplaints: what keeps a source from being read, without its password.
func TestAttachComplaints(t *testing.T) {
	file := filepath.Join(t.TempDir(), extension.Postgres.File())
	if err := os.WriteFile(file, []byte("not an extension"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, address, extension, msg, hint string }{
		{"nobody", "postgres://me:geheim%20x@127.0.0.1:1/db", "",
			"cannot attach the source prod: connection to server at", "check its url"},
		{"no address", "postgres://me:geheim%20x@[::1/db", "", "the address of the source prod cannot be read", "%XX"},
		{"no extension", "postgres://me:geheim@127.0.0.1:1/db", file + "x",
			extension.Variable + " is not the path of a file", "name the file"},
		{"another extension", "postgres://me:geheim@127.0.0.1:1/db", file, "DuckDB cannot load " + file,
			"for this machine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := testEnvironment
			env.Getenv = func(name string) string {
				if name == extension.Variable {
					return c.extension
				}
				return os.Getenv(name)
			}
			opened, err := NewHost(env).Open(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer opened.Close()
			err = opened.(*session).Attach(ctx, "prod", c.address, false)
			var e *engine.Error
			if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, c.msg) || !strings.Contains(e.Hint, c.hint) ||
				strings.Contains(err.Error(), "geheim") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestAttachLeftOut: a table that DuckDB cannot read is missing, and whoever asks for it is told why.
func TestAttachLeftOut(t *testing.T) {
	_, address := postgresWith(t, "CREATE TABLE rounded (n numeric(5,-2)); CREATE TABLE people (id int)")
	s := attachedTo(t, address, false)
	if _, err := s.Describe(ctx, engine.Stmt{SQL: "FROM prod.people"}); err != nil {
		t.Error(err)
	}
	_, err := s.Describe(ctx, engine.Stmt{SQL: "FROM prod.public.rounded"})
	var e *engine.Error
	if !errors.As(err, &e) || !strings.Contains(e.Hint, "DuckDB cannot read the PostgreSQL table rounded: DECIMAL") {
		t.Errorf("%+v", err)
	}
}
