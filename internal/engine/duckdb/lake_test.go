package duckdb

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// inLake makes a scratch database whose tables are in a DuckLake, too. The lake's files are in a folder of the test.
func inLake(t *testing.T, schema string) *session {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	s := extended(t, "", nil)
	if err := s.InLake(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(ctx, schema); err != nil {
		t.Fatal(err)
	}
	return s
}

const lakeSchema = `CREATE TABLE event (id BIGINT NOT NULL, amount DECIMAL(10,2), moment TIMESTAMP NOT NULL DEFAULT now());
CREATE SCHEMA old; CREATE TABLE old.event AS FROM event; CREATE VIEW recent AS FROM event; INSERT INTO event (id) SELECT range FROM range(10);`

// TestLake: what a DuckLake lacks is refused, in scripts and statements, and what it has is not.
func TestLake(t *testing.T) {
	s := inLake(t, lakeSchema)
	for _, sql := range []string{
		"SELECT * FROM recent WHERE amount > $1", "INSERT INTO event (id) VALUES ($1)", "UPDATE old.event SET amount = $1 WHERE id = $2",
		"MERGE INTO event AS e USING (SELECT $1::BIGINT AS id) AS n ON e.id = n.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (n.id)",
		"CREATE TEMP TABLE large AS SELECT * FROM event WHERE amount > $1::DECIMAL(10,2)", "CREATE TABLE a (b INTEGER)",
		"DELETE FROM event WHERE id IN (SELECT id FROM old.event)", "SUMMARIZE event", "TRUNCATE event",
	} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql, Params: params(sql)}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, c := range []struct{ sql, message string }{
		{"INSERT INTO event (id) VALUES ($1) RETURNING id", "RETURNING clause not yet supported for insertion into DuckLake table"},
		{"MERGE INTO event AS e USING (SELECT $1::BIGINT AS id) AS n ON e.id = n.id WHEN MATCHED AND n.id > 3 THEN DELETE WHEN MATCHED THEN UPDATE SET amount = 1",
			"MERGE INTO with DuckLake only supports a single UPDATE/DELETE action currently"},
		{"CREATE TABLE a AS SELECT [1, 2]::INTEGER[2] AS b, $1::INTEGER AS c", "unsupported type INTEGER[2]"},
		{"SELECT * FROM event AT (VERSION => 3)", "AT is for tables of a lake"},
		{"CREATE INDEX i ON event (id)", "DuckLake does not support indexes"},
	} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Params: params(c.sql)})
		enginetest.Answers(t, err, c.sql, c.message, "", "")
	}
	migrate := func(script string) error { return s.Migrate(ctx, engine.Migration{Script: script}) }
	for _, c := range []struct {
		run             func(script string) error
		script, message string
	}{
		{migrate, "CREATE TABLE a (id INTEGER PRIMARY KEY)", "PRIMARY KEY/UNIQUE constraints are not supported in DuckLake"},
		{migrate, "CREATE TYPE mood AS ENUM ('ok')", "DuckLake does not support user-defined types"},
		{func(script string) error { return s.Apply(ctx, script) }, "CREATE SEQUENCE s", "DuckLake does not support sequences"},
		{migrate, "CREATE TABLE b (c BIT)", "unsupported type BIT"},
		{migrate, "CREATE TABLE d (id INTEGER); INSERT INTO d VALUES (1)", ""},
	} {
		enginetest.Answers(t, c.run(c.script), c.script, c.message, "", "")
	}
}

// TestLakeBesidePostgres: a lake has the tables of a PostgreSQL beside it, as the scratch database has.
func TestLakeBesidePostgres(t *testing.T) {
	_, address := postgresWith(t, "CREATE TABLE people (id bigint NOT NULL)")
	s := inLake(t, lakeSchema)
	if err := s.Attach(ctx, "prod", address, false); err != nil {
		t.Fatal(err)
	}
	for sql, message := range map[string]string{
		"SELECT p.id, e.amount FROM prod.people AS p JOIN event AS e ON e.id = p.id": "",
		"INSERT INTO event (id) SELECT id FROM prod.public.people":                   "",
		"INSERT INTO event (id) SELECT id FROM prod.people RETURNING id":             "RETURNING",
		"DELETE FROM prod.people": "read-only",
	} {
		_, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		enginetest.Answers(t, err, sql, message, "", "")
	}
}

// TestLakeIsShutOff: statements in the lake reach no file but those of its tables, which are gone with it.
func TestLakeIsShutOff(t *testing.T) {
	s := inLake(t, lakeSchema)
	outside := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(outside, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{
		"COPY event TO '" + outside + ".csv'", "ATTACH 'ducklake:" + outside + ".db' AS other (DATA_PATH '" + outside + "/')",
		"INSERT INTO event (id) FROM read_csv('" + outside + "')", "CALL ducklake_add_data_files('lake', 'event', '" + outside + "')",
		"SET enable_external_access = true", "SET allowed_directories = ['/']",
	} {
		if err := s.lake.exec(ctx, script); err == nil {
			t.Errorf("%s runs", script)
		}
	}
	folder := s.lake.folder
	if _, err := os.Stat(folder); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Error(err)
	}
	s.lake = nil // closed already
}
