package sqlc

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
)

// moved is where code goes that takes the place of generated code: into a folder of the same name, and so a package of
// the same name, below one for sqg. Nothing of sqlc's is overwritten, and callers change an import.
func moved(out string) string {
	out = path.Clean(filepath.ToSlash(out))
	return "./" + path.Join(path.Dir(out), "sqg", path.Base(out))
}

// known are options of Go that change nothing here, or that sqg has in another way.
var known = []string{"emit_db_tags", "emit_prepared_queries", "emit_exact_table_names", "emit_empty_slices",
	"emit_exported_queries",
	"emit_result_struct_pointers", "emit_params_struct_pointers", "emit_methods_with_db_argument",
	"emit_pointers_for_null_types",
	"emit_enum_valid_method", "emit_all_enum_values", "emit_sql_as_comment", "omit_unused_structs",
	"output_db_file_name",
	"output_models_file_name", "output_querier_file_name", "output_copyfrom_file_name", "output_batch_file_name",
	"output_files_suffix",
	"query_parameter_limit", "inflection_exclude_table_names", "json_tags_case_style", "build_tags", "initialisms"}

// gens are the outputs of an entry.
func (c *converter) gens(e *entry, u *importer.Unit) {
	c.generated = generated{}
	if o := e.Gen.Go; o != nil {
		c.generated = readGenerated(filepath.Join(c.Dir, filepath.FromSlash(o.Out)))
		g := importer.Gen{Generator: "go/postgres/pgx", Output: moved(o.Out) + "/", Name: "queries"}
		switch {
		case u.Engine == engine.SQLite:
			g.Generator = "go/sqlite/modernc"
			if c.requires("github.com/mattn/go-sqlite3") {
				g.Generator = "go/sqlite/mattn"
			}
		case !strings.Contains(o.SQLPackage+o.SQLDriver, "pgx"):
			c.Warn(c.Word(o.Out), "give New a *pgx.Conn or a *pgxpool.Pool",
				"sqg's code for PostgreSQL takes pgx, not database/sql")
		}
		if o.Interface {
			g.Options = append(g.Options, "interface: true", "interfaceWithoutEach: true")
		}
		for _, key := range sortedKeys(o.Others) {
			if on, flag := o.Others[key].(bool); key == "emit_json_tags" && on {
				g.Options = append(g.Options, "tags: json")
			} else if !slices.Contains(known, key) && (on || !flag) {
				c.Warn(c.Word(key), "", "%s of sqlc is not imported", key)
			}
		}
		for _, from := range sortedKeys(o.Rename) {
			c.Warn(c.Word(from), "rename the column by AS",
				"rename: of %s to %s is not imported: fields have the names of columns", from, o.Rename[from])
		}
		var presets []string
		presets, g.Overrides = c.overrides(o.Overrides, u.Engine)
		g.Options = append(g.Options, presets...)
		u.Gens = append(u.Gens, g)
	}
	if p := e.Gen.Python; p != nil {
		c.plugin("python", *p, u)
	}
	if e.Gen.Kotlin != nil {
		c.Warn(c.Word("kotlin"), "the generators of Java are the nearest", "sqg has no generator of Kotlin")
	}
	for _, p := range e.Codegen {
		c.plugin(p.Plugin, p, u)
	}
}

// plugins are generators by what the names of sqlc's plugins hold, and the engine.
var plugins = []struct{ name, engine, generator string }{
	{"py", "postgres", "python/postgres/psycopg"},
	{"py", "sqlite", "python/sqlite"},
	{"ts", "postgres", "typescript/postgres/pg"},
	{"typescript", "postgres", "typescript/postgres/pg"},
	{"ts", "sqlite", "typescript/sqlite/better-sqlite3"},
	{"typescript", "sqlite", "typescript/sqlite/better-sqlite3"},
}

func (c *converter) plugin(name string, p plugin, u *importer.Unit) {
	for _, known := range plugins {
		if strings.Contains(strings.ToLower(name), known.name) && known.engine == u.Engine.Name {
			u.Gens = append(u.Gens, importer.Gen{Generator: known.generator, Output: moved(p.Out) + "/",
				Name: "queries"})
			c.Warn(c.Word(p.Out), "", "%[2]s generates what %[1]s did, with methods of other names and types", name,
				known.generator)
			return
		}
	}
	c.Warn(c.Word(name), "see `sqg init --help` for the generators there are",
		"nothing takes the place of sqlc's plugin %s", name)
}

// presets are options of sqg's in the place of types of Go that sqlc's overrides name for a type of the database, or
// for what may be NULL there. The type of a library that is NULL or a value is the same to them.
var presets = []struct{ path, types, option string }{
	{"github.com/google/uuid", "uuid", "uuid: google"},
	{"github.com/shopspring/decimal", "numeric decimal", "numeric: shopspring"},
	{"github.com/guregu/null", "", "nullable: guregu"},
	{"gopkg.in/guregu/null", "", "nullable: guregu"},
}

// preset is the option in the place of an override; "" for none.
func (o *override) preset() string {
	t, name := o.goType(), strings.TrimPrefix(o.DBType, "pg_catalog.")
	for _, p := range presets {
		if strings.HasPrefix(t.Import, p.path) && !t.Slice && name != "" &&
			(p.types == "" || slices.Contains(strings.Fields(p.types), strings.ToLower(name))) {
			return p.option
		}
	}
	return ""
}

// overrides are the presets and the entries of overrides: for Go. pgx scans and binds what these name, as with sqlc.
func (c *converter) overrides(list []override, of *engine.Info) (options, out []string) {
	seen := map[string]bool{}
	for _, o := range list {
		subject := "column: " + o.Column
		if o.Column == "" {
			name, _ := strings.CutPrefix(o.DBType, "pg_catalog.")
			subject = "type: " + name
		}
		t := o.goType()
		if engines[o.Engine] != nil && engines[o.Engine] != of || seen[subject] || t.Type == "" ||
			strings.Contains(o.Column, "*") {
			continue
		}
		if preset := o.preset(); preset != "" {
			options = importer.Added(options, preset)
			continue
		}
		seen[subject] = true // whether NULL is allowed is not the type's to say
		entry := fmt.Sprintf("{%s, as: %q", subject, t.text())
		if t.Import != "" {
			entry += fmt.Sprintf(", import: %q", t.Import)
		}
		out = append(out, entry+"}")
	}
	return options, out
}

// requires reports whether the module that the project is in, or the project, requires another.
func (c *converter) requires(module string) bool {
	dir, err := filepath.Abs(c.Dir)
	for err == nil {
		if text, readErr := readText(filepath.Join(dir, "go.mod")); readErr == nil {
			return strings.Contains(text, module)
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return false
}
