package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const mcpSQL = `-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, note VARCHAR(80));

-- TESTDATA
INSERT INTO users VALUES (1, 'ann', 'tall'), (2, 'bob', NULL), (3, 'cid', NULL);

-- QUERY get_user :one
SELECT id, name, note FROM users WHERE id = ${id};

/* QUERY some :pluck
params: {ids: list}
*/
SELECT name FROM users WHERE id IN (${ids}) ORDER BY id;

/* QUERY found :pluck
choices: {sort: {first: id, last: id DESC}}
*/
SELECT name FROM users
WHERE name LIKE ${part} --?
ORDER BY ${sort};

-- QUERY gone :pluck
DELETE FROM users WHERE id = ${id} RETURNING name;
`

// TestMCP asks a server by the protocol's own client, for each engine.
func TestMCP(t *testing.T) {
	for engine, generator := range map[string]string{"sqlite": "go/sqlite", "duckdb": "java/duckdb",
		"postgres": "python/postgres"} {
		t.Run(engine, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("sqg.yaml",
				"version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: "+generator+", output: gen/}]\n")
			write("q.sql", mcpSQL)
			fromClient, toServer := io.Pipe()
			fromServer, toClient := io.Pipe()
			ended := make(chan int, 1)
			go func() {
				ended <- Main([]string{"mcp", filepath.Join(dir, "sqg.yaml")}, fromClient, toClient, io.Discard,
					os.Getenv)
				toClient.Close() // a client does not wait for a server that has ended
				fromClient.Close()
			}()
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			session, err := client.Connect(context.Background(), &mcp.IOTransport{Reader: fromServer, Writer: toServer},
				nil)
			if err != nil {
				t.Fatal(err)
			}
			ask := func(tool string, args map[string]any) (answer string, failed bool) {
				t.Helper()
				r, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
				if err != nil {
					t.Fatal(err)
				}
				if r.IsError {
					return r.Content[0].(*mcp.TextContent).Text, true
				}
				text, err := json.Marshal(r.StructuredContent)
				if err != nil {
					t.Fatal(err)
				}
				return string(text), false
			}
			for _, x := range []struct {
				tool   string
				args   map[string]any
				failed bool
				want   []string
			}{
				{"project", nil, false, []string{`"engine":"` + engine + `"`, `"name":"q.sql"`, `"name":"get_user"`,
					`"kind":"QUERY"`}},
				{"schema", nil, false, []string{`"name":"users"`, `"name":"note"`, `"key":["id"]`}},
				{"schema", map[string]any{"name": "posts"}, false, []string{`"tables":[]`}},
				{"check", nil, false, []string{`"correct":true`, `"findings":[]`}},
				{"check", map[string]any{"file": "q.sql", "text": strings.Replace(mcpSQL, "id, name", "id, nmae", 1)},
					false,
					[]string{`"correct":false`, `"code":"SQG202"`, `"file":"q.sql"`, `"line":8`, `"column":12`}},
				{"check", map[string]any{"file": "../q.sql", "text": ""}, true,
					[]string{"no unit has the file ../q.sql"}},
				{"check", map[string]any{"file": "q.sql"}, true, []string{"go together"}},
				{"explain", map[string]any{"name": "get_user"}, false,
					[]string{`"result":"one"`, `"sql":"SELECT id, name, note FROM users WHERE id = `, `"plan":`}},
				{"generate", map[string]any{"name": "get_user"}, false,
					[]string{`"generator":"` + generator, `"signature":"`, `"code":"`}},
				{"generate", map[string]any{"name": "get_user", "generator": "cobol"}, true,
					[]string{"no generator `cobol`"}},
				{"run_on_testdata", map[string]any{"name": "get_user", "values": map[string]any{"id": 2}}, false,
					[]string{`"rows":[["2","bob",null]]`}},
				{"run_on_testdata", map[string]any{"name": "some", "values": map[string]any{"ids": []int{1, 3}}}, false,
					[]string{`"rows":[["ann"],["cid"]]`}},
				{"run_on_testdata", map[string]any{"name": "some"}, true, []string{"`ids` (", "has no value"}},
				{"run_on_testdata", map[string]any{"name": "found"}, false,
					[]string{`"rows":[["ann"],["bob"],["cid"]]`}},
				{"run_on_testdata", map[string]any{"name": "found", "rows": 1}, false,
					[]string{`"rows":[["ann"]]`, `"more":true`}},
				{"run_on_testdata", map[string]any{"name": "found",
					"values": map[string]any{"part": "b%", "sort": "last"}}, false, []string{`"rows":[["bob"]]`}},
				{"run_on_testdata", map[string]any{"name": "found", "values": map[string]any{"sort": "last"}}, false,
					[]string{`"rows":[["cid"],["bob"],["ann"]]`}},
				{"run_on_testdata", map[string]any{"name": "found", "values": map[string]any{"sort": "up"}}, true,
					[]string{"sort is one of first, last"}},
				{"run_on_testdata", map[string]any{"name": "gone", "values": map[string]any{"id": 1}}, false,
					[]string{`"changed":1`, `"rows":[["ann"]]`}},
				{"run_on_testdata", map[string]any{"name": "gone", "values": map[string]any{"id": 1}}, false,
					[]string{`"changed":1`}}, // it was there again
				{"run_on_testdata", map[string]any{"name": "gone",
					"values": map[string]any{"id": "x'; DROP TABLE users; --"}}, engine != "sqlite", nil},
				{"variants", map[string]any{"name": "found"}, false,
					[]string{`"texts":4`, `"with":["part","sort=last"]`}},
				{"search_docs", map[string]any{"words": "optional parts --?"}, false,
					[]string{`"page":"language.md"`, `"heading":"Optional parts"`}},
				{"explain_error", map[string]any{"code": "sqg202"}, false,
					[]string{`"code":"SQG202"`, "The engine rejects"}},
				{"explain_error", map[string]any{"code": "SQG998"}, true, []string{"there is no message"}},
				{"explain", map[string]any{"name": "get_usr"}, true,
					[]string{"there is no statement `get_usr`", "get_user"}},
			} {
				answer, failed := ask(x.tool, x.args)
				if failed != x.failed {
					t.Errorf("%s %v: %s", x.tool, x.args, answer)
				}
				for _, w := range x.want {
					if !strings.Contains(answer, w) {
						t.Errorf("%s %v: no %s in %s", x.tool, x.args, w, answer)
					}
				}
			}
			page, err := session.ReadResource(context.Background(),
				&mcp.ReadResourceParams{URI: "sqg://docs/generators/go-sqlite.md"})
			if err != nil || !strings.Contains(page.Contents[0].Text, "# ") {
				t.Error(page, err)
			}
			resources, err := session.ListResources(context.Background(), nil)
			if err != nil || len(resources.Resources) != 4 {
				t.Fatal(resources, err)
			}
			for _, r := range resources.Resources {
				if page, err := session.ReadResource(context.Background(),
					&mcp.ReadResourceParams{URI: r.URI}); err != nil || len(page.Contents[0].Text) < 1000 {
					t.Error(r.URI, err)
				}
			}
			if _, err := session.ReadResource(context.Background(),
				&mcp.ReadResourceParams{URI: "sqg://docs/../q.sql"}); err == nil {
				t.Error("a page outside of the documentation")
			}
			for _, name := range []string{"add_query", "add_migration", "move"} {
				args := map[string]string{"what": "pages of users", "tool": "sqlc"}
				if p, err := session.GetPrompt(context.Background(),
					&mcp.GetPromptParams{Name: name, Arguments: args}); err != nil ||
					strings.Contains(p.Messages[0].Content.(*mcp.TextContent).Text, "%!") {
					t.Error(p, err)
				}
			}
			write("q.sql", mcpSQL+"\n-- QUERY wrong\nSELECT nothing FROM users;\n")
			if answer, failed := ask("explain", map[string]any{"name": "get_user"}); failed {
				t.Error(answer) // what is right can be explained
			}
			if answer, failed := ask("explain", map[string]any{"name": "wrong"}); !failed ||
				!strings.Contains(answer, "1 error") {
				t.Error(answer)
			}
			write("sqg.yaml", "version: 2\n")
			if answer, failed := ask("schema", nil); !failed ||
				!strings.Contains(answer, "`check` lists what is wrong") {
				t.Error(answer)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
			toServer.Close()
			if code := <-ended; code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}
