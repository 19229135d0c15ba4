package config

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/golden"
)

func TestDocs(t *testing.T) {
	golden.Check(t, "../../docs/sqg.schema.json", string(JSONSchema()))

	const page, marker = "../../docs/configuration.md", "-update`. -->\n\n"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	byHand, _, found := strings.Cut(string(old), marker)
	if !found {
		t.Fatal("docs/configuration.md has lost the line that the generated part follows")
	}
	golden.Check(t, page, byHand+marker+reference())
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(SchemaID) // checks the schema against the draft's own
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema and the loader agree on what is a sqg.yaml, but for what only the loader can know: files and names.
func TestSchemaAgreesWithLoader(t *testing.T) {
	s := compiled(t)
	unit := "version: 1\nname: a\nsql:\n  - files: [q.sql]\n"
	gen := unit + "    gen:\n      - generator: GEN\n        output: out\n"
	for yml, ok := range map[string]bool{
		unit:                   true,
		unit + "sources: []\n": true,
		unit + "more: 1\n":     false,
		"version: 2\nname: a\nsql: [{files: [q.sql]}]\n":    false,
		"version: 1\nsql: [{files: [q.sql]}]\n":             false,
		"version: 1\nname: \"\"\nsql: [{files: [q.sql]}]\n": false,
		"version: 1\nname: a\nsql: []\n":                    false,
		"version: 1\nname: a\nsql: [{files: []}]\n":         false,
		"version: 1\nname: 1\nsql: [{files: [q.sql]}]\n":    false,
		strings.Replace(gen, "GEN", "typescript/sqlite", 1) +
			"        config: {safeIntegers: true, migrations: true}\n": true,
		strings.Replace(gen, "GEN", "typescript/sqlite/turso", 1) +
			"        config: {safeIntegers: true}\n": true,
		strings.Replace(gen, "GEN", "typescript/sqlite/node", 1) +
			"        config: {boxed: true}\n": false,
		strings.Replace(gen, "GEN", "java/sqlite", 1) +
			"        config: {boxed: true, nullability: jspecify, package: a.b}\n": true,
		strings.Replace(gen, "GEN", "java/sqlite", 1) +
			"        config: {nullability: other}\n": false,
		strings.Replace(gen, "GEN", "java/sqlite", 1) +
			"        config: {safeIntegers: true}\n": false,
		strings.Replace(gen, "GEN", "python/sqlite", 1) +
			"        config: {boxed: true}\n": false,
		strings.Replace(gen, "GEN", "go/postgres", 1) +
			"        config: {bulkFrom: 50, stagedFrom: 1}\n": true,
		strings.Replace(gen, "GEN", "go/postgres", 1) +
			"        config: {bulkFrom: 0}\n": false,
		strings.Replace(gen, "GEN", "cobol/sqlite",
			1): false,
		strings.Replace(gen, "GEN", "python/sqlite", 1) +
			"        config: {overrides: [{column: a.b, as: X}]}\n": true,
		strings.Replace(gen, "GEN", "python/sqlite", 1) +
			"        config: {overrides: [{column: a.b, type: X, as: X}]}\n": false,
		strings.Replace(gen, "GEN", "python/sqlite", 1) +
			"        config: {overrides: [{as: X}]}\n": false,
		strings.Replace(gen, "GEN", "python/sqlite", 1) +
			"        config: {overrides: [{column: a.b, as: X, imports: y}]}\n": false,
		unit + "sources: [{name: a, path: x}]\n":                                         true,
		unit + "sources: [{name: a, type: file, path: x}]\n":                             true,
		unit + "sources: [{name: a, type: postgres, url: \"postgres://localhost/d\"}]\n": true,
		unit + "sources: [{name: a, type: postgres, path: x}]\n":                         false,
		unit + "sources: [{name: a, url: x}]\n":                                          false,
		unit + "sources: [{name: a, type: mysql, url: x}]\n":                             false,
		unit + "sources: [{name: a, path: x, url: y}]\n":                                 false,
	} {
		var v any
		if err := yaml.Load([]byte(yml), &v); err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); (err == nil) != ok {
			t.Errorf("schema says %v of\n%s", err, yml)
		}
		if _, ds := Load(project(t, yml, "q.sql"), noEnv, false); (len(ds) == 0) != ok {
			t.Errorf("loader says %sof\n%s", lines(ds), yml)
		}
	}
}

// The examples of docs/configuration.md are valid, but for the files they name.
func TestExamplesOfDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	const head = "version: 1\nname: a\n"
	examples := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(examples) < 3 {
		t.Fatalf("only %d examples", len(examples))
	}
	for _, e := range examples {
		text := e[1]
		switch {
		case strings.HasPrefix(text, "sql:"):
			text = head + text
		case strings.HasPrefix(text, "config:"):
			text = head +
				"sql:\n  - files: [q.sql]\n    gen:\n      - generator: typescript/sqlite\n        output: out/\n" +
				regexp.MustCompile("(?m)^").ReplaceAllString(strings.TrimSpace(text), "        ")
		}
		_, ds := Load(project(t, text, "q.sql", "queries.sql", "schema.sql", "orders/a.sql", "reports.sql"), noEnv,
			false)
		if len(ds) > 0 {
			t.Errorf("%s%s", lines(ds), text)
		}
	}
}
