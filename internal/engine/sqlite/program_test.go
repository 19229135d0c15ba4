package sqlite

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"

	sqlite3 "modernc.org/sqlite/lib"
)

// TestProgram holds the instructions that are read from SQLite's memory against what EXPLAIN lists.
func TestProgram(t *testing.T) {
	s := openTruth(t)
	names := map[uint8]string{}
	for _, e := range readTruth(t) {
		if strings.HasPrefix(e.sql, "EXPLAIN") {
			continue // which SQLite does not explain
		}
		st, _, fault := s.conn.prepare(e.sql)
		if fault != nil {
			t.Fatal(fault, e.sql)
		}
		ops := st.program(nil)
		st.close()
		i := 0
		err := s.conn.query("EXPLAIN "+e.sql, func(r *stmt) {
			if i >= len(ops) {
				return // the programs of triggers follow
			}
			o, name := &ops[i], r.text(1)
			if r.int(0) != i || int(o.p1) != r.int(2) || int(o.p2) != r.int(3) || int(o.p3) != r.int(4) ||
				int(o.p5) != r.int(6) {
				t.Errorf("%d is %+v, EXPLAIN says %s %d %d %d %d\n%s", i, *o, name, r.int(2), r.int(3), r.int(4),
					r.int(6), e.sql)
			}
			if names[o.code] == "" {
				names[o.code] = name
			}
			if names[o.code] != name {
				t.Errorf("instruction %d is %s and %s", o.code, name, names[o.code])
			}
			if p4 := r.text(5); (o.code == sqlite3.OP_Function || o.code == sqlite3.OP_AggStep ||
				o.code == sqlite3.OP_String8) && !strings.HasPrefix(p4, o.p4) {
				t.Errorf("P4 of %s is %q, EXPLAIN says %q", name, o.p4, p4)
			}
			i++
		})
		if err != nil {
			t.Fatal(err)
		}
		if i != len(ops) {
			t.Errorf("%d instructions, EXPLAIN lists %d\n%s", len(ops), i, e.sql)
		}
	}
	for code, want := range map[uint8]string{sqlite3.OP_Init: "Init", sqlite3.OP_Column: "Column",
		sqlite3.OP_ResultRow: "ResultRow", sqlite3.OP_NullRow: "NullRow"} {
		if names[code] != want {
			t.Errorf("instruction %d is %s, not %s", code, names[code], want)
		}
	}
}

// TestWideLiterals: the numbers that SQLite spreads over two operands.
func TestWideLiterals(t *testing.T) {
	s := openTruth(t)
	st, _, fault := s.conn.prepare("SELECT 1.5, 99999999999999, 9e999, 0.0")
	if fault != nil {
		t.Fatal(fault)
	}
	defer st.close()
	var got []uint64
	for _, o := range st.program(nil) {
		if o.code == sqlite3.OP_Real || o.code == sqlite3.OP_Int64 {
			got = append(got, o.wide())
		}
	}
	want := []uint64{0x3FF8000000000000, 99999999999999, 0x7FF0000000000000, 0}
	if len(got) != len(want) {
		t.Fatalf("%x", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%x, want %x", got[i], want[i])
		}
	}
}

func TestCounts(t *testing.T) {
	enginetest.Counts(t, Open, `CREATE TABLE w (a INTEGER PRIMARY KEY, b TEXT) WITHOUT ROWID;
		CREATE INDEX by_b ON k (b); CREATE VIRTUAL TABLE v USING fts5(b); CREATE VIEW u AS SELECT a FROM k;
		CREATE TRIGGER t INSTEAD OF DELETE ON u BEGIN DELETE FROM k WHERE a = old.a; END`, map[string]bool{
		"REPLACE INTO k VALUES (1, 'x')": true, "INSERT OR IGNORE INTO w VALUES (1, 'x')": true,
		"UPDATE w SET a = a + 1":      true,
		"DELETE FROM w WHERE b = 'x'": true, "INSERT INTO v VALUES ('x')": true, "DELETE FROM u": false,
		"REINDEX":      false,
		"DROP TABLE v": false, "WITH w AS (SELECT 1 AS a) UPDATE k SET b = 'y' WHERE a IN (SELECT a FROM w)": true,
	})
}

func TestSteps(t *testing.T) {
	enginetest.Steps(t, engine.SQLite, Open, enginetest.Sorted, `SCAN k [] may read every row
BLOOM FILTER ON l (b=?) []
SEARCH l USING AUTOMATIC PARTIAL COVERING INDEX (b=?) [] makes an index at each run
USE TEMP B-TREE FOR ORDER BY [] sorts: no index has this order
`)
}

func TestPlan(t *testing.T) { enginetest.Plan(t, Open, "?", "SEARCH k USING INDEX") }
