package compile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/ir"
)

const wholeSchema = `-- MIGRATE 1
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author INTEGER REFERENCES author (id));

`

// TestWholeRows: which items of a SELECT list are objects, and which stay values, in every form of a statement. An
// object that may be missing has a ?, one that is a list [], and its type in parentheses.
func TestWholeRows(t *testing.T) {
	for _, c := range []struct{ engine, schema, modifier, statement, want string }{
		{"postgres", "", "", "SELECT b, a FROM book AS b LEFT JOIN author AS a ON a.id = b.author",
			"b (book) a? (author)"},
		{"duckdb", "", "", "SELECT b, a FROM book AS b LEFT JOIN author AS a ON a.id = b.author",
			"b (book) a? (author)"},
		{"postgres", "", "",
			"SELECT a, b.id FROM book AS b LEFT JOIN author AS a ON a.id = b.author WHERE true\n AND b.title = ${title} --?\n", "a? (author) id"},
		{"postgres", "", ":page",
			"SELECT a, b.id FROM book AS b LEFT JOIN author AS a ON a.id = b.author ORDER BY b.id LIMIT ${size}",
			"a? (author) id"},
		{"duckdb", "", ":page",
			"SELECT a, b.id FROM book AS b LEFT JOIN author AS a ON a.id = b.author ORDER BY b.id LIMIT ${size}",
			"a? (author) id"},
		{"postgres", "", ":page", "SELECT id, author, json_build_object('title', title) AS made, " +
			"(SELECT json_agg(a.name) FROM author AS a) AS names FROM book ORDER BY author, id LIMIT ${size}",
			"id author made names"},
		{"postgres", "", ":bulk", "SELECT a FROM author AS a WHERE id = ${id}", "a (author)"},
		{"postgres", "", "",
			`SELECT a.id, b AS "books[]" FROM author AS a LEFT JOIN book AS b ON b.author = a.id ORDER BY a.id`,
			"id books[] (book)"},
		{"postgres", "", "", "SELECT x AS y FROM (SELECT id, name AS n FROM author) AS x", "y (q_y)"},
		{"postgres", "CREATE TYPE pair AS (a INTEGER, b TEXT);", "", "SELECT r FROM unnest(${rows}::pair[]) AS r", "r"},
		{"postgres", "CREATE TYPE pair AS (a INTEGER, b TEXT); CREATE TABLE p (p pair);", "", "SELECT p FROM p", "p"},
		{"duckdb", "CREATE TABLE s (s STRUCT(a INTEGER));", "", "SELECT s FROM s", "s"},
		{"duckdb", "", "", "SELECT s FROM (SELECT {'a': 1} AS s) AS s", "s"},
	} {
		text := wholeSchema
		if c.schema != "" {
			text += "-- MIGRATE 2\n" + c.schema + "\n\n"
		}
		text += "-- QUERY q " + c.modifier + "\n" + c.statement + ";\n"
		path := filepath.Join(t.TempDir(), "q.sql")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := Analyze(context.Background(), c.engine, "u", []config.InputFile{{Path: path, Name: "q.sql"}}, Options{})
		if len(r.Models) != 1 || len(r.Models[0].Queries) != 1 {
			t.Errorf("%s: %v", c.statement, r.Diags.All())
			continue
		}
		if got := shapeOf(r.Models[0].Queries[0].Row); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.engine, c.statement, got, c.want)
		}
	}
}

// shapeOf are the members of a row.
func shapeOf(row *ir.Row) string {
	var list []string
	for _, m := range row.Parts() {
		text := m.Name.SQL
		switch o := m.Object; {
		case o == nil:
		case o.List:
			text += "[] (" + o.Row.Name.SQL + ")"
		case o.Witness >= 0:
			text += "? (" + o.Row.Name.SQL + ")"
		default:
			text += " (" + o.Row.Name.SQL + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}
