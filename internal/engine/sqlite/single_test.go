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

func TestRandomSingles(t *testing.T) {
	s := enginetest.Open(t, Open, enginetest.SinglesSchema).(*session)
	mutant := func(code uint8) func(func()) { // a loop ends after its first row
		return func(do func()) {
			whole := opcodes[code].step
			defer func() { opcodes[code].step = whole }()
			opcodes[code].step = func(*machine, *state, *op, *state) next { return fall }
			do()
		}
	}
	enginetest.RandomSingles(t, enginetest.Singles{
		Count: 2000,
		Apply: func(script string) { mustRun(t, s.conn, script) },
		Rows: func(sql string) (n int, err error) {
			if fault := s.conn.query(sql, func(*stmt) { n++ }); fault != nil {
				return 0, fault
			}
			return n, nil
		},
		Claim: enginetest.Claim(t, s),
		Mutants: map[string]func(func()){
			"a table has one row":             mutant(sqlite3.OP_Next),
			"what is sorted is one row":       mutant(sqlite3.OP_SorterNext),
			"a coroutine gives one row alone": mutant(sqlite3.OP_Yield),
		},
	})
}
