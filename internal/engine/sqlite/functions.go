package sqlite

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
)

// function is a scalar function: its rule, and the types it wants of its arguments, the last of them for all that
// follow; 0 takes any.
type function struct {
	rule
	args    []typeSet
	special func(m *machine, args []value, v *value) // corrects what the rule says
}

// functions are SQLite's scalar functions. A test calls each with many values and holds it against what is said here.
var functions = map[string]*function{}

func addFunctions(names string, nulls nulls, strict bool, why string, t typeSet, args ...typeSet) {
	for _, n := range strings.Fields(names) {
		f := &function{rule: rule{Nulls: nulls, Strict: strict, Result: result(t)}, args: args}
		if why != "" {
			f.Why = infer.Why(n + " " + why)
		}
		if t == tInt {
			f.Known = finite
		}
		functions[n] = f
	}
}

func init() {
	const (
		never = nullNever
		ifArg = nullIfArg
		maybe = nullMaybe
	)
	addFunctions("lower upper trim ltrim rtrim replace", ifArg, true, "", tText, tText)
	addFunctions("length octet_length instr", ifArg, true, "", tInt, tText)
	addFunctions("like glob", ifArg, false, "", tInt, tText)
	addFunctions("json_valid", ifArg, true, "", tInt, tText)
	addFunctions("substr substring", ifArg, true, "", tText, tText, tInt)
	addFunctions("abs", ifArg, true, "", tNumber, tNumber)
	addFunctions("round", ifArg, true, "", tReal, tReal, tInt)
	addFunctions("hex typeof quote sqlite_version sqlite_source_id json_quote soundex", never, false, "", tText)
	addFunctions("char", never, false, "", tText, tInt)
	addFunctions("concat current_timestamp current_date current_time", never, false, "", tText, tText)
	addFunctions("json_array json_object", never, false, "", tText)
	addFunctions("jsonb_array jsonb_object", never, false, "", tBlob)
	addFunctions("random changes total_changes last_insert_rowid", never, false, "", tInt)
	addFunctions("zeroblob randomblob", never, false, "", tBlob, tInt)
	addFunctions("date time datetime strftime", maybe, false, "of something that is not a date is NULL", tText, tText)
	addFunctions("julianday", maybe, false, "of something that is not a date is NULL", tReal, tText)
	functions["julianday"].Known = finite
	addFunctions("unixepoch", maybe, false, "of something that is not a date is NULL", tInt, tText)
	addFunctions("timediff", maybe, true, "of something that is not a date is NULL", tText, tText)
	addFunctions("printf format", ifArg, false, "", tText, tText, 0)
	addFunctions("concat_ws", ifArg, false, "", tText, tText)
	addFunctions("json json_pretty", ifArg, true, "", tText, tText)
	addFunctions("jsonb", ifArg, true, "", tBlob, tText)
	addFunctions("json_patch", ifArg, true, "", tText, tText)
	addFunctions("json_set json_insert json_replace", ifArg, false, "", tText, tText, tText, 0)
	addFunctions("jsonb_set jsonb_insert jsonb_replace", ifArg, false, "", tBlob, tText, tText, 0)
	addFunctions("jsonb_patch", ifArg, true, "", tBlob, tText)
	addFunctions("jsonb_remove", maybe, false, "of the whole value is NULL", tBlob, tText)
	addFunctions("jsonb_extract", maybe, true, "of a path that is not there is NULL", tAll, tText)
	addFunctions("json_array_insert jsonb_array_insert", maybe, false, "can be NULL", tText|tBlob, tText)
	addFunctions("unistr", ifArg, true, "", tText, tText)
	addFunctions("unistr_quote sqlite_compileoption_get", maybe, false, "can be NULL", tText, tText)
	addFunctions("subtype", never, false, "", tInt)
	addFunctions("sqlite_compileoption_used", ifArg, true, "", tInt, tText)
	addFunctions("bm25", never, false, "", tReal, 0, tReal)
	addFunctions("snippet highlight", maybe, false, "of a column that is NULL is NULL", tText, 0, tInt, tText, tText,
		tText, tInt)
	addFunctions("likelihood likely unlikely", ifArg, true, "", tAll)
	addFunctions("json_remove", maybe, false, "of the whole value is NULL", tText, tText)
	addFunctions("json_type", ifArg, true, "", tText, tText)
	addFunctions("json_array_length", ifArg, true, "", tInt, tText)
	addFunctions("json_error_position", ifArg, true, "", tInt, tText)
	addFunctions("json_extract ->>", maybe, true, "of a path that is not there is NULL", tInt|tReal|tText, tText)
	addFunctions("->", maybe, true, "of a path that is not there is NULL", tText, tText)
	addFunctions("unicode", maybe, true, "of an empty text is NULL", tInt, tText)
	addFunctions("sign", maybe, true, "of something that is not a number is NULL", tInt, tNumber)
	addFunctions("unhex", maybe, true, "of something that is not hexadecimal is NULL", tBlob, tText)
	addFunctions("sqrt ln log log10 log2 exp pow power acos asin atan atan2 sin cos tan cosh sinh tanh acosh asinh atanh degrees radians mod",
		maybe, true, "outside its domain is NULL", tReal, tReal)
	addFunctions("ceil ceiling floor trunc", maybe, true, "of something that is not a number is NULL", tNumber, tReal)
	addFunctions("pi", never, false, "", tReal)
	addFunctions("min max", ifArg, true, "", tAll)
	addFunctions("nullif", maybe, false, "of equal values is NULL", tAll)
	for name, over := range map[string]int16{"length": length, "octet_length": length, "instr": length,
		"unicode": length, "sign": small,
		"like": small, "glob": small, "json_valid": small, "json_array_length": length, "json_error_position": length,
		"unixepoch": counting} {
		functions[name].Over = over
	}
	for name, f := range map[string]func(*machine, []value, *value){
		"like": matched, "glob": matched,
		"min": sameType, "max": sameType, "nullif": firstType, "abs": numberType, "substr": substring,
		"substring": substring,
		"json_type": pathed, "json_array_length": pathed, "date": dated, "time": dated, "datetime": dated,
		"julianday": dated, "unixepoch": seconds, "strftime": formatted, "mod": remainder, "sign": ofNumber,
		"ceil": rounded, "floor": rounded, "ceiling": rounded, "trunc": rounded,
		"printf": firstOnly, "format": firstOnly, "concat_ws": firstOnly,
		"json_set": paths, "json_insert": paths, "json_replace": paths, "jsonb_set": paths, "jsonb_insert": paths,
		"jsonb_replace": paths,
		"likelihood":    firstType, "likely": firstType, "unlikely": firstType,
	} {
		functions[name].special = f
	}
}

