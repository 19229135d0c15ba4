package lsp_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// offered are the actions at the end of a text, which is in the document once.
func (c *client) offered(name, at string) (list []lsp.CodeAction) {
	c.t.Helper()
	where := c.at(name, at)
	where["range"] = lsp.Range{Start: where["position"].(lsp.Position), End: where["position"].(lsp.Position)}
	where["context"] = map[string]any{}
	c.call("textDocument/codeAction", where, &list)
	return list
}

// TestRewrites: what is offered is written, and the engine takes it.
func TestRewrites(t *testing.T) {
	const name = "sql/queries.sql"
	cases := []struct{ statement, at, title, want string }{
		{"-- QUERY first\nSELECT id FROM users WHERE (${name} IS NULL OR name = ${name}) AND id > 1;", "> 1",
			"", ""}, // the cursor is elsewhere
		{"-- QUERY second\nSELECT id FROM users WHERE (${name} IS NULL OR name = ${name}) AND id > 2;",
			"users WHERE (${name} IS NULL OR name = ${name}) AND id > 2|(${name",
			"Leave it out where name is not given (--?)",
			"WHERE true\n  AND name = ${name} --?\n  AND id > 2;"},
		{"-- QUERY third\nSELECT id FROM users\nWHERE id > 3\n  AND (upper(name) = ${title} OR ${title} IS " +
			"NULL) -- why\nORDER BY id;",
			"(upper(na", "Leave it out where title is not given (--?)",
			"WHERE id > 3\n  AND upper(name) = ${title} --?\n  -- why\nORDER BY id;"},
		{"-- QUERY fourth\r\nSELECT id FROM users WHERE (CAST(${either} AS VARCHAR(80)) IS NULL OR name = " +
			"${either}\r\n OR note = ${either});\r\n",
			"OR note = ${eit", "Leave it out where either is not given (--?)",
			"WHERE true\r\n--? {\r\n  AND (name = ${either}\r\n OR note = ${either})\r\n--? }\r\n;"},
		{"-- QUERY fifth\nSELECT id FROM users WHERE (${twice} IS NULL OR name = ${twice}) AND note <> ${twice};",
			"OR name = ${twi", "", ""},
		{"-- QUERY sixth\nSELECT id FROM users WHERE (${one} IS NULL OR name BETWEEN ${one} AND ${two});", "OR " +
			"name BETWEEN ${on", "", ""},
		{"-- QUERY seventh\nSELECT id FROM users WHERE (${kept} IS NULL /* none */ OR name = ${kept});",
			"OR name = ${ke", "", ""},
		{"-- QUERY range\nSELECT id FROM users WHERE true AND (name = 'x') BETWEEN (id = 1) AND (${high} IS " +
			"NULL OR name = ${high});",
			"AND (${hi", "", ""},
		{"-- QUERY either\nSELECT id FROM users WHERE true AND (name = 'x') BETWEEN CASE WHEN id = 1 AND id < 2 THEN " +
			"true ELSE (id = 3) END AND (${chosen} IS NULL OR name = ${chosen});",
			"AND (${ch", "", ""},
		{"-- QUERY cased\nSELECT id FROM users WHERE CASE WHEN id BETWEEN 1 AND 2 THEN true END AND (${cased} IS " +
			"NULL OR name = ${cased});",
			"AND (${cas", "Leave it out where cased is not given (--?)", "END\n  AND name = ${cased} --?\n;"},
		{"-- QUERY sorted\nSELECT id FROM users WHERE id BETWEEN 1 AND 9 AND (${of} IS NULL OR name = ${of}) " +
			"ORDER BY id;",
			"AND (${o", "Leave it out where of is not given (--?)", "AND 9\n  AND name = ${of} --?\nORDER BY id;"},
		{"-- QUERY eighth\nSELECT id FROM users WHERE NOT (${no} IS NULL OR name = ${no});", "WHERE NOT (${no} " +
			"IS NU", "", ""},
		{"-- QUERY operand\nSELECT id FROM users WHERE id < 7 AND (${taken} IS NULL OR name = ${taken}) IS FALSE;",
			"AND (${ta", "", ""}, // it would be about id < 7
		{"-- QUERY compared\nSELECT id FROM users WHERE (${truth} IS NULL OR name = ${truth}) = (id < 8);",
			"WHERE (${tr", "", ""},
		{"-- EXEC each :batch\nUPDATE users SET note = 'x' WHERE (${each} IS NULL OR name = ${each});",
			"WHERE (${ea", "", ""}, // without it there is no parameter
		{"-- QUERY joined\nSELECT u.id FROM users u JOIN posts p ON (${joined} IS NULL OR u.name = ${joined}) LEFT " +
			"JOIN posts o ON o.id = p.id WHERE p.id = 5;",
			"ON (${jo", "Leave it out where joined is not given (--?)",
			"ON true\n  AND u.name = ${joined} --?\nLEFT JOIN"},
		{"-- QUERY ninth\nSELECT a.name, b.name, b.id AS id, b.note id_2 FROM users a, users b;", ", b.na", "Name it ",
			"SELECT a.name, b.name AS "},
		{"-- QUERY tenth\nSELECT x.id AS n, y.id AS n FROM users x, users y;", "y.id AS n", "", ""},
		{"-- QUERY eleventh\n@set early = 'soon' \nSELECT id FROM users WHERE id < ${early};", "@set ear",
			"Write @set early = 1", "@set early = 1 \n"},
	}
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			text := ""
			for _, x := range cases {
				text += x.statement + "\n\n"
			}
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema, name: text})
			c.open(name, text)
			c.wait(name)
			for _, x := range cases {
				at, sub, cut := strings.Cut(x.at, "|")
				where := c.at(name, at)
				if cut {
					i := strings.Index(c.text[name], at)
					where["position"] = place(c.text[name], i+strings.Index(at, sub)+1)
				}
				where["range"] = lsp.Range{Start: where["position"].(lsp.Position), End: where["position"].(lsp.Position)}
				where["context"] = map[string]any{}
				var actions []lsp.CodeAction
				c.call("textDocument/codeAction", where, &actions)
				actions = slices.DeleteFunc(actions, func(a lsp.CodeAction) bool { return a.Command != nil })
				switch {
				case x.title == "" && len(actions) > 0:
					t.Errorf("%s: %v", x.at, actions)
				case x.title == "":
				case len(actions) != 1 || !strings.HasPrefix(actions[0].Title, x.title):
					t.Errorf("%s: %v", x.at, actions)
				default:
					c.apply(*actions[0].Edit)
					c.wait(name)
					if !strings.Contains(c.text[name], x.want) {
						t.Errorf("%s: %q", x.title, c.text[name])
					}
				}
			}
			c.agree("all that")
			if wrong := c.checked(); len(wrong) > 0 {
				t.Error(wrong)
			}
		})
	}
}

