package querytree

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// fact is one line of the truth table: a column or parameter with its type, "?" where it can be NULL, and its source.
// The type is a name of pg_type; of an array, its elements' with [] behind, and a "?" before that where they can be
// NULL.
type fact struct {
	name, typ, source string
	nullable, elems   bool
}

// entry is a statement of the truth table. In testdata/truth.txt its lines are indented under it:
//
//	name text? users.name     a result column
//	tags text?[] users.tags   one of an array that may hold NULLs
//	$1 int4 users.id          a parameter
//	$1 = null                 what the user said of it (null, not null)
//	bind 1; a; null           values to run it with, beside the usual ones, as text
//	since 18                  versions before do not have it
type entry struct {
	sql     string
	line    int
	columns []fact
	params  []fact
	said    []Said
	binds   []string
	since   int
}

const identifier = `(?:[a-z_0-9]+|"(?:[^"]|"")+")`

var factLine = regexp.MustCompile(`^(.*) ("?[a-z0-9_]+"?)(\?)?(\[\])?(\?)?(?: (` + identifier + `\.` + identifier +
	`))?$`)
var hintLine = regexp.MustCompile(`^\$(\d+) = (null|not null)$`)

// readFact reads a line of the truth table.
func readFact(line string) (f fact, ok bool) {
	g := factLine.FindStringSubmatch(line)
	if g == nil {
		return f, false
	}
	f = fact{name: g[1], typ: g[2], source: g[6], nullable: g[3] != ""}
	if g[4] != "" {
		f.typ, f.elems, f.nullable = "_"+g[2], g[3] != "", g[5] != ""
	}
	return f, g[4] != "" || g[5] == ""
}

func (f fact) String() string {
	s := f.name + " " + f.typ
	if elem, ok := strings.CutPrefix(f.typ, "_"); ok {
		s = f.name + " " + elem
		if f.elems {
			s += "?"
		}
		s += "[]"
	}
	if f.nullable {
		s += "?"
	}
	if f.source != "" {
		s += " " + f.source
	}
	return s
}

func readTruth(t testing.TB) (list []*entry) {
	t.Helper()
	text, err := os.ReadFile("testdata/truth.txt")
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		body := strings.TrimLeft(line, " ")
		switch {
		case body == "" || strings.HasPrefix(line, "#"):
			continue
		case body == line:
			list = append(list, &entry{sql: line, line: n + 1})
			continue
		}
		e := list[len(list)-1]
		if g := hintLine.FindStringSubmatch(body); g != nil {
			i, _ := strconv.Atoi(g[1])
			for len(e.said) < i {
				e.said = append(e.said, Unsaid)
			}
			e.said[i-1] = map[string]Said{"null": SaidNull, "not null": SaidNotNull}[g[2]]
			continue
		}
		if b, ok := strings.CutPrefix(body, "bind "); ok {
			e.binds = append(e.binds, b)
			continue
		}
		if v, ok := strings.CutPrefix(body, "since "); ok {
			e.since, _ = strconv.Atoi(v)
			continue
		}
		f, ok := readFact(body)
		if !ok {
			t.Fatalf("truth.txt:%d: %s", n+1, line)
		}
		if f.name == "$"+strconv.Itoa(len(e.params)+1) {
			e.params = append(e.params, f)
		} else {
			e.columns = append(e.columns, f)
		}
	}
	return list
}

func openTruth(t testing.TB) *database {
	t.Helper()
	return newDatabase(t, enginetest.File(t, "testdata/schema.sql"))
}

// names are what oids stand for, in the test's database.
type names struct {
	types   map[uint32]string
	columns map[ColumnRef]string
}

func (db *database) names() names {
	db.t.Helper()
	n := names{map[uint32]string{}, map[ColumnRef]string{}}
	rows, err := db.rows("SELECT oid, typname FROM pg_type")
	if err != nil {
		db.t.Fatal(err)
	}
	for _, r := range rows {
		n.types[row(r).oid(0)] = string(r[1])
	}
	rows, err = db.rows("SELECT attrelid, attnum, attrelid::regclass || '.' || quote_ident(attname) FROM pg_attribute WHERE attrelid >= 16384")
	if err != nil {
		db.t.Fatal(err)
	}
	for _, r := range rows {
		n.columns[ColumnRef{row(r).oid(0), int16(row(r).int(1))}] = string(r[2])
	}
	return n
}

