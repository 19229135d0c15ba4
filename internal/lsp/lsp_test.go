package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/target"
)

// engines are a generator for each, and how a migration has a table.
var engines = []struct{ name, generator, integer string }{
	{"sqlite", "typescript/sqlite", "INTEGER"},
	{"duckdb", "java/duckdb", "INTEGER"},
	{"postgres", "python/postgres", "integer"},
}

func config(generators ...string) string {
	text := "version: 1\nname: app\nsql:\n  - files: [sql/*.sql]\n    gen:\n"
	for _, g := range generators {
		text += "      - {generator: " + g + ", output: gen/}\n"
	}
	return text
}

const schema = `-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, note VARCHAR(80));

-- MIGRATE 2
CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, title VARCHAR(80) NOT NULL);
`

const queries = `-- QUERY get_user :one
SELECT id, name, note FROM users WHERE id = ${id};

-- Posts of a user.
-- QUERY posts_of
SELECT p.title, u.name AS author
FROM posts p JOIN users u ON u.id = p.user_id
WHERE u.name = ${name};

-- EXEC add_user
INSERT INTO users (id, name, note) VALUES (${id}, ${name}, ${note});
`

func begin(t testing.TB, generators ...string) *client {
	c := start(t, map[string]string{"sqg.yaml": config(generators...), "sql/1-schema.sql": schema,
		"sql/queries.sql": queries})
	c.open("sql/queries.sql", queries)
	return c
}

// TestSession: whatever is typed, the server says what `sqg check` says of the same texts.
func TestSession(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := begin(t, e.generator)
			c.agree("opening")
			typed := "\n-- QUERY busy :pluck\nSELECT u.name, count(*) AS n FROM users u JOIN posts p ON p.user_id = u.id WHERE u.name <> ${than} GROUP BY u.name;\n"
			every := 40 // a check of a server takes its time
			if e.name == "sqlite" {
				every = 3
			}
			for i := range len(typed) {
				end := len(c.text["sql/queries.sql"])
				c.edit("sql/queries.sql", end, end, typed[i:i+1])
				if i%every == 0 {
					c.agree("typing " + typed[:i+1])
				}
			}
			c.agree("typing")
			c.replace("sql/queries.sql", "p.title", "p.titel")
			c.agree("a wrong column")
			c.replace("sql/queries.sql", "p.titel", "p.title")
			c.agree("its mending")

			c.open("sql/1-schema.sql", schema)
			c.replace("sql/1-schema.sql", "name VARCHAR(80) NOT NULL, ", "name VARCHAR(80) NOT NULL,,")
			c.agree("breaking the schema")
			c.replace("sql/queries.sql", "-- Posts of a user.\n", "")
			c.agree("an edit beside it")
			c.edit("sql/1-schema.sql", 0, 0, "-- About it.\n\n")
			c.agree("moving what is wrong")
			c.replace("sql/1-schema.sql", "NOT NULL,,", "NOT NULL, ")
			c.agree("mending the schema")
			c.replace("sql/1-schema.sql", "title VARCHAR(80) NOT NULL", "subject VARCHAR(80) NOT NULL")
			c.agree("renaming a column")
			c.replace("sql/1-schema.sql", "subject VARCHAR(80) NOT NULL", "title VARCHAR(80)")
			c.agree("a column that may be NULL")

			c.open("sqg.yaml", config(e.generator))
			c.replace("sqg.yaml", "gen:", "gem:")
			c.agree("a wrong key")
			c.replace("sqg.yaml", "gem:", "gen:")
			c.agree("the right key")
			c.edit("sql/queries.sql", 0, len(c.text["sql/queries.sql"]), "")
			c.agree("deleting everything")
			c.edit("sql/queries.sql", 0, 0, queries)
			c.agree("undoing that")
		})
	}
}

// TestSchemaMoves: what is wrong in a schema that stays the same is shown where it stands, however that is written now.
func TestSchemaMoves(t *testing.T) {
	c := start(t, map[string]string{"sqg.yaml": config("go/sqlite"), "sql/q.sql": ""})
	c.open("sql/q.sql", "-- MIGRATE 1\nCREATE TABLE a (id INTEGER);\n\n-- MIGRATE 2\nCREATE TABLE b (\n")
	c.agree("opening")
	c.replace("sql/q.sql", "-- MIGRATE 2", "--   MIGRATE 2")
	c.agree("a wider annotation")
	c.replace("sql/q.sql", "CREATE TABLE b (\n", "CREATE TABLE b (\nid NONE OF IT);\n")
	c.agree("an error in the second line")
	c.replace("sql/q.sql", "b (\n", "b (\r\n")
	c.agree("another end of a line")
}

