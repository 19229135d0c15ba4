// Package infer is the lattice that nullability is proven on: what the analyses of engines share. Each walks its
// engine's own analysed form of a statement, and keeps to itself what only that form needs.
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
	Null   Nullness
	Origin Origin
	Source Source
	Elems  Nullness // of what it holds, for an array; Unreached where it holds nothing
	Finite bool     // as a date or time it is not infinity
	Why    *Reason  // for Null
}

// Null is the NULL that a statement writes or that an engine puts in for the reason given.
func Null(why *Reason) Value { return Value{Null: Always, Finite: true, Why: why} }

// Unsure is a value that may be NULL.
func Unsure(why *Reason) Value { return Value{Null: Maybe, Why: why} }

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
	j := Value{Null: a.Null | b.Null, Elems: a.Elems | b.Elems, Finite: a.Finite && b.Finite, Why: a.Why}
	if a.Origin == b.Origin {
		j.Origin = a.Origin
	}
	if a.Source == b.Source {
		j.Source = a.Source
	}
	if b.Null.Nullable() && (!a.Null.Nullable() || a.Why != nil && a.Why.Weak) {
		j.Why = b.Why
	}
	return j
}

// Detached is v as it is stored and read again later: its nullness stays, its tie to a position does not.
func (v Value) Detached() Value {
	v.Origin = 0
	return v
}

// Computed is v as the result of an operation: no longer the column it came from.
func (v Value) Computed() Value {
	v.Source = 0
	return v.Detached()
}
