package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tasksSQL is a project of some size: 60 statements.
func tasksSQL() string {
	var b strings.Builder
	b.WriteString(mcpSQL + `
-- MIGRATE 2
CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id),
  title VARCHAR(80) NOT NULL);

-- TESTDATA posts
INSERT INTO posts (id, user_id, title) VALUES (7, 1, 'one'), (8, 2, 'two'), (9, 1, 'another one');

-- QUERY posts_by
SELECT title FROM posts WHERE title = ${title};

-- QUERY authors
SELECT p.title, u.name, u.note FROM posts p LEFT JOIN users u ON u.id = p.user_id AND u.note IS NOT NULL;

-- EXEC add_post
INSERT INTO posts (id, user_id, title) VALUES (${id}, ${user_id}, ${title});

-- EXEC rename_user
UPDATE users SET note = ${note} WHERE id = ${id};
`)
	for i := range 50 {
		fmt.Fprintf(&b, "\n-- QUERY report_%d\nSELECT u.name, count(*) AS n FROM posts p JOIN users u ON u.id = p.user_id "+
			"WHERE p.id > %d GROUP BY u.name;\n", i, i)
	}
	return b.String()
}

// step is a call of a tool, with what its answer must say.
type step struct {
	tool string
	args map[string]any // `text` is the task's
	want string
}

type args = map[string]any

// tasks are what people ask for. By sqg's own tools each must be done; text says the same of two tools that take the
// whole SQL and say what is wrong with it, and what code it becomes: empty where they cannot tell.
var tasks = []struct {
	name     string
	old, new string // the edit; "" at the end of the file
	tools    []step
	text     []step
}{
	{"add a paged search", "", "\n-- QUERY search :page\nSELECT id, title FROM posts\nWHERE title LIKE ${part} --?\n" +
		"ORDER BY id LIMIT ${size};\n", []step{
		{"schema", args{"name": "posts"}, `"name":"title"`},
		{"check", args{"file": "q.sql"}, `"correct":true`},
		{"run_on_testdata", args{"name": "search", "values": args{"part": "%one", "size": 2}},
			`[["7","one"],["9","another one"]]`},
	}, nil},
	{"why is this slow", "", "", []step{{"explain", args{"name": "posts_by"}, "SCAN posts"}}, nil},
	{"make this nullable", "-- EXEC rename_user\n", "-- EXEC rename_user\n@set note = null\n", []step{
		{"check", args{"file": "q.sql"}, `"correct":true`},
		{"generate", args{"name": "rename_user"}, `note: str | None`},
	}, []step{{"check", nil, `"diagnostics":[]`}, {"generate", nil, "note: str | None"}}},
	{"why can this be NULL", "", "", []step{{"explain", args{"name": "authors"}, "the outer side of a join has no row"}}, nil},
	{"mend an error", "SELECT title FROM posts WHERE title", "SELECT titel FROM posts WHERE title", []step{
		{"check", args{"file": "q.sql"}, "did you mean title?"},
	}, []step{{"check", nil, "did you mean title?"}}},
	{"what does this error mean", "", "", []step{{"explain_error", args{"code": "SQG202"}, "The engine rejects"}}, nil},
	{"add a column", "", "\n-- MIGRATE 3\nALTER TABLE posts ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;\n", []step{
		{"check", args{"file": "q.sql"}, `"correct":true`},
		{"schema", args{"name": "posts"}, `"name":"draft"`},
	}, []step{{"check", nil, `"diagnostics":[]`}}},
	{"insert many rows at once", "-- EXEC add_post\n", "-- EXEC add_post :bulk\n", []step{
		{"check", args{"file": "q.sql"}, `"correct":true`},
		{"explain", args{"name": "add_post"}, `"strategy":`},
	}, []step{{"check", nil, `"diagnostics":[]`}, {"generate", nil, "def add_post_bulk("}}},
	{"how is a list of ids written", "", "", []step{{"search_docs", args{"words": "IN list parameter"}, "IN ("}}, nil},
	{"what is sent with one filter", "", "", []step{
		{"explain", args{"name": "found", "with": []string{"part", "sort=last"}}, `ORDER BY id DESC`},
	}, nil},
}

// TestTasks: ten tasks are done by the tools alone, in fewer bytes than two tools that take the whole text need for
// those that they can do. With -v it prints the table of docs/cli.md.
func TestTasks(t *testing.T) {
	dir := t.TempDir()
	save := func(text string) {
		for name, text := range map[string]string{"q.sql": text, "sqg.yaml": "version: 1\nname: app\nsql:\n" +
			"  - files: [q.sql]\n    gen: [{generator: python/sqlite, output: gen/}]\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	save(tasksSQL())
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() {
		Main([]string{"mcp", filepath.Join(dir, "sqg.yaml")}, fromClient, toClient, io.Discard, os.Getenv)
		toClient.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(),
		&mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer toServer.Close()
	defer session.Close()

	byTools := func(s step, text string) (size int, answer string) {
		in := args{}
		for k, v := range s.args {
			in[k] = v
		}
		if in["file"] != nil {
			in["text"] = text
		} else {
			save(text)
		}
		r, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: s.tool, Arguments: in})
		if err != nil {
			t.Fatal(err)
		}
		asked, _ := json.Marshal(in)
		said, _ := json.Marshal(r.StructuredContent)
		var plain bytes.Buffer
		encoder := json.NewEncoder(&plain)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(r.StructuredContent); err != nil {
			t.Fatal(err)
		}
		return len(asked) + len(said), plain.String()
	}
	byText := func(s step, text string) (size int, answer string) {
		save(text)
		var out bytes.Buffer
		if s.tool == "check" {
			Main([]string{"--validate", "--format", "json", filepath.Join(dir, "sqg.yaml")}, nil, &out, io.Discard,
				os.Getenv)
			var said bytes.Buffer
			json.Compact(&said, out.Bytes())
			return len(text) + said.Len(), said.String()
		}
		Main([]string{"--generator", "python/sqlite", filepath.Join(dir, "q.sql")}, nil, &out, io.Discard, os.Getenv)
		return len(text) + out.Len(), out.String()
	}
	var all [2]int
	for _, task := range tasks {
		text := tasksSQL()
		if task.old == "" {
			text += task.new
		} else if text = strings.Replace(text, task.old, task.new, 1); text == tasksSQL() {
			t.Fatalf("%s changes nothing", task.name)
		}
		row := "| " + task.name
		for i, way := range []struct {
			steps []step
			do    func(step, string) (int, string)
		}{{task.tools, byTools}, {task.text, byText}} {
			bytes := 0
			for _, s := range way.steps {
				size, answer := way.do(s, text)
				if bytes += size; !strings.Contains(answer, s.want) {
					t.Errorf("%s: %s says no %s in %s", task.name, s.tool, s.want, answer)
				}
			}
			if len(task.text) > 0 {
				all[i] += bytes
			}
			if row += " | no"; len(way.steps) > 0 {
				row = strings.TrimSuffix(row, "no") + fmt.Sprintf("%d, %.1f KB", len(way.steps), float64(bytes)/1000)
			}
		}
		t.Log(row + " |")
	}
	if all[0] >= all[1] {
		t.Errorf("of what both can do, the tools take %d bytes, and the text %d", all[0], all[1])
	}
}
