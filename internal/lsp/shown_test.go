package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// asked calls a method and returns its answer, or its error.
func (c *client) asked(method string, params, result any) error {
	err := c.conn.Call(context.Background(), method, params, result)
	var failed *jsonrpc2.Error
	if errors.As(err, &failed) {
		return errors.New(failed.Message)
	}
	return err
}

// renamed applies a rename behind a text to the documents that are open, and opens those that it changes besides.
func (c *client) renamed(name, at, to string) error {
	c.t.Helper()
	params := c.at(name, at)
	params["newName"] = to
	var edit lsp.WorkspaceEdit
	if err := c.asked("textDocument/rename", params, &edit); err != nil {
		return err
	}
	for uri, edits := range edit.Changes {
		file := c.name(uri)
		offset := func(p lsp.Position) int {
			lines := strings.SplitAfter(c.text[file], "\n")
			return len(strings.Join(lines[:p.Line], "")) + p.Character // of ASCII
		}
		slices.SortFunc(edits, func(a, b lsp.TextEdit) int { return offset(b.Range.Start) - offset(a.Range.Start) })
		for _, e := range edits {
			c.edit(file, offset(e.Range.Start), offset(e.Range.End), e.NewText)
		}
	}
	return nil
}

const testdata = `
-- TESTDATA
INSERT INTO users (id, name, note) VALUES (1, 'ann', NULL), (2, 'bob', 'tall'), (3, 'cid', 'short');
INSERT INTO posts (id, user_id, title) VALUES (7, 1, 'one'), (8, 2, 'two');
`

// TestRename: what is renamed is right afterwards, and what may mean two things is not renamed.
func TestRename(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			more := queries + `
-- QUERY early
WITH first AS (SELECT id, title FROM posts WHERE id < ${least})
SELECT f.title AS heading FROM first f WHERE f.id > ${least};

-- QUERY plain
SELECT count(*) AS n FROM posts p WHERE p.id > 0;

-- QUERY sorted
SELECT lower(title) AS title FROM posts ORDER BY title;
`
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema,
				"sql/2-data.sql": testdata, "sql/queries.sql": more})
			for name, text := range map[string]string{"sql/1-schema.sql": schema, "sql/2-data.sql": testdata,
				"sql/queries.sql": more} {
				c.open(name, text)
			}
			c.agree("opening")
			for _, x := range []struct{ at, to, want, failed string }{
				{"WHERE u.name = ${na", "called", "u.name = ${called}", ""},
				{"id < ${lea", "most", "f.id > ${most}", ""},
				{"VALUES (${id}, ${na", "note", "", "a parameter note already"},
				{"VALUES (${id}, ${na", "1x", "", "no digit first"},
				{"QUERY posts_o", "by_user", "-- QUERY by_user", ""},
				{"EXEC add_us", "get_user", "", "there is a statement get_user already"},
				{"JOIN users u", "w", "w.name = ${called}", ""},
				{"WITH fir", "begin_", "FROM begin_ f", ""},
				{"FROM posts p WHE", "x", "", "nothing to rename"},
				{"SELECT p.tit", "subject", "", "name its table there first"},
			} {
				err := c.renamed("sql/queries.sql", x.at, x.to)
				if x.failed != "" {
					if err == nil || !strings.Contains(err.Error(), x.failed) {
						t.Errorf("%s to %s: %v", x.at, x.to, err)
					}
					continue
				}
				if err != nil || !strings.Contains(c.text["sql/queries.sql"], x.want) {
					t.Errorf("%s to %s: %v in %s", x.at, x.to, err, c.text["sql/queries.sql"])
				}
				c.agree("renaming " + x.at)
				if wrong := c.checked(); len(wrong) > 0 {
					t.Errorf("%s to %s: %v", x.at, x.to, wrong)
				}
			}
			early := strings.Index(c.text["sql/queries.sql"], "-- QUERY early")
			c.edit("sql/queries.sql", early, strings.Index(c.text["sql/queries.sql"], "-- QUERY sorted"), "")
			c.replace("sql/queries.sql", "\n-- QUERY sorted\nSELECT lower(title) AS title FROM posts ORDER BY title;\n",
				"")
			if err := c.renamed("sql/queries.sql", "SELECT p.tit", "subject"); err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]string{"sql/queries.sql": "SELECT p.subject, ",
				"sql/2-data.sql":   "(id, user_id, subject)",
				"sql/1-schema.sql": "-- MIGRATE 3\nALTER TABLE posts RENAME COLUMN title TO subject;\n"} {
				if !strings.Contains(c.text[name], want) {
					t.Errorf("no %q in %s", want, c.text[name])
				}
			}
			if err := c.renamed("sql/queries.sql", "INTO us", "people"); err != nil {
				t.Fatal(err)
			}
			c.agree("renaming a column and a table")
			if wrong := c.checked(); len(wrong) > 0 {
				t.Error(wrong)
			}
			if !strings.Contains(c.text["sql/1-schema.sql"], "-- MIGRATE 4\nALTER TABLE users RENAME TO people;\n") {
				t.Error(c.text["sql/1-schema.sql"])
			}
			if err := c.renamed("sql/queries.sql", "INTO peo", "posts"); err == nil ||
				!strings.Contains(err.Error(), "not every place") {
				t.Error(err)
			}
		})
	}
}

