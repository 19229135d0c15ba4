package initcmd

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/sqg-dev/sqg/internal/target"
	"github.com/sqg-dev/sqg/internal/write"
)

// The scaffold: files of every project under common, those of a language beside it. Names that end in .tmpl are
// templates. The extension keeps Go, npm and Maven from taking them for parts of this project.
//
//go:embed all:scaffold
var scaffoldFS embed.FS

// language is what a scaffold needs to know of a language.
type language struct {
	output string   // of the generator in sqg.yaml
	config []string // of the generator in sqg.yaml, a line each
	run    []string // what runs the program after `sqg`
}

var languages = map[string]language{
	"typescript": {output: "./src/generated/", config: []string{"migrations: true"}, run: []string{"npm install", "npm start"}},
	"java":       {output: "./src/main/java/example/", config: []string{"migrations: true", "package: example"}, run: []string{"mvn -q compile exec:java"}},
	"python":     {output: "./", config: []string{"migrations: true"}, run: []string{"python3 main.py"}},
}

// driver is what a scaffold needs to know of a TypeScript driver.
type driver struct {
	Version  string // of its package; "" where it comes with Node
	Types    string // version of its @types package; "" where it brings its own types
	Import   string
	Open     string
	Close    string
	Await    string // before a call of the generated code
	NodeNote string // what the README says of Node's version
}

var drivers = map[string]driver{
	"better-sqlite3": {Version: "13.2.0", Types: "9.6.0", Import: `import Database from "better-sqlite3";`, Open: `new Database("notes.db")`, Close: "db.close()", NodeNote: "Node 22 or newer"},
	"node":           {Import: `import { DatabaseSync } from "node:sqlite";`, Open: `new DatabaseSync("notes.db")`, Close: "db.close()", NodeNote: "Node 22.13 or newer, which has `node:sqlite`"},
	"libsql":         {Version: "0.18.0", Import: `import { createClient } from "@libsql/client";`, Open: `createClient({ url: "file:notes.db" })`, Close: "db.close()", Await: "await ", NodeNote: "Node 22 or newer"},
	"turso":          {Version: "0.7.2", Import: `import { connect } from "@tursodatabase/database";`, Open: `await connect("notes.db")`, Close: "await db.close()", Await: "await ", NodeNote: "Node 22 or newer"},
}

// project is what templates see.
type project struct {
	Name      string // of the project, fit for npm and Maven
	Generator string
	Output    string
	Config    []string
	Run       []string
	Package   string // the driver's
	driver
}

func scaffold(t *target.Target, dir string) ([]write.File, error) {
	l, ok := languages[t.Language]
	if !ok {
		return nil, fmt.Errorf("there is no scaffold for %s", t.Language)
	}
	p := project{
		Name: projectName(dir), Generator: t.ID(), Output: l.output, Config: l.config, Run: l.run,
		Package: t.Package, driver: drivers[t.Driver],
	}
	var files []write.File
	for _, part := range []string{"common", t.Language} {
		root := path.Join("scaffold", part)
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
