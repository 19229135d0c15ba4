package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

var ctx = context.Background()

// testHost makes scratch databases for all tests of the package.
var testHost engine.Host

func TestMain(m *testing.M) {
	testHost = NewHost(engine.Environment{Getenv: os.Getenv, Log: func(string) {}})
	code := m.Run()
	if err := testHost.Close(); err != nil {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

var shopSession *session

// openShop is a scratch database with the schema of a shop, which the tests that change nothing share.
func openShop(t *testing.T) *session {
	t.Helper()
	if shopSession == nil {
		s, err := testHost.Open(ctx)
		if err == nil {
			err = s.Apply(ctx, shop)
		}
		if err != nil {
			t.Fatal(err)
		}
		shopSession = s.(*session)
	}
	return shopSession
}

// open makes a scratch database with a schema.
func open(t testing.TB, schema string) *session {
	t.Helper()
	return enginetest.Open(t, testHost.Open, schema).(*session)
}

const shop = `
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN email AS text CHECK (VALUE ~ '@');
CREATE TABLE users (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, nick text, mood mood, mail email,
	tags text[] NOT NULL DEFAULT '{}', data jsonb, price numeric(10,2), born date);
CREATE TABLE orders (id bigserial PRIMARY KEY, user_id int NOT NULL REFERENCES users, note varchar(40), at timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE counter;
CREATE TYPE place AS (x float8, y float8);
CREATE TABLE places (id int, at place NOT NULL);
CREATE TABLE slots (r int4range, bits bit varying, who xid, CONSTRAINT apart EXCLUDE USING gist (r WITH &&));
CREATE MATERIALIZED VIEW latest AS SELECT id FROM orders;
CREATE TABLE "Boxed" ("Width" int);
`

// TestErrors: every error says where it is and what to do.
func TestErrors(t *testing.T) {
	s := openShop(t)
	for _, c := range []struct{ sql, at, msg, hint string }{
		{"SELECT naem FROM users", "naem", `column "naem" does not exist`, "name"},
		{"SELECT u.naem FROM users u", "naem", "column u.naem does not exist", "u.name"},
		{"SELECT 'ünïcödé', naem -- naem\nFROM users", "naem -- ", "does not exist", "users.name"},
		{"SELECT * FROM usres", "usres", `relation "usres" does not exist`, "did you mean users?"},
		{"SELECT 'a=>1'::hstore", "hstore", `type "hstore" does not exist`, "CREATE EXTENSION hstore"},
		{"SELECT o.id FROM users", "o", `missing FROM-clause entry for table "o"`, ""},
		{"SELECT * FROM nowhere_at_all", "nowhere", "does not exist", "MIGRATE and BASELINE"},
		{"SELECT lenght(name) FROM users", "lenght", "function lenght(text) does not exist", "did you mean length?"},
		{"SELECT left(name) FROM users", "left", "function left(text) does not exist", "left takes (text, integer)"},
		{"SELECT max(data) FROM users", "max", "function max(jsonb) does not exist", "max takes other types: cast"},
		{"SELECT substr(1, 2)", "substr", "does not exist", "(text, integer, integer)"},
		{"SELECT name \\gx", "\\gx", `\gx is a command of psql`, "leave it out"},
		{"INSERT INTO users (name) VALUES ('x') ON CONFLICT (name) DO NOTHING", "ON CONFLICT",
			"no unique or exclusion constraint matching the ON CONFLICT", ""},
		{"INSERT INTO slots VALUES ('[1,2)', NULL, NULL) ON CONFLICT ON CONSTRAINT apart DO UPDATE SET r = NULL",
			"ON CONFLICT", "ON CONFLICT DO UPDATE not supported with exclusion constraints", "unique index"},
		{"SELECT id FROM latest FOR SHARE", "FOR SHARE", `cannot lock rows in materialized view "latest"`,
			"FOR UPDATE OF"},
		{"WITH RECURSIVE t(x) AS (SELECT bits FROM slots UNION SELECT x FROM t) SELECT x FROM t", "UNION",
			"could not implement recursive UNION", "UNION ALL"},
		{"SELECT who, count(*) FROM slots GROUP BY ROLLUP (who, bits)", "GROUP BY", "could not implement GROUP BY",
			"such as text"},
		{"SELECT DISTINCT who, bits FROM slots", "DISTINCT", "could not implement DISTINCT", "such as text"},
		{"SELECT who, bits FROM slots EXCEPT SELECT who, bits FROM slots", "EXCEPT", "could not implement EXCEPT",
			"such as text"},
		{"SELECT a.id FROM users a FULL JOIN users b ON a.id > b.id", "FULL", "FULL JOIN is only supported with",
			"LEFT JOIN"},
		{"SELECT * FROM boxed", "boxed", `relation "boxed" does not exist`, `write "Boxed" in quotes`},
		{"SELECT Width FROM \"Boxed\"", "Width", `column "width" does not exist`, `write "Width" in quotes`},
		{"SELECT name::txt FROM users", "txt", `type "txt" does not exist`, "did you mean text?"},
		{"SELECT * FROM pubilc.users", "pubilc", `relation "pubilc.users" does not exist`, "did you mean users?"},
		{"SELECT id FROM users, orders", "id", "ambiguous", ""},
		{"SELECT name FRM users u", "users", `syntax error at or near "users"`, ""},
		{"SELECT 1; SELECT 2", "SELECT 2", "second statement", "one statement"},
		{"SELECT (1", "", "syntax error at end of input", ""},
		{"SELECT name, count(*) FROM users", "name", "GROUP BY", ""},
		{"SELECT 'grumpy'::mood", "'grumpy'", "invalid input value for enum mood", ""},
		{"INSERT INTO users (nmae) VALUES ('x')", "nmae", "nmae", "name"},
		{"UPDATE users SET id = 1", "id", "can only be updated to DEFAULT", ""},
		{"SELECT id FROM users WHERE id = 'x'", "'x'", "invalid input syntax for type integer", ""},
		{"-- nothing", "", "no statement", ""},
		{"SELECT \x00 1", "", "", ""},
	} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: c.sql})
		var e *engine.Error
		if !errors.As(err, &e) {
			t.Errorf("%q gives %v", c.sql, err)
			continue
		}
		if !strings.Contains(e.Msg, c.msg) || !strings.Contains(e.Hint, c.hint) ||
			e.Forbidden != strings.Contains(c.msg, "psql") {
			t.Errorf("%q gives %q, hint %q", c.sql, e.Msg, e.Hint)
		}
		if want := strings.Index(c.sql, c.at); c.at != "" && e.Offset != want {
			t.Errorf("%q: %s at %d, want %d", c.sql, e.Msg, e.Offset, want)
		}
	}
}