// usual are values to bind by type; runs take the first, the second and so on.
var usual = map[string][]string{
	"int4": {"1", "2", "0", "3", "7"}, "int2": {"1", "0", "30"}, "int8": {"1", "0", "2"}, "numeric": {"1", "NaN", "-1"},
	"text": {"a", "Ann", "z", "x", "", "ann"}, "varchar": {"a", "z", "ann"},
	"bool": {"t", "f"}, "jsonb": {"{}", "null", "[1]"}, "timestamptz": {"2024-01-04", "infinity"},
	"timestamp": {"2024-01-04", "infinity"}, "date": {"2024-01-01"}, "mood": {"ok", "happy"},
	"_int4": {"{1,2}", "{}", "{3,NULL}", "{1,30}"}, "_text": {"{a,b}", "{}", "{z,NULL}"},
	"_int2": {"{1,2}", "{}", "{NULL,30}"}, "_varchar": {"{a}", "{}", "{NULL}"}, "email": {"a@b"}, "must": {"1"},
	"regclass": {"org"}, "xml": {"<a/>"}, "unknown": {"a"}, "float8": {"1", "Infinity"},
}

// runs are the argument lists to run a statement with: the usual values of each parameter's type, NULL where it is
// nullable, and those of its own.
func (e *entry) runs(t testing.TB, types []string, params []Param) (list [][][]byte) {
	for run := range 6 {
		var args [][]byte
		for i, typ := range types {
			values := usual[typ]
			if values == nil {
				t.Fatalf("no value of type %s\n%s", typ, e.sql)
			}
			v := []byte(values[(run+i*(run/3))%len(values)])
			if params[i].Nullable && run%2 == 1 {
				v = nil
			}
			args = append(args, v)
		}
		list = append(list, args)
		if len(types) == 0 {
			break
		}
	}
	for _, b := range e.binds {
		var args [][]byte
		for _, v := range strings.Split(b, "; ") {
			if v == "null" {
				args = append(args, nil)
			} else {
				args = append(args, []byte(v))
			}
		}
		list = append(list, args)
	}
	return list
}

// seen is what running a statement showed of one result column.
type seen struct {
	null, elemNull bool
	rows           int
}

// nullElement matches an array's text that holds NULL.
var nullElement = regexp.MustCompile(`[{,]NULL[,}]`)

// observe runs the statement and joins what it returns into cols. A failure ends it: what came before counts.
func (db *database) observe(sql string, args [][]byte, cols []seen) error {
	r := db.conn.ExecParams(context.Background(), sql, args, nil, nil, nil).Read()
	for _, row := range r.Rows {
		for i := range cols {
			if i >= len(row) {
				continue
			}
			cols[i].rows++
			if row[i] == nil {
				cols[i].null = true
			} else if row[i] != nil && nullElement.Match(row[i]) {
				cols[i].elemNull = true
			}
		}
	}
	return r.Err
}

// witness runs the statement in every state and says what its columns held.
func (e *entry) witness(db *database, runs [][][]byte, columns int) []seen {
	db.t.Helper()
	cols := make([]seen, columns)
	failed, total := 0, 0
	var last error
	for _, state := range enginetest.States(db.t) {
		db.run("BEGIN;" + state)
		for _, args := range runs {
			db.run("SAVEPOINT run")
			total++
			if err := db.observe(e.sql, args, cols); err != nil {
				failed, last = failed+1, err
			}
			db.run("ROLLBACK TO run")
		}
		db.run("ROLLBACK")
	}
	if failed == total {
		db.t.Errorf("it never runs: %v\n%s", last, e.sql)
	}
	return cols
}

// described is what the analysis says of a statement, as facts.
type described struct {
	result          *Result
	columns, params []fact
	paramTypes      []string
}

