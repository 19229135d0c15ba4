// Package pgtyped reads a project of PgTyped.
package pgtyped

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
)

// configuration is config.json, which is YAML, too.
type configuration struct {
	SrcDir     string `yaml:"srcDir"`
	CamelCase  bool   `yaml:"camelCaseColumnNames"`
	Transforms []struct {
		Mode, Include string
		EmitTemplate  string `yaml:"emitTemplate"`
	}
	Others map[string]any `yaml:",inline"`
}

// Import makes a project of that of PgTyped which a file configures. PgTyped asks a running database; schema are the
// patterns of the files that make it, from where the configuration stands. What is left to the user is among the
// diagnostics, as warnings; nil where nothing can be made of it.
func Import(configPath string, schema []string) (*importer.Project, []diag.Diagnostic) {
	r, failed := importer.Open(configPath, "name PgTyped's configuration: sqg import pgtyped path/to/config.json")
	if r == nil {
		return nil, failed
	}
	var cfg configuration
	if err := yaml.Unmarshal([]byte(r.Config.Text), &cfg); err != nil {
		return nil, []diag.Diagnostic{{Code: diag.ConfigSyntax, Span: source.Span{File: r.Config},
			Msg: "this is no configuration of PgTyped: " + err.Error()}}
	}
	r.Dialect = engine.Postgres.Dialect
	p := &importer.Project{Name: r.ProjectName()}
	if len(schema) == 0 {
		return nil, []diag.Diagnostic{{Code: diag.NoFiles,
			Msg:  "PgTyped asks a database for the schema, and sqg reads it in files",
			Hint: "name those that make it, or a folder of migrations: sqg import pgtyped --schema migrations"}}
	}
	u := &importer.Unit{Name: "queries", Engine: engine.Postgres, Schema: importer.Schema(r.Files(schema), r.Dialect)}
	u.Gens = []importer.Gen{{Generator: "typescript/postgres/pg", Output: "./" + path.Join(cfg.SrcDir, "sqg") + "/"}}
	if cfg.CamelCase {
		r.Warn(r.Word("camelCaseColumnNames"), "",
			"fields of rows are called as columns are: camelCaseColumnNames has no counterpart yet")
	}
	c := &converter{Reader: r, names: map[string]bool{}}
	for _, t := range cfg.Transforms {
		for _, f := range c.Sources(path.Join(cfg.SrcDir, t.Include), "node_modules") {
			out := &importer.File{Name: u.Unused(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)))}
			claims := readEmitted(emitted(f, t.EmitTemplate, t.Mode))
			for _, q := range found(f, t.Mode) {
				if s := c.statement(q); s != nil {
					s.Claims = claims[key(q.name)]
					out.Statements = append(out.Statements, s)
				}
			}
			if len(out.Statements) > 0 {
				u.Files = append(u.Files, out)
			}
		}
	}
	p.Units = []*importer.Unit{u}
	return p, r.Diags
}

type converter struct {
	*importer.Reader
	names map[string]bool
}

// query is a statement as PgTyped has it. mark is what parameters begin with.
type query struct {
	name, sql string
	doc       []string
	mark      byte
	expands   map[string]expansion
	span      source.Span
}

// expansion is what a parameter stands for: a list, or the fields of an object, of one or of several.
type expansion struct {
	list   bool
	fields []string
}

