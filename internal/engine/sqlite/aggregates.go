package sqlite

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

func defineAggregates() {
	define(flowNext, "r2*5 r3 w3", plain(stepAggregate), sqlite3.OP_AggStep, sqlite3.OP_AggStep1, sqlite3.OP_AggInverse)
	define(flowNext, "r1 w1", plain(func(m *machine, s *state, o *op) { s.set(o.p1, m.final(o, s.get(o.p1))) }),
		sqlite3.OP_AggFinal)
	define(flowNext, "r1 w3", plain(func(m *machine, s *state, o *op) { s.set(o.p3, m.final(o, s.get(o.p1))) }),
		sqlite3.OP_AggValue)
	steer(3, sqlite3.OP_AggStep, sqlite3.OP_AggStep1, sqlite3.OP_AggInverse)
}

func fixed(t typeSet) func(typeSet) typeSet {
	return func(fed typeSet) typeSet { return t }
}

func noRows(name string) *infer.Reason { return infer.Why(name + " of no rows is NULL") }

var infinities = infer.Why("infinities of opposite sign add up to NULL")

// aggregates are SQLite's aggregate and window functions. One that is missing gives a value that may be NULL.
var aggregates = map[string]*aggregate{
	"count":              {Counts: true, Known: finite, Over: counting, Result: fixed(tInt)},
	"total":              {Counts: true, NaN: infinities, Result: fixed(tReal)},
	"sum":                {NoRows: noRows("sum"), NaN: infinities},
	"avg":                {NoRows: noRows("avg"), NaN: infinities, Result: fixed(tReal)},
	"min":                {NoRows: noRows("min")},
	"max":                {NoRows: noRows("max")},
	"group_concat":       {NoRows: noRows("group_concat"), Result: fixed(tText)},
	"string_agg":         {NoRows: noRows("string_agg"), Result: fixed(tText)},
	"json_group_array":   {Counts: true, Result: fixed(tText)},
	"json_group_object":  {Counts: true, Result: fixed(tText)},
	"jsonb_group_array":  {Counts: true, Result: fixed(tBlob)},
	"jsonb_group_object": {Counts: true, Result: fixed(tBlob)},
	"last_value":         {Last: true, NoRows: noRows("last_value")},
	"row_number":         {Counts: true, Known: finite, Over: counting, Result: fixed(tInt)},
	"rank":               {Counts: true, Known: finite, Over: counting, Result: fixed(tInt)},
	"dense_rank":         {Counts: true, Known: finite, Over: counting, Result: fixed(tInt)},
	"ntile":              {Counts: true, Known: finite, Over: counting, Result: fixed(tInt)},
	"percent_rank":       {Counts: true, Known: finite, Result: fixed(tReal)},
	"cume_dist":          {Counts: true, Known: finite, Result: fixed(tReal)},
}

var (
	inverse     = infer.Why("a window frame can be empty")
	unknownFunc = infer.Why("a function that sqg knows nothing of")
)

func stepAggregate(m *machine, s *state, o *op) {
	name := strings.ToLower(o.p4)
	if name == "group_concat" || name == "string_agg" {
		for i := int32(1); i < int32(o.p5); i++ {
			m.wants(s.get(o.p2+i), tText)
		}
	}
	var room [4]value
	args := room[:0]
	for i := int32(0); i < int32(o.p5); i++ {
		v := s.get(o.p2 + i)
		m.touch(v)
		args = append(args, v)
	}
	a := aggregates[name]
	if r := m.registered(name, len(args)); r != nil {
		m.passes(r, args)
		a = nil
	}
	if a == nil {
		a = &aggregate{}
	}
	acc := s.get(o.p3)
	if acc.Null == infer.Always && acc.Tally == 0 {
		acc = start()
	}
	if before := &m.ops[s.pc-1]; before.code == sqlite3.OP_CollSeq && before.p1 > 0 && acc.Tally&fed != 0 {
		s.set(before.p1, counter) // min and max say in there whether this row is not the one; the first always is
	}
	if o.code == sqlite3.OP_AggInverse {
		s.set(o.p3, m.leave(acc))
		return
	}
	if name == "json_group_array" && len(args) == 1 && m.registered(name, 1) == nil {
		m.gathers(o.p3, args[0])
	}
	acc = a.step(acc, args)
	if o.p5 > 0 && s.regs[o.p2].Null.Nullable() { // whatever is proven of it in this row
		acc.Tally |= gaps
	}
	s.set(o.p3, acc)
}

// leave is an accumulator that a row has left. One is there still where each frame holds its row and no row is NULL.
func (m *machine) leave(acc value) value {
	if !m.rowHeld || acc.Tally&gaps != 0 {
		acc.Tally |= empty
		acc.Why = inverse
	}
	return acc
}

func (m *machine) final(o *op, acc value) value {
	if r := m.registered(o.p4, int(o.p2)); r != nil {
		return m.foldRegistered(r, acc)
	}
	a := aggregates[strings.ToLower(o.p4)]
	if a == nil {
		return unsure(tAll, unknownFunc)
	}
	if acc.Null != infer.Unreached && acc.Tally == 0 {
		acc = start()
	}
	if a.Result != nil {
		return m.lists(o, a.final(acc))
	}
	typed := *a
	typed.Result = func(fed typeSet) typeSet { return fed }
	if strings.ToLower(o.p4) == "sum" {
		typed.Result = m.numeric
		if m.types.storage(acc.Types) == tInt {
			typed.Known = finite
		}
	} else if acc.Tally&infinite == 0 {
		typed.Known = finite
	}
	return typed.final(acc)
}

// numeric is the type of a sum: INTEGER over integers, REAL as soon as something else is among them.
func (m *machine) numeric(fed typeSet) typeSet {
	switch m.types.storage(fed) {
	case 0:
		return 0
	case tInt:
		return tInt
	case tReal:
		return tReal
	}
	return tNumber
}
