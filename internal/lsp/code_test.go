package lsp_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// callers call methods of posts_of in each language, and what only looks like one.
var callers = map[string]string{
	"app/main.go":        "package main\n\n// db.PostsOf\nfunc main() { db.PostsOf(ctx, 1); posts.PostsOfMany(2) }\n",
	"app/main.ts":        "const a = await db\n  .postsOf(1);\nfor (const p of db.iteratePostsOf(1)) postsOf(p);\n",
	"app/Main.java":      "class Main { Object o = db.postsOf(1); Object f = list.map(db::postsOf); int postsOf; }\n",
	"app/main.py":        "db.posts_of(1)\ndb.posts_of_iter(2)\nposts_of(3)\n",
	"app/main.rs":        "fn main() { db.posts_of(1)?; }\n",
	"node_modules/x.ts":  "db.postsOf(1)",
	"app/notes.txt":      "db.postsOf(1)",
	"elsewhere/other.py": "x.get_user(1)\n",
}

var toPosts = []string{"app/Main.java:1:28", "app/Main.java:1:64", "app/main.go:4:18", "app/main.py:1:4",
	"app/main.py:2:4", "app/main.rs:1:16", "app/main.ts:2:4", "app/main.ts:3:20"}

// places are locations by file, line and column.
func (c *client) places(list []lsp.Location) []string {
	out := []string{}
	for _, l := range list {
		out = append(out, fmt.Sprintf("%s:%d:%d", c.name(l.URI), l.Range.Start.Line+1, l.Range.Start.Character+1))
	}
	slices.Sort(out)
	return out
}

// TestCode: from a statement to its method in each language and to what calls it, and from there to the statement.
func TestCode(t *testing.T) {
	files := map[string]string{"db/sqg.yaml": config("go/sqlite", "java/sqlite/jdbc", "python/sqlite", "rust/sqlite",
		"typescript/sqlite/node"), "db/sql/1-schema.sql": schema, "db/sql/queries.sql": queries}
	for name, text := range callers {
		files[name] = text
	}
	c := start(t, files)
	c.open("db/sql/queries.sql", queries)
	c.wait("db/sql/queries.sql")
	var list []lsp.Location
	if c.call("textDocument/definition", c.at("db/sql/queries.sql", "-- QUERY posts_"), &list); len(list) > 0 {
		t.Error("nothing is generated yet, and ", list)
	}
	if code := cli.Main([]string{filepath.Join(c.dir, "db/sqg.yaml")}, nil, io.Discard, os.Stderr, os.Getenv); code != 0 {
		t.Fatal(code)
	}
	c.call("textDocument/definition", c.at("db/sql/queries.sql", "-- QUERY posts_"), &list)
	if len(list) != 5 {
		t.Errorf("of five languages there is %v", c.places(list))
	}
	for _, at := range list {
		text, err := os.ReadFile(filepath.Join(c.dir, c.name(at.URI)))
		if err != nil {
			t.Fatal(err)
		}
		line := strings.Split(string(text), "\n")[at.Range.Start.Line]
		name := line[at.Range.Start.Character:at.Range.End.Character]
		if bare := strings.ToLower(strings.ReplaceAll(name, "_", "")); bare != "postsof" ||
			!strings.Contains(line, name+"(") && !strings.Contains(line, name+"<") {
			t.Errorf("%s: %q of %q", at.URI, name, line)
		}
		var back []lsp.Location
		c.call("textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": at.URI},
			"position": at.Range.Start}, &back)
		if got := c.places(back); !slices.Equal(got, []string{"db/sql/queries.sql:5:10"}) {
			t.Errorf("%s leads back to %v", at.URI, got)
		}
	}

	c.edit("db/sql/queries.sql", len(queries), len(queries), "\n-- QUERY broken\nSELECT u. FROM users u;\n")
	c.call("textDocument/definition", c.at("db/sql/queries.sql", "-- QUERY posts_"), &list)
	if len(list) != 5 {
		t.Errorf("beside a statement that is being typed there is %v", c.places(list))
	}
	c.edit("db/sql/queries.sql", len(queries), len(c.text["db/sql/queries.sql"]), "")

	var calls []lsp.Location
	where := c.at("db/sql/queries.sql", "-- QUERY posts_")
	where["context"] = lsp.ReferenceParams{}
	c.call("textDocument/references", where, &calls)
	if got := c.places(calls); !slices.Equal(got, toPosts) {
		t.Errorf("%v", got)
	}
	for _, at := range calls {
		var back []lsp.Location
		ask := map[string]any{"textDocument": map[string]any{"uri": at.URI}, "position": at.Range.Start}
		c.call("textDocument/implementation", ask, &back)
		if got := c.places(back); !slices.Equal(got, []string{"db/sql/queries.sql:5:10"}) {
			t.Errorf("%s leads to %v", at.URI, got)
		}
		if c.call("textDocument/definition", ask, &back); len(back) > 0 {
			t.Errorf("the definition of what %s calls is for its own language's server", at.URI)
		}
	}
	if got := c.titles("db/sql/queries.sql"); !slices.Equal(got, []string{"1 call", "8 calls", "0 calls"}) {
		t.Errorf("%v", got)
	}

	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("app/main.rs", "fn main() {}")
	os.Remove(filepath.Join(c.dir, "app/Main.java"))
	c.call("textDocument/references", where, &calls)
	if got := c.places(calls); !slices.Equal(got, append(slices.Clone(toPosts[2:5]), toPosts[6:]...)) {
		t.Errorf("after a change of files: %v", got)
	}
	if c.call("workspace/executeCommand", map[string]any{"command": "sqg.calls", "arguments": []any{
		lsp.OfStatement{URI: c.uri("db/sql/queries.sql"), Name: "get_user"}}}, &calls); len(calls) != 1 {
		t.Errorf("%v", calls)
	}
}

// titles are those of the lenses that count.
func (c *client) titles(name string) (list []string) {
	var lenses []lsp.CodeLens
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &lenses)
	for _, l := range lenses {
		if l.Command.Command == "sqg.calls" {
			list = append(list, l.Command.Title)
		}
	}
	return list
}

// TestNoCode: where there are no source files, nothing is counted.
func TestNoCode(t *testing.T) {
	c := begin(t, "go/sqlite")
	if got := c.titles("sql/queries.sql"); got != nil {
		t.Error(got)
	}
}
