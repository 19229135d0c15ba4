package sqlc

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
)

// Import makes a project of that of sqlc which a file configures. What it leaves to the user is among the diagnostics,
// as warnings; nil where nothing can be made of it.
func Import(configPath string, _ []string) (*importer.Project, []diag.Diagnostic) {
	r, failed := importer.Open(configPath, "name sqlc's configuration: sqg import sqlc path/to/sqlc.yaml")
	if r == nil {
		return nil, failed
	}
	cfg, err := read(r.Config.Text)
	if err != nil {
		return nil, []diag.Diagnostic{{Code: diag.ConfigSyntax, Span: source.Span{File: r.Config},
			Msg: "this is no configuration of sqlc: " + err.Error()}}
	}
	c := &converter{Reader: r}
	p := &importer.Project{Name: c.ProjectName()}
	for i := range cfg.SQL {
		if u := c.unit(&cfg.SQL[i]); u != nil {
			p.Units = append(p.Units, u)
		}
	}
	c.tellApart(p)
	return p, c.Diags
}

type converter struct {
	*importer.Reader
	generated generated
}

var engines = map[string]*engine.Info{"postgresql": engine.Postgres, "sqlite": engine.SQLite}

func (c *converter) unit(e *entry) *importer.Unit {
	of := engines[cmp.Or(e.Engine, "postgresql")]
	if of == nil {
		c.Warn(c.Word(e.Engine), "it stays with sqlc", "sqg has no engine %s", e.Engine)
		return nil
	}
	c.Dialect = of.Dialect
	u := &importer.Unit{Name: "queries", Engine: of}
	c.gens(e, u)
	if e.Name != "" {
		u.Name = importer.UnitName(e.Name)
	}
	u.Schema = importer.Schema(c.Files(e.Schema), c.Dialect)
	names := map[string]bool{}
	for _, f := range c.Files(e.Queries) {
		out := &importer.File{Name: u.Unused(strings.TrimSuffix(path.Base(f.Path), ".sql"))}
		for _, q := range queries(f) {
			if names[q.name] {
				c.Warn(q.span, "rename one of the two", "there is a query %s already", q.name)
				continue
			}
			names[q.name] = true
			if s := c.statement(q); s != nil {
				out.Statements = append(out.Statements, s)
			}
		}
		u.Files = append(u.Files, out)
	}
	return u
}

// tellApart gives units names and folders of their own where there are several.
func (c *converter) tellApart(p *importer.Project) {
	if len(p.Units) < 2 {
		return
	}
	taken := map[string]int{}
	for _, u := range p.Units {
		for _, g := range u.Gens {
			if u.Name == "queries" && g.Name == "queries" {
				u.Name = importer.UnitName(path.Base(g.Output))
			}
		}
		if taken[u.Name]++; taken[u.Name] > 1 {
			u.Name = fmt.Sprintf("%s-%d", u.Name, taken[u.Name])
		}
		u.Folder = u.Name
	}
}

// commands are sqlc's, and what becomes of them.
var commands = map[string]struct {
	kind      string
	modifiers []string
	rows      bool
	note      string
}{
	"one":        {"QUERY", []string{"one"}, true, ""},
	"many":       {"QUERY", nil, true, ""},
	"exec":       {"EXEC", nil, false, ""},
	"execrows":   {"EXEC", nil, false, ""},
	"execresult": {"EXEC", nil, false, "it returns the number of rows that it changed, and no result of the driver"},
	"execlastid": {"EXEC", nil, false, "it returns the number of rows that it changed; RETURNING has the id"},
	"copyfrom":   {"EXEC", []string{"bulk"}, false, ""},
	"batchexec":  {"EXEC", []string{"batch"}, false, "it takes a list of rows and runs at once, all or none"},
	"batchone":   {"QUERY", []string{"bulk", "one"}, true, "it takes a list of rows and returns a list"},
	"batchmany":  {"QUERY", []string{"bulk"}, true, "it takes a list of rows and returns a list of lists"},
}

func (c *converter) statement(q query) *importer.Statement {
	command, known := commands[q.command]
	if !known {
		c.Warn(q.span, "", "sqg has no :%s", q.command)
		return nil
	}
	if command.note != "" {
		c.Warn(q.span, "", "%s was :%s: %s", q.name, q.command, command.note)
	}
	s := &importer.Statement{Kind: command.kind, Name: q.name, Modifiers: slices.Clone(command.modifiers), Doc: q.doc,
		Span: q.span, Rows: command.rows}
	_, end := c.One(s, "sqlc", q.sql)
	sql := q.sql[:end]
	text := importer.Lex(c.Dialect, sql)
	uses, embeds := parameters(text)
	names := c.names(q, text, uses)
	s.SQL = rewritten(sql, uses, embeds, names)
	s.Params = ordered(uses, names)
	for i, u := range uses {
		if u.nullable && !slices.ContainsFunc(s.Samples,
			func(have importer.Sample) bool { return have.Name == names[i] }) {
			s.Samples = append(s.Samples, importer.Sample{Name: names[i], Value: "null"})
		}
		if u.slice {
			s.Lists = importer.Added(s.Lists, names[i])
		}
	}
	for _, e := range embeds {
		s.Embeds = importer.Added(s.Embeds, e.name)
		c.Warn(q.span, "take it from there", "sqlc.embed(%s) of %s: it is the object %[1]s of the row", e.name, q.name)
	}
	if table, columns := loads(text, uses); q.command == "copyfrom" && table != "" {
		s.Kind, s.Table, s.Modifiers, s.SQL, s.Params = "TABLE", table,
			[]string{"appender(" + strings.Join(columns, ", ") + ")"}, "", nil
		c.Warn(q.span, "", "%s was :copyfrom: its method is bulkInsert%s, in the language's own case", q.name, q.name)
	}
	if m, ok := c.generated.methods[q.name]; ok && s.Rows {
		s.Claims = m.claims
		if m.scalar {
			s.Modifiers = append(s.Modifiers, "pluck")
		}
		if m.row != q.name+"Row" {
			s.Result = m.row
		}
		if s.Result != "" {
			s.Modifiers = append(s.Modifiers, "result="+s.Result)
		}
	}
	return s
}

// rewritten is the statement with parameters as sqg has them.
func rewritten(sql string, uses, embeds []use, names []string) string {
	var edits []importer.Edit
	for i, u := range uses {
		edits = append(edits, importer.Edit{Start: u.start, End: u.end, Text: "${" + names[i] + "}"})
	}
	for _, e := range embeds {
		edits = append(edits, importer.Edit{Start: e.start, End: e.end, Text: e.name + ".*"})
	}
	return importer.Edited(sql, edits)
}

// ordered are the parameters in the order of sqlc's method: of their numbers, else of their first use.
func ordered(uses []use, names []string) []string {
	at := make([]int, len(uses))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return uses[a].number - uses[b].number })
	var list []string
	for _, i := range at {
		list = importer.Added(list, names[i])
	}
	return list
}

// loads is the table and the columns of an INSERT of nothing but parameters; "" for any other statement.
func loads(t importer.Text, uses []use) (table string, columns []string) {
	if !t.Is(0, "INSERT") || !t.Is(1, "INTO") {
		return "", nil
	}
	table, columns, values, end := t.Inserted(1)
	if len(columns) == 0 || end < len(t.List)-1 || len(values) != len(columns) || len(uses) != len(columns) {
		return "", nil
	}
	for i, v := range values {
		if v[0] != uses[i].start || v[1] != uses[i].end {
			return "", nil
		}
	}
	return table, columns
}
