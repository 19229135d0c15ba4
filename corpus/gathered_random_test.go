package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// nester writes statements over the tables of corpus/gathered that gather rows in values, in each other.
type nester struct {
	r *rand.Rand
	n int
}

func (g *nester) one(of ...string) string { return of[g.r.IntN(len(of))] }

// columnsOfTable are what is read of a table. No two of a row that is made are the same.
var columnsOfTable = map[string][]string{
	"maker": {"name"},
	"thing": {"maker", "mood", "code", "strength", "small", "exact", "ratio", "bytes", "moment", "instant", "uid", "doc",
		"tags", "spot", "note"},
}

// list is a list of rows of the table that does not stand around it.
func (g *nester) list(around, alias string, depth int) string {
	g.n++
	x, table := fmt.Sprintf("x%d", g.n), "thing"
	on := x + ".maker = " + alias + ".id"
	if around == "thing" {
		table, on = "maker", x+".id = "+alias+".maker"
	}
	from := " FROM " + table + " AS " + x
	of, ofTable := x, table
	filter := ""
	if g.r.IntN(3) == 0 { // rows of a side that may be missing
		of, ofTable = x+"o", around
		join := of + ".maker = " + x + ".id"
		if around == "maker" {
			join = of + ".id = " + x + ".maker"
		}
		from += " LEFT JOIN " + ofTable + " AS " + of + " ON " + join + " AND " + of + ".id > 1"
		if g.r.IntN(2) == 0 {
			filter = " FILTER (WHERE " + of + ".id IS NOT NULL)"
		}
	}
	from += " WHERE " + g.one(on, on, "true", on+" AND "+x+".id > 2")
	order := " ORDER BY " + x + ".id, " + of + ".id"
	json, row := g.json(ofTable, of, depth), g.row(ofTable, of, depth)
	switch g.r.IntN(5) {
	case 0:
		return "ARRAY(SELECT " + g.one(json, row) + from + order + ")"
	case 1:
		return "(SELECT array_agg(" + g.one(row, of) + order + ")" + filter + from + ")"
	case 2:
		return "(SELECT json_agg(" + g.one(json, of, of+".id") + order + ")" + filter + from + ")"
	case 3:
		return "coalesce((SELECT json_agg(" + g.one(json, of) + order + ")" + filter + from + "), '[]')"
	}
	return "coalesce((SELECT jsonb_agg(" + g.one(json, of) + order + ")" + filter + from + "), '[]'::jsonb)"
}

// columns are some columns, each once.
func (g *nester) columns(table string) (list []string) {
	list = []string{"id"}
	for _, c := range columnsOfTable[table] {
		if g.r.IntN(3) == 0 {
			list = append(list, c)
		}
	}
	return list
}

func (g *nester) json(table, alias string, depth int) string {
	if g.r.IntN(5) == 0 {
		return g.one("row_to_json(", "to_json(") + alias + ")"
	}
	var parts []string
	for _, c := range g.columns(table) {
		parts = append(parts, fmt.Sprintf("'%s', %s.%s", c, alias, c))
	}
	if depth > 0 && g.r.IntN(2) == 0 {
		parts = append(parts, "'list', "+g.list(table, alias, depth-1))
	}
	made := "json_build_object(" + strings.Join(parts, ", ") + ")"
	if g.r.IntN(5) == 0 {
		return "CASE WHEN " + alias + ".id > 2 THEN " + made + " END"
	}
	return made
}

func (g *nester) row(table, alias string, depth int) string {
	var parts []string
	for _, c := range g.columns(table) {
		parts = append(parts, alias+"."+c)
	}
	return "ROW(" + strings.Join(parts, ", ") + ")"
}

// statement is a query of a row with two such values.
func (g *nester) statement() string {
	table := g.one("maker", "thing")
	return "SELECT t.id, " + g.list(table, "t", 2) + " AS a, " + g.list(table, "t", 1) + " AS b, " +
		g.json(table, "t", 1) + " AS c FROM " + table + " AS t ORDER BY t.id"
}

// claim counts NULLs: those that a type forbids, and those that it allows.
type claim struct{ wrong, loose int }

