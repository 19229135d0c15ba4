package sqlite

import (
	"maps"
	"regexp"
	"testing"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// mutants are ways to get the analysis wrong. Each one must be contradicted by what the random statements return, or
// the random check proves nothing.
var mutants = []struct {
	name  string
	apply func(*schema)
}{
	{"outer joins ignored", func(*schema) { opcodes[sqlite3.OP_NullRow].step = nothing }},
	{"aggregates of no rows ignored", func(*schema) {
		for name, a := range aggregates {
			b := *a
			b.Counts = true
			aggregates[name] = &b
		}
	}},
	{"every function NULL only if an argument is", func(*schema) {
		for name, f := range functions {
			b := *f
			b.special = nil
			if b.Nulls == nullMaybe {
				b.Nulls = nullIfArg
			}
			functions[name] = &b
		}
	}},
	{"every function NULL never", func(*schema) {
		for name, f := range functions {
			b := *f
			b.Nulls, b.Strict = nullNever, false
			functions[name] = &b
		}
	}},
	{"parameters never NULL", func(*schema) {
		opcodes[sqlite3.OP_Variable].step = plain(func(m *machine, s *state, o *op) {
			v := m.variable(int(o.p1))
			v.Null = infer.Never
			s.set(o.p2, v)
		})
	}},
	{"only the first arm of a union", func(*schema) {
		for _, code := range []uint8{sqlite3.OP_ResultRow, sqlite3.OP_IdxInsert, sqlite3.OP_Insert} {
			step := opcodes[code].step
			opcodes[code].step = func(m *machine, s *state, o *op, from *state) next {
				for pc := range m.ops[:s.pc] {
					if p := &m.ops[pc]; p.code == code && (p.p1 == o.p1 || code == sqlite3.OP_ResultRow) {
						return fall
					}
				}
				return step(m, s, o, from)
			}
		}
	}},
	{"division by zero ignored", func(*schema) {
		opcodes[sqlite3.OP_Divide].step = plain(func(m *machine, s *state, o *op) {
			p := *o
			p.code = sqlite3.OP_Multiply
			stepArithmetic(m, s, &p)
		})
	}},
	{"infinities ignored", func(s *schema) {
		for _, c := range s.columns {
			c.finite = true
		}
	}},
	{"comparisons prove the wrong way", func(*schema) {
		for _, code := range []int{sqlite3.OP_Eq, sqlite3.OP_Ne, sqlite3.OP_Lt, sqlite3.OP_Le, sqlite3.OP_Gt,
			sqlite3.OP_Ge} {
			opcodes[code].step = func(m *machine, s *state, o *op, from *state) next {
				n := stepCompare(m, s, o, from)
				n.fallProves, n.jumpProves = n.jumpProves, n.fallProves
				return n
			}
		}
	}},
	{"PRIMARY KEY taken for NOT NULL", func(s *schema) {
		for _, c := range s.columns {
			c.notNull = c.notNull || contains(c.table.key, c.name)
		}
	}},
	{"virtual columns counted as stored", func(s *schema) { s.computed = nil }},
	{"every path returns a row", func(*schema) {
		opcodes[sqlite3.OP_Halt].step = func(*machine, *state, *op, *state) next { return next{} }
	}},
	{"transient tables never empty", func(*schema) {
		opcodes[sqlite3.OP_Rewind].step = func(m *machine, s *state, o *op, from *state) next {
			n := stepRewind(m, s, o, from)
			n.jump = n.jump && s.curs[o.p1].kind != onTransient
			return n
		}
	}},
	{"every frame taken for one that holds its row", func(*schema) { otherFrame = regexp.MustCompile(`^never$`) }},
	{"declared types taken for enforced", func(s *schema) {
		for i := range s.types {
			s.types[i].sure = declared
		}
	}},
	{"overflow ignored", func(*schema) {
		for _, code := range []uint8{sqlite3.OP_Add, sqlite3.OP_Subtract, sqlite3.OP_Multiply, sqlite3.OP_Divide} {
			step := opcodes[code].step
			opcodes[code].step = func(m *machine, s *state, o *op, from *state) next {
				was := m.types.doubt
				defer func() { m.types.doubt = was }()
				m.types.doubt = trusting
				return step(m, s, o, from)
			}
		}
	}},
}

// caught runs the check with each mutant in place.
func caught(t *testing.T, s *session, list []*observed) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			codes, aggs, funcs, frames := opcodes, aggregates, functions, otherFrame
			aggregates, functions = maps.Clone(aggregates), maps.Clone(functions)
			defer func() { opcodes, aggregates, functions, otherFrame, s.schema = codes, aggs, funcs, frames, nil }()
			s.schema = nil
			sch, err := s.loaded()
			if err != nil {
				t.Fatal(err)
			}
			m.apply(sch)
			if sum := hold(t, s, list, true); len(sum.Contradictions) == 0 {
				t.Errorf("nothing contradicts it")
			}
		})
	}
}
