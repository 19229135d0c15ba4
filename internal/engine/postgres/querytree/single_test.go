package querytree

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestRandomJoins(t *testing.T) {
	db := newDatabase(t, enginetest.JoinsSchema)
	var mutate func(*Node)
	trees := map[string]string{}
	index := func(by func(*unique)) func(func()) {
		return func(do func()) {
			whole := db.catalog.unique
			defer func() { db.catalog.unique = whole }()
			db.catalog.unique = map[uint32][]unique{}
			for table, list := range whole {
				for _, u := range list {
					by(&u)
					db.catalog.unique[table] = append(db.catalog.unique[table], u)
				}
			}
			do()
		}
	}
	tree := func(by func(*Node)) func(func()) {
		return func(do func()) {
			defer func() { mutate = nil }()
			mutate = by
			do()
		}
	}
	enginetest.RandomJoins(t, enginetest.Joins{
		Count: 4000,
		Apply: func(script string) { db.run(script) },
		Rows: func(sql string, see func([]bool)) error {
			r := db.conn.ExecParams(context.Background(), sql, nil, nil, nil, nil).Read()
			for _, row := range r.Rows {
				null := make([]bool, len(row))
				for i, v := range row {
					null[i] = v == nil
				}
				see(null)
			}
			return r.Err
		},
		Claim: func(sql string) *engine.Description {
			if trees[sql] == "" {
				_, text, err := db.describe(sql)
				if err != nil {
					t.Fatalf("%v\n%s", err, sql)
				}
				trees[sql] = text
			}
			q, err := Parse(trees[sql])
			if err != nil {
				t.Fatalf("%v\n%s", err, sql)
			}
			if mutate != nil {
				walk(q, func(n *Node) bool { mutate(n); return true })
			}
			r := db.catalog.Analyze(q, nil)
			d := &engine.Description{Single: r.Single}
			for _, c := range r.Columns {
				d.Columns = append(d.Columns, engine.Column{Sides: c.Sides, Inner: c.Inner})
			}
			return d
		},
		Mutants: map[string]func(func()){
			"a key is its first column":         index(func(u *unique) { u.columns = u.columns[:1] }),
			"unique indexes take NULLs for one": index(func(u *unique) { u.nulls = true }),
			"outer joins ignored":               tree(func(n *Node) { set(n, "JOINEXPR", "jointype", "0") }),
			"full joins read as left joins":     tree(change("JOINEXPR", "jointype", "2", "1")),
			"OR read as AND":                    tree(func(n *Node) { set(n, "BOOLEXPR", "boolop", "and") }),
			"UNION ALL read as UNION":           tree(func(n *Node) { set(n, "SETOPERATIONSTMT", "all", "false") }),
		},
	})
}
