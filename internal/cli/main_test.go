package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/golden"
)

// goldens is absolute, since tests change the current folder.
var goldens, _ = filepath.Abs("testdata")

func TestMain(m *testing.M) { golden.Main(m, filepath.Join(goldens, "*.txt")) }

// result is what a run of sqg left.
type result struct {
	code     int
	out, err string
}

func sqg(args ...string) result {
	var out, err bytes.Buffer
	code := Main(args, strings.NewReader(""), &out, &err, func(name string) string {
		if name == cache.Variable {
			return os.Getenv(name)
		}
		return ""
	})
	return result{code, out.String(), err.String()}
}

// folder makes a folder of files, path and text in turn, and makes it the current one.
func folder(t *testing.T, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for i := 0; i < len(pairs); i += 2 {
		save(t, pairs[i], pairs[i+1])
	}
	return dir
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const goodSQL = `-- MIGRATE one
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bio TEXT);

-- A user by id.
-- QUERY get_user :one
@set id = 1
SELECT id, name, bio FROM users WHERE id = ${id};

-- QUERY user_names :pluck
SELECT name FROM users;

-- EXEC rename_user
UPDATE users SET name = ${name} WHERE id = ${id};

-- TABLE users :appender
`

const postgresSQL = `-- MIGRATE one
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TYPE place AS (city text, at point);
CREATE TABLE users (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name varchar(20) NOT NULL, mood mood, home place, tags text[] NOT NULL);

-- QUERY user_by_name :one
@set name = null
SELECT id, mood, tags FROM users WHERE ${name} IS NULL OR name = ${name};

-- EXEC tag
UPDATE users SET tags = ${tags}, mood = ${mood} WHERE id = ANY(${ids});
`

const goodYAML = `version: 1
name: my-app
sql:
  - files: [queries.sql]
    gen:
      - {generator: python/sqlite, output: gen/}
`

const badSQL = `-- MIGRATE one
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- QUERY first :one
SELECT id, nmae FROM users;

-- QUERY second :onne
SELECT 1 AS one;

-- EXEC third
UPDATE usres SET name = ${name};
`

func goodOf(sql string) []string { return []string{"sqg.yaml", goodYAML, "queries.sql", sql} }

var elapsed = regexp.MustCompile(`\d+(\.\d+)? ms|"ms": [\d.]+`)

// Each case runs commands in one folder; what they print and their exit codes are kept in testdata.
func TestCommands(t *testing.T) {
	good := []string{"sqg.yaml", goodYAML, "queries.sql", goodSQL}
	for _, c := range []struct {
		name  string
		files []string
		runs  []string
	}{
		{"usage", []string{"queries.sql", goodSQL, "sqg.yaml", goodYAML}, []string{
			"chekc", "generat", "xyz", "--vlidate", "-z", "--format", "--format xml", "a.yaml b.yaml", "queries.sql", "syntax more", "check --strict",
			"inspect queries.sql", "inspect --engine sqlte queries.sql", "inspect --engine oracle queries.sql", "inspect sqg.yaml queries.sql",
			"init", "init --generator typescript/sqlite/bettersqlite3", "init --generator cobol", "init somewhere", "--format json nope", "check --forma=json", "-v", "-v --format json", "gen", "--valid", "explain-error", "explain-error SQG02", "bench lst", "prefetch postgre", "test-server", "test-server -- no-such-command --format json",
			"-g golang/sqlite queries.sql", "-g python/sqlite", "-g python/sqlite queries.sql --format json",
		}},
		{"pages", nil, []string{"explain-error SQG114", "explain-error 114 --format json"}},
		{"help", nil, []string{"--help", "check --help", "init --help", "watch --help", "inspect --help"}},
		{"no config", nil, []string{"", "check", "inspect", "none/sqg.yaml", "--format json"}},
		{"bad config", []string{"sqg.yaml", "version: 1\nnmae: x\nsql:\n  - files: [queries.sql]\n    gen:\n      - {generator: python/sqlit, output: 1}\n"},
			[]string{"", "check", "--validate", "inspect", "--validate --format json"}},
		{"bad sql", []string{"sqg.yaml", goodYAML, "queries.sql", badSQL}, []string{"", "--validate", "check", "inspect", "--format json", "check --format sarif", "--format line"}},
		{"generate", good, []string{"--validate", "check", "", "", "--verbose", "check", "generate sqg.yaml", ".", "validate", "-v .", "--format json", "check --format json", "--validate --format json"}},
		{"print", []string{"schema.sql", "-- MIGRATE 1\nCREATE TABLE t (id INTEGER PRIMARY KEY) STRICT;\n", "bad.sql", badSQL},
			[]string{"-g typescript/sqlite schema.sql", "generate --generator go/sqlite/zombiezen schema.sql", "-g java/sqlite schema.sql bad.sql", "-g go/sqlite none.sql"}},
		{"inspect", good, []string{"inspect", "inspect --engine sqlite queries.sql"}},
		{"explain", append([]string{"two.yaml", strings.Replace(goodYAML, "output: gen/}", "output: gen/}\n      - {generator: java/sqlite, output: gen/}", 1)}, good...),
			[]string{"explain get_user", "explain rename_user two.yaml", "explain users two.yaml", "explain users two.yaml -g java/sqlite --format json",
				"explain rename_user --format json", "explain get_users", "explain", "explain users -g java/sqlit two.yaml", "explain rename_user --engine sqlite queries.sql"}},
		{"explain with", []string{"sqg.yaml", goodYAML, "queries.sql", goodSQL + "\n/* QUERY search\nchoices:\n  sort: {name: \"name, id\", newest: id DESC}\n*/\nSELECT id, name FROM users\nWHERE true\n  AND name = ${name} --?\n  AND id < ${below} --?\n  AND name <> '' --? !empty\nORDER BY ${sort};\n"},
			[]string{"explain search", "explain search --with name,sort=newest", "explain search --with=", "explain search --with below --format json", "explain search --with nam",
				"explain search --with sort=old", "explain search --with sort=name,sort=newest", "explain search --with empty,below"}},
		{"no gen", []string{"sqg.yaml", "version: 1\nname: a\nsql: [{files: [queries.sql]}]\n", "queries.sql", goodSQL}, []string{"", "inspect --format json", "inspect --engine sqlite --format json"}},
		{"in the way", append([]string{"gen/my_app.py", "# hand-written\n"}, good...), []string{"", "check", "--validate"}},
		{"warnings", []string{"sqg.yaml", goodYAML, "queries.sql", goodSQL + "\n-- QUERY named\nSELECT id FROM users WHERE name LIKE '%${part}%';\n",
			"strict.yaml", strings.Replace(goodYAML, "version: 1\n", "version: 1\nstrict: true\n", 1)},
			[]string{"--strict", "--validate --strict", "check --strict", "strict.yaml", ""}},
		{"renamed unit", append([]string{"renamed.yaml", strings.Replace(goodYAML, "my-app", "our-app", 1)}, good...),
			[]string{"", "--strict renamed.yaml", "renamed.yaml", "check renamed.yaml"}},
		{"stale", append([]string{"gen/my_app.py", "# Code generated by sqg dev from queries.sql; DO NOT EDIT.\nimport old\n"}, goodOf("-- QUERY one :one :pluck\nSELECT 1 AS one;\n")...),
			[]string{"check", "check --diff"}},
		{"disk", append([]string{"gen", "a file\n"}, good...), []string{"", "--format json"}},
		{"postgres", []string{"sqg.yaml", strings.Replace(goodYAML, "sqlite, output: gen/", "postgres, output: gen/, config: {migrations: true}", 1), "queries.sql", postgresSQL,
			"later.sql", "-- MIGRATE two\nCREATE INDEX CONCURRENTLY by_name ON users (name);\n\n-- MIGRATE three\nBEGIN; DROP INDEX by_name; COMMIT;\n",
			"bad.yaml", "version: 1\nname: a\nsql: [{files: [queries.sql, later.sql], gen: [{generator: java/postgres, output: gen/, config: {migrations: true}}]}]\n"},
			[]string{"", "check", "bad.yaml", "inspect"}},
		{"bench", []string{"bad.jsonl", "{}\n"}, []string{"bench", "bench list", "bench java-postgress", "bench java-postgres --methods copy", "bench java-postgres --operations merge", "bench java-postgres --sizes many", "bench java-postgres --sizes 0", "bench java-postgres --out bad.jsonl/x",
			"bench report", "bench report none.jsonl", "bench report bad.jsonl", "bench --help", "bench report --help"}},
		{"init", nil, []string{"init -g python/sqlite -o app", "init -g python/sqlite -o app", "app", "check app"}},
		{"init for an agent", nil, []string{"init --agent", "init --agent", "init --agent=.other/skills -g python/sqlite -o app", "app"}},
		{"init for a service", []string{".git/HEAD", ""}, []string{"init --ci github -g python/sqlite -o my/app", "init --ci github -o my/app",
			"init --ci github -o my/second", "init --ci gitlab -o my/app", "init --ci github -o my/app --force", "init --ci gitlb"}},
		{"init in an app", []string{"package.json", "{}", "one/pom.xml", "<project/>"}, []string{"init -g typescript/sqlite/node", "init -g java/postgres -o one", "init -g python/duckdb -o it's"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder(t, c.files...)
			var b strings.Builder
			for _, line := range c.runs {
				r := sqg(strings.Fields(line)...)
				fmt.Fprintf(&b, "$ %s\n%s", strings.TrimSpace("sqg "+line), elapsed.ReplaceAllString(r.out, "N ms"))
				if r.err != "" {
					fmt.Fprintf(&b, "--- stderr\n%s", elapsed.ReplaceAllString(r.err, "N ms"))
				}
				fmt.Fprintf(&b, "--- exit %d\n\n", r.code)
			}
			golden.Check(t, filepath.Join(goldens, strings.ReplaceAll(c.name, " ", "-")+".txt"), b.String())
		})
	}
}

// TestNoServer: a server that cannot be had is no mistake of the user's files, and its password is told to nobody.
func TestNoServer(t *testing.T) {
	folder(t, "queries.sql", postgresSQL)
	var out, err bytes.Buffer
	code := Main([]string{"inspect", "--engine", "postgres", "queries.sql"}, strings.NewReader(""), &out, &err, func(name string) string {
		return map[string]string{"SQG_POSTGRES_URL": "postgresql://me:hush@127.0.0.1:1/db"}[name]
	})
	if code != 3 || !strings.Contains(err.String(), "SQG901") || !strings.Contains(err.String(), "help: ") ||
		strings.Contains(err.String(), "hush") || out.Len() > 0 {
		t.Errorf("exit %d\n%s%s", code, &out, &err)
	}
}

// With --format json, standard output is JSON and standard error is empty, however the run ends.
func TestJSONAlways(t *testing.T) {
	folder(t, "sqg.yaml", goodYAML, "queries.sql", goodSQL, "bad/sqg.yaml", "a: [", "bad.sql", badSQL)
	for _, c := range []struct {
		line string
		code int
	}{
		{"", 0}, {"check", 0}, {"inspect", 0}, {"syntax", 0}, {"schema", 0}, {"--version", 0}, {"--validate", 0}, {"bad", 1}, {"check bad", 1}, {"nope", 2},
		{"--bad", 2}, {"inspect bad", 1}, {"init", 2}, {"inspect --engine sqlite bad.sql", 1}, {"init --generator python/sqlite --output new", 0},
	} {
		line, code := c.line, c.code
		r := sqg(append(strings.Fields(line), "--format", "json")...)
		var v map[string]any
		if err := json.Unmarshal([]byte(r.out), &v); err != nil || r.err != "" || r.code != code {
			t.Errorf("sqg %s: exit %d, want %d\n%v\n%s%s", line, r.code, code, err, r.out, r.err)
		}
		if e, ok := v["exit"]; ok && int(e.(float64)) != r.code {
			t.Errorf("sqg %s: exit %d, and the JSON says %v", line, r.code, e)
		}
	}
}

func TestNothingIsWrittenWhenAnythingFails(t *testing.T) {
	folder(t, "sqg.yaml", strings.Replace(goodYAML, "gen/", "one/", 1)+"  - files: [bad.sql]\n    gen: [{generator: python/sqlite, output: two/}]\n",
		"queries.sql", goodSQL, "bad.sql", badSQL)
	if r := sqg(); r.code != 1 {
		t.Fatal(r)
	}
	for _, dir := range []string{"one", "two"} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s was written", dir)
		}
	}
}