// TestWarningsStay: what a schema is warned of is said as long as it holds, and where it stands.
func TestWarningsStay(t *testing.T) {
	warned := "-- MIGRATE 3\nCREATE INDEX posts_title ON posts (title);\n"
	c := start(t, map[string]string{"sql/2.sql": warned, "sql/1-schema.sql": schema, "sql/queries.sql": queries,
		"sqg.yaml": strings.Replace(config("python/postgres"), "gen/}", "gen/, config: {migrations: true}}", 1)})
	c.open("sql/2.sql", warned)
	if c.agree("opening"); len(c.checked()) == 0 {
		t.Fatal("nothing is warned of")
	}
	c.edit("sql/2.sql", 0, 0, "-- Faster.\n\n")
	c.agree("a comment above")
	c.replace("sql/2.sql", "MIGRATE 3", "MIGRATE 3 :reviewed")
	c.agree("a review")
}

func said(h *lsp.Hover) string {
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

func TestHover(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := begin(t, e.generator)
			c.edit("sql/queries.sql", len(queries), len(queries),
				"\n-- EXEC rename_users :bulk\nUPDATE users SET name = ${to} WHERE id = ${whose};\n\n-- QUERY wrong\nSELECT nothing;\n")
			for at, want := range map[string][]string{
				"QUERY posts_": {"returns every row, as PostsOfRow", "- `name`", "- `author`", "NOT NULL",
					map[string]string{"sqlite": "postsOf(", "duckdb": "postsOf(", "postgres": "def posts_of("}[e.name]},
				"EXEC rename_u":            {":bulk: "},
				"get_user :on":             {":one", "the row; or none"},
				"WHERE u.name = ${na":      {"parameter **name**", "users.name"},
				"SELECT p.ti":              {"column of posts **title**", "NOT NULL"},
				"AS auth":                  {"result column **author**", "from users.name"},
				"FROM po":                  {"table **posts**", "`user_id`", "primary key: id"},
				"SELECT id, name, no":      {"result column **note**", " NULL"},
				"INSERT INTO users (id, n": {"column of users **name**"},
			} {
				var h *lsp.Hover
				c.call("textDocument/hover", c.at("sql/queries.sql", at), &h)
				for _, w := range want {
					if !strings.Contains(said(h), w) {
						t.Errorf("%s: no %q in %q", at, w, said(h))
					}
				}
			}
			var h *lsp.Hover
			if c.call("textDocument/hover", c.at("sql/queries.sql", "SELECT noth"), &h); h != nil {
				t.Error(h)
			}
		})
	}
}

// TestHoverOfSchema: what the schema says of its tables and columns, in the engine's words, and the plan of a
// statement.
func TestHoverOfSchema(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			made := schema + "\n-- MIGRATE 3\nCREATE TABLE moods (id INTEGER PRIMARY KEY, n INTEGER NOT NULL DEFAULT 41, " +
				"twice INTEGER GENERATED ALWAYS AS (n * 2) STORED);\n"
			if e.name == "duckdb" {
				made = strings.Replace(made, " STORED", "", 1)
			}
			if e.name != "sqlite" {
				made += "COMMENT ON TABLE moods IS 'How they ''feel''';\nCOMMENT ON COLUMN moods.n IS 'From bad to good';\n"
			}
			const asked = "\n-- QUERY moods_of\nSELECT m.n, m.twice FROM moods m, users WHERE m.n > ${least};\n"
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": made,
				"sql/queries.sql": queries + asked})
			c.open("sql/queries.sql", queries+asked)
			read := map[string]string{"sqlite": "SCAN users  ← may read every row",
				"postgres": "Seq Scan on users  ← may read every row", "duckdb": "CROSS_PRODUCT  ← compares every row"}
			wants := map[string][]string{"SELECT m.n": {"default: `41`"}, "SELECT m.n, m.twi": {"computed", "NULL"},
				"QUERY moods_": {"plan, in a database without rows", read[e.name]}}
			if e.name != "sqlite" {
				wants["FROM moo"] = []string{"How they 'feel'"}
				wants["SELECT m.n"] = append(wants["SELECT m.n"], "From bad to good")
			}
			for range 2 { // what is known is said again
				for at, want := range wants {
					var h *lsp.Hover
					c.call("textDocument/hover", c.at("sql/queries.sql", at), &h)
					for _, w := range want {
						if !strings.Contains(said(h), w) {
							t.Errorf("%s: no %q in %q", at, w, said(h))
						}
					}
				}
			}
		})
	}
}

