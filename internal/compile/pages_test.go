package compile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestPagesOfTexts: what is told of a page's keys holds for each text of a statement, and not only for that with
// everything. What is wanted are the keys that may be NULL, or the beginning of the error.
func TestPagesOfTexts(t *testing.T) {
	for _, c := range []struct{ options, statement, want string }{
		{"", "SELECT id, due FROM item WHERE due > 1 ORDER BY due, id LIMIT ${size}", ""},
		{"", "SELECT id, due FROM item WHERE true\n AND due > ${low} --?\n ORDER BY due, id LIMIT ${size}", "page_due"},
		{"", "SELECT id, due FROM item WHERE true\n AND due > ${low} --?\n AND id > ${from} --?\n" +
			"ORDER BY due, id LIMIT ${size}", "page_due"},
		{"choices: {only: {due: due IS NOT NULL, all: 'true'}}",
			"SELECT id, due FROM item WHERE ${only} ORDER BY due, id LIMIT ${size}", "page_due"},
		{"", "SELECT name FROM item WHERE kind = ${kind} ORDER BY name LIMIT ${size}", ""},
		{"", "SELECT name FROM item WHERE true\n AND kind = ${kind} --?\n ORDER BY name LIMIT ${size}",
			"without after, before, kind: two rows can have the same name"},
		{"", "SELECT name FROM item WHERE true\n AND kind = ${kind} --?\n AND id > ${from} --?\n AND due = ${due} --?\n" +
			"ORDER BY name LIMIT ${size}", "without after, before, kind"},
		{"", "SELECT code FROM item WHERE true\n AND code > ${low} --?\n ORDER BY code LIMIT ${size}",
			"without after, before, low: two rows can have the same code"},
		{"choices: {sort: {a: id, b: name}}",
			"SELECT id, name FROM item WHERE true\n AND kind = ${kind} --?\n ORDER BY ${sort} LIMIT ${size}",
			"without after, before, kind, with sort = b: two rows can have the same name"},
	} {
		for _, engine := range []string{"postgres", "sqlite", "duckdb"} {
			text := "-- MIGRATE 1\nCREATE TABLE item (id INTEGER PRIMARY KEY, due INTEGER, kind INTEGER NOT NULL, " +
				"name VARCHAR(9) NOT NULL, code INTEGER, UNIQUE (kind, name), UNIQUE (code));\n\n/* QUERY q :page\n" + c.options +
				"\n*/\n" + c.statement + ";\n"
			path := filepath.Join(t.TempDir(), "q.sql")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			r := Analyze(context.Background(), engine, "u", []config.InputFile{{Path: path, Name: "q.sql"}}, Options{})
			if diags := r.Diags.All(); len(diags) > 0 {
				if c.want == "" || !strings.HasPrefix(diags[0].Msg, c.want) {
					t.Errorf("%s, %s: %s, want %s", engine, c.statement, diags[0].Msg, c.want)
				}
				continue
			}
			var nullable []string
			for _, p := range r.Models[0].Queries[0].Params {
				if strings.HasPrefix(p.Name.SQL, "page_") && p.Nullable {
					nullable = append(nullable, p.Name.SQL)
				}
			}
			if got := strings.Join(nullable, " "); got != c.want {
				t.Errorf("%s, %s: %s, want %s", engine, c.statement, got, c.want)
			}
		}
	}
}

// TestPageRanges: PostgreSQL asks each range of an index for its rows where the first key may be NULL; the other
// engines have one condition.
func TestPageRanges(t *testing.T) {
	for _, engine := range []string{"postgres", "sqlite", "duckdb"} {
		path := filepath.Join(t.TempDir(), "q.sql")
		text := "-- MIGRATE 1\nCREATE TABLE item (id INTEGER PRIMARY KEY, due INTEGER);\n\n-- QUERY q :page\n" +
			"SELECT id, due FROM item WHERE id > ${low} ORDER BY due DESC NULLS LAST, id LIMIT ${size};\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := Analyze(context.Background(), engine, "u", []config.InputFile{{Path: path, Name: "q.sql"}}, Options{})
		if diags := r.Diags.All(); len(diags) > 0 {
			t.Fatal(diags)
		}
		var texts strings.Builder
		p, _ := plan.Build(r.Models[0], target.Find("go/"+engine), plan.Options{Package: "app"}, "u", "1.0.0")
		method := p.Methods[0]
		for _, mask := range ir.Masks(method.Terms(), method.Refusals) {
			sql, _ := method.Chosen(mask, p.Numbered())
			if sql += ";\n\n"; !strings.Contains(texts.String(), sql) {
				texts.WriteString(sql)
			}
		}
		golden.Check(t, "testdata/pages/"+engine+".sql", texts.String())
	}
}
