package plan

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestSteps: which index a statement makes, whose half is dropped before.
func TestSteps(t *testing.T) {
	p := &Program{Target: target.Find("go/postgres/pgx")}
	for _, c := range [][2]string{
		{`CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (x)`, `to_regclass('T') (parse_ident('I'))`},
		{"create unique index /* a */ concurrently if not exists \"My 'i\" -- b\n on only s . \"T\" using btree (x)",
			`to_regclass('S."T"') (parse_ident('"My ''i"'))`},
		{`CREATE INDEX CONCURRENTLY ON t (x)`, ""},
		{`VACUUM t`, ""},
	} {
		undo := p.Steps(ir.Migration{Statements: []string{c[0]}})[0].Undo
		if (undo == "") != (c[1] == "") {
			t.Errorf("%s: %s", c[0], undo)
		}
		for part := range strings.SplitSeq(c[1], " (") {
			if !strings.Contains(undo, strings.TrimPrefix(part, "(")) {
				t.Errorf("%s: no %s in %s", c[0], part, undo)
			}
		}
	}
}

// TestScript: the limits of a transaction stand in front of its migration, where the program applies it.
func TestScript(t *testing.T) {
	p := &Program{Target: target.Find("go/postgres/pgx"),
		Options: Options{Migrations: true, LockTimeout: 200, StatementTimeout: 60000}}
	m := ir.Migration{SQL: "CREATE TABLE t ()"}
	if got, want := p.Script(m),
		"SET LOCAL lock_timeout = 200;\nSET LOCAL statement_timeout = 60000;\nCREATE TABLE t ()"; got != want {
		t.Error(got)
	}
	alone := ir.Migration{SQL: "VACUUM t", Statements: []string{"VACUUM t"}}
	if got := p.Script(alone); got != alone.SQL {
		t.Error(got)
	}
	p.Options.Migrations = false // getMigrations() alone
	if got := p.Script(m); got != m.SQL {
		t.Error(got)
	}
}