// TestSignatures: each language's method is in the hover of its statement.
func TestSignatures(t *testing.T) {
	c := begin(t, "typescript/sqlite", "java/sqlite", "python/sqlite", "go/sqlite", "rust/sqlite")
	var h *lsp.Hover
	c.call("textDocument/hover", c.at("sql/queries.sql", "get_us"), &h)
	for _, want := range []string{"getUser(id: number", "public UsersRow getUser(", "def get_user(self, id: int",
		") GetUser(ctx context.Context, id int64)", "pub fn get_user(&self, id: i64)"} {
		if !strings.Contains(said(h), want) {
			t.Errorf("no %q in %s", want, said(h))
		}
	}
}

// TestEverySignature: there is one for each generator, whatever its driver.
func TestEverySignature(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			yaml, n := strings.TrimSuffix(config(), "\n")+"\n", 0
			for i := range target.All {
				if g := &target.All[i]; g.Engine == e.name {
					n++
					yaml += fmt.Sprintf("      - {generator: %s, output: gen/%d/}\n", g.ID(), n)
				}
			}
			c := start(t, map[string]string{"sqg.yaml": yaml, "sql/1-schema.sql": schema, "sql/queries.sql": queries})
			c.open("sql/queries.sql", queries)
			for _, at := range []string{"get_us", "QUERY posts_", "EXEC add_u"} {
				var h *lsp.Hover
				c.call("textDocument/hover", c.at("sql/queries.sql", at), &h)
				code, _, _ := strings.Cut(said(h), "```text") // the plan
				if strings.Count(code, "```") != 2*n || n == 0 {
					t.Errorf("%d generators: %s", n, said(h))
				}
			}
		})
	}
}

func TestCompletion(t *testing.T) {
	c := begin(t, "go/sqlite")
	end := len(c.text["sql/queries.sql"])
	c.edit("sql/queries.sql", end, end, "\n-- MIGRATE 3\nCREATE TABLE likes (post INTEGER NOT NULL REFERENCES posts (id));\n")
	for _, x := range []struct {
		typed string
		want  []string
		not   string
	}{
		{"-- ", []string{"QUERY", "EXEC", "MIGRATE", "TABLE"}, "users"},
		{"-- Q", []string{"QUERY"}, ""},
		{"-- QUERY more :", []string{":one", ":pluck", ":all"}, ":appender"},
		{"-- QUERY more\nSELECT * FROM ", []string{"users", "posts"}, "title"},
		{"-- QUERY more\nSELECT * FROM posts x JOIN ", []string{"users", "posts", "likes ON likes.post = x.id"}, "title"},
		{"-- QUERY more\nSELECT * FROM likes JOIN ", []string{"posts ON likes.post = posts.id"}, "likes ON"},
		{"-- QUERY more\nSELECT * FROM posts p JOIN likes l ON ", []string{"l.post = p.id", "title"}, "posts ON"},
		{"-- QUERY more\nSELECT * FROM posts x WHERE x.", []string{"title", "user_id"}, "note"},
		{"-- QUERY more\nSELECT * FROM posts x WHERE x.ti", []string{"title"}, "note"},
		{"-- QUERY more\nSELECT * FROM users WHERE ", []string{"name", "note", "users"}, "title"},
		{"-- QUERY more\nSELECT gro", []string{"group_concat"}, "upper"},
		{"-- QUERY more\nSELECT * FROM users WHERE name = ${", []string{"name", "id"}, "users"},
		{"-- QUERY more\n@set who = 'x'\nSELECT * FROM users WHERE name = ${w", []string{"who"}, ""},
	} {
		before := len(c.text["sql/queries.sql"])
		c.edit("sql/queries.sql", before, before, "\n"+x.typed)
		end := len(c.text["sql/queries.sql"])
		var list lsp.CompletionList
		c.call("textDocument/completion",
			map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
				"position": place(c.text["sql/queries.sql"], end)}, &list)
		var labels []string
		for _, i := range list.Items {
			labels = append(labels, i.Label)
		}
		for _, w := range x.want {
			if !slices.Contains(labels, w) {
				t.Errorf("%q: no %s in %v", x.typed, w, labels)
			}
		}
		if slices.Contains(labels, x.not) {
			t.Errorf("%q: %s is in %v", x.typed, x.not, labels)
		}
		c.edit("sql/queries.sql", before, end, "")
	}
}

