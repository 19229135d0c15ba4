package pull

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// made is a schema that all engines take; what queries of it say follows from what was pulled.
const made = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, "an odd name" INTEGER);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id), cents INTEGER NOT NULL);
CREATE INDEX by_customer ON invoice (customer_id);
CREATE VIEW debt AS SELECT c.name, sum(i.cents) AS cents FROM customer AS c JOIN invoice AS i ON i.customer_id = c.id GROUP BY c.name;
INSERT INTO customer VALUES (1, 'Ada', NULL);
`

const queries = `
-- QUERY debts
SELECT name, cents FROM debt;

-- QUERY odd
SELECT "an odd name", name FROM customer;
`

func pulled(t *testing.T, args ...string) (out, said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := &app.App{Out: &stdout, Err: &stderr, Env: os.Getenv}
	cmd := Command(a)
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.ExecuteContext(context.Background())
	return stdout.String(), stderr.String(), err
}

// analyzed is what becomes of annotated SQL.
func analyzed(t *testing.T, kind, sql string) *compile.Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "schema.sql")
	if err := os.WriteFile(file, []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	r := compile.Analyze(context.Background(), kind, "pulled", []config.InputFile{{Path: file, Name: "schema.sql"}},
		compile.Options{})
	if r.Diags.Failed() {
		var out strings.Builder
		_ = diag.WriteText(&out, r.Diags.All(), false)
		t.Fatalf("%s\n%s", out.String(), sql)
	}
	return r
}

// fits compiles queries against what was pulled.
func fits(t *testing.T, kind, schema string) {
	t.Helper()
	got := analyzed(t, kind, schema+queries).Models[0].Queries[1].Row.Fields
	if len(got) != 2 || !got[0].Nullable || got[1].Nullable {
		t.Errorf("the columns of odd: %+v", got)
	}
}

func TestSQLite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "it's.db")
	program(t, "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", file,
		made+"CREATE VIRTUAL TABLE found USING fts5(name);")
	out, said, err := pulled(t, file)
	if err != nil {
		t.Fatal(err, said)
	}
	fits(t, "sqlite", out)
	if strings.Contains(out, "found_data") || strings.Contains(out, "Ada") {
		t.Errorf("shadow tables or rows in\n%s", out)
	}
	// Into a file, and again; a file of the user's own is left alone.
	to := filepath.Join(t.TempDir(), "schema.sql")
	for _, want := range []string{"created", "1 file"} {
		if out, said, err = pulled(t, file, "-o", to); err != nil || said != "" {
			t.Fatal(err, said)
		} else if want == "created" && !strings.HasPrefix(out, want) {
			t.Errorf("it printed %q", out)
		}
	}
	if err := os.WriteFile(to, []byte("-- mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, said, err = pulled(t, file, "-o", to); err == nil || !strings.Contains(said, "SQG404") {
		t.Errorf("a file of the user's is written over: %v %s", err, said)
	}
}

func TestDuckDB(t *testing.T) {
	library, err := libduckdb.Open(context.Background(), "", os.Getenv, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := library.Connect()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "it's.duckdb")
	_, err = conn.Exec(context.Background(),
		"ATTACH '"+strings.ReplaceAll(file, "'", "''")+"' AS made; USE made;"+made+"USE memory; DETACH made")
	conn.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, said, err := pulled(t, file)
	if err != nil {
		t.Fatal(err, said)
	}
	fits(t, "duckdb", out)
	if strings.Contains(out, "Ada") {
		t.Errorf("rows in\n%s", out)
	}
}

// embedded are versions of PostgreSQL, by a pg_dump's major version that reads them.
var embedded = map[string]string{"15": "15.19.0", "16": "16.15.0", "17": "17.11.0", "18": pgserver.EmbeddedVersion}

// wide is a schema with a bit of all that is pulled from PostgreSQL, each before what it needs.
const wide = `
CREATE SCHEMA "Odd one";
CREATE EXTENSION IF NOT EXISTS plpgsql;
CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy');
CREATE DOMAIN positive AS integer DEFAULT 1 NOT NULL CONSTRAINT above CHECK (VALUE > 0);
CREATE TYPE point3 AS (x double precision, y double precision, label text COLLATE "C");
CREATE TYPE span AS RANGE (subtype = time, multirange_type_name = spans);
CREATE SEQUENCE tickets AS smallint INCREMENT BY -2 START 100 MAXVALUE 100 CYCLE CACHE 5;
CREATE FUNCTION next_ticket() RETURNS integer LANGUAGE sql AS $$ SELECT nextval('public.tickets')::integer $$;
CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000) PRIMARY KEY,
  number serial,
  ticket integer DEFAULT next_ticket(),
  email text COLLATE "C" NOT NULL,
  feeling mood DEFAULT 'happy',
  spot point3[],
  amount positive,
  cents numeric(10, 2) NOT NULL,
  euros numeric GENERATED ALWAYS AS (cents / 100) STORED,
  times span,
  CONSTRAINT lower_case CHECK (email = lower(email)),
  EXCLUDE USING gist (times WITH &&)
);
CREATE UNIQUE INDEX account_email ON account (lower(email)) WHERE cents > 0;
CREATE TABLE "Odd one"."an odd ""name" (
  "a b" bigint REFERENCES account (id) ON DELETE CASCADE DEFERRABLE, UNIQUE NULLS NOT DISTINCT ("a b"));