// TestDeferrable: ON CONFLICT takes no constraint that may be checked at the end of a transaction, which the server
// says only when it runs that.
func TestDeferrable(t *testing.T) {
	s := open(t, `CREATE TABLE d (id int PRIMARY KEY, code int UNIQUE DEFERRABLE, other int UNIQUE);
		CREATE TABLE k (id int PRIMARY KEY DEFERRABLE); CREATE TABLE twice (id int UNIQUE DEFERRABLE); CREATE UNIQUE INDEX plain ON twice (id);
		CREATE TABLE free (id int PRIMARY KEY)`)
	for sql, index := range map[string]string{
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT (code) DO NOTHING":                                                        "d_code_key",
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT (code) DO UPDATE SET other = 1":                                           "d_code_key",
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT ON CONSTRAINT d_code_key DO NOTHING":                                      "d_code_key",
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT DO NOTHING":                                                               "d_code_key",
		"WITH n AS (INSERT INTO k VALUES (1) ON CONFLICT (id) DO NOTHING RETURNING id) SELECT id FROM n":                      "k_pkey",
		"INSERT INTO twice VALUES (1) ON CONFLICT (id) DO NOTHING":                                                            "twice_id_key",
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT (id) DO UPDATE SET code = 1":                                              "",
		"INSERT INTO d VALUES (1, 2, 3) ON CONFLICT (other) DO NOTHING":                                                       "",
		"INSERT INTO free VALUES (1) ON CONFLICT DO NOTHING":                                                                  "",
		"WITH n AS (INSERT INTO free SELECT id FROM d ON CONFLICT DO NOTHING RETURNING id) SELECT n.id FROM n JOIN d ON true": "",
	} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		var e *engine.Error
		switch errors.As(err, &e); {
		case index == "" && err != nil:
			t.Errorf("%s: %v", sql, err)
		case index != "" && (e == nil || !strings.Contains(e.Msg, "ON CONFLICT cannot take "+index) ||
			e.Offset != strings.Index(sql, "ON CONFLICT")):
			t.Errorf("%s: %v, not of %s", sql, err, index)
		}
		// The server agrees, in a transaction that is rolled back.
		run := s.exec(ctx, "BEGIN; "+sql+"; ROLLBACK")
		if run != nil {
			if err := s.exec(ctx, "ROLLBACK"); err != nil {
				t.Fatal(err)
			}
		}
		if (run != nil) != (index != "") {
			t.Errorf("%s: the server says %v", sql, run)
		}
	}
}

