package sqlite

import "github.com/sqg-dev/sqg/internal/infer"

// nulls says when an operation's result is NULL.
type nulls uint8

const (
	nullNever nulls = iota // whatever the arguments
	nullIfArg              // only if an argument is
	nullMaybe              // also on arguments that are not NULL
)

// rule is what is known of a function or operator.
type rule struct {
	Nulls  nulls
	Strict bool          // NULL in any argument gives NULL, so a result that is not NULL proves its arguments
	Why    *infer.Reason // for nullMaybe: when it happens
	Known  known         // of the result
	Over   int16         // of the result, where it is finite
	Result func(args []value) typeSet
}

// apply is the result of the operation on args.
func (r *rule) apply(args []value) value {
	v := value{Value: infer.Value{Null: infer.Never, Why: total}, Known: r.Known, Over: r.Over, Types: r.Result(args)}
	for i := range args {
		switch {
		case args[i].Null == infer.Unreached:
			return value{}
		case r.Strict && args[i].Null == infer.Always:
			return null(args[i].Why)
		case r.Nulls != nullNever && args[i].Null.Nullable() && v.Null == infer.Never:
			v.Null, v.Why = infer.Maybe, args[i].Why
		}
	}
	if r.Nulls == nullMaybe {
		v.Null, v.Why = infer.Maybe, r.Why
	}
	if r.Strict {
		v.Implies = implied(args...)
	}
	return v
}

var total = infer.Why("computed from values that are never NULL")

// tallied is what an accumulator can have been fed so far, as a set of possibilities.
type tallied uint8

const (
	running  tallied = 1 << iota // it is an accumulator
	empty                        // no value that is not NULL yet
	fed                          // a row
	infinite                     // a number that may be infinite
	gaps                         // a row whose argument may be NULL
)

// aggregate is what is known of an aggregate function.
type aggregate struct {
	Counts bool          // the result over no rows is a value, as count's is
	Last   bool          // the result is what the last row fed, also where that is NULL
	NoRows *infer.Reason // otherwise: what to say of NULL over no rows
	NaN    *infer.Reason // where infinities can cancel out into NULL: what to say then
	Known  known
	Over   int16                     // where the result is finite
	Result func(fed typeSet) typeSet // from the types of the values fed
}

// start is an accumulator before its first row.
func start() value {
	return value{Value: infer.Value{Null: infer.Always}, Over: small, Tally: running | empty}
}

// step feeds one row's arguments; the first of them decides whether the row counts.
func (a *aggregate) step(acc value, args []value) value {
	if acc.Null == infer.Unreached {
		return acc
	}
	out := value{Value: infer.Value{Null: infer.Always, Why: acc.Why}, Tally: acc.Tally | running | fed, Over: acc.Over,
		Types: acc.Types}
	if len(args) == 0 {
		out.Tally &^= empty
		return out
	}
	arg := args[0]
	switch {
	case arg.Null == infer.Unreached:
		return value{}
	case !arg.Null.Nullable():
		out.Tally &^= empty
	case a.Last:
		out.Tally, out.Why = out.Tally|empty, arg.Why
	case acc.Tally&empty != 0:
		out.Why = arg.Why
	}
	if arg.Known&finite == 0 {
		out.Tally |= infinite
	}
	out.Types |= arg.Types
	out.From = acc.From | arg.From
	out.Over = max(out.Over, arg.Over)
	return out
}

var counted = infer.Why("every group has a value to aggregate")

// final is the aggregate's result.
func (a *aggregate) final(acc value) value {
	if acc.Null == infer.Unreached {
		return acc
	}
	v := value{Value: infer.Value{Null: infer.Never, Why: counted}, Known: a.Known, Over: a.Over,
		Types: a.Result(acc.Types)}
	if !a.Counts {
		v.From = acc.From
	}
	switch {
	case a.NaN != nil && acc.Tally&infinite != 0:
		v.Null, v.Why = infer.Maybe, a.NaN
	case !a.Counts && acc.Tally&empty != 0:
		v.Null, v.Why = infer.Maybe, acc.Why
		if v.Why == nil {
			v.Why = a.NoRows
		}
	}
	return v
}
