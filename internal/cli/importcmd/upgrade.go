package importcmd

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/target"
	"github.com/sqg-dev/sqg/internal/write"
)

// upgrade is a project of SQG 0.x that becomes one of today.
type upgrade struct {
	*importer.Reader
	project string
	edits   []importer.Edit // of sqg.yaml
	files   []write.File
	read    map[string]bool
	said    map[string]bool
}

// entry is what matters of an entry of sql: of 0.x.
type entry struct {
	Name, Engine string
	Files        []string
	Gen          []struct{ Generator, Template, Name string }
}

// kept are options that keep what generated code of 0.x had, by what generators begin with.
var kept = []struct{ generator, key, value string }{
	{"java/", "rowSuffix", "Result"},
	{"typescript/sqlite/", "runResult", "true"},
}

// changed is what callers of generated code have to do, by what generators begin with. Blocks are those that it is
// about.
var changed = []struct {
	generator, say string
	blocks         func(*syntax.Block) bool
}{
	{"typescript/duckdb", "flush() and close() of appenders return promises: write await", isAppender},
	{"python/", "appenders are used in `with`, which keeps all rows or none", isAppender},
	{"java/", "an EXEC returns long, and :batch the sum as a long",
		func(b *syntax.Block) bool { return b.Kind == syntax.Exec }},
	{"java/", "columns that are proven NOT NULL are int, long and boolean, not Integer, Long and Boolean",
		func(b *syntax.Block) bool { return b.Kind == syntax.Query }},
	{"", "getQueryNames() is gone: `sqg inspect` lists the statements",
		func(b *syntax.Block) bool { return b.Kind == syntax.Query }},
}

func isAppender(b *syntax.Block) bool { return b.Mods.Appender }

// upgraded rewrites sqg.yaml and the SQL files of a project of 0.x, and lists what is left.
func upgraded(ctx context.Context, a *app.App, path string) error {
	report := app.Report{Command: "import"}
	u, failed := rewritten(path)
	if u == nil {
		report.Diagnostics = failed
		return a.Finish(report, "")
	}
	outcomes, failed := write.Files(u.files)
	report.Files, report.Diagnostics = outcomes, append(u.Diags, failed...)
	if !diag.Failed(failed) {
		report.Diagnostics = append(report.Diagnostics, left(ctx, a, path)...)
	}
	return a.Finish(report, "\nGenerate code with `sqg`.")
}

// rewritten is the project that sqg.yaml configures, with its files as they are to be.
func rewritten(path string) (*upgrade, []diag.Diagnostic) {
	r, failed := importer.Open(path, "name sqg.yaml: sqg import sqg-0.x path/to/sqg.yaml")
	if r == nil {
		return nil, failed
	}
	var doc yaml.Node
	var cfg struct {
		Name string
		SQL  []entry
	}
	if err := cmp.Or(yaml.Unmarshal([]byte(r.Config.Text), &doc),
		yaml.Unmarshal([]byte(r.Config.Text), &cfg)); err != nil {
		return nil, []diag.Diagnostic{{Code: diag.ConfigSyntax, Span: source.Span{File: r.Config},
			Msg: "this is no sqg.yaml: " + err.Error()}}
	}
	u := &upgrade{Reader: r, project: cfg.Name, read: map[string]bool{}, said: map[string]bool{}}
	for i, node := range listOf(&doc, "sql", len(cfg.SQL)) {
		u.entry(node, cfg.SQL[i])
	}
	u.file(r.Config, u.edits)
	return u, nil
}

// left is what sqg says of the project now, as warnings: the files are rewritten all the same.
func left(ctx context.Context, a *app.App, path string) []diag.Diagnostic {
	cfg, diags := config.Load(path, a.Env, a.Trust)
	if cfg != nil {
		diags = append(diags, compile.Run(ctx, cfg, a.Options(nil)).Diags.All()...)
	}
	for i := range diags {
		if diags[i].Severity == diag.Error {
			diags[i].Severity = diag.Warning
		}
	}
	return diags
}