// agrees compares a value, as JSON of the rows that a program reads, with JSON as the user's statement makes it. It
// counts the NULLs that the type forbids, and those that it allows.
func agrees(got, want any, t ir.Type, nullable bool, c *claim) bool {
	if t.Kind == ir.JSON { // null is a value of it
		return reflect.DeepEqual(got, want)
	}
	if got == nil || want == nil {
		if nullable {
			c.loose++
		} else {
			c.wrong++
		}
		return got == nil && want == nil
	}
	switch t.Kind {
	case ir.Array:
		a, is := got.([]any)
		b, also := want.([]any)
		if !is || !also || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !agrees(a[i], b[i], *t.Elem, t.ElemNullable, c) {
				return false
			}
		}
		return true
	case ir.Struct:
		a, is := got.(map[string]any)
		b, also := want.(map[string]any)
		if !is || !also || len(a) != len(b) || len(a) != len(t.Struct.Fields) {
			return false
		}
		for i, f := range t.Struct.Fields {
			if !agrees(fieldOf(a, i, f), fieldOf(b, i, f), f.Type, f.Nullable, c) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(got, want)
}

// fieldOf is a field of a row, which has no names where the statement says ROW.
func fieldOf(row map[string]any, i int, f ir.Field) any {
	if v, named := row[f.Column]; named {
		return v
	}
	return row[fmt.Sprintf("f%d", i+1)]
}

// TestRandomGathered compares what programs read, in random nestings over random rows, with the JSON that PostgreSQL
// makes of the statement as it was written. No type forbids a NULL that is there; a claim that allows none where the
// analysis allows it would be found.
func TestRandomGathered(t *testing.T) {
	const statements, tries = 60, 12
	schema, err := os.ReadFile("gathered/postgres.sql")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(schema), "-- TESTDATA")
	g := &nester{r: rand.New(rand.NewPCG(3, 4))}
	var file strings.Builder
	file.WriteString(head)
	written := map[string]string{}
	for i := range statements {
		name := fmt.Sprintf("random_%d", i)
		written[name] = g.statement()
		fmt.Fprintf(&file, "-- QUERY %s\n%s;\n\n", name, written[name])
	}
	path := filepath.Join(t.TempDir(), "postgres.sql")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, path, newServer(t))
	var all claim
	typed := 0
	for _, q := range e.model.Queries {
		for _, f := range q.Row.Fields[1:] {
			if f.Type.Kind != ir.JSON && f.Type.Kind != ir.Unknown {
				typed++
			}
		}
	}
	if typed < statements*2 {
		t.Errorf("%d of %d columns have types of their own", typed, 3*statements)
	}
	for range tries {
		o := e.open(t)
		for _, m := range e.model.Migrations {
			if err := o.script(m.SQL); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.script(randomThings(g.r)); err != nil {
			t.Fatal(err)
		}
		for _, q := range e.model.Queries {
			got, want := jsonOf(t, o, statement(o, q, nil)), jsonOf(t, o, written[q.Name.SQL])
			if len(got) != len(want) {
				t.Fatalf("%s: %d rows, not %d", q.Name.SQL, len(got), len(want))
			}
			for i := range got {
				for _, f := range q.Row.Fields {
					was := all.wrong
					if !agrees(got[i][f.Column], want[i][f.Column], f.Type, f.Nullable, &all) || all.wrong > was {
						t.Fatalf("%s of %s: %v\nnot %v, %d NULLs that its type forbids\n%s", f.Column, written[q.Name.SQL],
							got[i][f.Column], want[i][f.Column], all.wrong-was, statement(o, q, nil))
					}
				}
			}
		}
	}
	if all.loose < 1000 {
		t.Errorf("%d NULLs: claims are not tested", all.loose)
	}
}

// jsonOf are the rows of a query as the server makes JSON of them.
func jsonOf(t *testing.T, o oracle, sql string) (out []map[string]any) {
	t.Helper()
	toJSON := "to_json"
	if o.engine() == engine.Postgres {
		toJSON = "to_jsonb"
	}
	rows, err := o.query("SELECT CAST("+toJSON+"(q) AS text) FROM ("+sql+"\n) AS q", []ir.Field{{Type: ir.Type{Kind: ir.Text}}})
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	for _, row := range rows {
		decoder := json.NewDecoder(strings.NewReader(row[0].(string)))
		decoder.UseNumber()
		var values map[string]any
		if err := decoder.Decode(&values); err != nil {
			t.Fatal(err)
		}
		out = append(out, values)
	}
	return out
}

