package sqlite

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// observed is a random statement with what running it over every state showed.
type observed struct {
	stmt    engine.Stmt
	args    [][]any             // per run
	cols    []seen              // over the states that keep to the declared types
	odd     []seen              // over those that do not
	counted enginetest.Returned // in all of them
	from    []map[string]bool   // per state: "column value" of every value returned, by number of the column; nil for a change
}

func openRandom(t *testing.T) *session {
	t.Helper()
	s, err := Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Apply(context.Background(), randomSchema); err != nil {
		t.Fatal(err)
	}
	return s.(*session)
}

// paramValues are values to bind, by the generator's type.
var paramValues = map[string][]any{"i": {0, 1, 7}, "t": {"a", "", "ab"}, "r": {0.0, 1.5, -2.0}, "j": {"{}", "[1]"}}
var paramTypes = map[string]string{"i": "INTEGER", "t": "TEXT", "r": "REAL", "j": "JSON"}

// makeObserved generates count statements that SQLite accepts and runs each over every state.
func makeObserved(t *testing.T, s *session, count int, seed int64) []*observed {
	t.Helper()
	g := &queries{Queries: enginetest.Queries{Rng: rand.New(rand.NewSource(seed)), Tables: randomTables,
		Literals: anyOf, Fits: map[string]string{"t": "j"}}}
	var list []*observed
	rejected := 0
	for len(list) < count {
		g.Names, g.params = 0, nil
		var sql string
		if g.Chance(.2) {
			sql = g.change()
		} else {
			sql, _ = g.query(1+g.Rng.Intn(2), nil)
		}
		st, _, fault := s.conn.prepare(sql)
		if fault != nil {
			if rejected++; rejected > count {
				t.Fatalf("%d of %d statements rejected, the last: %s\n%s", rejected, rejected+len(list), fault.msg, sql)
			}
			continue
		}
		o := &observed{stmt: engine.Stmt{SQL: sql}, cols: make([]seen, st.columns())}
		st.close()
		o.odd = make([]seen, len(o.cols))
		for i := range o.cols {
			o.cols[i].bools, o.odd[i].bools = true, true
		}
		for _, typ := range g.params {
			h := engine.ParamHint{Nullable: engine.No, Type: paramTypes[typ]}
			if g.Chance(.4) {
				h.Nullable = engine.Yes
			} else if g.Chance(.3) {
				h.Nullable = engine.Unsaid
			}
			o.stmt.Params = append(o.stmt.Params, h)
		}
		d, err := s.Describe(context.Background(), o.stmt)
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		for range randomStates {
			var args []any
			for i, typ := range g.params {
				v := paramValues[typ][g.Rng.Intn(len(paramValues[typ]))]
				if d.Params[i].Nullable && g.Chance(.5) {
					v = nil
				}
				args = append(args, v)
			}
			o.args = append(o.args, args)
		}
		list = append(list, o)
	}
	for i, state := range randomStates {
		mustRun(t, s.conn, "SAVEPOINT state;"+state.sql)
		for _, o := range list {
			mustRun(t, s.conn, "SAVEPOINT run")
			for c := range o.cols {
				o.cols[c].values = map[string]bool{}
			}
			cols := o.cols
			if state.odd {
				cols = o.odd
			}
			rows, failed := s.conn.observe(t, o.stmt.SQL, o.args[i], cols)
			if !failed {
				o.counted.See(rows)
			}
			o.from = append(o.from, o.returned())
			mustRun(t, s.conn, "ROLLBACK TO run; RELEASE run")
		}
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
	}
	return list
}

// returned are the values of the last run, by column; none for a statement that changes what it reads.
func (o *observed) returned() map[string]bool {
	all := map[string]bool{}
	if !strings.HasPrefix(o.stmt.SQL, "SELECT") {
		return all
	}
	for i, c := range o.cols {
		for v := range c.values {
			all[fmt.Sprint(i, " ", v)] = true
		}
	}
	return all
}

// numeral is a value's text, the same for an INTEGER and a REAL that are equal.
func numeral(s string) string { return strings.TrimSuffix(s, ".0") }

