package config

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/target"
)

// kind is what the value of a key must be.
type kind int

const (
	text    kind = iota
	integer      //
	flag         // true or false
	object       // a mapping with Keys
	list         // of Item
	names        // a mapping from names to names
	texts        // the same, to texts
	options      // the config: of a generator: its target's options, and overrides
)

func (k kind) String() string {
	return [...]string{"a text", "a number", "true or false", "a mapping", "a list", "a mapping from names to names",
		"a mapping from names to texts", "a mapping"}[k]
}

// value describes what may stand in a place of sqg.yaml.
type value struct {
	Kind kind
	Item *value   // of a list
	Keys []key    // of an object
	Enum []string // the texts that are allowed, where not any is

	Elsewhere map[string]string // the generators by the texts that they allow and this one does not

	Form string // of a text: the regular expression for all of it; "" for any
	Such string // the same: one, for people

	NotEmpty bool // of a list: it needs an entry
	Positive bool // of an integer
}

// key is one key of an object.
type key struct {
	Name     string
	Required bool
	value
	Doc     string
	Example string
	Default string // "" for none worth a word
}

// description is the doc with the default.
func (k key) description() string {
	if k.Default == "" {
		return k.Doc
	}
	return k.Doc + " The default is `" + k.Default + "`."
}

var textItem = &value{Kind: text}

// topLevel is the whole of sqg.yaml: the one table behind the checks, the JSON Schema and the reference.
var topLevel = &value{Kind: object, Keys: []key{
	{Name: "version", Required: true, value: value{Kind: integer}, Example: "1",
		Doc: "The version of this file's format: 1."},
	{Name: "name", Required: true, value: value{Kind: text}, Example: "my-app",
		Doc: "The project's name. Names of classes and files derive from it, and it is the default project of the migrations table."},
	{Name: "sql", Required: true, value: value{Kind: list, NotEmpty: true, Item: &value{Kind: object, Keys: unitKeys}},
		Doc: "The units. One entry is one unit: its files share one schema."},
	{Name: "strict", value: value{Kind: flag}, Example: "true", Default: "false",
		Doc: "Makes errors of warnings, as `--strict` does: nothing is written while there is one."},
	{Name: "sources", value: value{Kind: list, Item: &value{Kind: object, Keys: sourceKeys}},
		Doc: "Data files and databases beside the unit's own, by name."},
	{Name: "duckdb", value: value{Kind: object, Keys: duckdbKeys},
		Doc: "Which DuckDB programs run on, and its extensions."},
	{Name: "sqlite", value: value{Kind: object, Keys: sqliteKeys},
		Doc: "What programs register with their connections to SQLite."},
	{Name: "postgres", value: value{Kind: object, Keys: postgresKeys},
		Doc: "What migrations need of PostgreSQL that only a superuser may do."},
}}

// modelsOff gives each statement a row type of its own.
const modelsOff = "off"

// asWritten leaves stars in the statements that a program sends.
const asWritten = "as-written"

var duckdbKeys = []key{
	{Name: "version", value: value{Kind: text, Enum: []string{"1.5", "2.0"}}, Example: "\"2.0\"", Default: "1.5",
		Doc: "The version of DuckDB that checks the statements: that of the drivers. Without it, the library that `SQG_DUCKDB_LIBRARY` names or the Node driver brings decides."},
	{Name: "extensions", value: value{Kind: list, Item: textItem}, Example: "[spatial, fts]",
		Doc: "DuckDB's extensions that statements need: " + strings.Join(extension.Names(), ", ") +
			". A generated method loads them, too. A file of another one, `ext/h3.duckdb_extension`, takes `--trust`."},
}

var sqliteKeys = []key{
	{Name: "functions", value: value{Kind: texts}, Example: "{haversine: REAL NOT NULL (REAL, REAL)}",
		Doc: "Functions, by name: the type of the result, `NOT NULL` where it is never NULL, and the types of the arguments; `...` behind the last for any number. Behind them, `STRICT` is for a result that is NULL where an argument is, and nowhere else; `DETERMINISTIC` for one that indexes may hold; `AGGREGATE` and `WINDOW` for functions of many rows. sqg believes what is written here, and calls no function."},
	{Name: "collations", value: value{Kind: list, Item: textItem}, Example: "[de]",
		Doc: "Names of collations."},
}

