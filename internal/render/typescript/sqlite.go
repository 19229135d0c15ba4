package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// sqliteValues are the values of SQLite: its drivers give and take JavaScript's own.
type sqliteValues struct {
	*generator
	objects map[*ir.StructType]*jsonObject
}

func newSqliteValues(g *generator) codec { return sqliteValues{g, map[*ir.StructType]*jsonObject{}} }

// kind is how a kind of value is typed, read, and written. Read and write are helpers of the prelude, which check a
// value of a column (and some convert it); with OrNull behind their name they pass NULL.
type kind struct {
	row      string // the type in a row; alternatives are separated by " | "
	param    string // the type of a parameter, which may take more
	read     string
	write    string
	always   bool // reading converts, so it is needed even where the engine vouches for the type
	converts bool // what reading gives is not what the driver gave
	bytes    bool // may hold a blob
	exact    bool // an integer, which the driver must not bind as REAL
}

// kinds says it without safeIntegers, wide what is different with it. A kind that is not here cannot be generated.
var (
	kinds = map[ir.Kind]kind{
		ir.Any: {row: "string | number | Uint8Array", param: "string | number | bigint | Uint8Array",
			read: "asAny", write: "asValue", bytes: true},
		ir.Bool:    {row: "number", param: "number", read: "asBool", write: "toBool", always: true, exact: true},
		ir.Int64:   {row: "number", param: "number | bigint", read: "asInteger", write: "toInteger", exact: true},
		ir.Float64: {row: "number", param: "number", read: "asReal", write: "asReal"},
		ir.Decimal: {row: "number", param: "number", read: "asDecimal", write: "toDecimal", always: true,
			converts: true},
		ir.Text:        text,
		ir.Blob:        {row: "Uint8Array", param: "Uint8Array", read: "asBytes", write: "asBytes", bytes: true},
		ir.Date:        text,
		ir.Time:        text,
		ir.Timestamp:   text,
		ir.TimestampTZ: text,
		ir.UUID: {row: "string", param: "string", read: "asUuid", write: "asText", always: true, converts: true,
			bytes: true},
		ir.JSON: {row: "string", param: "string", read: "asJson", write: "asText", always: true, converts: true},
	}
	text = kind{row: "string", param: "string", read: "asText", write: "asText"}

	wide = map[ir.Kind]kind{
		ir.Any: {row: "string | number | bigint | Uint8Array", param: "string | number | bigint | Uint8Array",
			read: "asValue", write: "asValue", bytes: true},
		ir.Bool: {row: "bigint", param: "number | bigint", read: "asBigintBool", write: "toBool", always: true,
			exact: true},
		ir.Int64: {row: "bigint", param: "number | bigint", read: "asBigint", write: "toInteger", exact: true},
	}

	// mixed is a number that the driver gives as a bigint in some rows.
	mixed = kind{row: "number", param: "number", read: "asNumber", write: "asReal", always: true, converts: true}
)

// kind of a field; its presence was checked before.
func (g sqliteValues) kind(f ir.Field) kind {
	if k, ok := wide[f.Type.Kind]; ok && g.Options.SafeIntegers {
		return k
	}
	if f.Type.Mixed() && g.Options.SafeIntegers {
		return mixed
	}
	k := kinds[f.Type.Kind]
	if f.Type.Kind == ir.Decimal && g.driver.rounds && !g.Options.SafeIntegers {
		k.read = "asRoundedDecimal"
	}
	return k
}

// supports lists and objects, too, which are JSON for the engine.
func (g sqliteValues) supports(f ir.Field) bool {
	return !f.Type.Holds(func(t ir.Type) bool { return !t.Composed() && kinds[t.Kind].row == "" })
}

func (g sqliteValues) declare(t plan.Types) {
	for _, s := range t.Structs {
		g.object(s)
	}
}

func (g sqliteValues) conditional(f ir.Field) bool {
	return f.Nullable && (f.Override != nil && f.Override.Decode != "" || f.Override == nil && f.Type.Composed())
}

// converts reports whether what reading gives is not what the driver gave.
func (g sqliteValues) converts(f ir.Field) bool { return g.kind(f).converts || f.Type.Composed() }

func (g sqliteValues) row(t ir.Type) []string {
	switch {
	case t.Override != nil:
		return []string{g.foreignType(t.Override)}
	case t.Kind == ir.Array:
		return []string{list(element(t, g.row(*t.Elem)))}
	case t.Kind == ir.Struct:
		return []string{g.object(t.Struct).name}
	}
	return strings.Split(g.kind(ir.Field{Type: t}).row, " | ")
}

func (g sqliteValues) param(t ir.Type) []string {
	if t.Override != nil {
		return []string{g.foreignType(t.Override)}
	}
	if t.Kind == ir.Array {
		return []string{"readonly " + list(element(t, g.param(*t.Elem)))}
	}
	return strings.Split(g.kind(ir.Field{Type: t}).param, " | ")
}

