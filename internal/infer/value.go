// Package infer is the lattice that nullability and types are proven on. An engine's front end walks that engine's own
// analysed form of a statement (a tree or a program) and asks this package what each value can be.
package infer

// Nullness says what a value can be. It is a set of two possibilities, so joining is a bitwise or; the empty set is a
// value that no execution produces.
type Nullness uint8

const (
	Unreached Nullness = 0
	Never     Nullness = 1
	Always    Nullness = 2
	Maybe     Nullness = Never | Always
)

// Nullable reports whether NULL is possible.
func (n Nullness) Nullable() bool { return n&Always != 0 }

// Types is a set of types a non-NULL value can have. What each bit stands for is the front end's business.
type Types uint64

// Known is what else is known of a non-NULL value. Joining intersects.
type Known uint8

const (
	NonZero Known = 1 << iota
	Finite        // a number that is neither infinite nor NaN
	Const         // equal to Value.Const
)

// Source numbers the table column that a value comes from unchanged; 0 is none.
type Source int32

// Reason says in a few words why a value can or cannot be NULL. Reasons are shared and compared by pointer.
type Reason struct {
	Text string
	Weak bool // any other reason for NULL says more
}

// Why makes a reason.
func Why(text string) *Reason { return &Reason{Text: text} }

func (r *Reason) String() string {
	if r == nil {
		return ""
	}
	return r.Text
}

// Value is what is known of one value of a statement.
type Value struct {
	Null    Nullness
	Known   Known
	Tally   Tally // of an aggregate's accumulator
	Origin  Origin
	Source  Source
	Const   int64
	Types   Types
	Elems   Nullness // of what it holds, for an array; Unreached where it holds nothing
	Implies Origins  // origins that are not NULL whenever this value is not
	Why     *Reason  // for Null; not part of what Equal compares
}

// Null is the NULL that a statement writes or that an engine puts in for the reason given.
func Null(why *Reason) Value { return Value{Null: Always, Known: NonZero | Finite, Why: why} }

// Unsure is a value that may be NULL.
func Unsure(types Types, why *Reason) Value { return Value{Null: Maybe, Types: types, Why: why} }

// Equal reports whether a and b say the same; their reasons may differ.
func (v Value) Equal(w Value) bool {
	v.Why, w.Why = nil, nil
	return v == w
}

// Join is what is known of a value that is either a or b.
func Join(a, b Value) Value {
	switch {
	case a.Null == Unreached:
		return b
	case b.Null == Unreached:
		return a
	}
	j := Value{Null: a.Null | b.Null, Known: a.Known & b.Known, Tally: a.Tally | b.Tally, Types: a.Types | b.Types,
		Elems: a.Elems | b.Elems, Implies: a.Implies.And(b.Implies)}
	if j.Known&Const != 0 {
		if a.Const == b.Const {
			j.Const = a.Const
		} else {
			j.Known &^= Const
		}
	}
	if a.Origin == b.Origin {
		j.Origin = a.Origin
	}
	if a.Source == b.Source {
		j.Source = a.Source
	}
	j.Why = a.Why
	if b.Null.Nullable() && (!a.Null.Nullable() || a.Why != nil && a.Why.Weak) {
		j.Why = b.Why
	}
	return j
}

// Detached is v as it is stored and read again later: its type and nullness stay, its ties to a position do not.
func (v Value) Detached() Value {
	v.Origin, v.Implies, v.Const, v.Tally = 0, Origins{}, 0, 0
	v.Known &^= Const
	return v
}

// Computed is v as the result of an operation: no longer the column it came from.
func (v Value) Computed() Value {
	v.Source = 0
	return v.Detached()
}