// TestConfig: the keys of sqg.yaml are completed and explained.
func TestConfig(t *testing.T) {
	c := begin(t, "go/sqlite")
	c.open("sqg.yaml", config("go/sqlite"))
	c.replace("sqg.yaml", "output: gen/", "output: gen/, con")
	var list lsp.CompletionList
	c.call("textDocument/completion", c.at("sqg.yaml", "gen/, con"), &list)
	items := list.Items
	i := slices.IndexFunc(items, func(i lsp.CompletionItem) bool { return i.Label == "config" })
	if i < 0 || items[i].TextEdit.NewText != "config: " || items[i].TextEdit.Range.Start.Character != 45 {
		t.Errorf("%+v", items)
	}
	c.replace("sqg.yaml", ", con", "")
	var h *lsp.Hover
	if c.call("textDocument/hover", c.at("sqg.yaml", "outp"), &h); !strings.Contains(said(h),
		"The folder to write to") {
		t.Error(said(h))
	}
	c.agree("all that")
}

func TestNavigation(t *testing.T) {
	c := begin(t, "go/sqlite")
	show := func(l lsp.Location) string {
		return fmt.Sprintf("%s:%d:%d", c.name(l.URI), l.Range.Start.Line+1, l.Range.Start.Character+1)
	}
	for at, want := range map[string]string{
		"SELECT p.ti":                      "sql/1-schema.sql:5:71",
		"FROM pos":                         "sql/1-schema.sql:5:14",
		"FROM posts p JOIN users u ON u.i": "sql/1-schema.sql:2:21",
	} {
		var l lsp.Location
		if c.call("textDocument/definition", c.at("sql/queries.sql", at), &l); show(l) != want {
			t.Errorf("%s: %s, want %s", at, show(l), want)
		}
	}
	var list []lsp.Location
	p := c.at("sql/queries.sql", "WHERE u.na")
	p["context"] = map[string]any{"includeDeclaration": true}
	c.call("textDocument/references", p, &list)
	var places []string
	for _, l := range list {
		places = append(places, show(l))
	}
	want := []string{"sql/1-schema.sql:2:45", "sql/queries.sql:2:12", "sql/queries.sql:6:19", "sql/queries.sql:8:9",
		"sql/queries.sql:11:24"}
	if slices.Sort(places); !slices.Equal(places, slices.Sorted(slices.Values(want))) {
		t.Errorf("%v, want %v", places, want)
	}
	var marks []lsp.DocumentHighlight
	if c.call("textDocument/documentHighlight", c.at("sql/queries.sql", "FROM posts p JOIN users u ON u"),
		&marks); len(marks) == 0 {
		t.Error("nothing is highlighted")
	}
	var symbols []lsp.DocumentSymbol
	c.call("textDocument/documentSymbol",
		map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")}}, &symbols)
	if len(symbols) != 3 || symbols[1].Name != "posts_of" || symbols[1].Range.End.Line != 7 {
		t.Errorf("%+v", symbols)
	}
	var folds []lsp.FoldingRange
	c.call("textDocument/foldingRange", map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")}},
		&folds)
	if len(folds) != 3 || folds[0] != (lsp.FoldingRange{StartLine: 0, EndLine: 1}) {
		t.Errorf("%+v", folds)
	}
	var found []lsp.SymbolInformation
	if c.call("workspace/symbol", lsp.SymbolParams{Query: "USER"}, &found); len(found) != 2 {
		t.Errorf("%+v", found)
	}
}

// TestFixes: a fix is offered where the hint tells exactly what to write, and the statement is right with it.
func TestFixes(t *testing.T) {
	c := begin(t, "go/sqlite")
	for _, x := range []struct{ right, wrong string }{
		{"p.title", "p.titel"},
		{"get_user :one", "get_user :onne"},
		{"-- QUERY get_user", "-- Query get_user"},
		{"id = ${id}", "id = @id"},
	} {
		c.replace("sql/queries.sql", x.right, x.wrong)
		c.agree(x.wrong)
		at := c.at("sql/queries.sql", x.wrong)["position"]
		var actions []lsp.CodeAction
		start := place(c.text["sql/queries.sql"], strings.Index(c.text["sql/queries.sql"], x.wrong))
		c.call("textDocument/codeAction",
			map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
				"range": map[string]any{"start": start, "end": at}, "context": map[string]any{}}, &actions)
		if len(actions) != 1 {
			shown, _ := json.Marshal(c.shown)
			t.Errorf("%s: %v of %s", x.wrong, actions, shown)
			c.replace("sql/queries.sql", x.wrong, x.right)
			continue
		}
		e := actions[0].Edit.Changes[c.uri("sql/queries.sql")][0]
		c.edit("sql/queries.sql", offset(c.text["sql/queries.sql"], e.Range.Start),
			offset(c.text["sql/queries.sql"], e.Range.End), e.NewText)
		if c.text["sql/queries.sql"] != queries {
			t.Errorf("%s: %s", x.wrong, c.text["sql/queries.sql"])
		}
	}
}