// TestHalfStatements: whatever is cut off or glued, the error is about the SQL, and its place is in the SQL.
func TestHalfStatements(t *testing.T) {
	s := openShop(t)
	for _, sql := range []string{
		`WITH "ü" AS (SELECT $1::int AS "a""b", E'\'x' FROM users) SELECT count(*) FILTER (WHERE "a""b" > $2) AS n, $tag$ ; $tag$ FROM "ü" -- end`,
		`INSERT INTO users (name, mood, tags) VALUES ('🎵', $1, ARRAY[$2, 'x']) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING *, old.name`,
		`/* a /* b */ c */ MERGE INTO users u USING orders o ON u.id = o.user_id WHEN MATCHED AND $1 IS NULL THEN DO NOTHING WHEN NOT MATCHED THEN INSERT (name) VALUES ($2)`,
	} {
		for end := range len(sql) {
			for _, cut := range []string{sql[:end], sql[end:], sql[:end] + "$" + sql[end:]} {
				_, err := s.Describe(ctx, engine.Stmt{SQL: cut,
					Params: []engine.ParamHint{{Name: "a", Sample: "1"}, {Name: "b"}}})
				var e *engine.Error
				if err != nil && (!errors.As(err, &e) || e.Offset > len(cut) || e.Msg == "") {
					t.Fatalf("%q gives %v", cut, err)
				}
			}
		}
	}
}

// TestForbidden: good SQL that no block of its kind may hold.
func TestForbidden(t *testing.T) {
	s := openShop(t)
	for _, sql := range []string{"BEGIN", "/* x */ start transaction", "COMMIT", "END", "ROLLBACK", "ABORT",
		"SAVEPOINT a", "RELEASE a", "PREPARE TRANSACTION 'x'",
		"PREPARE x AS SELECT 1", "EXECUTE x", "DEALLOCATE x", "DECLARE c CURSOR FOR SELECT 1", "FETCH c", "MOVE c",
		"CLOSE c", "SET work_mem = '1MB'",
		"SET TRANSACTION READ ONLY", "RESET ALL", "DISCARD ALL", "COPY users TO STDOUT", "LISTEN x", "UNLISTEN x",
		"VACUUM", "CLUSTER", "CHECKPOINT", "LOAD 'x'",
		"ALTER SYSTEM SET work_mem = '1MB'",
		"SELECT id INTO copied FROM users", "UPDATE users SET name = NULL WHERE CURRENT OF c",
		"WITH d AS (DELETE FROM users WHERE CURRENT OF c RETURNING id) SELECT id FROM d"} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		var e *engine.Error
		if !errors.As(err, &e) || !e.Forbidden || e.Hint == "" || e.Offset < 0 {
			t.Errorf("%s gives %+v", sql, err)
		}
	}
	for _, sql := range []string{"COPY users FROM stdin", "CREATE DATABASE other", "drop database other",
		"ALTER DATABASE postgres SET work_mem = '1MB'",
		"CREATE TABLESPACE x LOCATION '/tmp'", "ALTER SYSTEM SET work_mem = '1MB'", "PREPARE TRANSACTION 'x'",
		"LOAD 'x'", "CREATE SUBSCRIPTION s CONNECTION '' PUBLICATION p"} {
		script := "SELECT 1;\n" + sql + ";"
		err := s.Apply(ctx, script)
		var e *engine.Error
		if !errors.As(err, &e) || !e.Forbidden || e.Hint == "" || e.Offset != 10 {
			t.Errorf("%s gives %+v", sql, err)
		}
	}
}

