package config

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/mask"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// builder turns a checked file into a Config. It goes on after an error, so that a run reports all of them.
type builder struct {
	*checker
	env   func(string) string
	dir   string
	root  string // of the project, which a file that is not trusted keeps to
	trust bool
}

func (b *builder) config(v *checked) *Config {
	if version := v.get("version"); version != nil && version.num != 1 {
		b.report(diag.ConfigVersion, version.span, "this sqg reads version 1; a newer sqg may read it",
			"version %d is not known", version.num)
	}
	cfg := &Config{File: b.shown, Dir: b.dir, Name: v.str("name")}
	if strict := v.get("strict"); strict != nil {
		cfg.Strict = strict.flag
	}
	for _, e := range v.list("sql") {
		if e != nil {
			cfg.Units = append(cfg.Units, b.unit(e))
		}
	}
	nameUnits(cfg.Units, cfg.Name)
	b.distinctUnits(cfg.Units)
	if duckdb := v.get("duckdb"); duckdb != nil {
		cfg.DuckDB = duckdb.str("version")
		cfg.DuckDBExtensions = b.duckdbExtensions(duckdb)
	}
	cfg.Functions, cfg.Collations = b.sqlite(v.get("sqlite"))
	cfg.Extensions, cfg.Unsafe = b.postgres(v.get("postgres"))
	seen := map[string]*checked{}
	for _, e := range v.list("sources") {
		if e != nil {
			cfg.Sources = append(cfg.Sources, b.source(e, seen))
		}
	}
	return cfg
}

// sqlite reads what programs register with their connections.
func (b *builder) sqlite(v *checked) (functions []ir.Function, collations []string) {
	for _, e := range v.list("functions") {
		f, err := ir.ParseFunction(e.node.Value, e.text)
		if err != nil {
			b.report(diag.ConfigValue, e.span, err.Error(), "`%s` declares no function", e.text)
			continue
		}
		functions = append(functions, f)
	}
	for _, e := range v.list("collations") {
		if e != nil {
			collations = append(collations, e.text)
		}
	}
	return functions, collations
}

// duckdbExtensions are the names of DuckDB's extensions, and files of others: those run as part of sqg.
func (b *builder) duckdbExtensions(v *checked) (list []string) {
	for _, e := range v.list("extensions") {
		switch {
		case e == nil:
		case extension.IsFile(e.text):
			if name := extension.NameOf(e.text); !sourceName.MatchString(name) {
				b.report(diag.ConfigValue, e.span, "DuckDB has it from the file's name: letters, digits and _",
					"`%s` cannot be the name of an extension", name)
			} else if !b.trust {
				b.report(diag.Untrusted, e.span, trustHint,
					"the extension `%s` is a program, which is to run as part of sqg", e.text)
			}
			list = append(list, filepath.ToSlash(resolve(b.dir, e.text)))
		case extension.Named(e.text) == nil:
			b.report(diag.ConfigValue, e.span, suggest(e.text,
				extension.Names())+"; name another one by its file: `ext/"+e.text+".duckdb_extension`",
				"sqg does not know DuckDB's extension `%s`", e.text)
		default:
			list = append(list, extension.Named(e.text).Name)
		}
	}
	return list
}

// unit is an entry of sql:.
func (b *builder) unit(v *checked) Unit {
	u := Unit{Span: v.span}
	if name := v.get("name"); name != nil {
		u.Name, u.Span = name.text, name.span
	}
	if finite := v.get("finite_dates"); finite != nil {
		u.Finite = finite.flag
	}
	if columns := v.get("columns"); columns != nil {
		u.AsWritten = columns.text == asWritten
	}
	u.NoModels = v.str("models") == modelsOff
	u.DuckLake = v.str("catalog") == extension.DuckLake.Name
	for _, r := range v.list("rename") {
		u.Rename = append(u.Rename, Rename{Table: r.node.Value, Name: r.text, Span: r.span})
	}
	have := map[string]bool{}
	for _, p := range v.list("files") {
		if p == nil {
			continue
		}
		u.Patterns = append(u.Patterns, p.text)
		for _, f := range b.expand(p) {
			if !have[f.Name] {
				have[f.Name] = true
				u.Files = append(u.Files, f)
			}
		}
	}
	for _, g := range v.list("gen") {
		if g != nil {
			u.Gens = append(u.Gens, b.gen(g))
		}
	}
	if catalog := v.get("catalog"); catalog != nil && len(u.Gens) > 0 && !slices.ContainsFunc(u.Gens, ofDuckDB) {
		b.report(diag.ConfigValue, catalog.span, "take `catalog` out, or add a generator of DuckDB",
			"no generator of this unit is of DuckDB, whose tables a DuckLake holds")
	}
	return u
}

