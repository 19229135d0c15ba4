package initcmd

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/target"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

// The scaffold: files of every project under common, those of an engine, a language and a generator beside it. Names
// that end in .tmpl are templates. The extension keeps Go, npm and Maven from taking them for parts of this project.
//
//go:embed all:scaffold
var scaffoldFS embed.FS

// language is what a scaffold needs to know of a language.
type language struct {
	output string   // of the generator in sqg.yaml
	config []string // of the generator in sqg.yaml, a line each
}

var languages = map[string]language{
	"typescript": {output: "./src/generated/", config: []string{"migrations: true"}},
	"java":       {output: "./src/main/java/example/", config: []string{"migrations: true", "package: example"}},
	"go":         {output: "./notes/", config: []string{"migrations: true"}},
	"python":     {output: "./", config: []string{"migrations: true"}},
	"rust":       {output: "./src/generated/", config: []string{"migrations: true"}},
}

// driver is what a scaffold needs to know of a driver.
type driver struct {
	Version string     // of its package, in Python with the package's name; "" where it comes with the language
	Run     []string   // what runs the program after `sqg`
	Needs   string     // what the README says of the runtime's version
	More    []artifact // what generated code needs besides, of Java only
	Server  bool       // the program connects to a server

	// Of TypeScript, Go and Rust.
	Import string
	Open   string
	Close  string

	Crates []string // of Rust: what Cargo.toml needs

	Standard string // of Go: the package of the standard library that opening needs; "" for none

	// Of TypeScript only.
	Runtime string // what runs the program; "" for Node
	Types   string // version of its @types package; "" where it brings its own types
	Connect string // a statement; "" where opening connects
	Await   string // before a call of the generated code
	// the compiler does not check the types that the driver brings: they name some of packages that are not there
	SkipTypes bool
}

// exampleURL is what DATABASE_URL may be.
const exampleURL = "postgresql://me:password@localhost:5432/postgres"

var (
	npm   = []string{"npm install", "npm start"}
	maven = []string{"mvn -q compile exec:java"}
	cargo = []string{"cargo run"}
	goRun = []string{"go mod tidy", "go run ."}
)

// steps run the program, where sqg is called so. A program that connects to a server gets one from sqg.
func (d driver) steps(sqg string) []string {
	steps := slices.Clone(d.Run)
	if d.Server {
		last := &steps[len(steps)-1]
		*last = sqg + " test-server -- " + *last
	}
	return steps
}

// Steps are what the README says.
func (d driver) Steps() []string { return d.steps("sqg") }

// ExampleURL is what the README says.
func (d driver) ExampleURL() string { return exampleURL }

// artifact is a library as Maven names it.
type artifact struct{ Group, Artifact, Version string }

var arrow = []artifact{
	{"org.apache.arrow", "arrow-vector", "19.0.0"}, {"org.apache.arrow", "arrow-c-data", "19.0.0"},
	{"org.apache.arrow", "arrow-memory-netty", "19.0.0"},
}