// TestChanges: a fix may be elsewhere in the block, and the statement is right with it.
func TestChanges(t *testing.T) {
	c := begin(t, "go/sqlite")
	for _, x := range []struct{ wrong, at, title, want string }{
		{"-- QUERY some\nSELECT name FROM users WHERE id IN (${ids});\n", "IN (${", "Add @set ids = 1, 2",
			"-- QUERY some\n@set ids = 1, 2\nSELECT name"},
		{"/* QUERY some\n*/\r\nSELECT name FROM users WHERE id IN (${ids});\n", "IN (${", "Add @set ids = 1, 2",
			"*/\r\n@set ids = 1, 2\r\nSELECT name"},
		{"-- EXEC some :bulk\nDELETE FROM users;\n", "EXEC so", "Remove :bulk", "-- EXEC some\nDELETE"},
		{"-- QUERY some\nSELECT name FROM users WHERE id = ${id};\n", "QUERY so", "Make it :one",
			"-- QUERY some :one\n"},
		{"-- QUERY some :all\nSELECT name FROM users WHERE id = ${id};\n", "QUERY so", "", ""},
		{"-- QUERY some\nSELECT name FROM users;\n", "QUERY so", "", ""},
	} {
		const name = "sql/queries.sql"
		c.edit(name, len(queries), len(queries), "\n"+x.wrong)
		c.agree(x.wrong)
		at := place(c.text[name], len(queries)+1+strings.Index(x.wrong, x.at)+len(x.at))
		var actions []lsp.CodeAction
		c.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
			"range": lsp.Range{Start: at, End: at}, "context": map[string]any{}}, &actions)
		switch {
		case x.title == "" && len(actions) > 0:
			t.Errorf("%s: %v", x.wrong, actions)
		case x.title == "":
		case len(actions) != 1 || actions[0].Title != x.title:
			t.Errorf("%s: %v of %v", x.wrong, actions, c.checked())
		default:
			e := actions[0].Edit.Changes[c.uri(name)][0]
			c.edit(name, offset(c.text[name], e.Range.Start), offset(c.text[name], e.Range.End), e.NewText)
			if !strings.Contains(c.text[name], x.want) {
				t.Errorf("%s: %q", x.title, c.text[name])
			}
			c.agree(x.title)
			if wrong := c.checked(); len(wrong) > 0 {
				t.Errorf("%s: %v", x.title, wrong)
			}
		}
		c.edit(name, len(queries), len(c.text[name]), "")
	}
}

// TestFormatting: annotations are written as they are documented, and nothing else is touched.
func TestFormatting(t *testing.T) {
	c := begin(t, "go/sqlite")
	const name = "sql/queries.sql"
	wild := "--QUERY   first    :one \nSELECT  id  FROM users   WHERE id = 1;\n\n--  a   comment\n" +
		"-- \tEXEC second  :bulk\nDELETE  FROM users WHERE id = ${id};\n\n-- QUERY third :one\nSELECT 1 AS n; --  as  it is\n"
	c.edit(name, 0, len(queries), wild)
	c.agree("a wild text")
	if wrong := c.checked(); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	format := func() (n int) {
		var edits []lsp.TextEdit
		c.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
			"options": map[string]any{"tabSize": 2}}, &edits)
		for _, e := range slices.Backward(edits) {
			c.edit(name, offset(c.text[name], e.Range.Start), offset(c.text[name], e.Range.End), e.NewText)
		}
		return len(edits)
	}
	want := strings.NewReplacer("--QUERY   first    :one ", "-- QUERY first :one", "-- \tEXEC second  :bulk",
		"-- EXEC second :bulk").Replace(wild)
	if n := format(); n != 2 || c.text[name] != want {
		t.Errorf("%d edits: %s", n, c.text[name])
	}
	c.agree("a neat text")
	if n := format(); n != 0 {
		t.Errorf("%d edits of what is neat", n)
	}
}

func offset(text string, p lsp.Position) int {
	for i := range len(text) + 1 {
		if (i == len(text) || text[i]&0xC0 != 0x80) && place(text, i) == p {
			return i
		}
	}
	return -1
}