// randomThings are rows of the tables of corpus/gathered: few makers, some without things, and things without makers.
func randomThings(r *rand.Rand) string {
	var script strings.Builder
	null := func(value string) string {
		if r.IntN(3) == 0 {
			return "NULL"
		}
		return value
	}
	makers := r.IntN(4)
	for id := range makers {
		fmt.Fprintf(&script, "INSERT INTO maker VALUES (%d, 'm%d');\n", id+1, id)
	}
	for id := range r.IntN(6) {
		maker := "NULL"
		if makers > 0 {
			maker = null(fmt.Sprint(1 + r.IntN(makers)))
		}
		fmt.Fprintf(&script, "INSERT INTO thing VALUES (%d, %s, '%s', 'c%d', %s, %v, %s, %d.5, '%s', '\\x00ff', "+
			"'2024-01-01', '2024-01-01 00:00:00.5', '2024-01-01 00:00:00+00', '00000000-0000-0000-0000-%012d', '%s', '%s', %s, %s);\n",
			id+1, maker, []string{"sad", "so so", "ok"}[r.IntN(3)], id, null("7"), r.IntN(2) == 0, null("3"), id,
			[]string{"NaN", "Infinity", "0.1"}[r.IntN(3)], id, []string{"null", `{"a": [1, null]}`}[r.IntN(2)],
			[]string{"{}", `{"a,b",c}`}[r.IntN(2)], null("'(1,2)'"), null("'say \"x\"'"))
	}
	return script.String()
}

// structs writes a query over the tables of corpus/nested that gathers DuckDB's structs.
func (g *nester) structs() string {
	of := func() string {
		return g.one("{'line': x.line, 'product': x.product, 'price': p.price}", "x", "p", "{'code': p.code}",
			"{'line': x.line, 'of': CASE WHEN p.code IS NOT NULL THEN {'code': p.code, 'name': p.name} END}",
			"CASE WHEN x.quantity > 0 THEN {'quantity': x.quantity, 'code': p.code} END",
			"{'line': x.line, 'tags': ARRAY(SELECT {'id': y.id, 'name': y.name} FROM tag AS y WHERE y.product = x.product)}")
	}
	filter := func() string {
		return g.one("", "", " FILTER (WHERE p.code IS NOT NULL)", " FILTER (WHERE x.line > 0)")
	}
	if g.r.IntN(3) == 0 {
		list := func() string { return "list(" + of() + ")" + filter() }
		return "SELECT t.id, " + list() + " AS a, coalesce(" + list() + ", []) AS b FROM purchase AS t " +
			g.one("LEFT JOIN", "JOIN") + " item AS x ON x.purchase_id = t.id LEFT JOIN product AS p ON p.code = x.product " +
			"GROUP BY t.id ORDER BY t.id"
	}
	list := func() string {
		from := " FROM item AS x " + g.one("LEFT JOIN", "JOIN") + " product AS p ON p.code = x.product WHERE x.purchase_id = t.id"
		return g.one("ARRAY(SELECT "+of()+from+")", "(SELECT list("+of()+")"+filter()+from+")",
			"coalesce((SELECT list("+of()+")"+filter()+from+"), [])")
	}
	return "SELECT t.id, " + list() + " AS a, " + list() + " AS b FROM purchase AS t ORDER BY t.id"
}

// TestRandomStructs looks for NULLs that types of DuckDB's structs and lists forbid, in random queries over random
// rows.
func TestRandomStructs(t *testing.T) {
	const statements, tries = 80, 12
	schema, err := os.ReadFile("nested/duckdb.sql")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(schema), "-- TESTDATA")
	g := &nester{r: rand.New(rand.NewPCG(5, 6))}
	var file strings.Builder
	file.WriteString(head)
	for i := range statements {
		fmt.Fprintf(&file, "-- QUERY random_%d\n%s;\n\n", i, g.structs())
	}
	path := filepath.Join(t.TempDir(), "duckdb.sql")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, path, nil)
	var all claim
	claims := 0
	for _, q := range e.model.Queries {
		for _, f := range q.Row.Fields {
			for part := range f.Type.Parts {
				if part.Struct != nil {
					for _, f := range part.Struct.Fields {
						if !f.Nullable {
							claims++
						}
					}
				}
			}
		}
	}
	if claims < statements {
		t.Errorf("%d fields of structs are said not to be NULL", claims)
	}
	for range tries {
		o := e.open(t)
		for _, m := range e.model.Migrations {
			if err := o.script(m.SQL); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.script(randomRows(g.r, func(is bool) string { return fmt.Sprint(is) })); err != nil {
			t.Fatal(err)
		}
		for _, q := range e.model.Queries {
			for _, row := range jsonOf(t, o, statement(o, q, nil)) {
				for _, f := range q.Row.Fields {
					if value := row[f.Column]; !agrees(value, value, f.Type, f.Nullable, &all) || all.wrong > 0 {
						t.Fatalf("%s: %v has a NULL that its type forbids\n%s", f.Column, value, statement(o, q, nil))
					}
				}
			}
		}
	}
	if all.loose < 1000 {
		t.Errorf("%d NULLs: claims are not tested", all.loose)
	}
}
