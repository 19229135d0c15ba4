// Package sqlx reads the statements of a crate that uses SQLx.
package sqlx

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
)

// engines are those that SQLx and sqg have, by the feature of SQLx.
var engines = []struct {
	feature   string
	engine    *engine.Info
	generator string
}{
	{`"postgres"`, engine.Postgres, "rust/postgres/tokio-postgres"},
	{`"sqlite"`, engine.SQLite, "rust/sqlite/rusqlite"},
}

// Import makes a project of the crate whose Cargo.toml this is. schema are the patterns of the files that make the
// schema; without them it is the folder migrations. What is left to the user is among the diagnostics, as warnings;
// nil where nothing can be made of it.
func Import(cargo string, schema []string) (*importer.Project, []diag.Diagnostic) {
	r, failed := importer.Open(cargo, "name the crate's folder: sqg import sqlx path/to/crate")
	if r == nil {
		return nil, failed
	}
	if len(schema) == 0 {
		schema = []string{"migrations"}
	}
	u := &importer.Unit{Name: "queries"}
	for _, e := range engines {
		if u.Engine == nil && strings.Contains(r.Config.Text, e.feature) {
			u.Engine = e.engine
			u.Gens = []importer.Gen{{Generator: e.generator, Output: "./src/sqg/"}}
		}
	}
	if u.Engine == nil {
		return nil, []diag.Diagnostic{{Code: diag.UnknownGenerator, Span: source.Span{File: r.Config},
			Msg:  "no feature of sqlx names an engine that sqg has",
			Hint: `it takes features = ["postgres", …] or ["sqlite", …]`}}
	}
	r.Dialect = u.Engine.Dialect
	u.Schema = importer.Schema(r.Files(schema), r.Dialect)
	c := &converter{Reader: r, taken: map[string]bool{}, recorded: readRecorded(r.Dir)}
	for _, f := range c.Sources("**/*.rs", "target", importer.Folder) {
		base := strings.TrimSuffix(filepath.Base(f.Path), ".rs")
		if base == "mod" {
			base = filepath.Base(filepath.Dir(filepath.FromSlash(f.Path)))
		}
		out := &importer.File{Name: u.Unused(base)}
		for _, call := range calls(f) {
			if s := c.statement(call); s != nil {
				out.Statements = append(out.Statements, s)
			}
		}
		if len(out.Statements) > 0 {
			u.Files = append(u.Files, out)
		}
	}
	return &importer.Project{Name: r.ProjectName(), Units: []*importer.Unit{u}}, r.Diags
}

type converter struct {
	*importer.Reader
	taken    map[string]bool
	recorded map[string][]importer.Claim
}

func (c *converter) statement(of call) *importer.Statement {
	args := of.args
	result := ""
	if strings.HasSuffix(of.macro, "_as") && len(args) > 0 {
		result, args = lastWord(args[0]), args[1:]
	}
	name := c.unused(of.fn)
	if len(args) == 0 {
		return nil
	}
	text, ok := literal(args[0])
	if !ok {
		c.Warn(of.span, "write the SQL into a file of sqg's", "the statement of %s is no string", name)
		return nil
	}
	if strings.HasPrefix(of.macro, "query_file") {
		f, err := source.Read(filepath.Join(c.Dir, filepath.FromSlash(text)))
		if err != nil {
			c.Warn(of.span, "", "cannot read %s: %v", text, err)
			return nil
		}
		text = f.Text
	}
	s := &importer.Statement{Kind: "QUERY", Name: name, Span: of.span, Rows: true, Claims: c.recorded[text]}
	switch {
	case of.fetch == "execute":
		s.Kind, s.Rows = "EXEC", false
	case of.fetch == "fetch_one":
		s.Modifiers = append(s.Modifiers, "one!")
	case of.fetch == "fetch_optional":
		s.Modifiers = append(s.Modifiers, "one")
	}
	switch {
	case strings.HasSuffix(of.macro, "_scalar") && s.Rows:
		s.Modifiers = append(s.Modifiers, "pluck")
	case result != "" && s.Rows:
		s.Result = result
		s.Modifiers = append(s.Modifiers, "result="+result)
	default:
		s.Rows = false // a row of one column is a struct, too
	}
	start, end := c.One(s, "SQLx", text)
	s.SQL = c.rewritten(s, text[start:end], args[1:])
	return s
}

// unused is the name of a function, with a number where a statement has it already.
func (c *converter) unused(fn string) string {
	if fn == "" {
		fn = "query"
	}
	name := importer.Free(fn, func(name string) bool { return c.taken[name] })
	c.taken[name] = true
	return name
}

var (
	asType  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s+as\s+[\w:<>&\[\]\s]+$`) })
	trailer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.\w+\(\)$|\?$|\.await$`) })
	ending  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\W)([A-Za-z_]\w*)$`) })
)

// lastWord is the last name of an expression, such as id of &self.user.id as _; "" where there is none.
func lastWord(expr string) string {
	expr = asType().ReplaceAllString(strings.TrimSpace(expr), "")
	for trailer().MatchString(expr) {
		expr = trailer().ReplaceAllString(expr, "")
	}
	expr = strings.TrimRight(expr, " )")
	m := ending().FindStringSubmatch(expr)
	if m == nil || m[1] == "true" || m[1] == "false" || m[1] == "None" {
		return ""
	}
	return m[1]
}

// rewritten is the statement as sqg has it, with what its annotation says then.
func (c *converter) rewritten(s *importer.Statement, sql string, args []string) string {
	var marks []importer.Mark
	var edits []importer.Edit
	t := importer.Lex(c.Dialect, sql)
	next := 0
	for i, l := range t.List {
		raw := t.Raw(i)
		switch {
		case l.Name && l.Text == "" && t.Is(i-1, "AS"):
			plain, typ, typed := strings.Cut(strings.Trim(raw, `"`), ":")
			name, said := importer.Alias(plain)
			if typed && strings.TrimSpace(typ) != "_" {
				c.Warn(s.Span, "an override in sqg.yaml gives columns types",
					"%s of %s is a %s: it has the type of its column now", name, s.Name, strings.TrimSpace(typ))
			}
			if said != "" {
				s.Results = append(s.Results, importer.Sample{Name: name, Value: said})
			}
			if typed || said != "" {
				edits = append(edits, importer.Edit{Start: l.Start, End: l.End, Text: `"` + name + `"`})
			}
		case l.Text == "" && !l.Name && (raw[0] == '$' || raw[0] == '?') && strings.Trim(raw[1:], "0123456789") == "":
			next++
			if n, err := strconv.Atoi(raw[1:]); err == nil {
				next = n
			}
			marks = append(marks, importer.Mark{Start: l.Start, End: l.End, Number: next})
		}
	}
	names, guesses, taken := map[int]string{}, t.Guesses(marks), map[string]bool{}
	for _, m := range marks {
		if names[m.Number] == "" {
			base := guesses[m.Number]
			if m.Number <= len(args) && lastWord(args[m.Number-1]) != "" {
				base = lastWord(args[m.Number-1])
			}
			if base == "" {
				base = fmt.Sprintf("arg%d", m.Number)
			}
			name := importer.Free(base, func(name string) bool { return taken[name] })
			names[m.Number], taken[name] = name, true
		}
		edits = append(edits, importer.Edit{Start: m.Start, End: m.End, Text: "${" + names[m.Number] + "}"})
	}
	for n := 1; n <= len(names); n++ {
		s.Params = append(s.Params, names[n])
	}
	return importer.Edited(sql, edits)
}