// drivers by the generator's full name.
var drivers = map[string]driver{
	"typescript/sqlite/better-sqlite3": {Version: "13.2.0", Types: "9.6.0", Run: npm,
		Import: `import Database from "better-sqlite3";`, Open: `new Database("notes.db")`, Close: "db.close()",
		Needs: "Node 22 or newer"},
	"typescript/sqlite/node": {Run: npm, Import: `import { DatabaseSync } from "node:sqlite";`,
		Open: `new DatabaseSync("notes.db")`, Close: "db.close()",
		Needs: "Node 22.13 or newer, which has `node:sqlite`"},
	"typescript/sqlite/bun": {Runtime: "bun", SkipTypes: true, Run: []string{"bun install", "bun start"},
		Import: `import { Database } from "bun:sqlite";`, Open: `new Database("notes.db")`, Close: "db.close()",
		Needs: "Bun 1.4 or newer"},
	"typescript/sqlite/libsql": {Version: "0.18.0", Run: npm,
		Import: `import { createClient } from "@libsql/client";`, Open: `createClient({ url: "file:notes.db" })`,
		Close: "db.close()", Await: "await ", Needs: "Node 22 or newer"},
	"typescript/sqlite/turso": {Version: "0.7.2", Run: npm,
		Import: `import { connect } from "@tursodatabase/database";`, Open: `await connect("notes.db")`,
		Close: "await db.close()", Await: "await ", Needs: "Node 22 or newer"},
	"typescript/postgres/pg": {Version: "8.23.1", Types: "8.23.1", Run: npm,
		Import: `import { Client } from "pg";`, Open: "new Client({ connectionString: process.env.DATABASE_URL })",
		Connect: "await db.connect()", Close: "await db.end()", Await: "await ", Needs: "Node 20 or newer",
		Server: true},
	"typescript/postgres/postgres": {Version: "3.4.9", Run: npm, Import: `import postgres from "postgres";`,
		Open: `postgres(process.env.DATABASE_URL ?? "", { onnotice: () => {} })`, Close: "await db.end()",
		Await: "await ", Needs: "Node 20 or newer", Server: true},
	"typescript/postgres/pglite": {Version: "0.5.14", Run: npm,
		Import: `import { PGlite } from "@electric-sql/pglite";`, Open: `await PGlite.create("notes-db")`,
		Close: "await db.close()", Await: "await ", Needs: "Node 20 or newer", SkipTypes: true},
	"typescript/duckdb": {Version: "1.5.5-r.5", Run: npm,
		Import: `import { DuckDBInstance } from "@duckdb/node-api";`,
		Open:   `await (await DuckDBInstance.create("notes.duckdb")).connect()`, Close: "db.closeSync()", Await: "await ",
		Needs: "Node 20 or newer"},
	"java/sqlite":       {Version: "3.54.1.0", Run: maven},
	"java/postgres":     {Version: "42.7.14", Run: maven, Server: true},
	"java/duckdb":       {Version: "1.5.5.1", Run: maven},
	"java/duckdb/arrow": {Version: "1.5.5.1", Run: maven, More: arrow},
	"go/sqlite/mattn": {Version: "v1.14.53", Run: goRun, Standard: "database/sql",
		Import: `_ "github.com/mattn/go-sqlite3"`, Open: `sql.Open("sqlite3", "notes.db")`, Close: "db.Close()",
		Needs: "Go 1.25 or newer, and a C compiler"},
	"go/sqlite/modernc": {Version: "v1.61.1", Run: goRun, Standard: "database/sql",
		Import: `_ "modernc.org/sqlite"`, Open: `sql.Open("sqlite", "notes.db")`, Close: "db.Close()",
		Needs: "Go 1.26 or newer"},
	"go/sqlite/zombiezen": {Version: "v1.4.2", Run: goRun, Import: `"zombiezen.com/go/sqlite"`,
		Open: `sqlite.OpenConn("notes.db")`, Close: "db.Close()", Needs: "Go 1.25 or newer"},
	"go/duckdb": {Version: "v2.10505.0", Run: goRun, Standard: "database/sql",
		Import: `_ "github.com/duckdb/duckdb-go/v2"`, Open: `sql.Open("duckdb", "notes.duckdb")`, Close: "db.Close()",
		Needs: "Go 1.25 or newer, and a C++ compiler for linking"},
	"go/postgres/pgx": {Version: "v5.12.0", Run: goRun, Standard: "os",
		Import: `"github.com/jackc/pgx/v5"`, Open: `pgx.Connect(ctx, os.Getenv("DATABASE_URL"))`,
		Close: "db.Close(ctx)", Needs: "Go 1.25 or newer", Server: true},
	"rust/duckdb": {Run: cargo, Import: "duckdb::Connection",
		Open:   `Connection::open("notes.duckdb")`,
		Needs:  "Rust 1.85.1 or newer, and a C++ compiler, which builds DuckDB once in some minutes",
		Crates: []string{`duckdb = { version = "~1.10505", default-features = false, features = ["bundled", "vtab-arrow"] }`}},
	"rust/sqlite/rusqlite": {Run: cargo, Import: "rusqlite::Connection",
		Open: `Connection::open("notes.db")`, Needs: "Rust 1.89 or newer, and a C compiler for SQLite",
		Crates: []string{`rusqlite = { version = "0.42", default-features = false, features = ["bundled", "cache"] }`}},
	"rust/postgres/tokio-postgres": {Run: cargo, Needs: "Rust 1.85 or newer", Server: true, Crates: tokioCrates},
	"python/sqlite":                {Run: []string{"python3 main.py"}},
	"python/duckdb":                {Version: pythonDuckDB, Run: inVenv(pythonDuckDB)},
	"python/postgres/psycopg":      {Version: "psycopg[binary]>=3.2", Run: inVenv("psycopg[binary]"), Server: true},
	"python/postgres/asyncpg":      {Version: "asyncpg>=0.30", Run: inVenv("asyncpg"), Server: true},
}

