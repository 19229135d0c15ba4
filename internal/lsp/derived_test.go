package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// TestScopes: what a statement names itself is completed where it can be named, and nothing that cannot.
func TestScopes(t *testing.T) {
	c := start(t, map[string]string{"sqg.yaml": config("python/postgres"), "sql/1-schema.sql": schema +
		"\n-- MIGRATE 3\nCREATE TYPE mood AS ENUM ('glad', 'it''s');\n" +
		"CREATE TABLE moods (at integer PRIMARY KEY, mood mood);\n",
		"sql/queries.sql": queries})
	c.open("sql/queries.sql", queries)
	c.wait("sql/queries.sql")
	for _, x := range []struct {
		typed string // | is where the cursor is
		want  string // the first labels; of functions and tables nothing
		not   string
	}{
		{"WITH a AS (SELECT id, title AS head FROM posts) SELECT a.| FROM a", "head id", "title"},
		{"WITH a AS (SELECT id, title AS head FROM posts) SELECT x.| FROM a x", "head id", "title"},
		{"WITH a AS (SELECT * FROM posts) SELECT | FROM a", "id title user_id", "name"},
		{"WITH a (n, m) AS (SELECT id, title FROM posts) SELECT a.| FROM a", "m n", "id"},
		{"WITH a AS (SELECT id, | FROM posts) SELECT * FROM users", "id title user_id", "note"},
		{"WITH a AS (SELECT id AS n FROM posts), b AS (SELECT a.* FROM a) SELECT b.| FROM b", "n", "title"},
		{"WITH a AS (SELECT 1 AS n) SELECT * FROM |", "a", "n"},
		{"WITH RECURSIVE r AS (SELECT * FROM r) SELECT r.| FROM r", "", "id"}, // it ends
		{"WITH gone AS (DELETE FROM posts RETURNING id, title) SELECT gone.| FROM gone", "id title", "user_id"},
		{"SELECT s.| FROM (SELECT count(*) AS n, max(id) AS top FROM posts) s", "n top", "id"},
		{"SELECT | FROM (SELECT count(*) AS n FROM posts) AS s", "n", "title"},
		{"SELECT s.| FROM (VALUES (1, 2)) AS s (a, b)", "a b", "id"},
		{"SELECT l.| FROM users u CROSS JOIN LATERAL (SELECT p.title FROM posts p WHERE p.user_id = u.id) l", "title", "id"},
		{"SELECT 1 FROM users u CROSS JOIN LATERAL (SELECT p.title FROM posts p WHERE p.user_id = u.|) l", "id name note",
			"title"},
		{"SELECT u.name FROM users u WHERE EXISTS (SELECT 1 FROM posts p WHERE |)", "id name note title user_id", ""},
		{"INSERT INTO users (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = excluded.|", "id name note", ""},
		{"SELECT * FROM moods WHERE mood = |", "'glad' 'it''s'", ""},
		{"SELECT * FROM moods WHERE mood IN ('glad', |", "'glad' 'it''s'", ""},
		{"SELECT * FROM moods WHERE at = |", "", "'glad'"},
		{"SELECT *| FROM users", "id, name, note", "title"},
		{"SELECT u.*| FROM users u JOIN posts p ON true", "u.id, u.name, u.note", ""},
		{"WITH a AS (SELECT 1 AS n, 2 AS m) SELECT *| FROM a", "n, m", ""},
		{"SELECT count(*|) FROM users", "", "id, name, note"},
	} {
		before, behind, _ := strings.Cut("\n-- QUERY more\n"+x.typed+";\n", "|")
		from := len(c.text["sql/queries.sql"])
		c.edit("sql/queries.sql", from, from, before+behind)
		var list lsp.CompletionList
		c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
			"position": place(c.text["sql/queries.sql"], from+len(before))}, &list)
		slices.SortStableFunc(list.Items,
			func(a, b lsp.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
		var labels []string
		for _, i := range list.Items {
			labels = append(labels, i.Label)
		}
		if got := strings.Join(labels, " "); !strings.HasPrefix(got+" ", x.want) {
			t.Errorf("%s: %s, want %s", x.typed, got, x.want)
		}
		if x.not != "" && slices.Contains(labels, x.not) {
			t.Errorf("%s: %s is in %v", x.typed, x.not, labels)
		}
		c.edit("sql/queries.sql", from, len(c.text["sql/queries.sql"]), "")
	}
}

// TestSnippets: what a snippet writes is right once its names are, and it is offered where a block may begin.
func TestSnippets(t *testing.T) {
	c := start(t, map[string]string{"sqg.yaml": config("go/sqlite"), "sql/1-schema.sql": schema, "sql/queries.sql": ""})
	c.open("sql/queries.sql", "")
	offered := func(line int) (texts []string) {
		var list lsp.CompletionList
		c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
			"position": lsp.Position{Line: line}}, &list)
		for _, i := range list.Items {
			if strings.HasSuffix(i.Label, " …") {
				texts = append(texts, i.TextEdit.NewText)
			}
		}
		return texts
	}
	texts := offered(0)
	if len(texts) != 5 {
		t.Fatal(texts)
	}
	all := strings.NewReplacer("table", "users", "(column)", "(name)", "${column}", "${name}", "CREATE TABLE table",
		"CREATE TABLE t9", "VALUES (value)", "VALUES ('x')").Replace(strings.Join(texts, "\n\n"))
	all = strings.Replace(strings.Replace(all, "QUERY name", "QUERY a", 1), "EXEC name", "EXEC b", 1)
	c.edit("sql/queries.sql", 0, 0, all+"\n")
	c.agree("five snippets")
	if wrong := c.checked(); len(wrong) > 0 {
		t.Errorf("%v of %s", wrong, all)
	}
	if texts := offered(1); len(texts) > 0 {
		t.Errorf("in the middle of a block: %v", texts)
	}
}
