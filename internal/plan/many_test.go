package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestJoined: the table of a call's rows tells no upper case from lower, and orders them by its own column rowid.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		names  []string
		joined bool
	}{
		{[]string{"id", "v"}, true},
		{[]string{"RowID", "v"}, false},
		{[]string{"id", "v", "V"}, false},
	} {
		q := &ir.Query{Name: ir.NewName("q"),
			Many: &ir.Many{ManyOf: manyRows{From: &ir.From{Before: "UPDATE ", Key: []int{0}}}}}
		for _, name := range c.names {
			q.Params = append(q.Params, ir.Param{Field: text(name, ir.ColumnRef{})})
			q.Many.From.Columns = append(q.Many.From.Columns, "p_"+name)
		}
		b := &builder{target: target.Find("go/duckdb")}
		b.opts.BulkFrom = 7
		m := b.from(q)
		if _, joined := m.Way.(*Joined); joined != c.joined || m.Why == "" || c.joined && m.Few != 7 {
			t.Errorf("%v: %+v", c.names, m)
		}
	}
}

// TestKeyed: the program tells by its key whose a row is, where it can and rows share nothing.
func TestKeyed(t *testing.T) {
	for _, c := range []struct {
		target string
		column ir.Kind
		keyed  bool
	}{
		{"java/postgres", ir.Text, true},
		{"java/postgres", ir.Blob, false},
		{"typescript/postgres/postgres", ir.Blob, true},
		{"python/postgres", ir.Blob, true},
		{"python/postgres/asyncpg", ir.Multirange, false},
		{"go/postgres", ir.Blob, true},
	} {
		key := text("id", ir.ColumnRef{})
		q := &ir.Query{Name: ir.NewName("q"), Params: []ir.Param{{Field: key}},
			Row: &ir.Row{Fields: []ir.Field{{Type: ir.Type{Kind: c.column}}}},
			Many: &ir.Many{ManyOf: manyRows{SQL: []ir.Part{{Text: "LATERAL", Param: -1}},
				Keyed: []ir.Part{{Text: "ANY", Param: -1}}}, Params: []ir.Param{{Field: key}}}}
		b := &builder{target: target.Find(c.target)}
		m := b.many(q)
		if look := m.Lookup(); look.Keyed != c.keyed || (look.SQL == "ANY") != c.keyed ||
			(m.Rows > lookupRows) != c.keyed {
			t.Errorf("%v: %+v", c, look)
		}
		if look := m.Lookup(); look.Keyed && look.KeyAt != len(q.Row.Fields) {
			t.Errorf("%v: the key is in column %d", c, look.KeyAt)
		}
		q.Many.Own = []ir.Part{{Text: "OWN", Param: -1}} // which returns it in its first column
		own := b.many(q).Lookup()
		if is := own.SQL == "OWN"; own.Keyed && is != b.target.Bulk.OwnKeys || is != (own.Keyed && own.KeyAt == 0) {
			t.Errorf("%v: %+v", c, own)
		}
		q.Params[0].Nullable = true
		if b.many(q).Lookup().Keyed {
			t.Errorf("%v: a key that may be NULL", c)
		}
	}
}

// TestDistinct: the program tells that no key comes twice, where it can and no key is NULL; else the statement does.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		target                      string
		nullable, inexact, distinct bool
	}{
		{"go/postgres", false, false, true},
		{"rust/postgres", false, false, true},
		{"rust/postgres", true, false, false},
		{"go/postgres", false, true, false},
		{"python/postgres", false, false, false},
	} {
		key := text("id", ir.ColumnRef{})
		key.Nullable = c.nullable
		part := func(sql string) []ir.Part { return []ir.Part{{Text: sql, Param: -1}, {Param: 0}} }
		q := &ir.Query{Name: ir.NewName("q"), Params: []ir.Param{{Field: key}},
			Many: &ir.Many{ManyOf: manyRows{SQL: part("rounds "), Plain: part("plain "), Distinct: part("distinct "),
				Key: []int{0}, Rounds: 16}, Params: []ir.Param{{Field: key}}}}
		if c.inexact {
			q.Many.Distinct, q.Many.Key = nil, nil
		}
		b := &builder{target: target.Find(c.target)}
		way := b.many(q).Way.(*Lists)
		if (way.Key != nil) != c.distinct || strings.HasPrefix(way.Plain, "distinct") != c.distinct ||
			way.InRounds == "" {
			t.Errorf("%+v: %+v", c, way)
		}
	}
}