// pythonDuckDB are the versions that the Python suite runs with.
const pythonDuckDB = "duckdb>=1.5.5,<2.1"

var tokioCrates = []string{
	`bytes = "1"`,
	`futures-util = { version = "0.3", default-features = false, features = ["sink"] }`,
	`tokio = { version = "1", features = ["macros", "rt-multi-thread", "sync"] }`,
	`tokio-postgres = "0.7"`,
}

// inVenv installs a package beside the program and runs that.
func inVenv(pkg string) []string {
	return []string{"python3 -m venv .venv", ".venv/bin/pip install '" + pkg + "'", ".venv/bin/python main.py"}
}

// project is what templates see.
type project struct {
	Name            string // of the project, fit for npm and Maven
	Generator       string
	Engine          string
	Output          string
	Own             string // the version of sqg that npm has; "" where sqg did not come from there
	Config          []string
	Package         string // the driver's
	Group, Artifact string // the two parts of Package, in Java
	driver
}

// Scaffold makes the files of a project: those of every project, of the engine, of the language and of the generator.
// The command is what starts sqg there.
func Scaffold(t *target.Target, dir, command string) ([]write.File, error) {
	l, known := languages[t.Language]
	d, ok := drivers[t.ID()]
	if !ok || !known {
		return nil, fmt.Errorf("there is no scaffold for %s", t.ID())
	}
	p := project{
		Name: projectName(dir), Generator: t.ID(), Engine: engine.Find(t.Engine).Title, Output: l.output,
		Config:  l.config,
		Package: t.Package, driver: d,
	}
	p.Group, p.Artifact, _ = strings.Cut(t.Package, ":")
	if strings.HasPrefix(command, "npx ") {
		p.Own = version.Version
	}
	var files []write.File
	for _, part := range []string{"common", t.Engine, t.Language, strings.ReplaceAll(t.ID(), "/", "-")} {
		root := path.Join("scaffold", part)
		if _, err := fs.Stat(scaffoldFS, root); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		err := fs.WalkDir(scaffoldFS, root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fill(name, p)
			rel := strings.TrimSuffix(strings.TrimPrefix(name, root+"/"), ".tmpl")
			files = append(files, write.File{Path: filepath.Join(dir, filepath.FromSlash(rel)), Text: text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

func fill(name string, p project) (string, error) {
	raw, err := scaffoldFS.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".tmpl") {
		return string(raw), err
	}
	t, err := template.New(name).Option("missingkey=error").Parse(string(raw))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, p)
	return b.String(), err
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// projectName makes a name from the folder's.
func projectName(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(filepath.Base(dir)), "-"), "-")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "my-app"
	}
	return name
}