// TestNothingRuns: describing a statement leaves the database as it was, its sequences included.
func TestNothingRuns(t *testing.T) {
	s := open(t,
		shop+"CREATE TABLE made_by (what text); CREATE FUNCTION act() RETURNS int LANGUAGE sql AS $$ INSERT INTO made_by VALUES ('ran'); SELECT 1 $$;"+
			"CREATE MATERIALIZED VIEW m AS SELECT 1 AS x; CREATE PROCEDURE p(INOUT a int) LANGUAGE sql AS $$ SELECT act() $$; INSERT INTO made_by VALUES ('x'); SELECT nextval('counter')")
	for _, sql := range []string{"DELETE FROM made_by", "DROP TABLE users", "CREATE TABLE made (x int)",
		"UPDATE made_by SET what = 'y' RETURNING what", "INSERT INTO made_by VALUES ('z')",
		"SELECT nextval('counter')", "SELECT setval('counter', 100)", "SELECT act()", "TRUNCATE made_by",
		"REFRESH MATERIALIZED VIEW m", "LOCK TABLE users", "CALL p(1)", "DO $$ BEGIN DELETE FROM made_by; END $$",
		"CREATE TABLE made AS SELECT * FROM users", "ALTER TABLE users ADD x int", "NOTIFY x",
		"SET LOCAL work_mem = '1MB'", "SET CONSTRAINTS ALL DEFERRED", "GRANT SELECT ON users TO PUBLIC",
		"WITH d AS (DELETE FROM made_by RETURNING *) SELECT * FROM d",
		"MERGE INTO made_by USING users ON true WHEN MATCHED THEN DELETE", "SELECT pg_advisory_lock(1)",
		"SELECT set_config('work_mem', '1MB', false)"} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	got, err := s.value(ctx, `SELECT concat_ws(' ', (SELECT string_agg(what, ',') FROM made_by), (SELECT last_value FROM counter), to_regclass('made'), to_regclass('users'),
		(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), (SELECT count(*) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'x'),
		current_setting('work_mem') <> '1MB')`)
	if err != nil || got != "x 1 users 0 0 t" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestParameterTypes: the server's type unless another is declared; a sample comes last.
func TestParameterTypes(t *testing.T) {
	s := openShop(t)
	for _, c := range []struct {
		sql  string
		hint engine.ParamHint
		want string
	}{
		{"SELECT id FROM users WHERE name = $1", engine.ParamHint{Sample: "1"}, "text"},
		{"SELECT id FROM users WHERE id = $1", engine.ParamHint{Type: "int8"}, "bigint stated"},
		{"SELECT id FROM users WHERE id = $1", engine.ParamHint{Type: "INTEGER"}, "integer"},
		{"SELECT id FROM users WHERE mood = $1", engine.ParamHint{}, "mood"},
		{"UPDATE users SET mood = $1", engine.ParamHint{}, "mood null"},
		{"UPDATE users SET mail = $1", engine.ParamHint{}, "email null"},
		{"UPDATE users SET name = $1", engine.ParamHint{}, "text"},
		{"UPDATE users SET name = $1", engine.ParamHint{Nullable: engine.Yes}, "text null"},
		{"UPDATE users SET nick = $1", engine.ParamHint{Nullable: engine.No}, "text"},
		{"SELECT id FROM users WHERE price > $1", engine.ParamHint{Type: "numeric(8,3)"}, "numeric(8,3)"},
		{"SELECT id FROM users WHERE id = ANY($1)", engine.ParamHint{}, "integer[]"},
		{"SELECT $1[1]", engine.ParamHint{Sample: "ARRAY['a']"}, "text[] stated"},
		{"SELECT $1[1]", engine.ParamHint{}, "! cannot infer the type of ${p}"},
		{"SELECT count(*) FROM users u WHERE u = $1", engine.ParamHint{Sample: "NULL::users"}, "users stated"},
		{"SELECT count(*) FROM places WHERE at = $1", engine.ParamHint{}, "place stated"},
		{"SELECT count(*) FROM places WHERE at = $1", engine.ParamHint{Sample: "ROW(1, 2)::place"}, "place stated"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{Sample: "12"}, "integer stated"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{Sample: "'ok'::mood"}, "mood stated"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{Sample: "ARRAY[1.5]"}, "numeric[] stated"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{Type: "uuid"}, "uuid stated"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{}, "! cannot infer the type of ${p}"},
		{"SELECT jsonb_build_object('a', $1)", engine.ParamHint{Sample: "nonsense"},
			"! cannot infer the type of ${p}"},
		{"SELECT $1 IS NULL", engine.ParamHint{Sample: "true"}, "boolean stated"},
		{"SELECT $1 + $1", engine.ParamHint{Sample: "1.5"}, "numeric stated"},
		{"SELECT -$1", engine.ParamHint{}, "! operator is not unique"},
		{"SELECT id FROM users WHERE $1 IS NULL OR name = $1", engine.ParamHint{}, "text stated"},
		{"SELECT id FROM users WHERE $1[1] = 'a'", engine.ParamHint{Type: "text[]"}, "text[] stated"},
		{"INSERT INTO users (name, nick) VALUES ('x', $1) ON CONFLICT (id) DO NOTHING", engine.ParamHint{},
			"text null"},
		{"SELECT id FROM users WHERE ($1 IS NULL OR name = $1) AND ($1 IS NOT NULL)", engine.ParamHint{Sample: "1"},
			"text stated"},
		{"SELECT id FROM users WHERE $1 IS NULL OR name = $1 OR id = $1", engine.ParamHint{},
			"! operator does not exist: integer = text"},
		{"SELECT id FROM users WHERE $1 IS NULL OR mood = ANY($1)", engine.ParamHint{}, "mood[] stated"},
		{"SELECT id FROM users WHERE id = $1 AND name = $1", engine.ParamHint{Sample: "1"},
			"! operator does not exist"},
		{"SELECT $1", engine.ParamHint{Sample: "1"}, "text"},
		{"SELECT $1::app.nothing", engine.ParamHint{}, `! schema "app" does not exist`},
		{"CREATE VIEW v AS SELECT $1::int", engine.ParamHint{}, "! parameters are not allowed in this statement"},
	} {
		c.hint.Name = "p"
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Params: []engine.ParamHint{c.hint}})
		got := ""
		if err != nil {
			got = "! " + err.Error()
		} else {
			p := d.Params[0]
			got = p.Type.SQL
			if p.Nullable {
				got += " null"
			}
			if p.Stated {
				got += " stated"
			}
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want) || !strings.HasPrefix(c.want, "!")) {
			t.Errorf("%s with %+v: %s, want %s", c.sql, c.hint, got, c.want)
		}
	}
}

