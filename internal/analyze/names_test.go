package analyze

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

func TestFieldNames(t *testing.T) {
	mark := engine.SQLite.Placeholder
	params := []ir.Param{{Field: ir.Field{Name: ir.NewName("limit")}}}
	from := func(name string) engine.Column {
		return engine.Column{Name: name, Source: ir.ColumnRef{Table: "t", Column: name}}
	}
	for _, c := range []struct {
		sql     string
		columns []engine.Column
		want    string
	}{
		{"SELECT * FROM t", []engine.Column{from("id"), from("user id"), from("f(x)"), from("2nd")},
			"id|user id|f(x)|2nd"},
		{"SELECT a.id, b.id, b.id FROM a, b", []engine.Column{from("id"), from("id"), from("id")}, "id|id_2|id_3"},
		{"SELECT count(*), count(*), 1, ?1, 'x y'",
			[]engine.Column{{Name: "count(*)"}, {Name: "count(*)"}, {Name: "1"}, {Name: "?1"}, {Name: "'x y'"}},
			"count|count_2|column_3|limit|column_5"},
		{`SELECT 1 AS "f(x)", 2 AS [a b], 3 AS 'c d', 4 AS "e""f"`,
			[]engine.Column{{Name: "f(x)"}, {Name: "a b"}, {Name: "c d"}, {Name: `e"f`}}, `f(x)|a b|c d|e"f`},
		{"SELECT 1 + 1, ${limit}, count(*)", []engine.Column{{Name: "?column?"}, {Name: "?column?"}, {Name: "count"}},
			"column_1|column_2|count"},
		{"SELECT * FROM v", []engine.Column{{Name: "total (eur)"}, {Name: ""}}, "total (eur)|column_2"},
		{"SELECT id, id_2, id FROM t", []engine.Column{from("id"), from("id_2"), from("id")}, "id|id_2|id_3"},
	} {
		var got []string
		for _, n := range fieldNames(c.columns, c.sql, mark, params) {
			got = append(got, n.SQL)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %s, want %s", c.sql, s, c.want)
		}
	}
}
