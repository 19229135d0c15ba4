package sqlite

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// fact is one line of the truth table: a column or parameter with its kind, "?" where it can be NULL, and its source.
type fact struct {
	name, kind, source string
	nullable           bool
}

// entry is a statement of the truth table. In testdata/truth.txt its lines are indented under it:
//
//	name text? users.name     a result column
//	?1 int64 users.id         a parameter
//	?1 = null                 what the user said of it (null, not null, or a type)
//	bind 1, 'a'               values to run it with, beside the usual ones; strings in single quotes
type entry struct {
	sql     string
	columns []fact
	params  []fact
	hints   map[int]string
	binds   []string
}

var factLine = regexp.MustCompile(`^(.*) ([a-z0-9]+)(\??)(?: ([a-z_]+\.\w+))?$`)
var hintLine = regexp.MustCompile(`^\?(\d+) = (.*)$`)

func readTruth(t *testing.T) (list []*entry) {
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
			list = append(list, &entry{sql: line, hints: map[int]string{}})
			continue
		}
		e := list[len(list)-1]
		if g := hintLine.FindStringSubmatch(body); g != nil {
			i, _ := strconv.Atoi(g[1])
			e.hints[i] = g[2]
			continue
		}
		if b, ok := strings.CutPrefix(body, "bind "); ok {
			e.binds = append(e.binds, b)
			continue
		}
		g := factLine.FindStringSubmatch(body)
		if g == nil {
			t.Fatalf("truth.txt:%d: %s", n+1, line)
		}
		f := fact{g[1], g[2], g[4], g[3] == "?"}
		if strings.HasPrefix(f.name, "?") && f.name == "?"+strconv.Itoa(len(e.params)+1) {
			e.params = append(e.params, f)
		} else {
			e.columns = append(e.columns, f)
		}
	}
	return list
}

func openTruth(t *testing.T) *session {
	t.Helper()
	return enginetest.Open(t, Open, enginetest.File(t, "testdata/schema.sql")).(*session)
}

func (e *entry) stmt() engine.Stmt {
	st := engine.Stmt{SQL: e.sql, Params: make([]engine.ParamHint, paramCount(e.sql))}
	for i, h := range e.hints {
		p := &st.Params[i-1]
		switch h {
		case "null":
			p.Nullable = engine.Yes
		case "not null":
			p.Nullable = engine.No
		default:
			p.Type = h
		}
	}
	return st
}

var paramName = regexp.MustCompile(`\?(\d+)`)

func paramCount(sql string) (n int) {
	for _, g := range paramName.FindAllStringSubmatch(sql, -1) {
		i, _ := strconv.Atoi(g[1])
		n = max(n, i)
	}
	return n
}

// usual are values to bind by kind; runs take the first, the second and so on.
var usual = map[ir.Kind][]any{
	ir.Int64: {1, 2, 0, 3, 7}, ir.Bool: {1, 0}, ir.Float64: {0.5, 9.5, -1.0}, ir.Decimal: {0.5, -1.0},
	ir.Text: {"a", "hello", "Cid", "b", "", "Ann"},
	ir.Date: {"2024-01-01"}, ir.Timestamp: {"2020-01-01 00:00:00"}, ir.JSON: {`{"a": [1, null]}`},
	ir.UUID: {"9b2f1c5e-0000-4000-8000-000000000001"},
	ir.Any:  {1, "x", nil}, ir.Blob: {"x"}, ir.Unknown: {1, "x"},
}

// runs are the argument lists to run a statement with: the usual values of each parameter's type, NULL where it is
// nullable, and those of its own.
func (e *entry) runs(d *engine.Description) (list [][]any) {
	for run := range 6 {
		var args []any
		for i, p := range d.Params {
			values := usual[p.Type.Kind]
			v := values[(run+i*(run/3))%len(values)]
			if p.Nullable && run%2 == 1 {
				v = nil
			}
			args = append(args, v)
		}
		list = append(list, args)
	}
	for _, b := range e.binds {
		var args []any
		for _, v := range strings.Split(b, ", ") {
			switch n, err := strconv.Atoi(v); {
			case err == nil:
				args = append(args, n)
			case v == "null":
				args = append(args, nil)
			default:
				args = append(args, strings.Trim(v, "'"))
			}
		}
		list = append(list, args)
	}
	return list
}