// call is the result of a function.
func (m *machine) call(name string, args []value) value {
	for _, a := range args {
		m.touch(a)
	}
	if r := m.registered(name, len(args)); r != nil {
		return m.callRegistered(r, args)
	}
	f := functions[name]
	if f == nil {
		return unsure(tAll, unknownFunc)
	}
	numbers := slices.ContainsFunc(args, func(a value) bool { return a.Types == litEpoch })
	for i, a := range args {
		if len(f.args) == 0 {
			break
		}
		switch want := f.args[min(i, len(f.args)-1)]; {
		case want != 0 && numbers:
			m.wants(a, tInt)
		case want != 0:
			m.wants(a, want)
		}
	}
	if (name == "like" || name == "glob") && len(args) >= 2 {
		m.compared(args[0], args[1])
	}
	if (name == "min" || name == "max" || name == "nullif") && len(args) >= 2 {
		for i := range args[1:] {
			m.compared(args[i], args[i+1])
		}
	}
	v := f.apply(args)
	if f.special != nil && v.Null&infer.Never != 0 {
		f.special(m, args, &v)
	}
	if m.types.storage(v.Types)&^tNumber == 0 {
		for _, a := range args {
			v.From |= a.From
		}
	}
	return v
}

func sameType(_ *machine, args []value, v *value) {
	v.Types, v.Known = 0, nonZero|finite
	for _, a := range args {
		v.Types |= a.Types
		v.Known &= a.Known
	}
}

func firstType(_ *machine, args []value, v *value) {
	v.Types, v.Known, v.Cast = args[0].Types, args[0].Known&finite, args[0].Cast
}