CREATE TABLE empty ();
CREATE UNLOGGED TABLE base (a integer NOT NULL, b text DEFAULT 'x' CHECK (b <> ''));
CREATE TABLE event (at timestamptz NOT NULL, id integer NOT NULL, data jsonb, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
CREATE TABLE event_2026 PARTITION OF event FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2027-01-01 00:00+00')
  PARTITION BY LIST (id);
CREATE TABLE event_2026_one PARTITION OF event_2026 FOR VALUES IN (1);
CREATE TABLE event_rest PARTITION OF event DEFAULT;
CREATE INDEX event_data ON event USING gin (data);
ALTER TABLE event ADD CONSTRAINT small CHECK (id < 1000) NOT VALID;
ALTER TABLE event_2026 RENAME CONSTRAINT event_2026_pkey TO "own key";
ALTER TABLE event_2026_one RENAME CONSTRAINT event_2026_one_pkey TO "own key of one";
ALTER INDEX event_2026_one_data_idx RENAME TO one_data;
CREATE INDEX only_here ON event_rest (id);
CREATE VIEW totals WITH (security_invoker = true) AS
  SELECT a.id, a.email, count(*) AS n FROM account AS a JOIN event AS e ON e.id = a.id GROUP BY a.id;
CREATE VIEW named WITH (check_option = local) AS SELECT id, email, cents FROM account WHERE cents > 0;
ALTER VIEW named ALTER COLUMN cents SET DEFAULT 5;
CREATE MATERIALIZED VIEW kept AS SELECT id FROM totals WITH NO DATA;
CREATE UNIQUE INDEX kept_id ON kept (id);
CREATE FUNCTION first_total() RETURNS totals LANGUAGE sql BEGIN ATOMIC SELECT * FROM totals ORDER BY id LIMIT 1; END;
CREATE FUNCTION of_account(a account) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT a.email';
CREATE PROCEDURE tidy(days integer DEFAULT 7) LANGUAGE plpgsql AS $body$ BEGIN DELETE FROM event; END $body$;
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.data = '{}'; RETURN NEW; END $$;
CREATE TRIGGER stamped BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION stamp();
ALTER TABLE event DISABLE TRIGGER stamped;
CREATE RULE kept_out AS ON DELETE TO base DO INSTEAD NOTHING;
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
ALTER TABLE account FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON account AS RESTRICTIVE FOR UPDATE USING (email = current_user) WITH CHECK (cents > 0);
CREATE STATISTICS together ON email, cents FROM account;
CREATE RULE off AS ON UPDATE TO base DO INSTEAD NOTHING;
ALTER TABLE base DISABLE RULE off;
CREATE TYPE nothing AS ENUM ();
CREATE SCHEMA apart;
CREATE FUNCTION apart.f() RETURNS integer LANGUAGE sql AS 'SELECT 3';
SET search_path = apart, public;
CREATE DOMAIN counted AS integer DEFAULT f();
ALTER DOMAIN counted ADD CONSTRAINT over_nothing CHECK (VALUE > 0) NOT VALID;
RESET search_path;
CREATE FUNCTION most() RETURNS bigint LANGUAGE sql AS 'SELECT max(n) FROM public.totals';
CREATE MATERIALIZED VIEW amounts AS SELECT most();
CREATE TABLE numbered (id integer GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME own_numbers START WITH 5));
CREATE TABLE parted (a integer) PARTITION BY LIST (a);
CREATE TABLE parted_one PARTITION OF parted FOR VALUES IN (1);
CREATE TRIGGER seen BEFORE UPDATE ON parted FOR EACH ROW EXECUTE FUNCTION stamp();
ALTER TABLE parted_one DISABLE TRIGGER seen;
COMMENT ON TABLE account IS 'who''s there';
COMMENT ON COLUMN account.email IS 'lower case';
COMMENT ON VIEW totals IS 'per account';
COMMENT ON FUNCTION of_account(account) IS 'its address';
COMMENT ON CONSTRAINT lower_case ON account IS 'as people type';
COMMENT ON SCHEMA public IS 'all of it';
COMMENT ON COLUMN point3.label IS 'its name';
COMMENT ON CONSTRAINT above ON DOMAIN positive IS 'of course';
COMMENT ON SEQUENCE account_id_seq IS 'from a thousand';
COMMENT ON INDEX account_pkey IS 'by number';
COMMENT ON INDEX one_data IS 'of one part';
COMMENT ON CONSTRAINT "own key of one" ON event_2026_one IS 'its own';
COMMENT ON TRIGGER seen ON parted_one IS 'off here';
INSERT INTO base VALUES (1, 'a row of Ada');
`

// apart is what pg_dump writes in another way, a table that inherits, and what PostgreSQL 18 has.
const apart = `
CREATE TABLE child (c date) INHERITS (base);
ALTER TABLE child ALTER COLUMN c SET NOT NULL;
CREATE TABLE mark (b text DEFAULT 'x', m integer);
CREATE TABLE grandchild (own integer CHECK (own > 0)) INHERITS (mark, child);
ALTER TABLE grandchild ALTER COLUMN m SET NOT NULL;
ALTER TABLE grandchild ALTER COLUMN m SET DEFAULT 7;
CREATE TABLE joins_later (m integer, b text, z integer);
ALTER TABLE joins_later INHERIT mark;
CREATE TABLE late (a integer, b integer, c integer GENERATED ALWAYS AS (a + 1) VIRTUAL);
INSERT INTO late VALUES (NULL, 1);
ALTER TABLE late ADD CONSTRAINT not_yet NOT NULL a NOT VALID;
ALTER TABLE late ADD CONSTRAINT here_only NOT NULL b NO INHERIT;
CREATE TABLE marked (a integer CONSTRAINT always NOT NULL);
`

// database makes an empty database of a server and runs a script there.
func database(t *testing.T, server *pgserver.Server, name, script string) (address string) {
	t.Helper()
	ctx := context.Background()
	run := func(database, sql string) {
		t.Helper()
		conn, err := pgconn.ConnectConfig(ctx, server.Config(database))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, sql).ReadAll(); err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
	}
	run("postgres", "CREATE DATABASE "+name)
	run(name, script)
	return fmt.Sprintf("postgresql://%s:secret@127.0.0.1:%d/%s", server.Config(name).User, server.Port, name)
}

func started(t *testing.T, version string) *pgserver.Server {
	t.Helper()
	options := pgserver.FromEnvironment(os.Getenv, func(string) {})
	server, err := pgserver.Start(context.Background(), options, version, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

func mustPull(t *testing.T, address string) string {
	t.Helper()
	out, said, err := pulled(t, address)
	if err != nil {
		t.Fatal(err, said)
	}
	return out
}

// TestPostgres: a database made from what was pulled is pulled as the same text.
func TestPostgres(t *testing.T) {
	server := started(t, pgserver.EmbeddedVersion)
	first := mustPull(t, database(t, server, "first", made))
	fits(t, "postgres", first)
	whole := mustPull(t, database(t, server, "whole", wide+apart))
	again := mustPull(t, database(t, server, "again", whole))
	if body(whole) != body(again) {
		t.Errorf("another text\n%s", unlike(body(whole), body(again)))
	}
	late := analyzed(t, "postgres", whole+"\n-- QUERY late\nSELECT a, b FROM late;\n").Models[0].Queries[0].Row.Fields
	if !late[0].Nullable || late[1].Nullable {
		t.Errorf("NOT NULL of new rows holds for all, or that of all for none: %+v", late)
	}
	// A migration of the parent reaches the table that inherits.
	heir := analyzed(t, "postgres", whole+"\n-- MIGRATE next\nALTER TABLE base ALTER COLUMN a DROP NOT NULL;\n"+
		"ALTER TABLE base DROP COLUMN b;\n-- QUERY heir\nSELECT * FROM child;\n").Models[0].Queries[0].Row.Fields
	if len(heir) != 2 || !heir[0].Nullable || heir[1].Nullable {
		t.Errorf("what inherits has changed otherwise: %+v", heir)
	}
	for _, text := range []string{first, whole} {
		if strings.Contains(text, "Ada") || strings.Contains(text, "secret") {
			t.Errorf("rows or a password in\n%s", text)
		}
	}
	for _, want := range []string{"ADD CONSTRAINT not_yet NOT NULL a NOT VALID", "INHERITS (public.base)", "joins_later INHERIT public.mark", "DISABLE RULE off", "parted_one DISABLE TRIGGER seen",
		"SEQUENCE NAME public.own_numbers", `CONSTRAINT "own key of one" PRIMARY KEY`, "INDEX one_data ON", `CONSTRAINT above ON DOMAIN public.positive IS`, "CONSTRAINT always NOT NULL", "grandchild ALTER COLUMN m SET DEFAULT 7", `SELECT a.email`, "VIRTUAL"} {
		if !strings.Contains(whole, want) {
			t.Errorf("no %s in\n%s", want, whole)
		}
	}
	address := database(t, server, "other", "CREATE AGGREGATE mul(integer) (SFUNC = int4mul, STYPE = integer)")
	if _, said, err := pulled(t, address); err == nil || !strings.Contains(said, "aggregate public.mul(integer)") {
		t.Errorf("an aggregate: %v %s", err, said)
	}
	_, said, err := pulled(t, address+"missing")
	if err == nil || !strings.Contains(said, `database "othermissing" does not exist`) {
		t.Errorf("a database that is not there: %v %s", err, said)
	}
}

// unlike are the lines that one of two texts has alone.
func unlike(want, got string) string {
	var b strings.Builder
	for _, side := range [][2]string{{want, got}, {got, want}} {
		lines := strings.Split(side[1], "\n")
		for line := range strings.SplitSeq(side[0], "\n") {
			if !slices.Contains(lines, line) {
				b.WriteString(line + "\n")
			}
		}
		b.WriteString("---\n")
	}
	return b.String()
}

// body is a text without its first line, which names the database.
func body(text string) string { return text[strings.IndexByte(text, '\n'):] }

// TestDumped: pg_dump finds the same in a database and in the one that was made from what was pulled of it.
func TestDumped(t *testing.T) {
	version, err := exec.Command("pg_dump", "--version").Output()
	if err != nil {
		t.Skip("pg_dump is not on this machine")
	}
	major := regexp.MustCompile(`\) (\d+)`).FindStringSubmatch(string(version))
	if major == nil || embedded[major[1]] == "" {
		t.Skipf("no server for %s", version)
	}
	server := started(t, embedded[major[1]])
	own := regexp.MustCompile(`(?m)^\\(un)?restrict .*$`)
	dump := func(address string) string {
		out, err := exec.Command("pg_dump", "--schema-only", "--no-owner", "--no-privileges", address).Output()
		if err != nil {
			t.Fatal(err)
		}
		return own.ReplaceAllString(string(out), "")
	}
	address := database(t, server, "whole", wide)
	again := database(t, server, "again", mustPull(t, address))
	if want, got := dump(address), dump(again); got != want {
		t.Errorf("pg_dump finds something else\n%s", unlike(want, got))
	}
}

func TestWrong(t *testing.T) {
	other := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(other, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"pull which database?": nil,
		"neither a SQLite":     {other},
		"no such file":         {other + ".db"},
	} {
		if _, _, err := pulled(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if _, said, err := pulled(t, "postgresql://me:secret@word@127.0.0.1:1/db"); err == nil ||
		strings.Contains(said, "secret") {
		t.Errorf("a password is shown: %s", said)
	}
}

func program(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