// TestViews: views are known as tables are, with what is proven of their columns, and are renamed where the engine does
// that.
func TestViews(t *testing.T) {
	const name = "sql/queries.sql"
	more := schema + "\n-- MIGRATE named\nCREATE VIEW named AS SELECT u.name AS called, p.title AS \"Last One\" FROM " +
		"users u LEFT JOIN posts p ON p.user_id = u.id;\n"
	text := queries + "\n-- QUERY viewed\nSELECT n.called, n.\"Last One\" FROM named n WHERE n.called > ${called};\n" +
		"-- QUERY half\nSELECT n. FROM named n;\n"
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": more, name: text})
			c.open("sql/1-schema.sql", more)
			c.open(name, text)
			c.wait(name)
			var list lsp.CompletionList
			c.call("textDocument/completion", c.at(name, "half\nSELECT n."), &list)
			for i, want := range []string{"called NOT NULL", "Last One NULL"} {
				label, null, _ := strings.Cut(want, " N")
				if i >= len(list.Items) || list.Items[i].Label != label ||
					strings.HasSuffix(list.Items[i].Detail, "NOT NULL") != (null == "OT NULL") {
					t.Errorf("no %s in %v", want, list.Items)
				}
			}
			half := strings.Index(text, "-- QUERY half")
			c.edit(name, half, len(text), "")
			c.call("textDocument/completion", c.at(name, "FROM na"), &list)
			if i := slices.IndexFunc(list.Items, func(i lsp.CompletionItem) bool { return i.Label == "named" }); i < 0 ||
				list.Items[i].Detail != "view" {
				t.Error(list)
			}
			var h *lsp.Hover
			c.call("textDocument/hover", c.at(name, "FROM na"), &h)
			if !strings.HasPrefix(said(h), "view **named**") || !strings.Contains(said(h), "- `called` ") {
				t.Error(said(h))
			}
			var to lsp.Location
			c.call("textDocument/definition", c.at(name, "FROM na"), &to)
			if c.name(to.URI) != "sql/1-schema.sql" {
				t.Error(to)
			}
			renames := []struct{ at, to, want, refused string }{
				{"FROM na", "titled", "FROM titled n", "SQLite cannot rename a view: drop named and "},
				{"SELECT n.cal", "who", "SELECT n.who, ", " cannot rename a view's column: drop "},
			}
			able := map[string][]bool{"sqlite": {false, false}, "duckdb": {true, false}, "postgres": {true, true}}[e.name]
			for i, r := range renames {
				err := c.renamed(name, r.at, r.to)
				switch {
				case able[i] && (err != nil || !strings.Contains(c.text[name], r.want)):
					t.Errorf("%v: %s", err, c.text[name])
				case !able[i] && (err == nil || !strings.Contains(err.Error(), r.refused)):
					t.Errorf("%s: %v", r.at, err)
				}
				c.agree("renaming " + r.at)
				if wrong := c.checked(); len(wrong) > 0 {
					t.Error(wrong)
				}
			}
		})
	}
}