// TestOtherUses: several parameters that their first uses do not type.
func TestOtherUses(t *testing.T) {
	d, err := openShop(t).Describe(ctx,
		engine.Stmt{SQL: "SELECT id FROM users WHERE ($1 IS NULL OR name = $1) AND ($2 IS NULL OR mood = $2) AND ($3 IS NULL OR id = ANY($3)) AND price > $4",
			Params: make([]engine.ParamHint, 4)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range d.Params {
		got = append(got, fmt.Sprint(p.Type.SQL, p.Stated))
	}
	if g := strings.Join(got, " "); g != "texttrue moodtrue integer[]true numericfalse" {
		t.Error(g)
	}
}

// TestNearestParameter: the hint names the parameter that is likely meant.
func TestNearestParameter(t *testing.T) {
	_, err := openShop(t).Describe(ctx,
		engine.Stmt{SQL: "SELECT id FROM orders WHERE note = $1 AND at >= $2 - interval '1 day' AND id = $3",
			Params: []engine.ParamHint{{Name: "note"}, {Name: "since"}, {Name: "id"}}})
	var e *engine.Error
	if !errors.As(err, &e) || !strings.Contains(e.Hint, "${since}::type") {
		t.Error(err)
	}
}

// TestColumns: what a result looks like where the tree says more than the answer's description.
func TestColumns(t *testing.T) {
	s := openShop(t)
	for _, c := range []struct{ sql, want string }{
		{"SELECT mail, mood, price, tags FROM users",
			"mail email? users.mail|mood mood? users.mood|price numeric(10,2)? users.price|tags text[] users.tags"},
		{"SELECT u.id, o.id, o.note FROM users u LEFT JOIN orders o ON o.user_id = u.id",
			"id integer users.id|id bigint? orders.id|note character varying(40)? orders.note"},
		{"SELECT count(*), sum(price), 1 + 1 FROM users", "count bigint|sum numeric?|?column? integer"},
		{"SELECT u FROM users u", "u record"},
		{"INSERT INTO users (name) VALUES ('x') RETURNING id, mood", "id integer users.id|mood mood? users.mood"},
		{"SELECT CAST(1 AS numeric(6, 2)), 'x'::varchar(3), mail::varchar(9), ARRAY['a'::char(2)] FROM users",
			"numeric numeric(6,2)|varchar character varying(3)|mail character varying(9)?|array character(2)[]"},
		{"SHOW work_mem", "work_mem text"},
		{"SHOW ALL", "name text|setting text?|description text?"},
		{"EXPLAIN SELECT * FROM users", "QUERY PLAN text"},
		{"explain analyze verbose DELETE FROM users", "QUERY PLAN text"},
		{"EXPLAIN (FORMAT json, COSTS off) (SELECT 1)", "QUERY PLAN json"},
		{"VALUES (1, 'a')", "column1 integer|column2 text"},
		{"DELETE FROM users", ""},
		{"SELECT", ""},
		{"SELECT ROW(1, 2)", "row record unknown"},
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		var got []string
		for _, col := range d.Columns {
			text := col.Name + " " + col.Type.SQL
			if col.Type.Kind == ir.Unknown {
				text += " unknown"
			}
			if col.Nullable {
				text += "?"
			}
			if col.Source.Table != "" {
				text += " " + col.Source.String()
			}
			if col.Why == "" {
				t.Errorf("%s: no reason for %s", c.sql, col.Name)
			}
			got = append(got, text)
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.sql, g, c.want)
		}
	}
}

// TestDimensions: arrays are lists in lists where something says so: a column, a domain, an annotation, a cast. Which
// of the elements may be NULL is said of the innermost.
func TestDimensions(t *testing.T) {
	s := open(t, `CREATE DOMAIN matrix AS int[][]; CREATE DOMAIN pair AS int[]; CREATE TYPE frame AS (corners numeric(4,1)[3][2], n int[]);
		CREATE TYPE "odd [] name" AS ENUM ('x');
		CREATE TABLE t (id int NOT NULL, flat int[], square int[][], cube text[][][], m matrix, many matrix[], pairs pair[], b frame, odd "odd [] name"[][]);
		CREATE VIEW v AS SELECT square AS seen FROM t`)
	for _, c := range []struct {
		sql  string
		hint engine.ParamHint
		want string
	}{
		{sql: "SELECT flat, square, cube, m, many, pairs, odd FROM t",
			want: "integer[] null|integer[][] of integer[] null|text[][][] of text[][] of text[] null|matrix of integer[] null|matrix[] of matrix of integer[] null null|pair[] of pair null null|\"odd [] name\"[][] of \"odd [] name\"[] null"},
		{sql: "SELECT seen, (SELECT square FROM t), coalesce(square, '{}') FROM v JOIN t ON true",
			want: "integer[][] of integer[] null|integer[][] of integer[] null|integer[] null"},
		{sql: "SELECT b FROM t", want: "frame (numeric(4,1)[][] of numeric(4,1)[] null|integer[] null)"},
		{sql: "UPDATE t SET square = $1", want: "integer[][] of integer[] null"},
		{sql: "SELECT FROM t WHERE m = $1 AND pairs = $2",
			want: "integer[][] of integer[] null|pair[] of pair null null"},
		{sql: "UPDATE t SET flat = $1", want: "integer[] null"},
		{sql: "UPDATE t SET m = $1", want: "matrix of integer[] null"},
		{sql: "DELETE FROM t WHERE square = $1", want: "integer[][] of integer[] null"},
		{sql: "DELETE FROM t WHERE square = $1", hint: engine.ParamHint{Type: "int[]"}, want: "integer[] null"},
		{sql: "INSERT INTO t (id, square) SELECT 1, $1::int[]", want: "integer[] null"},
		{sql: "DELETE FROM t WHERE flat = $1", hint: engine.ParamHint{Type: "int[][]"},
			want: "integer[][] of integer[] null"},
		{sql: "DELETE FROM t WHERE id = ANY($1)", want: "integer[]"},
		{sql: "DELETE FROM t WHERE id = ANY($1::int[ 2 ][])", want: "integer[][] of integer[]"},
		{sql: "DELETE FROM t WHERE id = ANY(CAST($1 AS pg_catalog.int4[][]))", want: "integer[][] of integer[]"},
		{sql: "SELECT FROM unnest($1 :: numeric(10, 2)[][])", want: "numeric[][] of numeric[]"},
		{sql: `SELECT FROM unnest($1::public . "odd [] name"[])`, want: `"odd [] name"[]`},
		{sql: "SELECT FROM unnest($1::timestamp with time zone[][])",
			want: "timestamp with time zone[][] of timestamp with time zone[]"},
		{sql: "SELECT ($1::int[])[1] IS NULL OR '[][]' = $2::text", want: "integer[]|text"},
	} {
		hints := make([]engine.ParamHint, strings.Count(c.sql, "$"))
		for i := range hints {
			hints[i] = c.hint
		}
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Params: hints})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		var got []string
		for _, col := range d.Columns {
			if !strings.Contains(c.sql, "$") {
				got = append(got, dimensionsOf(col.Type))
			}
		}
		for _, p := range d.Params {
			got = append(got, dimensionsOf(given(p)))
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.sql, g, c.want)
		}
	}
}

