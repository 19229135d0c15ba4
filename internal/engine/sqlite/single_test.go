package sqlite

import (
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestSingle(t *testing.T) {
	s := enginetest.Open(t, Open, enginetest.SingleSchema+`
CREATE TABLE logged (id INTEGER PRIMARY KEY, a TEXT);
CREATE TRIGGER logs AFTER UPDATE ON logged BEGIN DELETE FROM f WHERE id = new.id; END;
CREATE VIEW v AS SELECT f.id, f.a, g.k, g.b FROM f JOIN g ON g.f = f.id;`)
	enginetest.Single(t, s, map[bool][]string{
		true: {
			"SELECT a FROM f WHERE rowid = 3",
			"UPDATE logged SET a = 'x' WHERE id = 3 RETURNING a",
			"SELECT b FROM v WHERE id = 1 AND k = 2",
			"SELECT a FROM f LIMIT 1;",
		},
		false: {
			"SELECT b FROM v WHERE id = 1",
			"SELECT value FROM json_each($1)",
			"SELECT a FROM f LIMIT 2, 1 + 1",
			"SELECT a FROM f LIMIT 1, 2",
			"SELECT a FROM f WHERE n IS $1",
			"VALUES (1), (2)",
		},
	})
}

func TestRandomJoins(t *testing.T) {
	s := enginetest.Open(t, Open, enginetest.JoinsSchema).(*session)
	mutant := func(code uint8) func(func()) { // a loop ends after its first row
		return func(do func()) {
			whole := opcodes[code].step
			defer func() { opcodes[code].step = whole }()
			opcodes[code].step = func(*machine, *state, *op, *state) next { return fall }
			do()
		}
	}
	enginetest.RandomJoins(t, enginetest.Joins{
		Count: 2000,
		Apply: func(script string) { mustRun(t, s.conn, script) },
		Rows: func(sql string, row func([]bool)) error {
			fault := s.conn.query(sql, func(r *stmt) {
				null := make([]bool, r.columns())
				for i := range null {
					null[i] = sqlite3.Xsqlite3_column_type(r.c.tls, r.p, int32(i)) == sqlite3.SQLITE_NULL
				}
				row(null)
			})
			if fault != nil {
				return fault
			}
			return nil
		},
		Claim: enginetest.Claim(t, s),
		Mutants: map[string]func(func()){
			"a table has one row":             mutant(sqlite3.OP_Next),
			"what is sorted is one row":       mutant(sqlite3.OP_SorterNext),
			"a coroutine gives one row alone": mutant(sqlite3.OP_Yield),
			"where a join finds no row, none does": func(do func()) {
				whole := opcodes[sqlite3.OP_NullRow].step
				defer func() { opcodes[sqlite3.OP_NullRow].step = whole }()
				opcodes[sqlite3.OP_NullRow].step = func(m *machine, s *state, o *op, from *state) next {
					for c := range s.curs {
						s.curs[c].nullRow = s.curs[c].nullRow || s.curs[c].kind == onTree
					}
					return whole(m, s, o, from)
				}
				do()
			},
		},
	})
}

func TestOuterSides(t *testing.T) {
	enginetest.Outer(t, enginetest.Open(t, Open, enginetest.OuterSchema), map[string]string{
		"SELECT b.id, c.id FROM a LEFT JOIN (b LEFT JOIN c ON c.id = b.c) ON b.id = a.b": "A A?",
	})
}