func (e *entry) describe(db *database, n names) (*described, error) {
	d, tree, err := db.describe(e.sql)
	if err != nil {
		return nil, err
	}
	q, err := Parse(tree)
	if err != nil {
		return nil, err
	}
	out := &described{result: db.catalog.Analyze(q, e.said)}
	if out.result.Fallback == "" && len(out.result.Columns) != len(d.Fields) {
		return nil, fmt.Errorf("%d columns, RowDescription has %d", len(out.result.Columns), len(d.Fields))
	}
	for i, c := range out.result.Columns {
		typ := c.Type
		if typ == 0 {
			typ = d.Fields[i].DataTypeOID
		}
		f := fact{name: d.Fields[i].Name, typ: n.types[typ], nullable: c.Nullable, elems: c.ElemNullable,
			source: n.columns[c.Source]}
		out.columns = append(out.columns, f)
	}
	for i, oid := range d.ParamOIDs {
		f := fact{name: "$" + strconv.Itoa(i+1), typ: n.types[oid]}
		if i < len(out.result.Params) {
			p := out.result.Params[i]
			f.nullable, f.elems, f.source = p.Nullable, p.ElemNullable, n.columns[p.Source]
		} else {
			out.result.Params = append(out.result.Params, Param{})
		}
		out.params, out.paramTypes = append(out.params, f), append(out.paramTypes, f.typ)
	}
	return out, nil
}

// TestTruth holds the analysis against the truth table, and the truth table against what PostgreSQL returns: a column
// that can be NULL must be NULL in some row, and one that cannot in none.
func TestTruth(t *testing.T) {
	db := openTruth(t)
	n := db.names()
	right, pessimistic, wrong, fell, total := 0, 0, 0, 0, 0
	for _, e := range readTruth(t) {
		if e.since > db.version {
			continue
		}
		d, err := e.describe(db, n)
		if err != nil {
			t.Errorf("%v\n%s", err, e.sql)
			continue
		}
		if d.result.Fallback != "" {
			fell++
			t.Errorf("fell back: %s\n%s", d.result.Fallback, e.sql)
		}
		if len(d.columns) != len(e.columns) || fmt.Sprint(d.params) != fmt.Sprint(e.params) {
			t.Errorf("truth.txt:%d: %d columns and parameters %s, the table has %d and %s\n%s", e.line, len(d.columns),
				d.params, len(e.columns), e.params, e.sql)
			continue
		}
		saw := e.witness(db, e.runs(t, d.paramTypes, d.result.Params), len(d.columns))
		if len(saw) > 0 && saw[0].rows == 0 {
			t.Errorf("truth.txt:%d: it returns no row\n%s", e.line, e.sql)
		}
		for i, got := range d.columns {
			want := e.columns[i]
			array := strings.HasPrefix(want.typ, "_")
			total++
			if saw[i].null != want.nullable || array && saw[i].elemNull != want.elems {
				t.Errorf("truth.txt:%d: the table says %s, the rows say NULL %v, NULL elements %v (%d rows)\n%s",
					e.line, want, saw[i].null, saw[i].elemNull, saw[i].rows, e.sql)
			}
			switch {
			case got.String() == want.String():
				right++
			case got.name == want.name && got.typ == want.typ && (got.nullable || !want.nullable) &&
				(got.elems || !want.elems || !array) && got.source == want.source:
				pessimistic++
				t.Logf("pessimistic: %s is %s (%s)\n%s", want, got, d.result.Columns[i].Why, e.sql)
			default:
				wrong++
				t.Errorf("truth.txt:%d: wrong: %s, want %s (%s)\n%s", e.line, got, want, d.result.Columns[i].Why, e.sql)
			}
		}
	}
	t.Logf("PostgreSQL %d: %d columns: %d right, %d pessimistic, %d wrong, %d statements fell back", db.version, total,
		right, pessimistic, wrong, fell)
	if right*100 < total*95 {
		t.Errorf("fewer than 95%% of the columns are exact")
	}
}
