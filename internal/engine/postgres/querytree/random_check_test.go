package querytree

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// observed is a random statement with what running it over every state showed.
type observed struct {
	sql      string
	tree     string
	types    []uint32 // of its columns, as RowDescription has them
	said     []Said
	args     [][][]byte // per state
	cols     []seen
	returned enginetest.Returned // in all of them
	values   []map[string]bool   // per state: "column value" of every value returned, by number of the column; nil for a change
}

// paramValues are values to bind, by the generator's type.
var paramValues = map[string][]string{"i": {"0", "1", "7"}, "t": {"a", "", "ab"}, "f": {"0", "1.5", "NaN"},
	"b": {"t", "f"}, "j": {"{}", "null"}, "a": {"{1}", "{}", "{NULL}"}, "d": {"infinity", "2020-01-01", "-infinity"}}

// makeObserved generates count statements that PostgreSQL accepts and runs each over every state.
func makeObserved(t *testing.T, db *database, count int, seed int64) []*observed {
	t.Helper()
	g := &queries{Queries: enginetest.Queries{Rng: rand.New(rand.NewSource(seed)), Tables: randomTables,
		Literals: anyOf}, version: db.version}
	var list []*observed
	rejected := 0
	for len(list) < count {
		g.Names, g.params = 0, nil
		var sql string
		switch k := g.Rng.Intn(20); {
		case k < 4:
			sql = g.change()
		case k < 7:
			sql = g.simple()
		default:
			sql, _ = g.query(1+g.Rng.Intn(2), nil)
		}
		sql = g.numbered(sql)
		d, tree, err := db.describe(sql)
		if err != nil {
			if rejected++; rejected > count {
				t.Fatalf("%d of %d statements rejected, the last: %v\n%s", rejected, rejected+len(list), err, sql)
			}
			continue
		}
		o := &observed{sql: sql, tree: tree, cols: make([]seen, len(d.Fields))}
		for _, f := range d.Fields {
			o.types = append(o.types, f.DataTypeOID)
		}
		for range g.params {
			o.said = append(o.said, []Said{Unsaid, SaidNull, SaidNull, SaidNotNull}[g.Rng.Intn(4)])
		}
		r := o.analyze(t, db, nil)
		for range randomStates {
			var args [][]byte
			for i, typ := range g.params {
				v := []byte(paramValues[typ][g.Rng.Intn(len(paramValues[typ]))])
				if r.Params[i].Nullable && g.Chance(.5) {
					v = nil
				}
				args = append(args, v)
			}
			o.args = append(o.args, args)
		}
		list = append(list, o)
	}
	t.Logf("%d statements rejected", rejected)
	for i, state := range randomStates {
		db.reset(state)
		for _, o := range list {
			o.values = append(o.values, o.observe(db, o.args[i]))
		}
	}
	return list
}

// reset empties the tables and fills them again.
func (db *database) reset(state string) {
	db.run("TRUNCATE ta, tb, tc, td, te, tp, tt, tz;" + state)
}

// observe runs the statement once, and takes back what it changes.
func (o *observed) observe(db *database, args [][]byte) map[string]bool {
	ctx := context.Background()
	reads := strings.HasPrefix(o.sql, "SELECT") || strings.HasPrefix(o.sql, "(")
	if !reads {
		db.run("BEGIN")
		defer db.run("ROLLBACK")
	}
	r := db.conn.ExecParams(ctx, o.sql, args, nil, nil, nil).Read()
	if r.Err == nil {
		o.returned.See(len(r.Rows))
	}
	values := map[string]bool{}
	for n, row := range r.Rows {
		if n > 500 {
			break
		}
		for i := range o.cols {
			o.cols[i].rows++
			switch {
			case row[i] == nil:
				o.cols[i].null = true
			case nullElement.Match(row[i]):
				o.cols[i].elemNull = true
			}
			if reads && row[i] != nil {
				values[fmt.Sprint(i, " ", string(row[i]))] = true
			}
		}
	}
	return values
}