// TestRenameMarks: the marks of optional parts and the annotation's YAML name parameters, too.
func TestRenameMarks(t *testing.T) {
	c := begin(t, "go/sqlite")
	c.edit("sql/queries.sql", len(queries), len(queries),
		"\n/* QUERY found\nparams: {part: TEXT}\n*/\n@set part = 'x'\nSELECT id FROM users\nWHERE true\nAND name = ${part} --?\nAND id > 0 --? part\n;\n")
	if err := c.renamed("sql/queries.sql", "name = ${pa", "piece"); err != nil {
		t.Fatal(err)
	}
	if text := c.text["sql/queries.sql"]; strings.Contains(text, "part") || strings.Count(text, "piece") != 4 {
		t.Error(text)
	}
	c.agree("renaming")
	var p lsp.PreparedRename
	if err := c.asked("textDocument/prepareRename", c.at("sql/queries.sql", "name = ${pie"), &p); err != nil ||
		p.Placeholder != "piece" || p.Range.End.Character-p.Range.Start.Character != 5 {
		t.Error(p, err)
	}
}

// TestRenameFunction: what stands in the body of a function is not known.
func TestRenameFunction(t *testing.T) {
	c := start(t, map[string]string{"sqg.yaml": config("python/postgres"), "sql/q.sql": schema})
	c.open("sql/q.sql",
		schema+"\n-- MIGRATE 3\nCREATE FUNCTION one() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT title FROM posts); END $$;\n\n-- QUERY q\nSELECT p.title FROM posts p;\n")
	if err := c.renamed("sql/q.sql", "SELECT p.ti", "subject"); err == nil ||
		!strings.Contains(err.Error(), "makes a function") {
		t.Error(err)
	}
}

func TestSignatureHelp(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := begin(t, e.generator)
			c.edit("sql/queries.sql", len(queries), len(queries),
				"\n-- QUERY cut\nSELECT substr(name, (1), 2), upper( FROM users;\n")
			for at, want := range map[string]struct {
				name     string
				argument int
			}{"substr(": {"substr", 0}, "(1), ": {"substr", 2}, "upper(": {"upper", 0}} {
				var h *lsp.SignatureHelp
				c.call("textDocument/signatureHelp", c.at("sql/queries.sql", at), &h)
				if h == nil || !strings.HasPrefix(h.Signatures[h.ActiveSignature].Label, want.name+"(") ||
					h.ActiveParameter != want.argument {
					t.Errorf("%s: %+v", at, h)
				}
			}
			var none *lsp.SignatureHelp
			if c.call("textDocument/signatureHelp", c.at("sql/queries.sql", "SELECT substr"), &none); none != nil {
				t.Error(none)
			}
		})
	}
}

// TestOwnFunction: a function of the schema has its arguments' names, and is forgotten with the schema.
func TestOwnFunction(t *testing.T) {
	const made = "-- MIGRATE 1\nCREATE FUNCTION twice(number integer, note text DEFAULT 'a, b') RETURNS integer LANGUAGE sql AS 'SELECT number * 2';\n"
	text := made + "\n-- QUERY q :one\nSELECT twice(1, 'x') AS n;\n"
	c := start(t, map[string]string{"sqg.yaml": config("python/postgres"), "sql/q.sql": text})
	c.open("sql/q.sql", text)
	var h *lsp.SignatureHelp
	if c.call("textDocument/signatureHelp", c.at("sql/q.sql", "twice(1, "), &h); h == nil || h.ActiveParameter != 1 ||
		!slices.Equal(h.Signatures[0].Parameters,
			[]lsp.ParameterLabel{{Label: "number integer"}, {Label: "note text DEFAULT 'a, b'::text"}}) {
		t.Errorf("%+v", h)
	}
	c.edit("sql/q.sql", 0, len(made), "-- MIGRATE 1\nCREATE TABLE t (a integer);\n")
	h = nil
	if c.call("textDocument/signatureHelp", c.at("sql/q.sql", "twice(1, "), &h); h != nil {
		t.Errorf("%+v", h)
	}
}