// witness runs the statement in every state and says what its columns held.
func (e *entry) witness(t *testing.T, s *session, d *engine.Description) []seen {
	t.Helper()
	cols := make([]seen, len(d.Columns))
	for i := range cols {
		cols[i].bools = true
	}
	for _, sql := range enginetest.States(t) {
		mustRun(t, s.conn, "SAVEPOINT state;"+sql)
		for _, args := range e.runs(d) {
			mustRun(t, s.conn, "SAVEPOINT run")
			s.conn.observe(t, e.sql, args, cols)
			mustRun(t, s.conn, "ROLLBACK TO run; RELEASE run")
		}
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
	}
	return cols
}

// TestTruth holds Describe against the truth table, and the truth table against what SQLite returns: a column that can
// be NULL must be NULL in some row, and one that cannot in none.
func TestTruth(t *testing.T) {
	s := openTruth(t)
	right, pessimistic, wrong, fell, total := 0, 0, 0, 0, 0
	for _, e := range readTruth(t) {
		d, err := s.Describe(context.Background(), e.stmt())
		if err != nil {
			t.Errorf("%v\n%s", err, e.sql)
			continue
		}
		if d.Fallback != "" {
			fell++
			t.Errorf("fell back: %s\n%s", d.Fallback, e.sql)
		}
		if len(d.Columns) != len(e.columns) {
			t.Errorf("%d columns, %d in the table\n%s", len(d.Columns), len(e.columns), e.sql)
			continue
		}
		e.checkParams(t, d)
		saw := e.witness(t, s, d)
		for i, c := range d.Columns {
			f := e.columns[i]
			total++
			if saw[i].null != f.nullable {
				t.Errorf("the table says nullable = %v of %s, the rows say %v (%d rows)\n%s", f.nullable, f.name,
					saw[i].null, saw[i].rows, e.sql)
			}
			if c.Name != f.name || c.Source.String() != f.source {
				t.Errorf("column %d is %s from %q, want %s from %q\n%s", i, c.Name, c.Source, f.name, f.source, e.sql)
			}
			if !saw[i].fits(c.Type) {
				t.Errorf("%s is %v but holds %x\n%s", c.Name, c.Type.Kind, saw[i].classes, e.sql)
			}
			switch {
			case c.Type.Kind.String() == f.kind && c.Nullable == f.nullable:
				right++
			case c.Nullable && !f.nullable || c.Type.Kind == ir.Any && f.kind != "any":
				pessimistic++
				t.Logf("pessimistic: %s is %v nullable=%v (%s)\n%s", c.Name, c.Type.Kind, c.Nullable, c.Why, e.sql)
			default:
				wrong++
				t.Errorf("wrong: %s is %v nullable=%v (%s), want %s %v\n%s", c.Name, c.Type.Kind, c.Nullable, c.Why,
					f.kind, f.nullable, e.sql)
			}
		}
	}
	t.Logf("%d columns: %d right, %d pessimistic, %d wrong, %d statements fell back", total, right, pessimistic, wrong,
		fell)
	if right*100 < total*93 {
		t.Errorf("fewer than 93%% of the columns are exact")
	}
}

func (e *entry) checkParams(t *testing.T, d *engine.Description) {
	t.Helper()
	if len(d.Params) != len(e.params) {
		t.Errorf("%d parameters, %d in the table\n%s", len(d.Params), len(e.params), e.sql)
		return
	}
	for i, p := range d.Params {
		f := e.params[i]
		if p.Type.Kind.String() != f.kind || p.Nullable != f.nullable || p.Source.String() != f.source {
			t.Errorf("?%d is %v nullable=%v from %q (%s), want %s %v %q\n%s", i+1, p.Type.Kind, p.Nullable, p.Source,
				p.Why, f.kind, f.nullable, f.source, e.sql)
		}
	}
}