// manyRows is how a statement runs for many rows.
type manyRows = ir.ManyOf[[]ir.Part]

// TestScanned: where rows do not meet there are no rounds; else keys are what DuckDB makes of them.
func TestScanned(t *testing.T) {
	decimal := text("amount", ir.ColumnRef{})
	decimal.Type = ir.Type{Kind: ir.Decimal, SQL: "DECIMAL(30,2)", Ref: "DECIMAL(30,2)", Precision: 30, Scale: 2}
	q := &ir.Query{Name: ir.NewName("q"), Params: []ir.Param{{Field: decimal}},
		Many: &ir.Many{ManyOf: manyRows{From: &ir.From{Before: "DELETE FROM t USING ",
			After: " AS k WHERE amount = k.p", Columns: []string{"p"}, Ordered: true}}}}
	b := &builder{target: target.Find("rust/duckdb")}
	m := b.from(q)
	const all = "DELETE FROM t USING (\n  SELECT c1::DECIMAL(30,2) AS p\n  FROM … ORDER BY n\n) AS k WHERE amount = k.p"
	if way := m.Way.(*Scanned); way.All.String() != all || way.Keyed != nil || m.Few != 20 {
		t.Errorf("%+v", m)
	}
	q.Many.From.Key = []int{0}
	const key = "PARTITION BY c1::DECIMAL(30,2)"
	checkKeyed(t, b.from(q).Way.(*Scanned).Keyed, []string{
		"SELECT max(n) FROM (SELECT count(*) AS n FROM … GROUP BY c1::DECIMAL(30,2))",
		"CREATE TEMP TABLE sqg_rounds AS\n  SELECT c1::DECIMAL(30,2) AS p, row_number() OVER (ORDER BY n) - 1 AS sqg_row, " +
			"row_number() OVER (" + key + " ORDER BY n) AS sqg_round\n  FROM …\n  ORDER BY sqg_round",
		"SELECT sqg_round, 1::BIGINT\n  FROM temp.main.sqg_rounds\n  GROUP BY sqg_round\n  HAVING count(*) >= 4\n  ORDER BY sqg_round",
		"DELETE FROM t USING (\n  SELECT p\n  FROM temp.main.sqg_rounds\n  WHERE sqg_round = $1\n) AS k WHERE amount = k.p",
		"SELECT sqg_row\n  FROM temp.main.sqg_rounds\n  QUALIFY count(*) OVER (PARTITION BY sqg_round) < 4\n  ORDER BY sqg_row",
		"DROP TABLE temp.main.sqg_rounds"})
	q.Many.From.Last = &ir.Last{Needed: []int{0}}
	checkKeyed(t, b.from(q).Way.(*Scanned).Keyed, []string{
		"SELECT max(n) FROM (SELECT count(*) AS n FROM … GROUP BY c1::DECIMAL(30,2))",
		"CREATE TEMP TABLE sqg_rounds AS\n  SELECT c1::DECIMAL(30,2) AS p, count(*) OVER (" + key +
			") AS sqg_round\n  FROM …\n  QUALIFY row_number() OVER (" +
			key + " ORDER BY (c1::DECIMAL(30,2) IS NULL) DESC, n DESC) = 1\n  ORDER BY sqg_round",
		"SELECT sqg_round, sqg_round\n  FROM temp.main.sqg_rounds\n  GROUP BY sqg_round\n  ORDER BY sqg_round",
		"DELETE FROM t USING (\n  SELECT p\n  FROM temp.main.sqg_rounds\n  WHERE sqg_round = $1\n) AS k WHERE amount = k.p",
		"DROP TABLE temp.main.sqg_rounds"})
}

func checkKeyed(t *testing.T, k *Keyed, want []string) {
	t.Helper()
	if got := k.Statements("…"); !slices.Equal(got, want) {
		t.Errorf("%q\nnot: %q", got, want)
	}
}

