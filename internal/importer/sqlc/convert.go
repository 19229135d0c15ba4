package sqlc

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Import makes a project of that of sqlc which a file configures. What it leaves to the user is among the diagnostics,
// as warnings; nil where nothing can be made of it.
func Import(configPath string) (*importer.Project, []diag.Diagnostic) {
	file, err := source.Read(configPath)
	if err != nil {
		return nil, []diag.Diagnostic{{Code: diag.NoFiles, Msg: "cannot read " + configPath + ": " + err.Error(), Hint: "name sqlc's configuration: sqg import sqlc path/to/sqlc.yaml"}}
	}
	cfg, err := read(file.Text)
	if err != nil {
		return nil, []diag.Diagnostic{{Code: diag.ConfigSyntax, Span: source.Span{File: file}, Msg: "this is no configuration of sqlc: " + err.Error()}}
	}
	dir := filepath.Dir(configPath)
	c := &converter{dir: dir, config: file, generated: generated{}}
	p := &importer.Project{Name: "app"}
	if full, err := filepath.Abs(dir); err == nil {
		p.Name = strings.Trim(notInNames(filepath.Base(full)), "-_")
	}
	if p.Name == "" || p.Name[0] < 'A' {
		p.Name = "app"
	}
	for i := range cfg.SQL {
		if u := c.unit(&cfg.SQL[i], i); u != nil {
			p.Units = append(p.Units, u)
		}
	}
	c.tellApart(p)
	return p, c.diags
}

type converter struct {
	dir       string
	config    *source.File
	dialect   syntax.Dialect
	engine    *engine.Info
	generated generated
	options   *goOptions
	diags     []diag.Diagnostic
}