var (
	annotated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)/\*((?:[^*]|\*[^/])*?@name\s+(\w+).*?)\*/`) })
	param     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`@param\s+(\w+)\s*->\s*(\([^@]*\))`) })
	template  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?s)(?:const|let|var)\\s+(\\w+)\\s*=\\s*sql\\s*(?:<.*?>)?\\s*`([^`]*)`")
	})
	inline = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(\$?)(\w+)(?:\(([^()]*)\))?`) })
)

// found are the statements of a file: of SQL with annotations, or of TypeScript with tagged templates.
func found(f *source.File, mode string) (list []query) {
	if mode != "sql" {
		for _, m := range template().FindAllStringSubmatchIndex(f.Text, -1) {
			q := query{name: f.Text[m[2]:m[3]], sql: f.Text[m[4]:m[5]], mark: '$', expands: map[string]expansion{},
				span: source.Span{File: f, Start: m[2], End: m[3]}}
			q.sql = inline().ReplaceAllStringFunc(q.sql, func(use string) string {
				part := inline().FindStringSubmatch(use)
				if part[1] != "" || part[3] != "" {
					q.expands[part[2]] = expansion{part[1] != "", words(part[3])}
				}
				return "$" + part[2]
			})
			list = append(list, q)
		}
		return list
	}
	at := annotated().FindAllStringSubmatchIndex(f.Text, -1)
	for i, m := range at {
		end := len(f.Text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		q := query{name: f.Text[m[4]:m[5]], sql: f.Text[m[1]:end], mark: ':', expands: map[string]expansion{},
			span: source.Span{File: f, Start: m[4], End: m[5]}}
		for _, line := range strings.Split(f.Text[m[2]:m[3]], "\n") {
			if line = strings.Trim(line, " \t\r*"); line != "" && line[0] != '@' {
				q.doc = append(q.doc, line)
			}
		}
		for _, p := range param().FindAllStringSubmatch(f.Text[m[2]:m[3]], -1) {
			text := strings.ReplaceAll(p[2], "...", "")
			q.expands[p[1]] = expansion{text != p[2], words(text)}
		}
		list = append(list, q)
	}
	return list
}

// words are names between signs, without those that say that a value must be there.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("(), \t\r\n!", r) })
}

func (c *converter) statement(q query) *importer.Statement {
	if c.names[q.name] {
		c.Warn(q.span, "rename one of the two", "there is a query %s already", q.name)
		return nil
	}
	c.names[q.name] = true
	s := &importer.Statement{Kind: "QUERY", Name: q.name, Doc: q.doc, Span: q.span}
	start, end := c.One(s, "PgTyped", q.sql)
	s.SQL = c.rewritten(s, q, q.sql[start:end])
	if !c.Returns(s.SQL) {
		s.Kind = "EXEC"
	}
	return s
}

// rewritten is the statement as sqg has it, with what its annotation says then.
func (c *converter) rewritten(s *importer.Statement, q query, sql string) string {
	t := importer.Lex(c.Dialect, sql)
	list := t.List
	var edits []importer.Edit
	for i := 0; i < len(list); i++ {
		text := t.Raw(i)
		if list[i].Name && list[i].Text == "" && t.Is(i-1, "AS") {
			if name, said := importer.Alias(text); said != "" {
				s.Results = append(s.Results, importer.Sample{Name: name, Value: said})
				edits = append(edits, importer.Edit{Start: list[i].Start, End: list[i].End, Text: `"` + name + `"`})
			}
			continue
		}
		name, end := "", i
		switch {
		case q.mark == ':' && !t.Is(i-1, ":") && t.Named(i, ":") != "":
			name, end = t.Named(i, ":"), i+1
		case q.mark == '$' && list[i].Text == "" && !list[i].Name && len(text) > 1 && text[0] == '$' &&
			!strings.HasPrefix(text, "$$"):
			name = text[1:]
		}
		if name == "" {
			continue
		}
		e := importer.Edit{Start: list[i].Start, End: list[end].End}
		if t.Is(end+1, "!") && list[end+1].Start == e.End {
			e.End = list[end+1].End
		}
		of := q.expands[name]
		switch {
		case len(of.fields) > 0:
			if of.list && !s.Has("bulk") {
				s.Modifiers = append(s.Modifiers, "bulk")
				c.Warn(q.span, "", "%s takes the rows of %s by its method for many rows", q.name, name)
			}
			fields := make([]string, len(of.fields))
			for n, f := range of.fields {
				fields[n] = "${" + f + "}"
			}
			e.Text = "(" + strings.Join(fields, ", ") + ")"
		case of.list && t.Is(i-1, "IN") && t.Is(i-2, "NOT"):
			e.Start, e.Text = list[i-2].Start, "<> ALL(${"+name+"})"
		case of.list && t.Is(i-1, "IN"):
			e.Start, e.Text = list[i-1].Start, "= ANY(${"+name+"})"
		default:
			e.Text = "${" + name + "}"
		}
		edits = append(edits, e)
		i = end
	}
	return importer.Edited(sql, edits)
}
