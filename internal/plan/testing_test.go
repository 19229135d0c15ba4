package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

func testDatabaseOf(generator string, m *ir.Model, migrations bool) (*TestDatabase, []diag.Diagnostic) {
	m.Name = ir.NewName("it's Mine")
	p, diags := Build(m, target.Find(generator), Options{Tests: true, Migrations: migrations}, "a#'b", "")
	return p.Test, diags
}

// TestSettingsOfScripts: what a script sets is undone, and nothing runs behind one that sets nothing.
func TestSettingsOfScripts(t *testing.T) {
	m := &ir.Model{Scripts: []ir.Script{
		{Statements: []string{"CREATE TABLE a ()"}},
		{Statements: []string{"set search_path = x"}},
		{Migrates: true, Statements: []string{"SELECT 1", "SELECT pg_catalog.set_config('search_path', '', false)"}},
		{Migrates: true},
	}}
	made, _ := testDatabaseOf("go/postgres/pgx", m, false)
	var firsts []string
	for _, sql := range made.Schema {
		firsts = append(firsts, strings.Fields(sql)[0])
	}
	if want := []string{"CREATE", "set", "DO", "SELECT", "SELECT", "SELECT", "DO"}; !slices.Equal(firsts, want) {
		t.Errorf("%q, not %q", firsts, want)
	}
	if other, _ := testDatabaseOf("go/postgres/pgx", &ir.Model{Scripts: m.Scripts[:1]},
		false); other.Server.Making == made.Server.Making {
		t.Error("two schemas have one template")
	}
	if name := made.Server.Making; strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || len(name) > 63 {
		t.Error(name)
	}
}

// TestRecordedMigrations: the migrations are recorded with the project's name, whatever is in it.
func TestRecordedMigrations(t *testing.T) {
	for _, generator := range []string{"go/sqlite/mattn", "go/duckdb", "go/postgres/pgx"} {
		made, _ := testDatabaseOf(generator, &ir.Model{Migrations: []ir.Migration{{ID: "#1", Canonical: "x"}}}, true)
		last := made.Schema[len(made.Schema)-1]
		if want := "VALUES ('a#''b', '#1', '" + (ir.Migration{Canonical: "x"}).Checksum() +
			"')"; !strings.HasSuffix(last, want) {
			t.Errorf("%s: %s", generator, last)
		}
	}
}

// TestAttachedTests: the tables of an attached database are not the unit's to make.
func TestAttachedTests(t *testing.T) {
	made, diags := testDatabaseOf("go/duckdb", &ir.Model{Attached: []ir.Attached{{Name: ir.NewName("prod")}}}, false)
	if made != nil || len(diags) != 1 || diags[0].Code != diag.NotSupported || !strings.Contains(diags[0].Msg, "prod") {
		t.Error(made, diags)
	}
}