// numberType: abs keeps INTEGER and REAL; anything else is REAL.
func numberType(m *machine, args []value, v *value) {
	v.Known = args[0].Known
	v.Known &^= constant
	switch m.types.storage(args[0].Types) {
	case tInt:
		v.Types = tInt
	case tReal, tText, tBlob, tText | tBlob, tReal | tText:
		v.Types = tReal
	}
}

var emptyBlob = infer.Why("substr of an empty BLOB is NULL")

// substring: a BLOB's part is a BLOB, and NULL where the BLOB is empty.
func substring(m *machine, args []value, v *value) {
	switch t := m.types.storage(args[0].Types); {
	case t == tBlob:
		v.Types, v.Null, v.Why = tBlob, infer.Maybe, emptyBlob
	case t&tBlob != 0:
		v.Types, v.Null, v.Why = tText|tBlob, infer.Maybe, emptyBlob
	}
}

var noPath = infer.Why("JSON at a path that is not there is NULL")

func pathed(_ *machine, args []value, v *value) {
	if len(args) > 1 {
		v.Null, v.Why = infer.Maybe, noPath
	}
}

// dated: without arguments it is now, as with 'now' and modifiers that are sure to work.
func dated(_ *machine, args []value, v *value) {
	for i, a := range args {
		if i == 0 && a.Types != litNow || i > 0 && a.Types != litModifier {
			return
		}
	}
	v.Null, v.Why = infer.Never, now
}

var now = infer.Why("the time now")

// formatted: strftime is like the others behind a format that it knows.
func formatted(m *machine, args []value, v *value) {
	if len(args) > 1 && args[0].Types == litFormat {
		dated(m, args[1:], v)
	}
}

// remainder: of a number by one that is not 0.
func remainder(m *machine, args []value, v *value) {
	const scale = finite | nonZero
	if m.types.storage(args[0].Types|args[1].Types)&^tNumber == 0 && args[0].Known&finite != 0 &&
		args[1].Known&scale == scale {
		v.Null, v.Why = args[0].Null|args[1].Null, args[0].Why
		if !v.Null.Nullable() {
			v.Why = total
		}
	}
}

// firstOnly: the arguments after the first may be NULL.
func firstOnly(_ *machine, args []value, v *value) {
	v.Null, v.Why = infer.Maybe, noFormat
	if len(args) > 0 {
		v.Null, v.Why = args[0].Null, args[0].Why
	}
}

var noFormat = infer.Why("without a format")

var jsonWritten = infer.Why("JSON that is written, not read")

// paths: a document and pairs of path and value, where a NULL value is JSON's null.
func paths(_ *machine, args []value, v *value) {
	v.Null, v.Why = infer.Never, jsonWritten
	if len(args) == 0 {
		v.Null, v.Why = infer.Maybe, noPath
	}
	for i, a := range args {
		if (i == 0 || i%2 == 1) && a.Null.Nullable() {
			v.Null, v.Why = infer.Maybe, a.Why
		}
	}
}

// seconds are INTEGER unless a modifier asks for their fraction.
func seconds(m *machine, args []value, v *value) {
	dated(m, args, v)
	for i, a := range args {
		switch {
		case a.Types == litSubsec:
			v.Types, v.Over = tReal, 0
			return
		case a.Types&litSubsec != 0, i > 0 && m.types.storage(a.Types)&^tNumber != 0 && a.Types&^litTexts != 0:
			v.Types = tNumber
		}
	}
}

// matched: a BLOB matches nothing, not even NULL; so that only beside what is none there is a value to prove.
func matched(m *machine, args []value, v *value) {
	var proven []value
	for i := range args {
		blob := false
		for j := range args[:min(len(args), 2)] {
			blob = blob || i != j && m.types.storage(args[j].Types)&tBlob != 0
		}
		if !blob {
			proven = append(proven, args[i])
		}
	}
	v.Implies = implied(proven...)
}

// rounded: an INTEGER stays one.
func rounded(m *machine, args []value, v *value) {
	ofNumber(m, args, v)
	if t := m.types.storage(args[0].Types); t == tInt || t == tReal {
		v.Types, v.Known, v.Over = t, args[0].Known&finite, args[0].Over
	}
}

// ofNumber: NULL only for text that is no number.
func ofNumber(m *machine, args []value, v *value) {
	if m.types.storage(args[0].Types)&^tNumber == 0 && !args[0].Null.Nullable() {
		v.Null = infer.Never
	}
}