func ofDuckDB(g Gen) bool { return g.Target != nil && g.Target.Engine == "duckdb" }

// nameUnits gives units without a name that of the project, but from the second on that of their first file: so an
// entry more at the end renames no other.
func nameUnits(units []Unit, project string) {
	taken := map[string]bool{}
	for _, u := range units {
		taken[u.Name] = true
	}
	for i := range units {
		u := &units[i]
		if u.Name == "" {
			u.Name = project
			if taken[project] && len(u.Files) > 0 {
				if stem := stemOf(path.Base(u.Files[0].Path)); !taken[stem] {
					u.Name = stem
				}
			}
			taken[u.Name] = true
		}
		if u.Project = project; u.Name != project {
			u.Project += "/" + u.Name
		}
	}
}

// stemOf is a file's name without its ending.
func stemOf(base string) string { return strings.TrimSuffix(base, path.Ext(base)) }

// distinctUnits refuses two units of one name: their migrations would share a project.
func (b *builder) distinctUnits(units []Unit) {
	first := map[string]source.Span{}
	for _, u := range units {
		if before, again := first[u.Name]; again && u.Name != "" {
			b.report(diag.ConfigValue, u.Span, "give this one a `name:` of its own", "two units are called `%s`",
				u.Name)
			b.diags[len(b.diags)-1].Notes = []diag.Note{{Span: before, Msg: "the first one is here"}}
			continue
		}
		first[u.Name] = u.Span
	}
}

// expand finds the files of a pattern, in name order.
func (b *builder) expand(pattern *checked) []InputFile {
	if base, _ := doublestar.SplitPattern(filepath.ToSlash(pattern.text)); !b.within(pattern, base) {
		return nil
	}
	names, err := Match(b.dir, pattern.text)
	switch {
	case err != nil:
		b.report(diag.ConfigValue, pattern.span, "`*`, `?`, `[…]`, `{a,b}` and `**` have a meaning here",
			"`%s` is not a pattern: %v", pattern.text, err)
	case len(names) == 0:
		b.missing(pattern)
	}
	if !b.within(pattern, names...) {
		return nil
	}
	files := make([]InputFile, len(names))
	for i, n := range names {
		files[i] = InputFile{Path: filepath.ToSlash(resolve(b.dir, n)), Name: b.relative(n)}
	}
	return files
}