func TestVersion(t *testing.T) {
	if r := sqg("--version"); r.code != 0 || !regexp.MustCompile(`^sqg \d+\.\d+\.\d+ \(duckdb 1\.\d+\.\d+, sqlite 3\.\d+\.\d+\)\n$`).MatchString(r.out) {
		t.Error(r)
	}
}

// What inspect prints of the whole corpus is what docs/inspect.schema.json says.
func TestInspectSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	schema, err := c.Compile("../../docs/inspect.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range slices.Sorted(maps.Keys(compile.Engines)) {
		t.Run(engine, func(t *testing.T) { inspectCorpus(t, schema, engine) })
	}
}

// What explain prints of a project with :bulk, an appender and plans is what docs/explain.schema.json says.
func TestExplainSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	const base = "https://raw.githubusercontent.com/sqg-dev/sqg/main/docs/"
	for _, name := range []string{"inspect.schema.json", "explain.schema.json"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(base+name, doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile(base + "explain.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../examples/quickstart")
	var all strings.Builder
	for _, args := range [][]string{{"open_tasks"}, {"open_tasks", "--engine", "sqlite", "tasks.sql"}, {"add_person"},
		{"finish_task"}, {"tasks"}} {
		r := sqg(append([]string{"explain", "--format", "json"}, args...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.out))
		if err != nil {
			t.Fatal(err, r.err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		all.WriteString(r.out)
	}
	for _, part := range []string{`"steps": [`, `"costs": `, `"bulk": {`, `"loads": [`} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no explanation has %s", part)
		}
	}
}

func inspectCorpus(t *testing.T, schema *jsonschema.Schema, engine string) {
	files, err := filepath.Glob("../../corpus/*/" + engine + ".sql")
	if err != nil || len(files) < 10 {
		t.Fatal("the corpus is missing", err)
	}
	checked := 0
	for _, f := range files {
		r := sqg("inspect", "--engine", engine, f)
		if r.code != 0 {
			if !strings.Contains(r.err, "SQG113") { // file sources are in no bare file
				t.Errorf("%s: %s", f, r.err)
			}
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		checked++
	}
	if checked < len(files)-2 { // sources and files have sources
		t.Errorf("only %d of %d files were checked", checked, len(files))
	}
}

// docs/cli.md names every command and every flag.
func TestDocsAreComplete(t *testing.T) {
	text, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	root := command(&app.App{}, nil)
	all := append(root.Commands(), root)
	if len(all) < 7 {
		t.Fatal("where are the commands?")
	}
	for _, c := range all {
		if c != root && c.Name() != "help" && !strings.Contains(string(text), "sqg "+c.Name()) {
			t.Errorf("docs/cli.md does not name the command %s", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(string(text), "--"+f.Name) {
				t.Errorf("docs/cli.md does not name %s --%s", c.Name(), f.Name)
			}
		})
	}
}
