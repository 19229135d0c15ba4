package sqlite

import "github.com/sqg-dev/sqg/internal/infer"

// value is what is known of one value of a program: what every engine's analysis proves, and what following
// instructions takes.
type value struct {
	infer.Value
	Known   known
	Tally   tallied // of an aggregate's accumulator
	Const   int64
	Text    int32 // of a text that the statement says: the instruction after which it is there, counted from 1
	Over    int16 // of a finite number: it is at most 2^(63+Over) from 0, so that 0 is what any INTEGER is
	Types   typeSet
	From    typeSet       // the parameters that it is computed from by arithmetic
	Cast    typeSet       // the parameters that it is a cast of
	Implies infer.Origins // origins that are not NULL whenever this value is not
}

// typeSet is a set of types that a value that is not NULL can have.
type typeSet uint64

// known is what else is known of a value that is not NULL. Joining intersects.
type known uint8

const (
	nonZero  known = 1 << iota
	finite         // a number that is neither infinite nor NaN
	constant       // equal to value.Const
)

const (
	small    = -63 // Over of what is at most 1
	counting = -15 // of a number of rows: no database of SQLite's is larger than 2^48 bytes
	length   = -32 // of a length: no value is longer than 2^31 bytes
	summed   = 64  // past it, adding INTEGERs makes no difference, however many rows a statement adds up
	largest  = 900 // what may be past it may be infinite; 2^900 leaves room for what is summed
)

// null is the NULL that a statement writes or that the engine puts in for the reason given.
func null(why *infer.Reason) value {
	return value{Value: infer.Null(why), Known: nonZero | finite, Over: small}
}

// unsure is a value that may be NULL.
func unsure(types typeSet, why *infer.Reason) value {
	return value{Value: infer.Unsure(why), Types: types}
}

// never is a value that is not NULL.
func never(types typeSet, k known, why *infer.Reason) value {
	return value{Value: infer.Value{Null: infer.Never, Why: why}, Types: types, Known: k}
}

// Equal reports whether a and b say the same; their reasons may differ.
func (v value) Equal(w value) bool {
	v.Why, w.Why = nil, nil
	return v == w
}

// join is what is known of a value that is either a or b.
func join(a, b value) value {
	switch {
	case a.Null == infer.Unreached:
		return b
	case b.Null == infer.Unreached:
		return a
	}
	j := value{Value: infer.Join(a.Value, b.Value), Known: a.Known & b.Known, Tally: a.Tally | b.Tally,
		Over: max(a.Over, b.Over), Types: a.Types | b.Types, From: a.From | b.From, Cast: a.Cast | b.Cast,
		Implies: a.Implies.And(b.Implies)}
	if a.Text == b.Text {
		j.Text = a.Text
	}
	switch {
	case j.Known&constant == 0:
	case a.Const == b.Const:
		j.Const = a.Const
	default:
		j.Known &^= constant
	}
	return j
}

// Detached is v as it is stored and read again later: its type and nullness stay, its ties to a position do not.
func (v value) Detached() value {
	return value{Value: v.Value.Detached(), Known: v.Known &^ constant, Over: v.Over, Types: v.Types, From: v.From,
		Cast: v.Cast}
}

// Computed is v as the result of an operation: no longer the column it came from.
func (v value) Computed() value {
	v.Source, v.Cast = 0, 0
	return v.Detached()
}

// facts are the origins that a statement's conditions prove not to be NULL at one point.
type facts struct{ infer.Origins }

// assume adds that v is not NULL, with everything that implies.
func (f *facts) assume(v value) { f.Origins = f.Or(implied(v)) }

// forget drops what is known of origins whose row has moved on.
func (f *facts) forget(o infer.Origins) { f.Origins = f.Without(o) }

// meet is what holds where two paths come together.
func (f facts) meet(g facts) facts { return facts{f.And(g.Origins)} }

// see is v under the facts: a value whose origin is known not to be NULL isn't. A value that can only be NULL stays,
// and marks a path that is never taken.
func (f facts) see(v value) value {
	if f.Has(v.Origin) {
		v.Value = infer.NonNull(v.Value)
	}
	return v
}

// implied is the set of origins that are not NULL when a strict operation on args gives a value.
func implied(args ...value) infer.Origins {
	var s infer.Origins
	for i := range args {
		s.Add(args[i].Origin)
		s = s.Or(args[i].Implies)
	}
	return s
}