func TestTokens(t *testing.T) {
	c := begin(t, "go/sqlite")
	c.edit("sql/queries.sql", len(queries), len(queries),
		"\n-- QUERY found :pluck\n@set id = 1\nSELECT '\U0001f600' FROM users WHERE true\nAND id = ${id} --?\n;\n")
	var tokens lsp.SemanticTokens
	c.call("textDocument/semanticTokens/full", c.at("sql/queries.sql", "found"), &tokens)
	var got []string
	lines := strings.Split(c.text["sql/queries.sql"], "\n")
	line, at := 0, 0
	for d := range slices.Chunk(tokens.Data, 5) {
		if d[0] > 0 {
			line, at = line+d[0], 0
		}
		at += d[1]
		if strings.Contains(strings.Join(lines[line-min(line, 4):line+1], "\n"), "found") {
			got = append(got, lines[line][at:at+d[2]])
		}
	}
	if want := []string{"QUERY", "found", ":pluck", "@set", "id", "${id}", "--?"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestHints(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := startWith(t, map[string]any{"inlayHints": true},
				map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema,
					"sql/queries.sql": queries})
			c.open("sql/queries.sql", queries+"\n-- QUERY all_users\nSELECT u.*, 1 AS more FROM users u;\n")
			var hints []lsp.InlayHint
			c.call("textDocument/inlayHint",
				map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
					"range": lsp.Range{End: lsp.Position{Line: 1000}}}, &hints)
			lines := strings.Split(c.text["sql/queries.sql"], "\n")
			found := map[string]string{}
			for _, h := range hints {
				found[lines[h.Position.Line][:h.Position.Character]] = h.Label
			}
			for at, want := range map[string]string{"SELECT id": " NOT NULL", "SELECT id, name, note": " NULL",
				"SELECT p.title, u.name AS author": " NOT NULL",
				"WHERE u.name = ${name}":           " NOT NULL", "-- QUERY all_users": "→ id "} {
				if !strings.HasSuffix(found[at], want) && !strings.HasPrefix(found[at], want) {
					t.Errorf("%s: %q", at, found[at])
				}
			}
			if n := len(hints); n != 3+1+2+1+3+1 {
				t.Errorf("%d: %v", n, slices.Sorted(maps.Keys(found)))
			}
		})
	}
}

func TestSelections(t *testing.T) {
	c := begin(t, "go/sqlite")
	var got []*lsp.SelectionRange
	at := c.at("sql/queries.sql", "VALUES (${id}, ${na")
	c.call("textDocument/selectionRange",
		map[string]any{"textDocument": at["textDocument"], "positions": []any{at["position"]}}, &got)
	var sizes []string
	lines := strings.Split(queries, "\n")
	for r := got[0]; r != nil; r = r.Parent {
		if r.Range.Start.Line == r.Range.End.Line {
			sizes = append(sizes, lines[r.Range.Start.Line][r.Range.Start.Character:r.Range.End.Character])
		}
	}
	if want := []string{"${name}", "${id}, ${name}, ${note}", "(${id}, ${name}, ${note})",
		"INSERT INTO users (id, name, note) VALUES (${id}, ${name}, ${note})"}; !slices.Equal(sizes, want) {
		t.Errorf("%q", sizes)
	}
}