// relative is a file's name under the folder of sqg.yaml: generated files carry it, and are the same on every machine.
func (b *builder) relative(name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	if dir, err := filepath.Abs(b.dir); err == nil {
		if rel, err := filepath.Rel(dir, name); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return name
}

func (b *builder) missing(pattern *checked) {
	base, rest := doublestar.SplitPattern(filepath.ToSlash(pattern.text))
	if strings.ContainsAny(rest, "*?[{") {
		b.report(diag.NoFiles, pattern.span, "paths stand under the folder of sqg.yaml", "no file matches `%s`",
			pattern.text)
		return
	}
	if info, err := os.Stat(resolve(b.dir, pattern.text)); err == nil && info.IsDir() {
		b.report(diag.NoFiles, pattern.span, "name its files: `"+path.Join(pattern.text, "*.sql")+"`",
			"`%s` is a folder", pattern.text)
		return
	}
	siblings, _ := Match(b.dir, path.Join(base, "*.sql"))
	hint := "paths stand under the folder of sqg.yaml"
	if near := diag.Nearest(path.Clean(filepath.ToSlash(pattern.text)), siblings); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	b.report(diag.NoFiles, pattern.span, hint, "there is no file `%s`", pattern.text)
}

// Match lists the files under dir that a pattern of files: means, in name order, slash separated. A pattern that is the
// name of a file means that file, whatever characters are in it.
func Match(dir, pattern string) ([]string, error) {
	pattern = filepath.ToSlash(pattern)
	if info, err := os.Stat(resolve(dir, pattern)); err == nil && !info.IsDir() {
		return []string{path.Clean(pattern)}, nil
	}
	base, rest := doublestar.SplitPattern(pattern)
	names, err := doublestar.Glob(os.DirFS(resolve(dir, base)), rest, doublestar.WithFilesOnly())
	if err != nil {
		return nil, err
	}
	for i, n := range names {
		names[i] = path.Join(base, n)
	}
	sort.Strings(names)
	return names, nil
}

func resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

func (b *builder) gen(v *checked) Gen {
	g := Gen{Name: v.str("name")}
	if id := v.get("generator"); id != nil {
		g.Span = id.span
		if g.Target = target.Find(id.text); g.Target == nil {
			b.report(diag.UnknownGenerator, id.span, MeantBy(id.text), "there is no generator `%s`", id.text)
		}
	}
	if out := v.get("output"); out != nil {
		g.Output = out.span
		b.output(&g, out)
	}
	if g.Target != nil {
		cfg := v.get("config")
		setOptions(&g.Options, g.Target, cfg)
		b.pooled(&g, cfg)
		for _, o := range cfg.list("overrides") {
			if o != nil {
				g.Options.Overrides = append(g.Options.Overrides, b.override(o))
			}
		}
	}
	return g
}

// generatorNames lists the ids that generator: takes.
func generatorNames() []string {
	var names []string
	for i := range target.All {
		names = append(names, target.All[i].IDs()...)
	}
	return names
}

// MeantBy is the hint for an id that means no generator: the one whose parts it names, in some words, or those.
func MeantBy(id string) string {
	switch meant := target.Meant(id); len(meant) {
	case 0:
		return suggest(id, generatorNames())
	case 1:
		return "did you mean `" + meant[0] + "`?"
	default:
		return "write " + oneOf(meant)
	}
}

// output tells a file name from a folder by the language's extension, never by what is on disk: the same config means
// the same everywhere.
func (b *builder) output(g *Gen, out *checked) {
	name := filepath.ToSlash(out.text)
	if g.Target == nil {
		return
	}
	if strings.HasSuffix(name, g.Target.Extension()) {
		g.File = path.Base(name)
		name = path.Dir(name)
	} else if ext := path.Ext(name); otherLanguage(ext) {
		b.report(diag.ConfigValue, out.span,
			fmt.Sprintf("name a folder, or a file that ends in %s", g.Target.Extension()),
			"`%s` does not go with %s", out.text, g.Target.ID())
	}
	b.within(out, path.Join(name, g.File))
	g.Dir = resolve(b.dir, name)
}

func otherLanguage(ext string) bool {
	for _, t := range target.All {
		if t.Extension() == ext {
			return true
		}
	}
	return false
}

// setOptions copies the values to the fields of plan.Options that are named like their keys.
func setOptions(o *plan.Options, t *target.Target, v *checked) {
	fields := reflect.ValueOf(o).Elem()
	for _, opt := range t.Options {
		f := fields.FieldByName(strings.ToUpper(opt.Key[:1]) + opt.Key[1:])
		switch val := v.get(opt.Key); {
		case opt.Kind == target.Word:
			f.SetString(cmp.Or(v.str(opt.Key), opt.Default))
		case val == nil:
		case opt.Kind == target.Count:
			f.SetInt(int64(val.num))
		case opt.Kind == target.Texts:
			for _, item := range val.items {
				if item != nil {
					f.Set(reflect.Append(f, reflect.ValueOf(item.text)))
				}
			}
		default:
			f.SetBool(val.flag)
		}
	}
}

// pooled refuses what does not work behind a pooler that gives each transaction a connection.
func (b *builder) pooled(g *Gen, cfg *checked) {
	at := cfg.get("pooler")
	switch {
	case at == nil || g.Options.Pooler == "":
	case g.Target.Unpooled != "":
		b.report(diag.ConfigValue, at.span, "leave it out, and use a pooler that keeps prepared statements, as PgBouncer "+
			"does from 1.21 on with max_prepared_statements, or session mode",
			"%s does not work with `pooler: %s`: %s", g.Target.ID(), g.Options.Pooler, g.Target.Unpooled)
	case g.Options.Migrations:
		b.report(diag.ConfigValue, at.span, "generate applyMigrations() by a second entry of `gen` without `pooler`, and "+
			"give it a direct connection",
			"`migrations: true` does not work with `pooler: %s`: migrations hold a lock of their session",
			g.Options.Pooler)
	}
}

func (b *builder) override(v *checked) plan.OverrideRule {
	r := plan.OverrideRule{
		Column: v.str("column"), Type: v.str("type"), Query: v.str("query"), Span: v.span,
		To: ir.Override{Type: v.str("as"), Import: v.str("import"), Decode: v.str("decode"), Encode: v.str("encode")},
	}
	var given []string
	for _, name := range overrideSubjects {
		if k, there := v.keys[name]; there {
			given = append(given, name)
			if k != nil && name != "type" && !strings.Contains(strings.Trim(k.text, "."), ".") {
				b.report(diag.ConfigValue, k.span, map[string]string{"column": "write table.column",
					"query": "write query.column"}[name],
					"`%s` names no %s", k.text, map[string]string{"column": "column of a table",
						"query": "column of a query"}[name])
			}
			if k != nil && r.Span == v.span {
				r.Span = k.span
			}
		}
	}
	if len(given) != 1 {
		b.report(diag.ConfigKey, v.span, "several overrides are several entries",
			"an entry of `overrides` needs exactly one of `column`, `type` and `query`")
	}
	return r
}

var sourceName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (b *builder) source(v *checked, seen map[string]*checked) Source {
	s := Source{Name: v.str("name"), Type: cmp.Or(v.str("type"), "file"), Span: v.span}
	name := v.get("name")
	if file := v.get("path"); file != nil {
		if b.variables(file, false) {
			s.Path = b.expanded(file, "a folder")
		}
		if name == nil {
			base := path.Base(filepath.ToSlash(file.text))
			s.Name, name = strings.ReplaceAll(stemOf(base), " ", "_"), file
		}
	}
	if name == nil {
		b.report(diag.ConfigKey, v.span, "add `name: prod`", "an entry of `sources` needs the key `name`")
	} else {
		s.Span = name.span
		if !sourceName.MatchString(s.Name) {
			b.report(diag.ConfigValue, name.span, "add a `name:` of letters, digits and _, as in `events_2024`",
				"`%s` cannot be a source's name", s.Name)
		}
		if before := seen[s.Name]; before != nil {
			b.report(diag.ConfigValue, name.span, "", "two sources are called `%s`", s.Name)
			b.diags[len(b.diags)-1].Notes = []diag.Note{{Span: before.span, Msg: "the first one is here"}}
		}
		seen[s.Name] = name
	}
	others := []string{"url", "mode"}
	if s.Type == "postgres" {
		others = []string{"path", "sample"}
	} else if _, there := v.keys["path"]; !there {
		b.report(diag.ConfigKey, v.span, "", "a source of type `%s` needs the key `path`", s.Type)
	}
	for _, other := range others {
		if k := v.get(other); k != nil {
			b.report(diag.ConfigKey, k.span, "", "a source of type `%s` has no key `%s`", s.Type, other)
		}
	}
	if file := v.get("path"); file != nil && s.Path != "" && !strings.Contains(s.Path, "://") {
		b.within(file, s.Path)
	}
	if sample := v.get("sample"); sample != nil && b.within(sample, sample.text) {
		s.Sample = sample.text
	}
	s.Mode = v.str("mode")
	if url := v.get("url"); url != nil && b.variables(url, true) && (s.Type != "postgres" || b.nearby(url)) {
		s.URL = b.expanded(url, "postgres://…")
	}
	return s
}

// expanded is a text with the values of the environment variables in it.
func (b *builder) expanded(v *checked, such string) string {
	return os.Expand(v.text, func(name string) string {
		val := b.env(name)
		if val == "" {
			b.report(diag.Environment, v.span, "set it, as in `"+name+"="+such+" sqg`",
				"the environment variable %s is not set", name)
		}
		return val
	})
}

// maskPasswords returns the file as messages may show it, with every place where it is.
func maskPasswords(f *source.File) *source.File { return source.New(f.Path, mask.Text(f.Text)) }
