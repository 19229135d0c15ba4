package sqlite

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

const filtersSchema = `
CREATE VIRTUAL TABLE note USING fts5(title, body, owner UNINDEXED);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, weight REAL);
CREATE VIRTUAL TABLE book_text USING fts5(title, year, weight, content = 'book', content_rowid = 'id');
CREATE VIRTUAL TABLE word USING fts5vocab(note, row);
CREATE VIRTUAL TABLE place USING fts5vocab(note, instance);
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1, +label TEXT, +size INTEGER);
CREATE VIRTUAL TABLE cell USING rtree_i32(id, x0, x1);
CREATE TABLE item (id INTEGER PRIMARY KEY, s TEXT, day DATETIME, on_day DATE, u UUID, ok BOOLEAN, n INTEGER, r REAL, b BLOB);
CREATE VIEW today AS SELECT * FROM item WHERE day = '2024-01-01 00:00:00' AND s <> 'z';
INSERT INTO note (rowid, title, body, owner) VALUES (1, 'a', 'red apples', 7), (2, 'b', 'red pears', 8), (3, NULL, 'blue', NULL), (4, 'a', 'red', '7');
INSERT INTO book VALUES (1, 'Emma', 1815, 1.5), (2, 'Ulysses', 1922, 2), (3, 'Beowulf', NULL, NULL);
INSERT INTO book_text (rowid, title, year, weight) SELECT * FROM book;
INSERT INTO box VALUES (1, 0.5, 2, 'left', 4), (2, 3, 4.25, NULL, NULL), (3, 3, 9, 'a', 7);
INSERT INTO cell VALUES (1, -5, 5), (2, 10, 20), (3, 10, 11);
INSERT INTO item VALUES (1, 'a', '2024-01-01 00:00:00', '2024-01-01', '0f8fad5b-d9cb-469f-a165-70867728950e', 1, 1, 0.5, x'00'),
	(2, 'b', '2024-01-02 00:00:00', '2024-01-02', '0f8fad5b-d9cb-469f-a165-70867728950f', 0, 2, 2, x'01'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
`

// filtered are the columns that random filters compare with a parameter. What comes beside them is carried along by
// SQLite's planner.
var filtered = map[string][]string{
	"note": {"rowid", "title", "body", "owner"}, "book_text": {"rowid", "title", "year", "weight"},
	"word":  {"term", "doc", "cnt"},
	"place": {"term", "doc", "col", "offset"}, "box": {"id", "x0", "x1", "label", "size"}, "cell": {"id", "x0", "x1"},
	"item": {"id", "s", "day", "on_day", "u", "ok", "n", "r", "b"}, "today": {"s", "day", "u", "ok", "n"},
	"json_each('[7, \"a\", 1.5, null]')": {"type", "id", "value"}, "pragma_table_info('book')": {"cid", "name", "pk"},
}

// filter is a random condition that compares a column with ?1, beside what SQLite's planner carries into it.
func filter(g *enginetest.Queries, stored map[string][]string) (condition, table, column string) {
	table = g.Pick(slices.Sorted(maps.Keys(filtered))...)
	column = g.Pick(filtered[table]...)
	x := "v." + column
	condition = g.Pick(x+" = ?1", "?1 = "+x, x+" IN (?1)", x+" IN (?1, ?1)", x+" >= ?1", x+" < ?1", x+" <> ?1",
		x+" BETWEEN ?1 AND ?1", x+" IS ?1", "NOT "+x+" = ?1")
	for range g.Rng.Intn(3) {
		other := g.Pick(filtered[table]...)
		condition = g.Pick(condition, x+" = "+g.Pick(stored[table+"."+column]...)+" AND ("+condition+")",
			"("+condition+") AND v."+other+" = "+g.Pick(stored[table+"."+other]...),
			"("+condition+") OR v."+other+" IS NULL", "("+condition+") AND v."+other+" = v."+other)
	}
	return condition, table, column
}

