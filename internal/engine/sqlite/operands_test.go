package sqlite

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

const operandsSchema = `
CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL, d DECIMAL(10, 2), n INTEGER);
CREATE TABLE st (id INTEGER PRIMARY KEY, r REAL, n INTEGER) STRICT;
INSERT INTO t VALUES (1, 1.5, 2.5, 3);
INSERT INTO st VALUES (1, 1.5, 3);
`

// operand is a random expression in which ?1 meets integers.
func operand(g *enginetest.Queries, d int) string {
	if d == 0 {
		return "?1"
	}
	x, n := operand(g, d-1), fmt.Sprint(1+g.Rng.Intn(9))
	switch g.Rng.Intn(9) {
	case 0:
		return "-(" + x + ")"
	case 1:
		return "abs(" + x + ")"
	case 2:
		return "coalesce(" + x + ", 0)"
	case 3:
		return "(" + n + " - " + x + ")"
	case 4:
		return "CASE WHEN n > 1 THEN " + x + " ELSE " + n + " END"
	case 5:
		return "max(" + x + ", " + n + ")"
	}
	return "(" + x + " " + g.Pick("+", "-", "*", "/", "/") + " " + n + ")"
}

// lossy is a statement of which a value with fractions comes out without, as ?1 is taken for an integer: 150 as the
// type says and 150.0 do not do the same. Only columns with fractions are asked for.
func lossy(t *testing.T, s *session, sql string) bool {
	t.Helper()
	d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, 1)})
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	done := func(value any) (text string) {
		mustRun(t, s.conn, "SAVEPOINT run")
		found := make([]seen, len(d.Columns))
		rows, _ := s.conn.observe(t, sql, []any{value}, found)
		const stored = "SELECT printf('%.9g', r), printf('%.9g', d) FROM t UNION ALL SELECT printf('%.9g', r), '' FROM st"
		if err := s.conn.query(stored, func(r *stmt) { text += " " + r.text(0) + " " + r.text(1) }); err != nil {
			t.Fatal(err)
		}
		mustRun(t, s.conn, "ROLLBACK TO run; RELEASE run")
		return fmt.Sprint(rows, text)
	}
	for _, n := range []int{150, 7, -3, 1} {
		var as any = float64(n)
		if k := d.Params[0].Type.Kind; k == ir.Int64 || k == ir.Unknown {
			as = n
		}
		if done(as) != done(float64(n)) {
			return true
		}
	}
	return false
}

// TestRandomOperands: what a parameter in arithmetic comes to in a column with fractions is what it comes to as a
// number with fractions. An analysis that forgets what a number is computed from is found out.
func TestRandomOperands(t *testing.T) {
	s := enginetest.Open(t, Open, operandsSchema).(*session)
	count, seed := enginetest.RandomCount(1000)
	g := &enginetest.Queries{Rng: rand.New(rand.NewSource(seed))}
	var list []string
	for range count {
		x, table := operand(g, 1+g.Rng.Intn(3)), g.Pick("t", "t", "st")
		column := "r"
		if table == "t" {
			column = g.Pick("r", "d")
		}
		list = append(list, g.Pick(
			"UPDATE "+table+" SET "+column+" = "+x,
			"SELECT id FROM "+table+" WHERE "+column+g.Pick(" > ", " <= ", " = ")+x,
			"SELECT id FROM "+table+" WHERE "+x+" BETWEEN "+column+" AND 10 * "+column,
			"INSERT INTO "+table+" (id, n, "+column+") SELECT 2, n, "+x+" FROM "+table,
			"SELECT id FROM "+table+" GROUP BY id HAVING sum("+column+") "+g.Pick("<", ">")+" "+x))
	}
	for _, sql := range list {
		if lossy(t, s, sql) {
			t.Errorf("150 and 150.0 do not do the same\n%s", sql)
		}
	}
	codes := opcodes
	defer func() { opcodes = codes }()
	for _, code := range []uint8{sqlite3.OP_Add, sqlite3.OP_Subtract, sqlite3.OP_Multiply, sqlite3.OP_Divide} {
		step := opcodes[code].step
		opcodes[code].step = func(m *machine, s *state, o *op, from *state) next {
			n := step(m, s, o, from)
			s.regs[o.p3].From = 0
			return n
		}
	}
	for _, sql := range list {
		if lossy(t, s, sql) {
			return
		}
	}
	t.Error("nothing contradicts an analysis that forgets what a number is computed from")
}
