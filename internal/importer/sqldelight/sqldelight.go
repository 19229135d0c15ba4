// Package sqldelight reads a project of SQLDelight.
package sqldelight

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Import makes a project of the .sq and .sqm files below a folder. What is left to the user is among the diagnostics,
// as warnings; nil where nothing can be made of it.
func Import(dir string, _ []string) (*importer.Project, []diag.Diagnostic) {
	r := &importer.Reader{Dir: dir, Config: source.New(dir, "")}
	of := engine.SQLite
	gen := importer.Gen{Generator: "java/sqlite", Output: "./src/main/java/queries/",
		Options: []string{"package: queries"}}
	if usesPostgres(dir) {
		of, gen.Generator = engine.Postgres, "java/postgres"
	}
	r.Dialect = of.Dialect
	c := &converter{Reader: r, names: map[string]bool{}, columns: map[string][]string{}}
	files := c.Sources("**/*.sq", "build")
	if len(files) == 0 {
		return nil, []diag.Diagnostic{{Code: diag.NoFiles, Msg: "there is no .sq file below " + filepath.ToSlash(dir),
			Hint: "name the project's folder: sqg import sqldelight path/to/module"}}
	}
	u := &importer.Unit{Name: "queries", Engine: of, Gens: []importer.Gen{gen}}
	var statements [][]labelled
	for _, f := range files {
		list := c.split(f)
		statements = append(statements, list)
		c.schema(u, f, list, "", true)
	}
	for i, f := range files {
		c.schema(u, f, statements[i], "-more", false)
	}
	if len(u.Schema) == 0 { // deriveSchemaFromMigrations
		u.Schema = importer.Schema(c.Sources("**/*.sqm", "build"), r.Dialect)
		for i := range u.Schema {
			u.Schema[i].Text = c.declared(u.Schema[i].Text)
		}
	}
	for i, f := range files {
		out := &importer.File{Name: u.Unused(strings.TrimSuffix(path.Base(f.Path), ".sq"))}
		for _, s := range statements[i] {
			if s.label != "" {
				out.Statements = append(out.Statements, c.statement(s))
			}
		}
		if len(out.Statements) > 0 {
			u.Files = append(u.Files, out)
		}
	}
	return &importer.Project{Name: r.ProjectName(), Units: []*importer.Unit{u}}, r.Diags
}

// schema adds what a file makes: its tables, or all else, since that may be about tables of any file.
func (c *converter) schema(u *importer.Unit, f *source.File, list []labelled, suffix string, tables bool) {
	var made []string
	for _, s := range list {
		words := c.Dialect.Words(s.sql)
		if s.label == "" && tables == (len(words) > 1 && words[0].Text == "CREATE" &&
			slices.Contains([]string{"TABLE", "TYPE"}, words[1].Text)) {
			made = append(made, c.declared(s.sql)+";")
		}
	}
	if len(made) > 0 {
		u.Schema = append(u.Schema, importer.Script{ID: strings.TrimSuffix(path.Base(f.Path), ".sq") + suffix,
			Text: strings.Join(made, "\n\n")})
	}
}

// usesPostgres reports whether a build says that the database is PostgreSQL: SQLDelight takes it for SQLite otherwise.
func usesPostgres(dir string) bool {
	for _, name := range []string{"build.gradle.kts", "build.gradle"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return strings.Contains(string(text), "postgresql-dialect")
		}
	}
	return false
}

type converter struct {
	*importer.Reader
	names   map[string]bool
	columns map[string][]string // of tables, by names in lower case
}

// labelled is a statement with its label; a statement of the schema has none.
type labelled struct {
	label, sql string
	doc        []string
	group      bool // several in braces
	span       source.Span
}

var (
	label = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^\s*((?:/\*\*.*?\*/\s*|--[^\n]*\n\s*)*)([A-Za-z_]\w*)\s*(:|\{)`)
	})
	imports = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^import\s+[\w.]+;[ \t]*$`) })
)