// helper is the name of a kind's helper for a field, which the file then carries.
func (g sqliteValues) helper(name string, f ir.Field) string {
	if f.Nullable {
		name += "OrNull"
	}
	return g.use(name)
}

// checked reports whether a value that is read needs a helper: to convert it, or to find out what it is where the table
// only declares its type, or where the driver may have rounded it.
func (g sqliteValues) checked(f ir.Field) bool {
	k := g.kind(f)
	rounded := g.driver.rounds && f.Type.Kind == ir.Int64 && !g.Options.SafeIntegers && !g.Options.Trust
	return f.Type.Kind != ir.Any && (k.always || f.Declared || rounded) || g.foreign(f) || f.Type.Composed()
}

// foreign reports whether the driver may give a value in another form than the type's: blobs, and bigints where that
// is a matter of how the connection was made.
func (g sqliteValues) foreign(f ir.Field) bool {
	k := g.kind(f)
	return g.driver.buffers && (k.bytes || k.exact && g.Options.SafeIntegers)
}

// read is the expression of a field's value in a row, from the expression of what the driver gave.
func (g sqliteValues) read(f ir.Field, value string) emit.Doc {
	plain := f
	plain.Override = nil
	o := f.Override
	if o == nil && f.Type.Composed() {
		return unlessNull(f, value, g.within(f.Type, emit.Text(value), str(f.Name.SQL)))
	}
	if o == nil || o.Decode == "" {
		types := g.rowType(f)
		if !g.checked(f) {
			return typed(value+" as", types)
		}
		call := call(g.helper(g.kind(f).read, f), emit.Text(value), emit.Text(str(f.Name.SQL)))
		if o != nil {
			return emit.Concat(call, " as "+strings.Join(types, " | "))
		}
		return call
	}
	plain.Nullable = false
	decoded := call(g.foreignCall(o, o.Decode), decodedFrom(f,
		call(g.helper(g.kind(f).read, plain), emit.Text(value), emit.Text(str(f.Name.SQL))))...)
	return unlessNull(f, value, decoded)
}

// write is the expression that a row's value is stored by; a value that cannot be stored is an error naming it.
func (g sqliteValues) write(f ir.Field, value string) emit.Doc {
	arg := emit.Text(value)
	o := f.Override
	field := f
	if o != nil && o.Encode != "" {
		field.Nullable = false
		arg = call(g.foreignCall(o, o.Encode), arg)
	}
	stored := call(g.helper(g.kind(f).write, field), arg, emit.Text(str(f.Name.SQL)))
	if o != nil && o.Encode != "" {
		return unlessNull(f, value, stored)
	}
	return stored
}

// bind is the expression that a parameter is bound by: as it is, where the driver binds what its type says.
func (g sqliteValues) bind(p ir.Param, name string, uses int) emit.Doc {
	f := p.Field
	arg := emit.Text(name)
	o := f.Override
	decided := f
	if o != nil && o.Encode != "" {
		decided.Nullable = false
		arg = call(g.foreignCall(o, o.Encode), arg)
	}
	if t := f.Type; t.Kind == ir.Array && t.Elem.Override != nil && t.Elem.Override.Encode != "" {
		arg = call(name+".map", emit.Text(g.foreignCall(t.Elem.Override, t.Elem.Override.Encode)))
	}
	k := g.kind(f)
	switch {
	case f.Type.Kind == ir.Array && g.driver.verbatim:
		arg = call(g.use("bindPlainList"), arg, emit.Text(str(p.Name.SQL)))
	case f.Type.Kind == ir.Array:
		arg = call(g.use("bindList"), arg, emit.Text(str(p.Name.SQL)))
	case f.Type.Kind == ir.Decimal:
		arg = call(g.use("bindDecimal"), arg)
	case g.driver.wraps && strings.Contains(k.param, "bigint"):
		arg = call(g.helper(k.write, decided), arg, emit.Text(str(p.Name.SQL)))
	case k.exact && g.real(f, uses) && decided.Nullable:
		arg = call(g.use("bindInteger"), arg)
	case k.exact && g.real(f, uses):
		arg = call("BigInt", arg)
	}
	if o != nil && o.Encode != "" {
		return unlessNull(f, name, arg)
	}
	return arg
}

// real reports whether the engine would take an integer for a REAL: the driver binds it so, and the value does not meet
// a column, whose affinity turns it back.
func (g sqliteValues) real(f ir.Field, uses int) bool {
	return g.driver.reals && (f.Source.Table == "" || uses > 1)
}

// item is the expression of a parameter's value in a row of a batch.
func (g sqliteValues) item(p ir.Param, value string, uses int) emit.Doc {
	if p.Type.Kind == ir.Array {
		return g.bind(p, value, uses)
	}
	d := g.write(p.Field, value)
	switch k := g.kind(p.Field); {
	case !k.exact || !g.real(p.Field, uses):
		return d
	case p.Nullable:
		return call(g.use("bindInteger"), d)
	}
	return call("BigInt", d)
}