// TestSorted: rows are sorted by integers that are not NULL, and from those drivers that gain by it.
func TestSorted(t *testing.T) {
	integer := ir.Type{Kind: ir.Int64, SQL: "INTEGER"}
	for _, c := range []struct {
		generator string
		param     ir.Param
		key       []int
		sorted    bool
	}{
		{"python/sqlite", ir.Param{Field: ir.Field{Type: integer}}, []int{0}, true},
		{"java/sqlite", ir.Param{Field: ir.Field{Type: integer}}, []int{0}, true},
		{"rust/sqlite", ir.Param{Field: ir.Field{Type: integer}}, []int{0}, true},
		{"go/sqlite/zombiezen", ir.Param{Field: ir.Field{Type: integer}}, []int{0}, true},
		{"typescript/sqlite/bun", ir.Param{Field: ir.Field{Type: integer}}, []int{0}, true},
		{"python/sqlite", ir.Param{Field: ir.Field{Type: integer}}, nil, false},
		{"python/sqlite", ir.Param{Field: ir.Field{Type: integer, Nullable: true}}, []int{0}, false},
		{"python/sqlite", ir.Param{Field: ir.Field{Type: integer, Override: &ir.Override{}}}, []int{0}, false},
		{"python/sqlite", ir.Param{Field: ir.Field{Type: ir.Type{Kind: ir.Text, SQL: "TEXT"}}}, []int{0}, false},
	} {
		b := &builder{target: target.Find(c.generator)}
		m := b.many(&ir.Query{Params: []ir.Param{c.param},
			Many: &ir.Many{ManyOf: manyRows{Each: "SQLite", Key: c.key}}})
		if _, sorted := m.Way.(*SortedRows); sorted != c.sorted || c.sorted && m.Strategy() != "each, sorted" {
			t.Errorf("%+v: %+v", c, m)
		}
	}
}

// TestFew: one row always runs as the statement itself. What the config says is not said of lookups over a
// network, where a query for each takes a round trip for each.
func TestFew(t *testing.T) {
	for _, c := range []struct {
		target         string
		from           int
		change, lookup int
	}{
		{"go/postgres", 0, 2, 2},
		{"go/postgres", 1, 2, 2},
		{"java/postgres", 0, 50, 2},
		{"python/postgres", 70, 70, 2},
		{"python/duckdb", 0, 20, 4},
		{"typescript/duckdb", 1, 2, 2},
		{"go/duckdb", 7, 7, 7},
	} {
		b := &builder{target: target.Find(c.target)}
		b.opts.BulkFrom = c.from
		many := &ir.Many{ManyOf: manyRows{SQL: []ir.Part{{Text: "UNNEST", Param: -1}}, Rounds: 16}}
		if m := b.many(&ir.Query{Many: many}); m.Few != c.change {
			t.Errorf("%v: a statement for each of fewer than %d", c, m.Few)
		}
		for _, atomic := range []bool{false, true} {
			many := &ir.Many{ManyOf: manyRows{SQL: []ir.Part{{Text: "UNNEST", Param: -1}}, Atomic: atomic}}
			if m := b.many(&ir.Query{Many: many, Row: &ir.Row{}}); m.Few != c.lookup || m.Lookup().Lateral == atomic {
				t.Errorf("%v: a query for each of fewer than %d, lateral %v", c, m.Few, m.Lookup().Lateral)
			}
		}
	}
}

// TestRounds: a DELETE by a list is one statement, and takes no rounds.
func TestRounds(t *testing.T) {
	for _, once := range []bool{false, true} {
		many := &ir.Many{ManyOf: manyRows{SQL: []ir.Part{{Text: "ROUNDS", Param: -1}},
			Plain: []ir.Part{{Text: "ANY", Param: -1}}, Once: once, Listed: true, Rounds: 16}}
		b := &builder{target: target.Find("go/postgres")}
		if m := b.many(&ir.Query{Many: many}); (m.Way.(*Lists).Rounds == 0) != once || m.Strategy() != "any" {
			t.Errorf("once %v: %+v", once, m)
		}
	}
}