// split are the statements of a file.
func (c *converter) split(f *source.File) (list []labelled) {
	text := imports().ReplaceAllStringFunc(f.Text, func(line string) string { return strings.Repeat(" ", len(line)) })
	lexemes := c.Dialect.Lexemes(text)
	for at := 0; at < len(text); {
		s := labelled{}
		begin := at
		if m := label().FindStringSubmatchIndex(text[at:]); m != nil && text[at+m[6]:at+m[7]] != "" {
			s.label, s.span = text[at+m[4]:at+m[5]], source.Span{File: f, Start: at + m[4], End: at + m[5]}
			s.doc, s.group = comment(text[at+m[2]:at+m[3]]), text[at+m[6]] == '{'
			begin = at + m[7]
		}
		for len(lexemes) > 0 && lexemes[0].Start < begin {
			lexemes = lexemes[1:]
		}
		end := end(text, lexemes, s.group)
		s.sql = strings.TrimSpace(text[begin:end])
		if s.sql != "" && len(c.Dialect.Lexemes(s.sql)) > 0 {
			list = append(list, s)
		}
		at = end + 1
	}
	return list
}

// end is the semicolon that ends a statement, or the brace that ends a group of them; triggers have semicolons inside.
func end(text string, lexemes []syntax.Lexeme, group bool) int {
	begun := 0
	for i, l := range lexemes {
		switch {
		case group && l.Text == "}":
			return l.Start
		case l.Text == "BEGIN" || l.Text == "CASE":
			begun++
		case l.Text == "END":
			begun--
		case !group && begun <= 0 && i > 0 && text[l.Start] == ';':
			return l.Start
		}
	}
	return len(text)
}

// comment is the text of comments.
func comment(text string) (lines []string) {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "*/"))
		if line = strings.TrimSpace(strings.TrimLeft(line, "/*-")); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// declared is a statement of the schema without what is Kotlin's: the types that columns have there. It notes the
// columns of tables.
func (c *converter) declared(sql string) string {
	t := importer.Lex(c.Dialect, sql)
	list := t.List
	var edits []importer.Edit
	for i := range list {
		if !t.Is(i, "TABLE") || !t.Is(i-1, "CREATE") && !t.Is(i-1, "TEMP") && !t.Is(i-1, "TEMPORARY") {
			continue
		}
		at := i + 1
		for t.Is(at, "IF") || t.Is(at, "NOT") || t.Is(at, "EXISTS") {
			at++
		}
		if !t.Is(at+1, "(") {
			continue
		}
		table := tableName(t.Raw(at))
		depth, first := 0, false
		for n := at + 1; n < len(list); n++ {
			switch {
			case t.Is(n, "("):
				depth++
				first = depth == 1
				continue
			case t.Is(n, ")"):
				depth--
			case t.Is(n, ",") && depth == 1:
				first = true
				continue
			case first && !constraints[list[n].Text]:
				c.columns[table] = append(c.columns[table], strings.Trim(t.Raw(n), "\"`[]"))
			case depth == 1 && t.Is(n, "AS") && !t.Is(n-1, "ALWAYS") && !t.Is(n+1, "("):
				end := n + 1
				for t.Is(end+1, ".") || t.Is(end+1, "<") || t.Is(end, "<") || t.Is(end, ".") {
					end++
				}
				if t.Is(end+1, ">") {
					end++
				}
				edits = append(edits, importer.Edit{Start: list[n].Start, End: list[end].End})
			}
			if first = false; depth == 0 {
				break
			}
		}
	}
	return importer.Edited(sql, edits)
}

// constraints begin parts of a table's definition that are no columns.
var constraints = map[string]bool{"PRIMARY": true, "UNIQUE": true, "CHECK": true, "FOREIGN": true, "CONSTRAINT": true}

func (c *converter) statement(from labelled) *importer.Statement {
	s := &importer.Statement{Kind: "QUERY", Name: from.label, Doc: from.doc, Span: from.span, Rows: true}
	if c.names[s.Name] { // SQLDelight has a class for each file
		s.Name = strings.TrimSuffix(path.Base(from.span.File.Path), ".sq") + strings.ToUpper(s.Name[:1]) + s.Name[1:]
		c.Warn(from.span, "", "there is a %s already: this one is %s", from.label, s.Name)
	}
	c.names[s.Name] = true
	if from.group {
		s.Refused = "it is a group of statements"
		c.Warn(from.span, "give each a name, and call them in one transaction", "%s stays with SQLDelight: %s", s.Name,
			s.Refused)
		return s
	}
	s.SQL = c.rewritten(s, from.sql)
	if !c.Returns(s.SQL) {
		s.Kind, s.Rows = "EXEC", false
	}
	return s
}