// given is the type of what a program gives for a parameter.
func given(p engine.Param) ir.Type {
	if p.NullElems {
		return p.Type
	}
	return p.Type.Full()
}

func dimensionsOf(t ir.Type) string {
	out := t.SQL
	if t.Struct != nil {
		var fields []string
		for _, f := range t.Struct.Fields {
			fields = append(fields, dimensionsOf(f.Type))
		}
		return out + " (" + strings.Join(fields, "|") + ")"
	}
	if t.Kind == ir.Array && t.Elem.Kind == ir.Array {
		out += " of " + dimensionsOf(*t.Elem)
	}
	if t.ElemNullable {
		out += " null"
	}
	return out
}

// TestElements: where an array can hold NULLs.
func TestElements(t *testing.T) {
	s := open(t,
		"CREATE DOMAIN d AS int NOT NULL; CREATE TABLE t (id int NOT NULL, a int[], b int[] CHECK (array_position(b, NULL) IS NULL), c d[], n int)")
	for _, c := range []struct{ sql, want string }{
		{"SELECT a, b, c, ARRAY[id], ARRAY[n], array_agg(id) OVER () FROM t", "null|tight|null|tight|null|tight"},
		{"UPDATE t SET a = $1, b = $2", "null|tight"},
		{"INSERT INTO t (id, n) SELECT * FROM unnest($1::int[], $2::int[])", "tight|null"},
		{"SELECT id FROM t WHERE id = ANY($1)", "tight|tight"},
		{"SELECT cardinality($1::int[])", "tight|tight"},
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Params: make([]engine.ParamHint, strings.Count(c.sql, "$"))})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		add := func(typ ir.Type) { got = append(got, map[bool]string{true: "null", false: "tight"}[typ.ElemNullable]) }
		for _, col := range d.Columns {
			add(col.Type)
		}
		for _, p := range d.Params {
			add(given(p))
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("%s: %s, want %s", c.sql, g, c.want)
		}
	}
	tables, err := s.Tables(ctx)
	if err != nil || !tables[0].Columns[1].Type.ElemNullable || tables[0].Columns[2].Type.ElemNullable ||
		!tables[0].Columns[3].Type.ElemNullable {
		t.Errorf("%+v, %v", tables, err)
	}
}