func TestLinks(t *testing.T) {
	yaml := strings.Replace(config("java/duckdb"), "sql/*.sql", "sql/q.sql", 1) +
		"sources:\n  - {name: day, path: data/day.csv}\n"
	text := "-- QUERY days\nSELECT * FROM read_csv(${sources_day});\n"
	c := start(t, map[string]string{"sqg.yaml": yaml, "sql/q.sql": text, "data/day.csv": "a,b\n1,2\n"})
	c.open("sqg.yaml", yaml)
	c.open("sql/q.sql", text)
	c.agree("opening")
	for name, want := range map[string][]string{"sqg.yaml": {c.uri("sql/q.sql"), c.uri("data/day.csv")},
		"sql/q.sql": {c.uri("sqg.yaml") + "#L8", c.uri("sqg.yaml") + "#L4"}} {
		var links []lsp.DocumentLink
		c.call("textDocument/documentLink", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &links)
		var got []string
		for _, l := range links {
			got = append(got, l.Target)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestCommands: the commands of the lenses run on TESTDATA, and leave the scratch database as it was.
func TestCommands(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			text := strings.Replace(queries, "EXEC add_user", "EXEC add_user :bulk", 1)
			c := startWith(t, map[string]any{"panels": true},
				map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema, "sql/2.sql": testdata,
					"sql/queries.sql": text})
			c.open("sql/queries.sql", text)
			var lenses []lsp.CodeLens
			c.agree("opening")
			c.call("textDocument/codeLens",
				map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")}}, &lenses)
			var titles []string
			for _, l := range lenses {
				titles = append(titles, l.Command.Title)
			}
			if want := "run on TESTDATA plan code SQL run on TESTDATA plan code SQL run on TESTDATA plan code :bulk SQL"; strings.Join(titles, " ") != want {
				t.Error(titles)
			}
			run := func(command, name string, values map[string]any) string {
				t.Helper()
				var answer json.RawMessage
				err := c.asked("workspace/executeCommand", map[string]any{"command": command,
					"arguments": []any{map[string]any{"uri": c.uri("sql/queries.sql"), "name": name,
						"values": values}}}, &answer)
				if err != nil {
					return err.Error()
				}
				return string(answer)
			}
			for _, x := range []struct {
				command, name string
				values        map[string]any
				want          string
			}{
				{"sqg.run", "get_user", map[string]any{"id": 2}, `"rows":[["2","bob","tall"]]`},
				{"sqg.run", "get_user", map[string]any{"id": "1"}, `"rows":[["1","ann",null]]`},
				{"sqg.run", "get_user", nil, "`id` ("},
				{"sqg.run", "get_user", map[string]any{"key": 1}, "no parameter `key` (there is id)"},
				{"sqg.run", "posts_of", map[string]any{"name": "bob"}, `"rows":[["two","bob"]]`},
				{"sqg.run", "add_user", map[string]any{"id": 9, "name": "dan", "note": nil}, `"changed":1`},
				{"sqg.run", "add_user", map[string]any{"id": 9, "name": "dan", "note": nil}, `"changed":1`}, // it was rolled back
				{"sqg.run", "add_user", map[string]any{"id": 1, "name": "dan"}, "add_user fails on TESTDATA: "},
				{"sqg.run", "get_usr", nil, "there is no statement `get_usr` (did you mean `get_user`?)"},
				{"sqg.plan", "get_user", nil, `"plan":"`},
				{"sqg.code", "get_user", nil, `"signature":"`},
				{"sqg.bulk", "add_user", nil, `"strategy":"`},
				{"sqg.sql", "get_user", nil, `"sql":"SELECT id, name, note FROM users WHERE id = `},
				{"sqg.none", "get_user", nil, "there is no command sqg.none"},
			} {
				if got := run(x.command, x.name, x.values); !strings.Contains(got, x.want) {
					t.Errorf("%s %s %v: %s", x.command, x.name, x.values, got)
				}
			}
			const staged = "\n-- QUERY staged\n@set titles = 'x', 'y'\nWITH early AS (SELECT * FROM users WHERE id <= ${most}),\n" +
				"of_early AS (SELECT p.title FROM posts p JOIN early s ON s.id = p.user_id)\n" +
				"SELECT title FROM of_early WHERE title <> ${but} AND title NOT IN (${titles});\n"
			c.edit("sql/queries.sql", len(text), len(text), staged)
			values := map[string]any{"most": 2, "but": "x", "titles": []any{"y"}}
			for _, want := range []string{`{"name":"early","from":[],"count":2,`, `"rows":[["1","ann",null],["2","bob","tall"]]`,
				`{"name":"of_early","from":["early"],"count":`, `}],"from":["of_early"]}]}`} {
				if got := run("sqg.stages", "staged", values); !strings.Contains(got, want) {
					t.Errorf("%s is not in %s", want, got)
				}
			}
			if got := run("sqg.stages", "staged", nil); !strings.Contains(got, "`most` (") {
				t.Error(got)
			}
			c.edit("sql/queries.sql", len(text), len(text)+len(staged), "")
			c.edit("sql/queries.sql", len(text), len(text),
				"\n-- QUERY endless\nWITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) AS n FROM n;\n")
			if got := run("sqg.run", "endless", nil); !strings.Contains(got, "takes longer than") {
				t.Error(got)
			}
			if got := run("sqg.run", "get_user", map[string]any{"id": 3}); !strings.Contains(got, "cid") {
				t.Error(got)
			}
			answers := make(chan string)
			for range 8 {
				go func() { answers <- run("sqg.code", "get_user", nil) }()
			}
			for range 8 { // of questions that come together, none ends another
				if got := <-answers; !strings.Contains(got, `"signature":"`) {
					t.Error(got)
				}
			}
			c.agree("all that")
		})
	}
}