var postgresKeys = []key{
	{Name: "extensions", value: value{Kind: list, Item: textItem}, Example: "[postgis, pg_stat_statements]",
		Doc: "Extensions that sqg installs before any script runs, since PostgreSQL does not trust them to others than superusers. Those that it trusts, such as `citext`, `hstore`, `pg_trgm` and `pgcrypto`, need no entry. `CREATE EXTENSION` of one that is listed does nothing."},
	{Name: "unsafe", value: value{Kind: list, Item: textItem}, Example: "[\"003\"]",
		Doc: "Names of the MIGRATE, BASELINE and TESTDATA blocks that run as a superuser, who can run programs and read files of this machine. Takes `--trust` on the command line."},
}

var unitKeys = []key{
	{Name: "files", Required: true, value: value{Kind: list, NotEmpty: true, Item: textItem},
		Example: "[schema.sql, queries/**/*.sql]",
		Doc:     "The unit's SQL files, in order. Relative paths stand under the folder of sqg.yaml. `*`, `?`, `[…]`, `{a,b}` and `**` match names; the files of one pattern come in name order. A pattern that matches nothing is an error. What leads out of the project takes `--trust`."},
	{Name: "name", value: value{Kind: text}, Example: "orders",
		Doc: "The unit's name, which the class and the file derive from. By default the project's name; where that is taken, the name of its first file."},
	{Name: "finite_dates", value: value{Kind: flag}, Example: "true", Default: "false",
		Doc: "States that no column of the unit's schema holds `infinity` as a date or time. PostgreSQL and DuckDB make NULL of it in `to_char`, `extract`, `date_part`, `year`, `::time` and the like, whose results are nullable without this. Nothing checks the statement; `CHECK (isfinite(column))` is one that the database does, for that column."},
	{Name: "columns", value: value{Kind: text, Enum: []string{"named", asWritten}}, Example: asWritten,
		Default: "named",
		Doc:     "What a program sends for `*`: `named` the names of the columns that it stands for, so that a column which a later migration adds changes no result; `as-written` the star, for statements that shall fail or change with the schema; it allows whole rows of tables, too."},
	{Name: "catalog", value: value{Kind: text, Enum: []string{extension.DuckLake.Name}}, Example: "ducklake",
		Doc: "Where a unit of DuckDB has its tables, unless that is DuckDB's own database. With `ducklake`, a DuckLake takes every migration and statement when sqg runs, too: what it lacks is an error. The program attaches its lake, and makes it the current database."},
	{Name: "models", value: value{Kind: text, Enum: []string{"tables", modelsOff}}, Example: modelsOff,
		Default: "tables",
		Doc:     "Which statements share a row type: with `tables` those that return all columns of one table, in any order, have the table's; with `off` only those that `:result=` gives one."},
	{Name: "rename", value: value{Kind: names}, Example: "{users: user}",
		Doc: "What tables are called in the names of their types: `UserRow` instead of `UsersRow`. A table of a schema that is not searched is `schema.table`."},
	{Name: "gen", value: value{Kind: list, Item: &value{Kind: object, Keys: genKeys}},
		Doc: "What to generate from the unit. Without it nothing is generated; `sqg inspect --engine` reads such a unit."},
}

var genKeys = []key{
	{Name: "generator", Required: true, value: value{Kind: text}, Example: "typescript/sqlite/better-sqlite3",
		Doc: "`language/engine[/driver]`. Without a driver, the language's default driver for the engine."},
	{Name: "output", Required: true, value: value{Kind: text}, Example: "./src/generated/",
		Doc: "The folder to write to, or the file where the path ends in the language's extension. Relative paths stand under the folder of sqg.yaml; folders are made. What leads out of the project takes `--trust`."},
	{Name: "name", value: value{Kind: text}, Example: "shop",
		Doc: "The name that the class and the file of this output derive from. By default the unit's."},
	{Name: "config", value: value{Kind: options}, Example: "{migrations: true}",
		Doc: "The generator's options, see below."},
}

var overridesKey = key{Name: "overrides", value: value{Kind: list, Item: &value{Kind: object, Keys: overrideKeys}},
	Doc: "Language types of your own for columns and parameters. Nullability stays what the analysis proves."}