// warn says what is left to the user, and where.
func (c *converter) warn(at source.Span, hint, format string, args ...any) {
	c.diags = append(c.diags, diag.Diagnostic{Code: diag.Imported, Severity: diag.Warning, Span: at, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// word is the first place in the configuration where a text stands.
func (c *converter) word(text string) source.Span {
	at := strings.Index(c.config.Text, text)
	if text == "" || at < 0 {
		return source.Span{File: c.config}
	}
	return source.Span{File: c.config, Start: at, End: at + len(text)}
}

var engines = map[string]*engine.Info{"postgresql": engine.Postgres, "sqlite": engine.SQLite}

func (c *converter) unit(e *entry, i int) *importer.Unit {
	c.engine = engines[cmp.Or(e.Engine, "postgresql")]
	if c.engine == nil {
		c.warn(c.word(e.Engine), "it stays with sqlc", "sqg has no engine %s", e.Engine)
		return nil
	}
	c.dialect = c.engine.Dialect
	u := &importer.Unit{Name: "queries", Engine: c.engine}
	c.gens(e, u)
	if e.Name != "" {
		u.Name = notInNames(e.Name)
	}
	u.Schema = importer.Schema(c.files(e.Schema), c.dialect)
	taken := map[string]bool{importer.SchemaFile: true}
	names := map[string]bool{}
	for _, f := range c.files(e.Queries) {
		out := &importer.File{Name: path.Base(f.Path)}
		for n := 2; taken[out.Name]; n++ {
			out.Name = fmt.Sprintf("%s_%d.sql", strings.TrimSuffix(path.Base(f.Path), ".sql"), n)
		}
		taken[out.Name] = true
		for _, q := range queries(f) {
			if names[q.name] {
				c.warn(q.span, "rename one of the two", "there is a query %s already", q.name)
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
				u.Name = notInNames(path.Base(g.Output))
			}
		}
		if taken[u.Name]++; taken[u.Name] > 1 {
			u.Name = fmt.Sprintf("%s-%d", u.Name, taken[u.Name])
		}
		u.Folder = u.Name
	}
}

// files are the SQL files of paths, which may be folders and patterns.
func (c *converter) files(of paths) (files []*source.File) {
	for _, p := range of {
		found, err := filepath.Glob(filepath.Join(c.dir, filepath.FromSlash(p)))
		if err != nil || len(found) == 0 {
			c.warn(c.word(p), "", "there is no %s", p)
		}
		for _, at := range found {
			err := filepath.WalkDir(at, func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case d.IsDir() && name != at:
					return fs.SkipDir // as sqlc does
				case d.IsDir() || name != at && !strings.HasSuffix(name, ".sql"):
					return nil
				}
				f, err := source.Read(name)
				if err == nil {
					files = append(files, f)
				}
				return err
			})
			if err != nil {
				c.warn(c.word(p), "", "cannot read %s: %v", p, err)
			}
		}
	}
	return files
}

// notInNames leaves what the name of a unit may hold.
func notInNames(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}, text)
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
		c.warn(q.span, "", "sqg has no :%s", q.command)
		return nil
	}
	if command.note != "" {
		c.warn(q.span, "", "%s was :%s: %s", q.name, q.command, command.note)
	}
	s := &importer.Statement{Kind: command.kind, Name: q.name, Modifiers: slices.Clone(command.modifiers), Doc: q.doc, Span: q.span, Rows: command.rows}
	sql := q.sql
	if all := c.dialect.Split(sql); len(all) > 0 {
		sql = sql[:all[0].End]
		if len(all) > 1 {
			s.Refused = "it holds more than one statement"
			c.warn(q.span, "write an annotation above each", "%s stays with sqlc: %s", q.name, s.Refused)
		}
	}
	uses, embeds := c.read(sql)
	names := c.names(q, sql, uses)
	s.SQL = c.rewritten(sql, uses, embeds, names)
	s.Params = ordered(uses, names)
	for i, u := range uses {
		if u.nullable && !slices.ContainsFunc(s.Samples, func(have importer.Sample) bool { return have.Name == names[i] }) {
			s.Samples = append(s.Samples, importer.Sample{Name: names[i], Value: "null"})
		}
		if u.slice {
			c.warn(q.span, "", "%s of %s is the text of a JSON array: SQLite has no lists", names[i], q.name)
		}
	}
	for _, e := range embeds {
		c.warn(q.span, "take them from there", "sqlc.embed(%s) of %s: its columns stand in the row themselves", e.name, q.name)
	}
	if table, columns := c.loads(sql, uses, names); q.command == "copyfrom" && table != "" {
		s.Kind, s.Table, s.Modifiers, s.SQL, s.Params = "TABLE", table, []string{"appender(" + strings.Join(columns, ", ") + ")"}, "", nil
		c.warn(q.span, "", "%s was :copyfrom: the method is called bulkInsert%s, as each language writes it", q.name, q.name)
	}
	if m, ok := c.generated.methods[q.name]; ok && s.Rows {
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
func (c *converter) rewritten(sql string, uses, embeds []use, names []string) string {
	type edit struct {
		start, end int
		text       string
	}
	var edits []edit
	for i, u := range uses {
		text := "${" + names[i] + "}"
		if u.slice {
			text = "SELECT value FROM json_each(" + text + ")"
		}
		edits = append(edits, edit{u.start, u.end, text})
	}
	for _, e := range embeds {
		edits = append(edits, edit{e.start, e.end, e.name + ".*"})
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	for _, e := range edits {
		sql = sql[:e.start] + e.text + sql[e.end:]
	}
	return sql
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
		if !slices.Contains(list, names[i]) {
			list = append(list, names[i])
		}
	}
	return list
}

// loads is the table and the columns of an INSERT of nothing but parameters; "" for any other statement.
func (c *converter) loads(sql string, uses []use, names []string) (table string, columns []string) {
	list := c.dialect.Lexemes(sql)
	if len(list) < 4 || list[0].Text != "INSERT" || list[1].Text != "INTO" {
		return "", nil
	}
	at := 3
	for at+1 < len(list) && list[at].Text == "." {
		at += 2
	}
	columns, values, end := c.inserted(sql, list, at)
	if len(columns) == 0 || end < len(list)-1 || len(values) != len(columns) || len(uses) != len(columns) {
		return "", nil
	}
	for i, v := range values {
		if v[0] != uses[i].start || v[1] != uses[i].end {
			return "", nil
		}
	}
	return sql[list[2].Start:list[at-1].End], columns
}
