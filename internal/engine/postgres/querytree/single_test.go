package querytree

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestRandomSingles(t *testing.T) {
	db := newDatabase(t, enginetest.SinglesSchema)
	var change func(*Node)
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
			defer func() { change = nil }()
			change = by
			do()
		}
	}
	enginetest.RandomSingles(t, enginetest.Singles{
		Count: 2000,
		Apply: func(script string) { db.run(script) },
		Rows: func(sql string) (int, error) {
			r := db.conn.ExecParams(context.Background(), sql, nil, nil, nil, nil).Read()
			return len(r.Rows), r.Err
		},
		Claim: func(sql string) string {
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
			if change != nil {
				walk(q, func(n *Node) bool { change(n); return true })
			}
			return db.catalog.Analyze(q, nil).Single
		},
		Mutants: map[string]func(func()){
			"a key is its first column":         index(func(u *unique) { u.columns = u.columns[:1] }),
			"unique indexes take NULLs for one": index(func(u *unique) { u.nulls = true }),
			"outer joins ignored":               tree(func(n *Node) { set(n, "JOINEXPR", "jointype", "0") }),
			"OR read as AND":                    tree(func(n *Node) { set(n, "BOOLEXPR", "boolop", "and") }),
			"UNION ALL read as UNION":           tree(func(n *Node) { set(n, "SETOPERATIONSTMT", "all", "false") }),
		},
	})
}
