package lsp_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/cli/panels"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// pieces are what random edits put in: parts of annotated SQL, right and wrong, and what may trip a reader of
// positions.
var pieces = []string{"\n-- QUERY a\n", "\n-- QUERY b :one\nSELECT 1 AS x;\n", "-- EXEC c\n",
	"-- MIGRATE 9\nCREATE TABLE t9 (a INTEGER);\n", "SELECT * FROM users u",
	" JOIN posts p ON p.user_id = u.id", "u.", "p.title", "${id}", "${", "}", "'", "\"", "`", "/*", "*/", "--", "$$", ";", "(", ")", "\n", "\r\n",
	"\t", "é", "日本", "\U0001f600", "\x00", "@set id = 1\n", "@set", " :bulk", " :page", "--?", "WHERE", "ORDER BY id",
	",", ".", "1", "NULL"}

var requests = []string{"textDocument/hover", "textDocument/completion", "textDocument/definition",
	"textDocument/references", "textDocument/documentHighlight",
	"textDocument/prepareRename", "textDocument/signatureHelp"}

var ofDocuments = []string{"textDocument/documentSymbol", "textDocument/foldingRange",
	"textDocument/semanticTokens/full", "textDocument/codeLens",
	"textDocument/documentLink", "textDocument/formatting"}

// TestRandomEdits: random edits of all files and requests at random places end no server, and after them it says what a
// check of the same texts says. SQG_LSP_EDITS is how many edits each engine has; a failure names its seed.
func TestRandomEdits(t *testing.T) {
	edits := 300
	if n, err := strconv.Atoi(os.Getenv("SQG_LSP_EDITS")); err == nil {
		edits = n
	}
	seed := rand.Uint64()
	if n, err := strconv.ParseUint(os.Getenv("SQG_LSP_SEED"), 10, 64); err == nil {
		seed = n
	}
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			fmt.Printf("SQG_LSP_SEED=%d\n", seed) // t.Log is lost where the process ends
			r := rand.New(rand.NewPCG(seed, 1))
			begun := time.Now()
			every := map[string]int{"sqlite": 10, "duckdb": 50, "postgres": 100}[e.name]
			c := startWith(t, map[string]any{"inlayHints": true, "panels": true},
				map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema,
					"sql/queries.sql": queries})
			c.open("sql/queries.sql", queries)
			c.open("sql/1-schema.sql", schema)
			for i := range edits {
				name := "sql/queries.sql"
				if r.IntN(8) == 0 {
					name = "sql/1-schema.sql"
				}
				c.random(r, name)
				at := boundary(c.text[name], r.IntN(len(c.text[name])+1))
				where := map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
					"position": place(c.text[name], at)}
				c.tried(requests[r.IntN(len(requests))], where)
				c.call(ofDocuments[r.IntN(len(ofDocuments))], where, nil)
				where["range"] = lsp.Range{Start: place(c.text[name], at), End: place(c.text[name], len(c.text[name]))}
				c.call("textDocument/codeAction", where, nil)
				c.call("textDocument/inlayHint", where, nil)
				where["positions"] = []any{where["position"]}
				c.call("textDocument/selectionRange", where, nil)
				if i%5 == 0 { // which ask the engine
					where["newName"] = []string{"id", "a", "users", "select", "x y", "\"", "日"}[r.IntN(7)]
					c.tried("textDocument/rename", where)
					command := slices.Sorted(maps.Keys(panels.Commands))[r.IntN(len(panels.Commands))]
					statement := map[string]any{"uri": c.uri(name),
						"name":   []string{"get_user", "add_user", "a", "b", "posts_of"}[r.IntN(5)],
						"values": map[string]any{"id": r.IntN(3), "name": "x", "note": nil}}
					c.tried("workspace/executeCommand",
						map[string]any{"command": command, "arguments": []any{statement}})
				}
				if i%every == every-1 {
					c.agree("edit " + strconv.Itoa(i))
				}
				if i%1000 == 999 {
					fmt.Printf("%s: %d edits in %s\n", e.name, i+1, time.Since(begun).Round(time.Second))
				}
			}
			c.agree("the last edit")
			c.mu.Lock()
			defer c.mu.Unlock()
			if len(c.logs) > 0 {
				t.Error(c.logs)
			}
		})
	}
}

// tried makes a request that may be refused, but does not fail.
func (c *client) tried(method string, params map[string]any) {
	c.t.Helper()
	if err := c.asked(method, params, nil); err != nil &&
		(strings.Contains(err.Error(), "fault") || strings.Contains(err.Error(), " failed: ")) {
		c.t.Errorf("%s %v: %v", method, params, err)
	}
}

// random makes an edit; now and then it starts afresh, so that texts do not only get worse.
func (c *client) random(r *rand.Rand, name string) {
	text := c.text[name]
	fresh := map[string]string{"sql/queries.sql": queries, "sql/1-schema.sql": schema}[name]
	start := boundary(text, r.IntN(len(text)+1))
	end := start
	switch r.IntN(12) {
	case 0, 1:
		c.edit(name, 0, len(text), fresh)
		return
	case 2, 3, 4, 5:
		end = boundary(text, min(start+r.IntN(12), len(text)))
	}
	c.edit(name, start, end, pieces[r.IntN(len(pieces))])
}

// boundary is where a character starts: one that a client can name.
func boundary(text string, at int) int {
	for at > 0 && (at < len(text) && text[at]&0xC0 == 0x80 || text[at-1] == '\r') {
		at--
	}
	return at
}

// TestUnits: an editor counts in units of UTF-16, and lines end in \n, \r\n or \r.
func TestUnits(t *testing.T) {
	c := begin(t, "go/sqlite")
	c.edit("sql/queries.sql", 0, 0, "-- \U0001f600 é\r\n-- QUERY first\nSELECT '\U0001f600日', nam FROM users;\n\n")
	c.wait("sql/queries.sql")
	d := c.shown["sql/queries.sql"].Diagnostics
	if len(d) != 1 || d[0].Range.Start != (lsp.Position{Line: 2, Character: 14}) ||
		!strings.Contains(d[0].Message, "nam") {
		t.Errorf("%+v", d)
	}
	c.replace("sql/queries.sql", "nam FROM", "name FROM")
	c.wait("sql/queries.sql")
	if d := c.shown["sql/queries.sql"].Diagnostics; len(d) != 0 {
		t.Errorf("%+v", d)
	}
}