// file adds a file with edits to those that are written.
func (u *upgrade) file(f *source.File, edits []importer.Edit) {
	if len(edits) > 0 {
		u.files = append(u.files, write.File{Path: f.Path, Text: importer.Edited(f.Text, edits), Replace: true})
	}
}

// entry rewrites an entry of sql: and its files.
func (u *upgrade) entry(node *yaml.Node, e entry) {
	defer u.drop(node, "engine") // behind what is added in front of it
	var of *engine.Info
	java := false
	gens := listOf(node, "gen", len(e.Gen))
	if len(e.Gen) > 0 && gens == nil {
		u.Warn(source.Span{File: u.Config, Start: u.at(node), End: u.at(node)}, "write it out",
			"the list gen: stands elsewhere, and stays as it is")
	}
	for i, at := range gens {
		g := e.Gen[i]
		t := generatorOf(g.Generator, e.Engine)
		if t == nil {
			continue // which is an error of its own
		}
		if of = engine.Find(t.Engine); target.Find(g.Generator) == nil {
			u.replace(valueOf(at, "generator"), t.ID())
		}
		options := u.named(at, e, g.Name)
		id := t.ID() + "/"
		java = java || t.Language == "java"
		for _, k := range kept {
			if strings.HasPrefix(id, k.generator) {
				options = append(options, option{k.key, k.value})
			}
		}
		u.options(at, options)
		if template := valueOf(at, "template"); template != nil && template.Kind == yaml.ScalarNode {
			u.Warn(u.span(template), "", "there are no templates: %s is left out", g.Template)
			u.drop(at, "template")
		}
	}
	if java && valueOf(node, "models") == nil {
		u.add(node, "models: off")
	}
	if of == nil {
		return
	}
	u.Dialect = of.Dialect
	for _, f := range u.Files(e.Files) {
		if !u.read[f.Path] {
			u.read[f.Path] = true
			u.sql(f, e)
		}
	}
}

// generatorOf is the generator that an id of 0.x means, whose engine stood beside it; nil for none.
func generatorOf(id, of string) *target.Target {
	language, driver, _ := strings.Cut(id, "/")
	for _, id := range []string{id, language + "/" + of + "/" + driver} {
		if t := target.Find(id); t != nil {
			return t
		}
	}
	for _, e := range engine.All {
		if t := target.Find(language + "/" + e.Name + "/" + driver); t != nil && of == "" {
			return t
		}
	}
	return nil
}

// named keeps the name of the class, which was that of the SQL file; of several files it returns the option for that.
func (u *upgrade) named(at *yaml.Node, e entry, name string) []option {
	if name != "" || len(e.Files) == 0 {
		return nil
	}
	if len(e.Files) > 1 {
		return []option{{"classes", "file"}}
	}
	base := ir.NewName(strings.TrimSuffix(filepath.Base(e.Files[0]), ".sql"))
	if slices.Equal(base.Words, ir.NewName(cmp.Or(e.Name, u.project)).Words) || strings.ContainsAny(e.Files[0], "*?[") {
		return nil
	}
	pascal := ""
	for _, word := range base.Words {
		first, size := utf8.DecodeRuneInString(word)
		pascal += string(unicode.ToUpper(first)) + word[size:]
	}
	u.add(at, "name: "+pascal)
	return nil
}

// sql rewrites annotations, and says what callers of the generated code have to do.
func (u *upgrade) sql(f *source.File, e entry) {
	blocks, diags := syntax.Parse(f, u.Dialect)
	var edits []importer.Edit
	for _, d := range diags {
		if d.Code == diag.AnnotationYAML && d.Span.Text() == "config" {
			edits = append(edits, importer.Edit{Start: d.Span.Start, End: d.Span.End, Text: "result"})
		}
	}
	for _, b := range blocks {
		if b.Kind == syntax.Baseline && slices.ContainsFunc(u.Dialect.Words(b.Script),
			func(w syntax.Word) bool { return w.Text == "ATTACH" }) {
			u.Warn(b.NameSpan,
				"declare it under sources: with type: postgres, and write -- BASELINE schema :source=NAME",
				"%s attaches another database", b.Name)
		}
		for _, g := range e.Gen {
			t := generatorOf(g.Generator, e.Engine)
			for _, c := range changed {
				if key := c.generator + c.say; t != nil && strings.HasPrefix(t.ID()+"/", c.generator) && c.blocks(b) &&
					!u.said[key] {
					u.said[key] = true
					u.Warn(u.Word(g.Generator), "", "callers of the generated code: %s", c.say)
				}
			}
		}
	}
	u.file(f, edits)
}