// TestRewriteOverFiles: a statement over a file source has no optional parts.
func TestRewriteOverFiles(t *testing.T) {
	const name = "sql/queries.sql"
	text := "-- QUERY named\nSELECT id FROM ${sources_users} WHERE (${name} IS NULL OR name = ${name});\n"
	yaml := strings.Replace(config("java/duckdb"), "sql:", "sources:\n  - {name: users, path: users.csv}\nsql:", 1)
	c := start(t, map[string]string{"sqg.yaml": yaml, "sql/1-schema.sql": schema, "users.csv": "id,name\n1,ann\n",
		name: text})
	c.open(name, text)
	c.wait(name)
	c.agree("a statement over a file")
	if actions := c.offered(name, "WHERE (${na"); len(actions) > 0 {
		t.Error(actions)
	}
}

// TestIndex: an index is added where the engine's plan has it then, and the plan is asked.
func TestIndex(t *testing.T) {
	const name = "sql/queries.sql"
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			text := queries + "\n-- QUERY noted\nSELECT id FROM users WHERE note = ${note};\n\n-- QUERY " +
				"odd\nSELECT p.id FROM posts p WHERE p.title || 'x' = ${title} AND p.user_id <> ${not};\n"
			yaml := config(e.generator)
			if e.name == "postgres" {
				yaml = strings.Replace(yaml, "gen/}", "gen/, config: {migrations: true}}", 1)
			}
			c := startWith(t, map[string]any{"panels": true}, map[string]string{"sqg.yaml": yaml,
				"sql/1-schema.sql": schema, name: text})
			c.open(name, text)
			c.open("sql/1-schema.sql", schema)
			c.wait(name)
			actions := c.offered(name, "WHERE no")
			if e.name == "duckdb" {
				if len(actions) > 0 {
					t.Error(actions)
				}
				return
			}
			if len(actions) != 1 || actions[0].Title != "Add an index on users (note)" {
				t.Fatal(actions)
			}
			run := func(a lsp.CodeAction) error {
				return c.asked("workspace/executeCommand",
					map[string]any{"command": a.Command.Command, "arguments": a.Command.Arguments}, nil)
			}
			if err := run(actions[0]); err != nil {
				t.Fatal(err)
			}
			want := "\n\n-- MIGRATE 3\nCREATE INDEX users_by_note ON users (note);"
			if e.name == "postgres" { // programs of the version before go on meanwhile
				want = "\n\n-- MIGRATE 3 :no_transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_note " +
					"ON users (note);"
			}
			if got := c.text["sql/1-schema.sql"]; !strings.Contains(got, want) {
				t.Error(got)
			}
			if err := run(actions[0]); err == nil {
				t.Error("it is added twice: " + c.text["sql/1-schema.sql"])
			}
			c.agree("an index")
			if wrong := c.checked(); len(wrong) > 0 {
				t.Error(wrong)
			}
			actions = c.offered(name, "AND p.user_i")
			if len(actions) != 1 {
				t.Fatal(actions)
			}
			if err := run(actions[0]); err == nil || !strings.Contains(err.Error(), "does not use an index on "+
				"posts (user_id)") {
				t.Error(err)
			}
			if actions := c.offered(name, "INSERT INTO users (id, na"); len(actions) > 0 {
				t.Error(actions)
			}
		})
	}
}

