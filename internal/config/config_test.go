package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// project writes files into a new folder and returns the path of its sqg.yaml.
func project(t *testing.T, yaml string, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append(files, DefaultPath) {
		p := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		text := "-- QUERY a\nSELECT 1;\n"
		if f == DefaultPath {
			text = yaml
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, DefaultPath)
}

func noEnv(string) string { return "" }

// lines renders diagnostics as line:col code message | hint.
func lines(ds []diag.Diagnostic) string {
	var sb strings.Builder
	for _, d := range ds {
		pos := "-"
		if d.Span.File != nil {
			l, c := d.Span.File.Position(d.Span.Start)
			pos = fmt.Sprintf("%d:%d", l, c)
		}
		fmt.Fprintf(&sb, "%s %s %s", pos, d.Code, d.Msg)
		if d.Hint != "" {
			sb.WriteString(" | " + d.Hint)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

func TestLoad(t *testing.T) {
	path := project(t, `version: 1
name: my-app
sql:
  - files: [schema.sql, "q/**/*.sql", schema.sql]
    name: orders
    gen:
      - generator: typescript/sqlite
        output: ./src/generated/
        config:
          migrations: true
          safeIntegers: true
          overrides:
            - {column: users.settings, as: Settings, import: ./settings.js, decode: JSON.parse, encode: JSON.stringify}
            - {type: UUID, as: string}
      - generator: java/sqlite
        output: gen/Orders.java
        config: {package: com.example, nullability: jspecify, boxed: true}
  - files: [other.sql]
sources:
  - {name: events, path: ./data/events.parquet}
  - {name: prod, type: postgres, url: "$PROD_URL"}
`, "schema.sql", "q/b.sql", "q/a/z.sql", "q/a.sql", "q/no.txt", "other.sql")
	cfg, ds := Load(path, func(n string) string { return map[string]string{"PROD_URL": "postgres://u:geheim@h/db"}[n] },
		false)
	if len(ds) > 0 {
		t.Fatal(lines(ds))
	}
	var names []string
	for _, f := range cfg.Units[0].Files {
		names = append(names, f.Name)
		if _, err := os.Stat(f.Path); err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(names, " "); got != "schema.sql q/a.sql q/a/z.sql q/b.sql" {
		t.Errorf("files: %s", got)
	}
	ts, java := cfg.Units[0].Gens[0], cfg.Units[0].Gens[1]
	if ts.Target.ID() != "typescript/sqlite/better-sqlite3" || ts.File != "" ||
		ts.Dir != filepath.Join(filepath.Dir(path), "src/generated") {
		t.Errorf("typescript: %+v", ts)
	}
	if o := ts.Options; !o.Migrations || !o.SafeIntegers || o.Observer || len(o.Overrides) != 2 ||
		o.Overrides[0].To.Encode != "JSON.stringify" {
		t.Errorf("options: %+v", o)
	}
	if java.File != "Orders.java" || java.Dir != filepath.Join(filepath.Dir(path), "gen") ||
		java.Options.Package != "com.example" || java.Options.Nullability != "jspecify" || !java.Options.Boxed {
		t.Errorf("java: %+v", java)
	}
	if u := cfg.Units[1]; u.Name != "my-app" || u.Project != "my-app" || cfg.Units[0].Project != "my-app/orders" {
		t.Errorf("names: %q %q", u.Name, u.Project)
	}
	if cfg.Sources[0].Type != "file" || cfg.Sources[1].URL != "postgres://u:geheim@h/db" {
		t.Errorf("sources: %+v", cfg.Sources)
	}
}

func TestAbsolutePatternsHaveRelativeNames(t *testing.T) {
	elsewhere := filepath.Join(filepath.Dir(project(t, "", "sub/q.sql")), "sub")
	path := project(t, "version: 1\nname: a\nsql: [{files: [\""+filepath.ToSlash(elsewhere)+"/*.sql\"]}]\n")
	cfg, ds := Load(path, noEnv, true)
	if cfg == nil {
		t.Fatal(lines(ds))
	}
	want, err := filepath.Rel(filepath.Dir(path), filepath.Join(elsewhere, "q.sql"))
	if f := cfg.Units[0].Files[0]; err != nil || f.Name != filepath.ToSlash(want) || !filepath.IsAbs(f.Path) {
		t.Errorf("%+v, want %s", f, want)
	}
}

// A unit's name and its migrations' project do not depend on the units behind it.
func TestUnitNames(t *testing.T) {
	for units, want := range map[string]string{
		"{files: [q.sql]}": "my-app my-app",
		"{files: [q.sql]}, {files: [q.sql], name: b}":                      "my-app my-app, b my-app/b",
		"{files: [q.sql], name: a}":                                        "a my-app/a",
		"{files: [q.sql], name: a}, {files: [q.sql]}":                      "a my-app/a, my-app my-app",
		"{files: [q.sql], name: my-app}, {files: [q.sql]}":                 "my-app my-app, q my-app/q",
		"{files: [q.sql]}, {files: [r.sql]}, {files: [q.sql], name: r}":    "",
		"{files: [q.sql]}, {files: [r.sql, q.sql]}, {files: [q.sql]}":      "my-app my-app, r my-app/r, q my-app/q",
		"{files: [q.sql]}, {files: [\"*.sql\"]}, {files: [\"q.sql\"]}, {}": "",
	} {
		cfg, ds := Load(project(t, "version: 1\nname: my-app\nsql: ["+units+"]\n", "q.sql", "r.sql"), noEnv, false)
		if want == "" {
			if !strings.Contains(lines(ds), "two units are called") {
				t.Errorf("%s: %s", units, lines(ds))
			}
			continue
		}
		if cfg == nil {
			t.Fatal(lines(ds))
		}
		var got []string
		for _, u := range cfg.Units {
			got = append(got, u.Name+" "+u.Project)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", units, got, want)
		}
	}
}

// TestFormerConfigs: what sqg.yaml of SQG 0.x says goes on to mean the same.
func TestFormerConfigs(t *testing.T) {
	ids := []string{"java/sqlite/jdbc", "java/duckdb/jdbc", "java/postgres/jdbc", "python/sqlite/sqlite3",
		"python/duckdb/duckdb", "typescript/duckdb/node-api"}
	yaml := "version: 1\nname: a\nsources:\n  - {path: $DATA/old events.parquet}\n  - {path: b.csv}\nsql:\n"
	for _, id := range ids {
		yaml += "  - {name: " + strings.ReplaceAll(id, "/", "-") + ", files: [q.sql], gen: [{generator: " + id +
			", output: o/}]}\n"
	}
	cfg, ds := Load(project(t, yaml, "q.sql"),
		func(name string) string { return map[string]string{"DATA": "/data"}[name] }, true)
	if len(ds) > 0 {
		t.Fatal(lines(ds))
	}
	for i, u := range cfg.Units {
		if got := u.Gens[0].Target.ID() + "/"; !strings.HasPrefix(ids[i], got) {
			t.Errorf("%s means %s", ids[i], got)
		}
	}
	if s := cfg.Sources; s[0].Name != "old_events" || s[0].Path != "/data/old events.parquet" || s[1].Name != "b" {
		t.Errorf("%+v", s)
	}
}

// TestMeantGenerators: an id that names parts of a generator gets it as a hint.
func TestMeantGenerators(t *testing.T) {
	for id, want := range map[string]string{
		"typescript/pg": "did you mean `typescript/postgres/pg`?", "ts/duckdb": "did you mean `typescript/duckdb`?",
		"asyncpg":                   "did you mean `python/postgres/asyncpg`?",
		"typescript/better-sqlite3": "did you mean `typescript/sqlite/better-sqlite3`?",
		"java/jdbc":                 "write `java/sqlite`, `java/postgres` or `java/duckdb`",
		"python/sqlit":              "did you mean `python/sqlite`?", "java/postgresql": "did you mean `java/postgres`?",
	} {
		if got := MeantBy(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

func TestProblems(t *testing.T) {
	head := "version: 1\nname: a\n"
	unit := head + "sql:\n  - files: [q.sql]\n"
	gen := unit + "    gen:\n      - generator: java/sqlite\n        output: out\n"
	for _, c := range []struct{ name, yaml, want string }{
		{"empty", "", "1:1 SQG001 the file is empty | `sqg init` makes one to start from\n"},
		{"comment only", "# nothing\n", "1:1 SQG001 the file is empty | `sqg init` makes one to start from\n"},
		{"scalar", "hello", "1:1 SQG003 sqg.yaml takes a mapping, and this is a text\n"},
		{"all at once", "versoin: 1\nsql: [{name: x}]\nnaem: x\n", "" +
			"1:1 SQG002 sqg.yaml has no key `versoin` | did you mean `version`?\n" +
			"2:7 SQG002 an entry of `sql` needs the key `files` | add `files: [schema.sql, queries/**/*.sql]`\n" +
			"3:1 SQG002 sqg.yaml has no key `naem` | did you mean `name`?\n"},
		{"missing", "sql: [{files: [q.sql]}]\n", "" +
			"1:1 SQG002 sqg.yaml needs the key `version` | add `version: 1`\n" +
			"1:1 SQG002 sqg.yaml needs the key `name` | add `name: my-app`\n"},
		{"empty lists", head + "sql: []\n", "3:6 SQG003 `sql` has no entry\n"},
		{"version", "version: 2\nname: a\nsql: [{files: [q.sql]}]\n",
			"1:10 SQG004 version 2 is not known | this sqg reads version 1; a newer sqg may read it\n"},
		{"version text", "version: \"1\"\nname: a\nsql: [{files: [q.sql]}]\n",
			"1:10 SQG003 `version` takes a number, and this is a text | write the number without quotes\n"},
		{"duplicate", unit + "name: b\n", "5:1 SQG002 `name` stands here twice | keep one of them\n"},
		{"duplicate in config", gen + "        config: {boxed: true, boxed: false}\n",
			"8:31 SQG002 `boxed` stands here twice | keep one of them\n"},
		{"kinds", "version: 1\nname: 5\nsql:\n  - files: q.sql\n    gen: {}\n", "" +
			"2:7 SQG003 `name` takes a text, and this is a number | put it in quotes: \"5\"\n" +
			"4:12 SQG003 `files` takes a list, and this is a text | write it as a list: [q.sql]\n" +
			"5:10 SQG003 `gen` takes a list, and this is a mapping\n"},
		{"null", "version: 1\nname:\nsql: [{files: [q.sql]}]\n",
			"2:6 SQG003 `name` takes a text, and this is nothing\n"},
		{"entry", head + "sql: [q.sql]\n", "3:7 SQG003 `sql` takes a mapping, and this is a text\n"},
		{"generator",
			unit + "    gen:\n      - {generator: typescript/sqlite/bettersqlite3, output: x, config: {anything: 1}}\n",
			"6:21 SQG005 there is no generator `typescript/sqlite/bettersqlite3` | did you mean `typescript/sqlite/better-sqlite3`?\n"},
		{"option", gen + "        config: {boxd: true, boxed: yes please, nullability: jsr305, package: [a]}\n", "" +
			"8:18 SQG002 config of java/sqlite has no key `boxd` | did you mean `boxed`?\n" +
			"8:37 SQG003 `boxed` takes true or false, and this is a text | write true or false, without quotes\n" +
			"8:62 SQG003 `nullability` cannot be `jsr305` | it takes `jspecify`\n" +
			"8:79 SQG003 `package` takes a text, and this is a list\n"},
		{"count",
			unit + "    gen:\n      - {generator: go/postgres, output: o, config: {bulkFrom: 0, stagedFrom: many}}\n",
			"" +
				"6:64 SQG003 `bulkFrom` cannot be 0 | write 1 or more\n" +
				"6:79 SQG003 `stagedFrom` takes a number, and this is a text\n"},
		{"pooler",
			unit + "    gen:\n      - {generator: go/postgres, output: o, config: {pooler: session}}\n" +
				"      - {generator: go/postgres, output: o, config: {pooler: transaction, migrations: true}}\n" +
				"      - {generator: rust/postgres, output: o, config: {pooler: transaction}}\n" +
				"      - {generator: typescript/postgres/pglite, output: o, config: {pooler: transaction}}\n", "" +
				"6:62 SQG003 `pooler` cannot be `session` | it takes `transaction`\n" +
				"9:69 SQG002 config of typescript/postgres/pglite has no key `pooler` | it takes `migrations`, `observer`, `enums`, `classes`, `names`, `support`, `int8`, `dates`, `vectors`, `json`, `params`, `transactions`, `tests`, `interface`, `comments`, `interfaceWithoutEach`, `bulkFrom`, `stagedFrom`, `lockTimeout`, `statementTimeout`, `geometry`, `reader`, `types` or `overrides`\n" +
				"7:62 SQG003 `migrations: true` does not work with `pooler: transaction`: migrations hold a lock of their session | generate applyMigrations() by a second entry of `gen` without `pooler`, and give it a direct connection\n" +
				"8:64 SQG003 rust/postgres/tokio-postgres does not work with `pooler: transaction`: tokio-postgres prepares each statement by a name and runs it later, on another connection then | leave it out, and use a pooler that keeps prepared statements, as PgBouncer does from 1.21 on with max_prepared_statements, or session mode\n"},
		{"presets",
			unit + "    gen:\n      - {generator: go/postgres, output: o, config: {uuid: gogle, numeric: big, nullable: gureg}}\n" +
				"      - {generator: rust/sqlite, output: o, config: {derive: [serde::Serialize, \"a b\", 3]}}\n" +
				"      - {generator: java/sqlite, output: o, config: {annotations: [Kept]}}\n", "" +
				"6:60 SQG003 `uuid` cannot be `gogle` | did you mean `google`?\n" +
				"6:76 SQG003 `numeric` cannot be `big` | it takes `driver` or `shopspring`\n" +
				"6:91 SQG003 `nullable` cannot be `gureg` | did you mean `guregu`?\n" +
				"7:81 SQG003 an entry of `derive` cannot be `a b` | write one such as `serde::Serialize`\n" +
				"7:88 SQG003 `derive` takes a text, and this is a number | put it in quotes: \"3\"\n" +
				"8:68 SQG003 an entry of `annotations` cannot be `Kept` | write one such as `@com.fasterxml.jackson.annotation.JsonInclude(JsonInclude.Include.NON_NULL)`\n"},
		{"option of another language", gen + "        config: {safeIntegers: true}\n",
			"8:18 SQG002 config of java/sqlite has no key `safeIntegers` | it takes `migrations`, `observer`, `trust`, `package`, `rowSuffix`, `boxed`, `nullability`, `annotations`, `classes`, `support`, `params`, `transactions`, `tests`, `interface`, `comments`, `interfaceWithoutEach`, `reader` or `overrides`\n"},
		{"option of another driver", unit +
			"    gen:\n      - {generator: java/duckdb, output: o, config: {appender: vectors}}\n",
			"6:64 SQG003 `appender` cannot be `vectors` | `generator: java/duckdb/arrow` has it; this one takes `function`, `arrow`, `row` or `insert`\n"},
		{"overrides",
			gen + "        config:\n          overrides:\n            - {column: users, as: X}\n            - {type: UUID, query: a.b, as: X}\n            - {as: X}\n            - {type: UUID}\n            - {type: UUID, as: X, imprt: Y}\n", "" +
				"13:15 SQG002 an entry of `overrides` needs the key `as` | add `as: Settings`\n" +
				"14:35 SQG002 an entry of `overrides` has no key `imprt` | did you mean `import`?\n" +
				"10:24 SQG003 `users` names no column of a table | write table.column\n" +
				"11:15 SQG002 an entry of `overrides` needs exactly one of `column`, `type` and `query` | several overrides are several entries\n" +
				"12:15 SQG002 an entry of `overrides` needs exactly one of `column`, `type` and `query` | several overrides are several entries\n"},
		{"a folder", head + "sql: [{files: [.]}]\n", "3:16 SQG006 `.` is a folder | name its files: `*.sql`\n"},
		{"no file", head + "sql: [{files: [qq.sql, \"x/*.sql\", \"a[\"]}]\n", "" +
			"3:16 SQG006 there is no file `qq.sql` | did you mean `q.sql`?\n" +
			"3:24 SQG006 no file matches `x/*.sql` | paths stand under the folder of sqg.yaml\n" +
			"3:35 SQG003 `a[` is not a pattern: syntax error in pattern | `*`, `?`, `[…]`, `{a,b}` and `**` have a meaning here\n"},
		{"output", unit + "    gen: [{generator: java/sqlite, output: gen/a.ts}]\n",
			"5:44 SQG003 `gen/a.ts` does not go with java/sqlite | name a folder, or a file that ends in .java\n"},
		{"units", head + "sql:\n  - files: [q.sql]\n  - files: [q.sql]\n  - {name: a, files: [q.sql]}\n",
			"6:12 SQG003 two units are called `a` | give this one a `name:` of its own\n"},
		{"other tools", unit + "engine: sqlite\nprojectName: b\n", "" +
			"5:1 SQG002 sqg.yaml has no key `engine` | the engine is part of the generator: `generator: typescript/sqlite`\n" +
			"6:1 SQG002 sqg.yaml has no key `projectName` | the project's name is `name`, at the top; `name` in an entry of `gen` names its class and file\n"},
		{"sources",
			unit + "sources:\n  - {name: a b, path: x}\n  - {name: p, type: postgres, url: \"$NOT_SET\"}\n  - {name: p, url: x}\n", "" +
				"6:12 SQG003 `a b` cannot be a source's name | add a `name:` of letters, digits and _, as in `events_2024`\n" +
				"7:36 SQG901 the environment variable NOT_SET is not set | set it, as in `NOT_SET=postgres://… sqg`\n" +
				"8:12 SQG003 two sources are called `p`\n" +
				"8:5 SQG002 a source of type `file` needs the key `path`\n" +
				"8:20 SQG002 a source of type `file` has no key `url`\n"},
		{"extensions", unit + "duckdb: {extensions: [spacial, h3, \"ext/a-b.duckdb_extension\"]}\n", "" +
			"5:23 SQG003 sqg does not know DuckDB's extension `spacial` | did you mean `spatial`?; name another one by its file: `ext/spacial.duckdb_extension`\n" +
			"5:32 SQG003 sqg does not know DuckDB's extension `h3` | it takes `avro`, `ducklake`, `excel`, `fts`, `httpfs`, `iceberg`, `icu`, `inet`, `postgres_scanner`, `spatial`, `sqlite_scanner` or `vss`; name another one by its file: `ext/h3.duckdb_extension`\n" +
			"5:36 SQG003 `a-b` cannot be the name of an extension | DuckDB has it from the file's name: letters, digits and _\n"},
		{"catalog", head + "sql:\n  - {files: [q.sql], catalog: ducklake, gen: [{generator: java/sqlite, output: o}]}\n", "" +
			"4:31 SQG003 no generator of this unit is of DuckDB, whose tables a DuckLake holds | take `catalog` out, or add a generator of DuckDB\n"},
		{"functions",
			unit + "sqlite:\n  functions: {\"a b\": TEXT (), far: REAL, near: \"REAL NOT NULL (REAL) STRICT\", far: 1}\n  collations: de\n", "" +
				"6:15 SQG003 `a b` cannot be a name | letters, digits and `_`, beginning with a letter\n" +
				"6:84 SQG003 `functions` takes a text, and this is a number | put it in quotes: \"1\"\n" +
				"7:15 SQG003 `collations` takes a list, and this is a text | write it as a list: [de]\n" +
				"6:36 SQG003 `REAL` declares no function | write its type, NOT NULL where that holds, and the types of its arguments, as in `REAL NOT NULL (REAL, REAL)`; STRICT, DETERMINISTIC, AGGREGATE and WINDOW may follow\n" +
				"6:48 SQG003 `REAL NOT NULL (REAL) STRICT` declares no function | the result of a STRICT function is NULL where an argument is: leave out STRICT or NOT NULL\n"},
		{"alias",
			head + "sql:\n  - &u {files: [q.sql], name: x, gen: [{generator: java/sqlite, output: o}]}\n  - {files: [q.sql], gen: *u}\n", "4:5 SQG003 `gen` takes a list, and this is a mapping\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg, ds := Load(project(t, c.yaml, "q.sql"), noEnv, false)
			if got := lines(ds); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if cfg != nil {
				t.Error("a config in spite of errors")
			}
		})
	}
}

func TestSyntaxErrorsHaveAPlace(t *testing.T) {
	for _, yaml := range []string{"version: 1\nname: a: b\n", "version: 1\n\tname: x\n", "sql: [\n", "a: 'x\n", "*x\n",
		"name: \"\\q\"\n", "a: b\n- c\n", "{{{", "\x01", "a: 1\n---\nb: 2\n"} {
		cfg, ds := Load(project(t, yaml), noEnv, false)
		if cfg != nil || len(ds) == 0 || ds[0].Code != diag.ConfigSyntax || ds[0].Span.File == nil {
			t.Errorf("%q: %v %s", yaml, cfg, lines(ds))
		}
	}
}

func TestUnreadable(t *testing.T) {
	if _, ds := Load(filepath.Join(t.TempDir(), "none", DefaultPath), noEnv, false); len(ds) != 1 ||
		ds[0].Code != diag.ConfigSyntax || !strings.Contains(ds[0].Hint, "sqg init") {
		t.Error(lines(ds))
	}
	if _, ds := Load(project(t, "name: M\xfcller\n"), noEnv, false); len(ds) != 1 ||
		lines(ds) != "1:8 SQG007 the file is not UTF-8 text: byte 0xFC cannot stand here; is it Latin-1 or Windows-1252? | save it as UTF-8\n" {
		t.Error(lines(ds))
	}
	if _, ds := Load(t.TempDir(), noEnv, false); len(ds) != 1 || ds[0].Code != diag.Environment {
		t.Error(lines(ds))
	}
}

// Wherever a URL stands, rightly or not, its password is in no message and in no line that a message shows.
func TestPasswordsNeverShow(t *testing.T) {
	for _, where := range []string{
		"sources: [{name: a, type: postgres, url: URL, pth: x}]", "sources: [{name: a, type: URL}]",
		"sources: [{name: URL, path: a}]", "nmae: URL", "sources: URL", "sources: [{name: a, path: URL, url: URL}]",
		"a: URL: b",
	} {
		for _, url := range []string{"postgres://me:geheim@host/db", "\"postgres://host/db?user=me&password=geheim\"",
			"postgres://me:ge@heim:geheim@host", "postgres://geheim@host", "\"postgres://me:geheim",
			"postgres://me:geheim: x"} {
			yaml := "version: 1\nname: a\nsql: [{files: [URL]}]\n" + where + "\n"
			_, ds := Load(project(t, strings.ReplaceAll(yaml, "URL", url)), noEnv, false)
			if len(ds) == 0 {
				t.Errorf("%s: no error", where)
			}
			for _, d := range ds {
				if strings.Contains(d.Msg+d.Hint, "geheim") || d.Span.File != nil &&
					strings.Contains(d.Span.File.Text, "geheim") {
					t.Errorf("%s: %s", where, lines([]diag.Diagnostic{d}))
				}
			}
		}
	}
}

// Every option of every target has a field of plan.Options with its name and kind; setOptions relies on it.
func TestOptionsHaveFields(t *testing.T) {
	fields := reflect.TypeOf(plan.Options{})
	for _, tg := range target.All {
		for _, o := range tg.Options {
			f, ok := fields.FieldByName(strings.ToUpper(o.Key[:1]) + o.Key[1:])
			want := map[target.OptionKind]reflect.Kind{target.Flag: reflect.Bool, target.Word: reflect.String,
				target.Count: reflect.Int, target.Texts: reflect.Slice}[o.Kind]
			if !ok || f.Type.Kind() != want {
				t.Errorf("%s: option %s has no field of kind %s in plan.Options", tg.ID(), o.Key, want)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	dir := filepath.Dir(project(t, "", "sub [x]/q.sql", "sub [x]/p.sql", "lit[1].sql", "lit1.sql"))
	for pattern, want := range map[string]string{
		"lit[1].sql": "lit[1].sql", "lit?.sql": "lit1.sql",
		"**/*.sql": "lit1.sql lit[1].sql sub [x]/p.sql sub [x]/q.sql", "*.none": "",
		"../*/lit1.sql": "../" + filepath.Base(dir) + "/lit1.sql", "{b,lit1}.sql": "lit1.sql", "./lit1.sql": "lit1.sql",
		"none/*.sql": "",
	} {
		got, err := Match(dir, pattern)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q %v, want %q", pattern, got, err, want)
		}
	}
	sub := filepath.Join(dir, "sub [x]") // a special character in the folder of sqg.yaml is no pattern
	if got, err := Match(sub, "*.sql"); err != nil || strings.Join(got, " ") != "p.sql q.sql" {
		t.Error(got, err)
	}
}