func TestCursor(t *testing.T) {
	s := openShop(t)
	for sql, want := range map[string]bool{
		"SELECT * FROM users": true, "VALUES (1)": true, "WITH a AS (SELECT 1) TABLE a": true,
		"SELECT ':hasForUpdate true'":    true,
		"SELECT * FROM users FOR UPDATE": false, "SELECT * FROM (SELECT * FROM users FOR SHARE) a": false,
		"WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d": false,
		"UPDATE users SET nick = NULL RETURNING *":                  false, "SHOW work_mem": false,
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		if err != nil || d.Cursor != want {
			t.Errorf("%s: %v, %v", sql, d, err)
		}
	}
}

func TestCounts(t *testing.T) {
	enginetest.Counts(t, testHost.Open, "", map[string]bool{
		"MERGE INTO k USING k AS m ON k.a = m.a WHEN MATCHED THEN DELETE": true, "TRUNCATE k": false,
		"WITH d AS (DELETE FROM k RETURNING a) SELECT a FROM d": false, "DO 'BEGIN DELETE FROM k; END'": false,
	})
}

// TestManyUntyped: a statement with many parameters that nothing types.
func TestManyUntyped(t *testing.T) {
	const n = 45
	list, params := make([]string, n), make([]engine.ParamHint, n)
	for i := range n {
		list[i], params[i] = fmt.Sprintf("$%d", i+1), engine.ParamHint{Name: fmt.Sprint("p", i), Sample: "1.5"}
	}
	d, err := openShop(t).Describe(ctx,
		engine.Stmt{SQL: "SELECT jsonb_build_array(" + strings.Join(list, ", ") + ")", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range d.Params {
		if p.Type.Kind != ir.Decimal || !p.Stated {
			t.Errorf("%d: %+v", i, p)
		}
	}
}

// TestManyParameters: what a long IN list allocates grows with its length and no faster.
func TestManyParameters(t *testing.T) {
	s := openShop(t)
	work := func(n int) uint64 {
		list := make([]string, n)
		for i := range n {
			list[i] = fmt.Sprintf("$%d", i+1)
		}
		in := engine.Stmt{SQL: "SELECT * FROM (VALUES (1)) AS v(a) WHERE a IN (" + strings.Join(list, ", ") + ")",
			Params: make([]engine.ParamHint, n)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := s.Describe(ctx, in)
		runtime.ReadMemStats(&after)
		if err != nil || len(d.Params) != n {
			t.Fatal(err)
		}
		for i, p := range d.Params {
			if p.Type.Kind != ir.Int32 {
				t.Fatalf("parameter %d is %v", i+1, p.Type)
			}
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	work(10) // what is learnt once
	few, many := work(4000), work(40000)
	if t.Logf("%d and %d bytes", few, many); many > few*15 {
		t.Error("ten times the parameters are more than fifteen times the memory")
	}
}

func TestSteps(t *testing.T) {
	enginetest.Steps(t, engine.Postgres, testHost.Open, enginetest.Sorted, `Sort [Sort Key: k.b] sorts: no index has this order
  Nested Loop []
    Seq Scan on l [Filter: (b = 'x'::text)] may read every row
    Bitmap Heap Scan on k [Recheck Cond: (a < l.a)]
      Bitmap Index Scan on k_pkey [Index Cond: (a < l.a)]
`)
}

func TestPlan(t *testing.T) { enginetest.Plan(t, testHost.Open, "$", "Index Scan using k_pkey") }

// TestEndless: what has no end is stopped.
func TestEndless(t *testing.T) { enginetest.Endless(t, NewHost, "PostgreSQL") }

func TestForeign(t *testing.T) {
	s := enginetest.Open(t, testHost.Open, enginetest.ForeignSchema+`
		CREATE SCHEMA other;
		CREATE TABLE other.venue (id int PRIMARY KEY);
		CREATE TABLE visit (id int, venue int REFERENCES other.venue, PRIMARY KEY (id)) PARTITION BY RANGE (id);
		CREATE TABLE visit_1 PARTITION OF visit FOR VALUES FROM (0) TO (10);
		CREATE TABLE visitor (visit int REFERENCES visit)`)
	enginetest.Foreign(t, s, "visit (venue) to other.venue (id)\nvisitor (visit) to visit (id)\n")
}