// listOf are the items of a list in a mapping, or in that of a document; nil where its text stands elsewhere, as that
// of an alias does.
func listOf(mapping *yaml.Node, key string, items int) []*yaml.Node {
	if mapping.Kind == yaml.DocumentNode && len(mapping.Content) > 0 {
		mapping = mapping.Content[0]
	}
	list := valueOf(mapping, key)
	if list == nil || len(list.Content) != items ||
		slices.ContainsFunc(list.Content, func(n *yaml.Node) bool { return n.Kind != yaml.MappingNode }) {
		return nil
	}
	return list.Content
}

// valueOf is the value of a key of a mapping; nil for none.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Kind == yaml.MappingNode && mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// at is where a node begins in sqg.yaml.
func (u *upgrade) at(n *yaml.Node) int { return u.Config.Offset(n.Line, n.Column) }

// end is where a scalar ends.
func (u *upgrade) end(n *yaml.Node) int {
	at := u.at(n)
	rest := u.Config.Text[at:]
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		return at + 1 + strings.IndexByte(rest[1:], rest[0]) + 1
	}
	return min(at+len(n.Value), len(u.Config.Text))
}

func (u *upgrade) span(n *yaml.Node) source.Span {
	return source.Span{File: u.Config, Start: u.at(n), End: u.end(n)}
}

func (u *upgrade) replace(n *yaml.Node, text string) {
	if n == nil || n.Kind != yaml.ScalarNode {
		return
	}
	u.edits = append(u.edits, importer.Edit{Start: u.at(n), End: u.end(n), Text: text})
}

// drop takes a key and its scalar out of a mapping, with the line or the comma that it has for itself.
func (u *upgrade) drop(mapping *yaml.Node, key string) {
	value := valueOf(mapping, key)
	if value == nil || value.Kind != yaml.ScalarNode {
		return
	}
	text := u.Config.Text
	i := slices.Index(mapping.Content, value)
	start, end := u.at(mapping.Content[i-1]), u.end(value)
	switch {
	case i+1 < len(mapping.Content): // what follows takes its place
		if next := u.at(mapping.Content[i+1]); !strings.Contains(text[end:next], "#") { // a comment stays
			end = next
		}
	case mapping.Style&yaml.FlowStyle != 0:
		start = strings.LastIndexAny(text[:start], ",{")
		if text[start] == '{' {
			start++
		}
	default:
		start = strings.LastIndexByte(text[:start], '\n')
	}
	u.edits = append(u.edits, importer.Edit{Start: start, End: end})
}

// add puts a key with its value in front of those of a mapping.
func (u *upgrade) add(mapping *yaml.Node, pair string) {
	if flow := mapping.Style&yaml.FlowStyle != 0; flow || len(mapping.Content) == 0 {
		at := u.at(mapping) + 1
		if len(mapping.Content) > 0 {
			pair += ", "
		}
		u.edits = append(u.edits, importer.Edit{Start: at, End: at, Text: pair})
		return
	}
	at := u.at(mapping.Content[0])
	u.edits = append(u.edits, importer.Edit{Start: at, End: at,
		Text: pair + "\n" + strings.Repeat(" ", mapping.Content[0].Column-1)})
}

// option is one of a generator's config.
type option struct{ key, value string }

// options adds those of a generator that are not there.
func (u *upgrade) options(gen *yaml.Node, options []option) {
	config := valueOf(gen, "config")
	var pairs []string
	for _, o := range options {
		if config == nil || valueOf(config, o.key) == nil {
			pairs = append(pairs, o.key+": "+o.value)
		}
	}
	switch {
	case len(pairs) == 0:
	case config == nil:
		u.add(gen, "config: {"+strings.Join(pairs, ", ")+"}")
	default:
		for _, pair := range pairs {
			u.add(config, pair)
		}
	}
}
