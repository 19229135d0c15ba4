package lsp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// A schema and queries of names, blanks, marks and lines that trip readers of positions.
const hostileSchema = "-- MIGRATE 1\r\nCREATE TABLE \"Order \"\"Lines\"\"\" (\"größe\" INTEGER PRIMARY " +
	"KEY,\t\"select\" VARCHAR(80)" +
	" NOT NULL,\r\n\t\"日本\" VARCHAR(80), \"a.b\" INTEGER);\r\n\r\n-- MIGRATE 2\r\nCREATE TABLE plain (id " +
	"INTEGER PRIMARY KEY, " +
	"grösse INTEGER);\r\n"

var hostileQueries = "\ufeff/* QUERY \"größen von\" :all */\r\n" +
	"SELECT '\U0001f600' AS \"l\"\"x\",\tl.\"größe\", l.\"select\", l.\"日本\" /* " +
	"" + strings.Repeat("日", 2000) + " */, l.\"a.b\"\r\n" +
	"FROM \"Order \"\"Lines\"\"\" AS l -- \U0001f600\r\nWHERE l.\"select\" = ${wählt} AND l.\"größe\" > " +
	"${größer};\r\n" +
	"\r\n--\tEXEC\tput\r\nINSERT INTO \"Order \"\"Lines\"\"\" (\"größe\", \"select\") VALUES (${g}, " +
	"'\U0001f600é' || CAST(${text} AS VARCHAR(80)));\r\n"

// TestHostile: each request answers at any place of such a text, what is named is what stands there, and what is
// renamed is right.
func TestHostile(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			const name, made = "sql/q ü.sql", "sql/1 #schema.sql"
			c := startWith(t, map[string]any{"inlayHints": true, "panels": true},
				map[string]string{"sqg.yaml": config(e.generator), made: hostileSchema, name: hostileQueries})
			c.open(name, hostileQueries)
			c.open(made, hostileSchema)
			c.agree("opening")
			if wrong := c.checked(); len(wrong) > 0 {
				t.Fatal(wrong)
			}
			text := c.text[name]
			every := slices.Concat(requests, []string{"textDocument/selectionRange", "textDocument/codeAction"})
			for at := 0; at <= len(text); at++ {
				if boundary(text, at) != at || strings.HasPrefix(text[at:], "日日日") ||
					e.name != "sqlite" && at%7 > 0 { // whose places are found in the same way
					continue
				}
				where := map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": place(text, at),
					"positions": []any{place(text, at)}, "context": map[string]any{"includeDeclaration": true},
					"range": lsp.Range{Start: place(text, at), End: place(text, at)}}
				c.tried(every[at%len(every)], where)
			}
			here := func(at string) map[string]any {
				i := strings.Index(c.text[name], at)
				if i < 0 {
					t.Fatalf("no %q in %s", at, c.text[name])
				}
				return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
					"position": place(c.text[name], i+len(at)), "context": map[string]any{"includeDeclaration": true}}
			}
			stands := func(l lsp.Location) string {
				in := c.text[c.name(l.URI)]
				return in[offset(in, l.Range.Start):offset(in, l.Range.End)]
			}
			for _, x := range []struct {
				at, hover, word string
				places          int
			}{
				{"l.\"grö", "result column **größe**", `"größe"`, 4},
				{"l.\"日", "result column **日本**", `"日本"`, 2},
				{"FROM \"Ord", "table **Order \"Lines\"**", `"Order ""Lines"""`, 3},
				{"l.\"sele", "result column **select**", `"select"`, 4},
				{"l.\"a.", "result column **a.b**", `"a.b"`, 2},
				{"${wäh", "parameter **wählt**", "${wählt}", 1},
				{"AS \"l\"\"", "result column **l\"x**", "", 0},
				{"QUERY \"gr", "returns every row", "", 0},
			} {
				var h *lsp.Hover
				if c.call("textDocument/hover", here(x.at), &h); !strings.Contains(said(h), x.hover) {
					t.Errorf("%s: no %q in %q", x.at, x.hover, said(h))
				}
				var places []lsp.Location
				if x.places > 0 {
					c.call("textDocument/references", here(x.at), &places)
				}
				other := func(l lsp.Location) bool { return stands(l) != x.word }
				if len(places) != x.places || slices.ContainsFunc(places, other) {
					t.Errorf("%s: %v", x.at, places)
				}
			}
			for _, method := range ofDocuments {
				var answer json.RawMessage
				c.call(method, here("QUERY"), &answer)
				if method != "textDocument/formatting" && len(answer) < 10 {
					t.Errorf("%s: %s", method, answer)
				}
			}
			for _, x := range []struct{ at, to, want string }{
				{"l.\"grö", "größe 2\"", `l."größe 2""" > ${größer}`},
				{"l.\"sele", "order", `l."order" = ${wählt}`},
				{"FROM \"Ord", "lines", "FROM lines AS l"},
				{"${wäh", "neu", "${neu}"},
				{"${grö", "größter", "${größter}"},
				{"AS l", "L 1", "AS \"L 1\""},
				{"QUERY \"gr", "sizes of", "\ufeff/* QUERY \"sizes of\" :all */\r\n"},
				{"EXEC\tpu", "added", "--\tEXEC\tadded\r\n"},
			} {
				params := here(x.at)
				params["newName"] = x.to
				var edit lsp.WorkspaceEdit
				if err := c.asked("textDocument/rename", params, &edit); err != nil {
					t.Errorf("%s: %v", x.at, err)
					continue
				}
				if c.apply(edit); !strings.Contains(c.text[name], x.want) {
					t.Errorf("%s: no %q in %s", x.at, x.want, c.text[name])
				}
				c.wait(name)
			}
			c.agree("renaming")
			if wrong := c.checked(); len(wrong) > 0 {
				t.Error(wrong)
			}
		})
	}
}
