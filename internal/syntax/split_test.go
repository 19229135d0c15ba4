package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"", ""},
		{" ; -- x;\n /* ; /* ; */ */ ;", ""},
		{"SELECT 1; select ';' ;SELECT \";\", E'\\';' -- end;\n",
			`[SELECT 1|SELECT 1] [select ';'|SELECT] [SELECT ";", E'\';'|SELECT]`},
		{"CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); x",
			"[CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)|CREATE RULE R AS ON INSERT TO T DO] [x|X]"},
		{"DO $$ BEGIN x; END; $$; DO $a$ ; $$ ; $a$", "[DO $$ BEGIN x; END; $$|DO] [DO $a$ ; $$ ; $a$|DO]"},
		{"CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; y",
			"[CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END|CREATE OR REPLACE FUNCTION F RETURNS INT BEGIN ATOMIC SELECT CASE WHEN] [y|Y]"},
		{"BEGIN; SELECT 1; END; COMMIT", "[BEGIN|BEGIN] [SELECT 1|SELECT 1] [END|END] [COMMIT|COMMIT]"},
		{"COPY t (a, b) FROM stdin;", "[COPY t (a, b) FROM stdin|COPY T FROM STDIN]"},
		{"SELECT ')'; SELECT 1);SELECT 2", "[SELECT ')'|SELECT] [SELECT 1)|SELECT 1] [SELECT 2|SELECT 2]"},
		{"SELECT 'open; ", "[SELECT 'open; |SELECT]"},
	} {
		var got []string
		for _, s := range engine.Postgres.Dialect.Split(c.script) {
			got = append(got, fmt.Sprintf("[%s|%s]", c.script[s.Start:s.End], strings.Join(s.Words, " ")))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.script, g, c.want)
		}
	}
}

func TestShellCommands(t *testing.T) {
	for script, want := range map[string]int{"\\i x.sql\nSELECT 1": 0, "SELECT 1 \\gx": 9,
		"SELECT '\\', E'\\\\', $$\\$$ -- \\": -1, "SELECT 1 \\g \\g": 9} {
		if got := engine.Postgres.Dialect.Split(script); got[0].Shell != want {
			t.Errorf("%q: %d, want %d", script, got[0].Shell, want)
		}
	}
}

func TestMarks(t *testing.T) {
	sql := `SELECT $1, '$2', "$3", $10::int, a$4 -- $5` + "\n, $$ $6 $$, $7"
	var got []string
	for _, at := range engine.Postgres.Dialect.Marks(sql) {
		got = append(got, sql[at[0]:at[1]])
	}
	if g := strings.Join(got, " "); g != "$1 $10 $7" {
		t.Error(g)
	}
}