// holdSources checks that a column that is said to come from a table's column unchanged returns no value that is not
// there.
func holdSources(t *testing.T, s *session, list []*observed) (checked int) {
	t.Helper()
	claims := make([]*engine.Description, len(list))
	for k, o := range list {
		d, err := s.Describe(context.Background(), o.stmt)
		if err != nil {
			t.Fatal(err)
		}
		claims[k] = d
	}
	for i, state := range randomStates {
		mustRun(t, s.conn, "SAVEPOINT state;"+state.sql)
		there := map[ir.ColumnRef]map[string]bool{}
		for k, o := range list {
			for n, c := range claims[k].Columns {
				if c.Source.Table == "" || len(o.from[i]) == 0 {
					continue
				}
				if there[c.Source] == nil {
					there[c.Source] = map[string]bool{}
					sql := "SELECT " + ir.Quote(c.Source.Column) + " FROM " + ir.Quote(c.Source.Table)
					if err := s.conn.query(sql,
						func(r *stmt) { there[c.Source][numeral(r.text(0))] = true }); err != nil {
						t.Fatal(err)
					}
				}
				prefix := fmt.Sprint(n, " ")
				for v := range o.from[i] {
					if strings.HasPrefix(v, prefix) {
						if checked++; !there[c.Source][numeral(v[len(prefix):])] {
							t.Errorf("column %d returns %s, which is not in %s\n%s", n, v, c.Source, o.stmt.SQL)
						}
					}
				}
			}
		}
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
	}
	return checked
}

// hold compares what Describe claims with what was seen; it can stop at the first contradiction.
func hold(t *testing.T, s *session, list []*observed, first bool) enginetest.Tally {
	t.Helper()
	var sum enginetest.Tally
	for _, o := range list {
		if first && len(sum.Contradictions) > 0 {
			break
		}
		d, err := s.Describe(context.Background(), o.stmt)
		if err != nil {
			t.Fatalf("%v\n%s", err, o.stmt.SQL)
		}
		if d.Fallback != "" {
			sum.Fallbacks++
		}
		sum.Returns(d.Found, d.Single, o.counted, o.stmt.SQL)
		for i, c := range d.Columns {
			sum.Columns++
			if !c.Nullable {
				sum.NotNull++
			} else if sum.Nullable++; o.cols[i].null {
				sum.Witnessed++
			}
			if wrong := contradicted(c, d.Fallback != "", o.cols[i], o.odd[i]); wrong != "" {
				wrong = fmt.Sprintf("column %d %s\n%s", i, wrong, o.stmt.SQL)
				sum.Contradictions = append(sum.Contradictions, wrong)
			}
		}
	}
	return sum
}

// contradicted is what rows say against a column's description. What rests on declared types need not hold over rows
// that do not keep to them, and a type that arithmetic may leave is one for readers to check.
func contradicted(c engine.Column, fallback bool, kept, odd seen) string {
	marked := c.Declared || c.Overflow
	switch {
	case kept.null && !c.Nullable, odd.null && !c.Nullable && !marked:
		return fmt.Sprintf("is NULL though %q", c.Why)
	case fallback:
	case !kept.fits(c.Type) && !c.Overflow:
		return fmt.Sprintf("is %v %s but holds %x", c.Type.Kind, c.Type.SQL, kept.classes)
	case !odd.fits(c.Type) && !marked:
		return fmt.Sprintf("is %v %s, which is not marked, but holds %x", c.Type.Kind, c.Type.SQL, odd.classes)
	}
	return ""
}

func TestRandomQueries(t *testing.T) {
	s := openRandom(t)
	count, seed := enginetest.RandomCount(3000)
	list := makeObserved(t, s, count, seed)
	sum := hold(t, s, list, false)
	sum.Report(t, len(list), len(randomStates))
	if n := holdSources(t, s, list[:len(list)/3]); n < 1000 {
		t.Errorf("only %d values with a source", n)
	} else {
		t.Logf("%d values with a source are in it", n)
	}
	caught(t, s, list)
	t.Run("with one state per instruction", func(t *testing.T) {
		was := maxStates
		defer func() { maxStates = was }()
		maxStates = 0
		sum := hold(t, s, list, false)
		sum.Report(t, len(list), len(randomStates))
	})
}