// bound is a stored value as a program has it that takes a parameter of a kind; false where it has no such value.
func bound(literal string, kind ir.Kind) (any, bool) {
	switch n, err := strconv.ParseFloat(literal, 64); {
	case literal[0] == '\'':
		return strings.ReplaceAll(literal[1:len(literal)-1], "''", "'"), kind != ir.Int64 && kind != ir.Float64 &&
			kind != ir.Bool
	case err != nil: // a BLOB
		return nil, false
	case strings.ContainsAny(literal, ".e"):
		return n, kind == ir.Float64 || kind == ir.Any
	default:
		return int(n), kind == ir.Int64 || kind == ir.Bool || kind == ir.Any
	}
}

// misses are what is wrong with the type of ?1 in a condition: another type than the column's, or rows that are found
// with a value itself and not with the parameter.
func misses(t *testing.T, s *session, condition, table, column string, stored []string) (wrong []string) {
	t.Helper()
	describe := func(sql string) *engine.Description {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, 1)})
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		return d
	}
	sql := "SELECT group_concat(quote(v." + column + ")) FROM " + table + " AS v WHERE " + condition
	kind := describe(sql).Params[0].Type.Kind
	of := describe("SELECT v." + column + " FROM " + table + " AS v WHERE 1 = ?1").Columns[0].Type.Kind
	if kind != of && of != ir.Any {
		wrong = append(wrong, fmt.Sprintf("the parameter is %s, the column %s", kind, of))
	}
	for _, literal := range stored {
		value, fits := bound(literal, kind)
		if !fits {
			continue
		}
		if got, want := s.found(t, sql, value), s.found(t, strings.ReplaceAll(sql, "?1", literal)); got != want {
			wrong = append(wrong, fmt.Sprintf("%s: %s, not %s", literal, got, want))
		}
	}
	return wrong
}

func (s *session) found(t *testing.T, sql string, args ...any) (text string) {
	t.Helper()
	st, _, fault := s.conn.prepare(sql)
	if fault != nil {
		t.Fatalf("%s\n%s", fault.msg, sql)
	}
	defer st.close()
	for i, a := range args {
		st.bind(t, i+1, a)
	}
	if _, fault := st.step(); fault != nil {
		return fault.msg
	}
	return st.text(0)
}

// TestRandomFilters: a parameter beside a column has its type, in virtual tables and beside constants as well, and
// finds what is stored.
func TestRandomFilters(t *testing.T) {
	s := enginetest.Open(t, Open, filtersSchema).(*session)
	stored := map[string][]string{}
	for table, columns := range filtered {
		for _, c := range columns {
			name := table + "." + c
			if err := s.conn.query("SELECT DISTINCT quote("+c+") FROM "+table+" WHERE "+c+" IS NOT NULL",
				func(row *stmt) { stored[name] = append(stored[name], row.text(0)) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	count, seed := enginetest.RandomCount(1000)
	type tried struct{ condition, table, column string }
	g := &enginetest.Queries{Rng: rand.New(rand.NewSource(seed))}
	var list []tried
	for range count {
		condition, table, column := filter(g, stored)
		list = append(list, tried{condition, table, column})
	}
	bad := func() (n int, first string) {
		for _, c := range list {
			if wrong := misses(t, s, c.condition, c.table, c.column, stored[c.table+"."+c.column]); len(wrong) > 0 {
				if n++; n <= 5 {
					first += fmt.Sprintf("%s: %s: %s\n", c.table, c.condition, strings.Join(wrong, "; "))
				}
			}
		}
		return n, first
	}
	if n, first := bad(); n > 0 {
		t.Errorf("%d of %d are wrong\n%s", n, count, first)
	}
	step := opcodes[sqlite3.OP_VFilter].step
	defer func() { opcodes[sqlite3.OP_VFilter].step = step }()
	opcodes[sqlite3.OP_VFilter].step = func(m *machine, s *state, o *op, _ *state) next {
		m.move(s, o)
		return next{fall: true, jump: true, to: o.p2}
	}
	if n, _ := bad(); n == 0 {
		t.Error("nothing contradicts an analysis that does not ask a virtual table what it filters by")
	}
}