// overrideSubjects are the keys of which an entry of overrides: has exactly one.
var overrideSubjects = []string{"column", "type", "query"}

var overrideKeys = []key{
	{Name: "column", value: value{Kind: text}, Example: "users.settings",
		Doc: "A table's column, `table.column`: wherever a statement returns it, stores into it or compares with it."},
	{Name: "type", value: value{Kind: text}, Example: "JSON",
		Doc: "A type as the schema declares it: every column and parameter of that type."},
	{Name: "query", value: value{Kind: text}, Example: "get_user.settings",
		Doc: "A result column or parameter of one statement, `query.column`. Beats `column`, which beats `type`."},
	{Name: "as", Required: true, value: value{Kind: text}, Example: "Settings",
		Doc: "The type as the language writes it."},
	{Name: "import", value: value{Kind: text}, Example: "./settings.js",
		Doc: "What to import for it: the module (TypeScript, Python) or the fully qualified class (Java)."},
	{Name: "decode", value: value{Kind: text}, Example: "parseSettings",
		Doc: "A function from the driver's value to the type. Without it the driver's value is taken as it is."},
	{Name: "encode", value: value{Kind: text}, Example: "JSON.stringify",
		Doc: "A function from the type to the driver's value. Without it the value is bound as it is."},
}

var sourceKeys = []key{
	{Name: "name", value: value{Kind: text}, Example: "events",
		Doc: "The source's name: `${sources_events}` in SQL, or `prod.schema.table` for a database. Letters, digits and `_`. By default the file's, without its extension."},
	{Name: "type", value: value{Kind: text, Enum: []string{"file", "postgres"}}, Example: "postgres",
		Doc: "`file` (the default) or `postgres`."},
	{Name: "path", value: value{Kind: text}, Example: "./data/events.parquet",
		Doc: "The data file of a source of type `file`. `$NAME` and `${NAME}` stand for environment variables, as in `$HOME/events.parquet`. They take `--trust`, as does a path that leads out of the project."},
	{Name: "sample", value: value{Kind: text}, Example: "./data/sample.parquet",
		Doc: "A local file with the same columns, which sqg reads in the place of `path`: of a file on another machine (`s3://…`, `https://…`), of which sqg reads nothing, or of a large one."},
	{Name: "url", value: value{Kind: text}, Example: "\"$PROD_URL\"",
		Doc: "The database whose schema sqg reads for a source of type `postgres`, read-only, where no `BASELINE … :source=` writes that schema down. `$NAME` and `${NAME}` stand for environment variables, so that no password need be in the file. One that is not the whole text takes `--trust`, as does the address of another machine that stands in the file."},
	{Name: "mode", value: value{Kind: text, Enum: []string{"read-only", "read-write"}}, Example: "read-write",
		Default: "read-only",
		Doc:     "How programs attach a source of type `postgres`. With `read-write`, statements may change its rows: `INSERT INTO prod.orders …`. sqg itself only reads."},
}

// optionKeys are the keys of a generator's config:.
func optionKeys(t *target.Target) []key {
	keys := make([]key, 0, len(t.Options)+1)
	for _, o := range t.Options {
		k := key{Name: o.Key, Doc: sentence(o.Doc), value: value{Kind: flag}}
		k.Default = o.Default
		switch o.Kind {
		case target.Word:
			k.value = value{Kind: text, Enum: o.Values, Elsewhere: elsewhere(t, o)}
		case target.Count:
			k.value = value{Kind: integer, Positive: true}
		case target.Texts:
			k.value = value{Kind: list, Item: &value{Kind: text, Form: o.Form, Such: o.Such}}
			k.Example = "[\"" + o.Such + "\"]"
		}
		keys = append(keys, k)
	}
	return append(keys, overridesKey)
}

// elsewhere are the values that an option takes with another generator of the same language and engine only.
func elsewhere(t *target.Target, o target.Option) map[string]string {
	ids := map[string]string{}
	for _, other := range target.All {
		for _, same := range other.Options {
			if other.Language != t.Language || other.Engine != t.Engine || same.Key != o.Key {
				continue
			}
			for _, v := range same.Values {
				if !slices.Contains(o.Values, v) {
					ids[v] = other.ID()
				}
			}
		}
	}
	return ids
}

// sentence makes a sentence of a registry's one-line doc.
func sentence(s string) string {
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
