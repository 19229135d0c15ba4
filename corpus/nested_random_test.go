package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// byHand is what a person asks who has no lists: a query for the rows, and for each of them one for its list, in which
// # is a value of the row, by its number.
var byHand = map[string][]string{
	"purchases": {
		"SELECT id, made, note FROM purchase ORDER BY id",
		"SELECT line, quantity, gift FROM item WHERE purchase_id = #0 ORDER BY line",
	},
	"tagged": {
		"SELECT id FROM purchase ORDER BY id",
		"SELECT line, product FROM item WHERE purchase_id = #0 ORDER BY line",
		"SELECT id, name FROM tag WHERE product = #1 ORDER BY id",
	},
	"lines": {
		"SELECT purchase_id, line, quantity * 2, (SELECT count(*) FROM tag) FROM item ORDER BY line, purchase_id",
		"SELECT id, upper(name) FROM tag WHERE product = (SELECT product FROM item WHERE purchase_id = #0 AND line = #1) ORDER BY id",
	},
}

// folding is how rows are put together, and what a mutant of it forgets.
type folding struct{ witness, key bool }

// fold puts flat rows together as the model says.
func (m folding) fold(flat []row, r *ir.Row) []any {
	list := r.List()
	at, order, children := map[string]row{}, []string{}, map[string][]row{}
	out := []any{}
	for i, values := range flat {
		key := fmt.Sprint(i)
		if list != nil {
			keys := r.Keys()
			if !m.key {
				keys = keys[1:]
			}
			key = ""
			for _, k := range keys {
				key += fmt.Sprintf("%q ", values[r.Members[k].Column])
			}
			if !m.witness || list.Witness < 0 || values[list.Witness] != nil {
				own := row{}
				for _, c := range list.Columns {
					own = append(own, values[c])
				}
				children[key] = append(children[key], own)
			}
		}
		if _, there := at[key]; !there {
			at[key], order = values, append(order, key)
		}
	}
	for _, key := range order {
		one := []any{}
		for _, part := range r.Parts() {
			if part.Object != nil {
				one = append(one, m.fold(children[key], part.Object.Row))
			} else {
				one = append(one, at[key][part.Column])
			}
		}
		out = append(out, one)
	}
	return out
}

// asked are the rows of a person's queries, whose columns are those of a row's members without its list.
func asked(t *testing.T, o oracle, queries []string, r *ir.Row, around row) []any {
	t.Helper()
	columns := slices.DeleteFunc(r.Shown(), func(f ir.Field) bool { return f.Type.Object() != nil })
	sql := ""
	for i := 0; i < len(queries[0]); i++ {
		if queries[0][i] != '#' {
			sql += queries[0][i : i+1]
			continue
		}
		i++
		value := "NULL"
		if text, is := around[queries[0][i]-'0'].(string); is {
			value = quoted(text)
		}
		sql += value
	}
	rows, err := o.query(sql, columns)
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	out := []any{}
	for _, values := range rows {
		one := append([]any{}, values...)
		if list := r.List(); list != nil {
			one = append(one, asked(t, o, queries[1:], list.Row, values))
		}
		out = append(out, one)
	}
	return out
}

// randomRows are rows of the tables of corpus/nested: few enough values that many meet, and some find nothing.
func randomRows(r *rand.Rand, truth func(bool) string) (script string) {
	insert := func(format string, args ...any) { script += "INSERT INTO " + fmt.Sprintf(format, args...) + ";\n" }
	insert("customer VALUES (1, 'Ada')")
	for _, code := range []string{"a", "b", "c"} {
		insert("product VALUES ('%s', 'x', 1)", code)
	}
	product := func() string { return []string{"'a'", "'b'", "'c'"}[r.IntN(3)] }
	for id := range r.IntN(6) {
		insert("purchase VALUES (%d, 1, '2024-01-0%d', %s)", id, 1+r.IntN(3), []string{"NULL", "'x'"}[r.IntN(2)])
		for line := range r.IntN(4) {
			of := product()
			if r.IntN(4) == 0 {
				of = "NULL"
			}
			insert("item VALUES (%d, %d, %s, %d, %s)", id, line, of, r.IntN(3), truth(r.IntN(2) == 0))
		}
	}
	for id := range r.IntN(6) {
		insert("tag VALUES (%d, %s, %s)", id, product(), []string{"NULL", "'ink'"}[r.IntN(2)])
	}
	return script
}

// TestRandomNestings compares lists with what a query for each row finds, for random rows. Of what is put together
// without a column of the key, or without a look at what tells that there is no object, it finds that it is wrong.
func TestRandomNestings(t *testing.T) {
	for _, file := range []string{"nested/sqlite.sql", "nested/duckdb.sql", "nested/postgres.sql"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			e := engineOf(t, file, newServer(t))
			truth := func(is bool) string {
				if file == "nested/sqlite.sql" {
					return map[bool]string{false: "0", true: "1"}[is]
				}
				return fmt.Sprint(is)
			}
			caught := map[folding]int{}
			r := rand.New(rand.NewPCG(1, 2))
			for range 40 {
				o := e.open(t)
				for _, m := range e.model.Migrations {
					if err := o.script(m.SQL); err != nil {
						t.Fatal(err)
					}
				}
				if err := o.script(randomRows(r, truth)); err != nil {
					t.Fatal(err)
				}
				for _, q := range e.model.Queries {
					queries := byHand[q.Name.SQL]
					if queries == nil {
						continue
					}
					flat, err := o.query(statement(o, q, nil), q.Row.Fields)
					if err != nil {
						t.Fatal(err)
					}
					want := shown(t, asked(t, o, queries, q.Row, nil))
					if got := shown(t, (folding{witness: true, key: true}).fold(flat, q.Row)); got != want {
						t.Fatalf("%s\n%s\ninstead of\n%s", q.Name.SQL, got, want)
					}
					for _, mutant := range []folding{{key: true}, {witness: true}} {
						if shown(t, mutant.fold(flat, q.Row)) != want {
							caught[mutant]++
						}
					}
				}
			}
			if caught[folding{key: true}] == 0 || caught[folding{witness: true}] == 0 {
				t.Errorf("mutants are not caught: %v", caught)
			}
		})
	}
}

func shown(t *testing.T, value any) string {
	t.Helper()
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