// TestValues: what is compared with a column is completed by its labels, and by samples of the same column; what a
// trigger calls NEW and OLD is its table.
func TestValues(t *testing.T) {
	const name = "sql/queries.sql"
	more := "\n-- QUERY named\n@set who = 'ann'\n@set n = 7\nSELECT id FROM users WHERE name = ${who} AND id > ${n};\n"
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema,
				name: queries + more})
			c.open(name, queries+more)
			c.wait(name)
			for _, x := range []struct{ typed, want, not string }{
				{"-- QUERY more\nSELECT id FROM users WHERE name = |;", "'ann'", "7"},
				{"-- QUERY more\nSELECT id FROM users u WHERE u.id IN (1, |);", "7", "'ann'"},
				{"-- QUERY more\n@set x = |\nSELECT id FROM users WHERE name <> ${x};", "'ann'", "7"},
				{"-- EXEC more\nINSERT INTO users (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET " +
					"name = excluded.|;",
					"id name note", "title"},
				{"-- EXEC more\nUPDATE users SET name = 'x' WHERE id = 1 RETURNING old.|;", "id name note", "title"},
				{"-- MIGRATE 3\nCREATE TRIGGER tr AFTER UPDATE OF name ON users FOR EACH ROW BEGIN UPDATE posts " +
					"SET title = NEW.| WHERE id = 1; END;",
					"id name note", "title"},
				{"-- MIGRATE 3\nCREATE TRIGGER tr AFTER INSERT ON users BEGIN DELETE FROM posts; UPDATE posts " +
					"SET title = old.| WHERE id = 1; END;",
					"id name note", "title"},
			} {
				before, behind, _ := strings.Cut("\n"+x.typed+"\n", "|")
				from := len(c.text[name])
				c.edit(name, from, from, before+behind)
				var list lsp.CompletionList
				c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
					"position": place(c.text[name], from+len(before))}, &list)
				slices.SortStableFunc(list.Items,
					func(a, b lsp.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
				var labels []string
				for _, i := range list.Items {
					labels = append(labels, i.Label)
				}
				if got := strings.Join(labels, " "); !strings.HasPrefix(got+" ", x.want) ||
					slices.Contains(labels, x.not) {
					t.Errorf("%s: %s, want %s", x.typed, got, x.want)
				}
				c.edit(name, from, len(c.text[name]), "")
			}
		})
	}
}

// TestLinkedRoot: a workspace may be opened by a symbolic link.
func TestLinkedRoot(t *testing.T) {
	dir := folder(t, map[string]string{"db/sqg.yaml": config("go/sqlite"), "db/sql/1-schema.sql": schema,
		"db/sql/queries.sql": queries, "app/main.go": callers["app/main.go"]})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	c := startIn(t, link, nil)
	c.open("db/sql/queries.sql", queries)
	c.wait("db/sql/queries.sql")
	if got := c.titles("db/sql/queries.sql"); !slices.Equal(got, []string{"0 calls", "1 call", "0 calls"}) {
		t.Errorf("%v", got)
	}
	var calls []lsp.Location
	where := c.at("db/sql/queries.sql", "-- QUERY posts_")
	where["context"] = lsp.ReferenceParams{}
	c.call("textDocument/references", where, &calls)
	if got := c.places(calls); !slices.Equal(got, []string{"app/main.go:4:18"}) {
		t.Errorf("%v", got)
	}
}
