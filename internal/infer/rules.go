package infer

// Nulls says when an operation's result is NULL.
type Nulls uint8

const (
	NullNever Nulls = iota // whatever the arguments
	NullIfArg              // only if an argument is
	NullMaybe              // also on arguments that are not NULL
)

// Rule is what is known of a function or operator.
type Rule struct {
	Nulls  Nulls
	Strict bool    // NULL in any argument gives NULL, so a result that is not NULL proves its arguments
	Why    *Reason // for NullMaybe: when it happens
	Known  Known   // of the result
	Result func(args []Value) Types
}

// Apply is the result of the operation on args.
func (r *Rule) Apply(args []Value) Value {
	v := Value{Null: Never, Known: r.Known, Types: r.Result(args), Why: total}
	for i := range args {
		switch {
		case args[i].Null == Unreached:
			return Value{}
		case r.Strict && args[i].Null == Always:
			return Null(args[i].Why)
		case r.Nulls != NullNever && args[i].Null.Nullable() && v.Null == Never:
			v.Null, v.Why = Maybe, args[i].Why
		}
	}
	if r.Nulls == NullMaybe {
		v.Null, v.Why = Maybe, r.Why
	}
	if r.Strict {
		v.Implies = Implied(args...)
	}
	return v
}

var total = Why("computed from values that are never NULL")

// Tally is what an accumulator can have been fed so far, as a set of possibilities.
type Tally uint8

const (
	Running  Tally = 1 << iota // it is an accumulator
	Empty                      // no value that is not NULL yet
	Fed                        // a row
	Infinite                   // a number that may be infinite
)

// Aggregate is what is known of an aggregate function.
type Aggregate struct {
	Counts bool    // the result over no rows is a value, as count's is
	NoRows *Reason // otherwise: what to say of NULL over no rows
	NaN    *Reason // where infinities can cancel out into NULL: what to say then
	Known  Known
	Result func(fed Types) Types // from the types of the values fed
}

// Start is an accumulator before its first row.
func Start(why *Reason) Value { return Value{Null: Always, Tally: Running | Empty, Why: why} }

// Step feeds one row's arguments; the first of them decides whether the row counts.
func (a *Aggregate) Step(acc Value, args []Value) Value {
	if acc.Null == Unreached {
		return acc
	}
	out := Value{Null: Always, Tally: acc.Tally | Running | Fed, Types: acc.Types, Why: acc.Why}
	if len(args) == 0 {
		out.Tally &^= Empty
		return out
	}
	arg := args[0]
	switch {
	case arg.Null == Unreached:
		return Value{}
	case !arg.Null.Nullable():
		out.Tally &^= Empty
	case acc.Tally&Empty != 0:
		out.Why = arg.Why
	}
	if arg.Known&Finite == 0 {
		out.Tally |= Infinite
	}
	out.Types |= arg.Types
	return out
}

var counted = Why("every group has a value to aggregate")

// Final is the aggregate's result.
func (a *Aggregate) Final(acc Value) Value {
	if acc.Null == Unreached {
		return acc
	}
	v := Value{Null: Never, Known: a.Known, Types: a.Result(acc.Types), Why: counted}
	switch {
	case a.NaN != nil && acc.Tally&Infinite != 0:
		v.Null, v.Why = Maybe, a.NaN
	case !a.Counts && acc.Tally&Empty != 0:
		v.Null, v.Why = Maybe, acc.Why
		if v.Why == nil {
			v.Why = a.NoRows
		}
	}
	return v
}
