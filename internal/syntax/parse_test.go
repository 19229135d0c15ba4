package syntax_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

func TestMain(m *testing.M) { golden.Main(m, "testdata/*/*.golden") }

// TestGolden parses testdata/DIALECT/*.sql and compares blocks and diagnostics with what is kept.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data", err)
	}
	for _, path := range paths {
		file, err := source.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Path = filepath.Base(path)
		blocks, diags := syntax.Parse(file, engine.Find(filepath.Base(filepath.Dir(path))).Dialect)
		checkParts(t, file, blocks)
		golden.Check(t, strings.TrimSuffix(path, ".sql")+".golden", show(blocks, diags))
	}
}

// show writes blocks and diagnostics for reading.
func show(blocks []*syntax.Block, diags []diag.Diagnostic) string {
	var out bytes.Buffer
	for _, b := range blocks {
		line, _ := b.Span.File.Position(b.Span.Start)
		fmt.Fprintf(&out, "%d: %s %q%s\n", line, b.Kind, b.Name, showModifiers(b.Mods))
		if len(b.Path) > 1 {
			fmt.Fprintf(&out, "  path %q\n", b.Path)
		}
		for _, d := range b.Doc {
			fmt.Fprintf(&out, "  doc %q\n", d)
		}
		for _, f := range b.Fields {
			fmt.Fprintf(&out, "  field %s param=%t type=%q null=%t notnull=%t doc=%q\n", f.Name, f.Param, f.Type,
				f.Null, f.NotNull, f.Doc)
		}
		for _, s := range b.Sets {
			fmt.Fprintf(&out, "  set %s = %s null=%t\n", s.Name, s.Value, s.Null)
		}
		if len(b.Uses) > 0 {
			fmt.Fprintf(&out, "  uses %s\n", strings.Join(b.Uses, ", "))
		}
		text := b.Script
		if !b.IsScript() {
			text = b.Statement(func(use int) string { return "⟨" + b.Uses[use] + "⟩" }).SQL
		}
		for _, l := range strings.Split(text, "\n") {
			if text != "" {
				fmt.Fprintf(&out, "  | %s\n", l)
			}
		}
		if b.Broken {
			fmt.Fprintln(&out, "  broken")
		}
	}
	var l diag.List
	l.Add(diags...)
	if len(diags) > 0 {
		fmt.Fprintln(&out)
	}
	if err := diag.WriteText(&out, l.All(), false); err != nil {
		panic(err)
	}
	return out.String()
}

func showModifiers(m syntax.Modifiers) string {
	var out string
	for _, f := range []struct {
		name string
		on   bool
	}{{"all", m.All}, {"one", m.One}, {"pluck", m.Pluck}, {"batch", m.Batch}, {"bulk", m.Bulk},
		{"appender", m.Appender}} {
		if f.on {
			out += " :" + f.name
		}
	}
	if m.Result != "" {
		out += fmt.Sprintf(" :result=%q", m.Result)
	}
	if m.Source != "" {
		out += fmt.Sprintf(" :source=%q", m.Source)
	}
	if len(m.Columns) > 0 {
		out += fmt.Sprintf(" (%q)", m.Columns)
	}
	return out
}

// checkParts fails unless parts follow each other inside the body, nothing but @set lines lies between them, every part
// says what the user wrote, and offsets map back to where they came from.
func checkParts(t *testing.T, file *source.File, blocks []*syntax.Block) {
	t.Helper()
	for _, b := range blocks {
		at := b.Body.Start
		for _, p := range b.Parts {
			if gap := file.Text[at:p.Span.Start]; gap != "" &&
				!strings.HasPrefix(strings.TrimLeft(gap, syntax.Blanks), "@") {
				t.Errorf("%s %s: %q is in no part", b.Kind, b.Name, gap)
			}
			if p.Param < 0 && strings.ReplaceAll(p.Text, "\r\n", "\n") != strings.ReplaceAll(p.Span.Text(), "\r\n",
				"\n") {
				t.Errorf("%s %s: part %q stands for %q", b.Kind, b.Name, p.Text, p.Span.Text())
			}
			if p.Param >= 0 && p.Span.Text() != "${"+b.Uses[p.Param]+"}" {
				t.Errorf("%s %s: parameter %d stands for %q", b.Kind, b.Name, p.Param, p.Span.Text())
			}
			at = p.Span.End
		}
		if len(b.Parts) > 0 && at != b.Body.End {
			t.Errorf("%s %s: %q is in no part", b.Kind, b.Name, file.Text[at:b.Body.End])
		}
		text := b.Statement(func(int) string { return "?" })
		sql, mapped := text.SQL, text.At
		if b.IsScript() {
			sql, mapped = b.Script, b.MapScript
		}
		for i := 0; i < len(sql); i += 1 + len(sql)/500 { // of a long text some offsets only: each is found from the start
			s := mapped(i)
			if s.Start < b.Body.Start || s.End > b.Body.End || s.Start >= s.End {
				t.Fatalf("%s %s: offset %d maps outside the body", b.Kind, b.Name, i)
			}
			if c := s.Text()[0]; c != sql[i] && !(c == '$' && sql[i] == '?') && !(c == '\r' && sql[i] == '\n') {
				t.Fatalf("%s %s: offset %d is %q, mapped to %q", b.Kind, b.Name, i, sql[i], s.Text())
			}
		}
	}
}

// TestArgumentsInScripts: in PostgreSQL $1 stands for a function's argument, in the bodies that scripts hold.
func TestArgumentsInScripts(t *testing.T) {
	const text = "-- MIGRATE 1\nCREATE FUNCTION f(int) RETURNS int LANGUAGE sql RETURN $1;\n"
	for dialect, want := range map[string]int{"postgres": 0, "sqlite": 1} {
		if _, diags := syntax.Parse(source.New("f.sql", text), engine.Find(dialect).Dialect); len(diags) != want {
			t.Errorf("%s: %v", dialect, diags)
		}
	}
}