// analyze reads the tree again; change makes a mutant of it.
func (o *observed) analyze(t *testing.T, db *database, change func(*Node)) *Result {
	t.Helper()
	q, err := Parse(o.tree)
	if err != nil {
		t.Fatalf("%v\n%s", err, o.sql)
	}
	if change != nil {
		walk(q, func(n *Node) bool { change(n); return true })
	}
	return db.catalog.Analyze(q, o.said)
}

// hold compares what the analysis claims with what was seen; it can stop at the first contradiction.
func hold(t *testing.T, db *database, list []*observed, change func(*Node), first bool) enginetest.Tally {
	t.Helper()
	var sum enginetest.Tally
	for _, o := range list {
		if first && len(sum.Contradictions) > 0 {
			break
		}
		r := o.analyze(t, db, change)
		if r.Fallback != "" {
			sum.Fallbacks++
			if !first {
				t.Errorf("fell back: %s\n%s", r.Fallback, o.sql)
			}
			continue
		}
		sum.Returns(r.Found, r.Single, o.returned, o.sql)
		if len(r.Columns) != len(o.cols) {
			t.Fatalf("%d columns, not %d\n%s", len(r.Columns), len(o.cols), o.sql)
		}
		contradict := func(i int, what string) {
			sum.Contradictions = append(sum.Contradictions,
				fmt.Sprintf("column %d %s (%s)\n%s", i, what, r.Columns[i].Why, o.sql))
		}
		for i, c := range r.Columns {
			see := o.cols[i]
			sum.Columns++
			switch {
			case c.Nullable:
				sum.Nullable++
				if see.null {
					sum.Witnessed++
				}
			default:
				sum.NotNull++
				if see.null {
					contradict(i, "is NULL")
				}
			}
			if !c.ElemNullable && see.elemNull {
				contradict(i, "holds NULL")
			}
			if c.Type != 0 && db.base(c.Type) != o.types[i] {
				contradict(i, fmt.Sprint("is of type ", o.types[i], ", not ", c.Type))
			}
		}
	}
	return sum
}

// base is the type that a domain is made of, which is what RowDescription says.
func (db *database) base(typ uint32) uint32 {
	for db.catalog.domains[typ].base != 0 {
		typ = db.catalog.domains[typ].base
	}
	return typ
}

// holdSources checks that a column that is said to be a table's column returns no value that is not there.
func holdSources(t *testing.T, db *database, list []*observed) (checked int) {
	t.Helper()
	n := db.names()
	claims := make([]*Result, len(list))
	for k, o := range list {
		claims[k] = o.analyze(t, db, nil)
	}
	for i, state := range randomStates {
		db.reset(state)
		there := map[ColumnRef]map[string]bool{}
		for m, o := range list {
			for k, c := range claims[m].Columns {
				if c.Source == (ColumnRef{}) || len(o.values[i]) == 0 {
					continue
				}
				if there[c.Source] == nil {
					there[c.Source] = map[string]bool{}
					table, column, _ := strings.Cut(n.columns[c.Source], ".")
					rows, err := db.rows("SELECT " + column + " FROM " + table)
					if err != nil {
						t.Fatal(err)
					}
					for _, r := range rows {
						there[c.Source][string(r[0])] = true
					}
				}
				prefix := fmt.Sprint(k, " ")
				for v := range o.values[i] {
					if strings.HasPrefix(v, prefix) {
						if checked++; !there[c.Source][v[len(prefix):]] {
							t.Errorf("column %d returns %s, which is not in %s\n%s", k, v, n.columns[c.Source], o.sql)
						}
					}
				}
			}
		}
	}
	return checked
}

func TestRandomQueries(t *testing.T) {
	db := newDatabase(t, randomSchema)
	db.run("SET statement_timeout = '2s'")
	count, seed := enginetest.RandomCount(6000)
	list := makeObserved(t, db, count, seed)
	sum := hold(t, db, list, nil, false)
	sum.Report(t, len(list), len(randomStates))
	if n := holdSources(t, db, list); n < 1000 {
		t.Errorf("only %d values with a source", n)
	} else {
		t.Logf("%d values with a source are in it", n)
	}
	caught(t, db, list)
}
