package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

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
		ir.Any:         {row: "string | number | Uint8Array", param: "string | number | bigint | Uint8Array", read: "asAny", write: "asValue", bytes: true},
		ir.Bool:        {row: "number", param: "number", read: "asBool", write: "toBool", always: true, exact: true},
		ir.Int64:       {row: "number", param: "number | bigint", read: "asInteger", write: "toInteger", exact: true},
		ir.Float64:     {row: "number", param: "number", read: "asReal", write: "asReal"},
		ir.Decimal:     {row: "number", param: "number", read: "asDecimal", write: "toDecimal", always: true, converts: true},
		ir.Text:        text,
		ir.Blob:        {row: "Uint8Array", param: "Uint8Array", read: "asBytes", write: "asBytes", bytes: true},
		ir.Date:        text,
		ir.Time:        text,
		ir.Timestamp:   text,
		ir.TimestampTZ: text,
		ir.UUID:        {row: "string", param: "string", read: "asUuid", write: "asText", always: true, converts: true, bytes: true},
		ir.JSON:        {row: "string", param: "string", read: "asJson", write: "asText", always: true, converts: true},
	}
	text = kind{row: "string", param: "string", read: "asText", write: "asText"}

	wide = map[ir.Kind]kind{
		ir.Any:   {row: "string | number | bigint | Uint8Array", param: "string | number | bigint | Uint8Array", read: "asValue", write: "asValue", bytes: true},
		ir.Bool:  {row: "bigint", param: "number | bigint", read: "asBigintBool", write: "toBool", always: true, exact: true},
		ir.Int64: {row: "bigint", param: "number | bigint", read: "asBigint", write: "toInteger", exact: true},
	}
)

// kind of a field; its presence was checked before.
func (g *generator) kind(f ir.Field) kind {
	if k, ok := wide[f.Type.Kind]; ok && g.Options.SafeIntegers {
		return k
	}
	return kinds[f.Type.Kind]
}

// rowType and paramType are the alternatives of a field's type, null last.
func (g *generator) rowType(f ir.Field) []string   { return g.alternatives(f, g.kind(f).row) }
func (g *generator) paramType(f ir.Field) []string { return g.alternatives(f, g.kind(f).param) }

func (g *generator) alternatives(f ir.Field, t string) []string {
	if f.Override != nil {
		t = g.foreignType(f.Override)
		if f.Nullable && strings.Contains(t, "=>") {
			t = "(" + t + ")" // else the union would be part of what the function returns
		}
		if f.Nullable {
			return []string{t, "null"}
		}
		return []string{t}
	}
	types := strings.Split(t, " | ")
	if f.Nullable {
		types = append(types, "null")
	}
	return types
}

// typed is "head A | B", the alternatives on a line of their own where they grow too long. "Name | null" stays where it
// is, as Prettier has it.
func typed(head string, types []string) emit.Doc {
	reference := len(types) == 2 && types[1] == "null" && !keywords[types[0]] && plain(types[0])
	if len(types) == 1 || reference {
		return emit.Text(head + " " + strings.Join(types, " | "))
	}
	list := make([]emit.Doc, len(types))
	for i, t := range types {
		list[i] = emit.Text(t)
	}
	return emit.Group(head, emit.Indent(emit.Line(),
		emit.Group(emit.IfBroken("| ", ""), emit.Join(emit.Concat(emit.Line(), "| "), list))))
}

// helper is the name of a kind's helper for a field, which the file then carries.
func (g *generator) helper(name string, f ir.Field) string {
	if f.Nullable {
		name += "OrNull"
	}
	return g.use(name)
}

// checked tells whether a value that is read needs a helper: to convert it, or to find out what it is where the table
// only declares its type, or where the driver may have rounded it.
func (g *generator) checked(f ir.Field) bool {
	k := g.kind(f)
	rounded := g.driver.rounds && f.Type.Kind == ir.Int64 && !g.Options.SafeIntegers && !g.Options.Trust
	return f.Type.Kind != ir.Any && (k.always || f.Declared || rounded) || g.foreignForm(f)
}

// foreignForm tells whether the driver may give a value in another form than the type's: blobs, and bigints where that
// is a matter of how the connection was made.
func (g *generator) foreignForm(f ir.Field) bool {
	k := g.kind(f)
	return g.driver.buffers && (k.bytes || k.exact && g.Options.SafeIntegers)
}

// read is the expression of a field's value in a row, from the expression of what the driver gave.
func (g *generator) read(f ir.Field, value string) emit.Doc {
	plain := f
	plain.Override = nil
	o := f.Override
	if o == nil || o.Decode == "" {
		types := g.alternatives(f, g.kind(f).row)
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
	decoded := call(g.foreignCall(o, o.Decode), call(g.helper(g.kind(f).read, plain), emit.Text(value), emit.Text(str(f.Name.SQL))))
	return unlessNull(f, value, decoded)
}

// write is the expression that a row's value is stored by; a value that cannot be stored is an error naming it.
func (g *generator) write(f ir.Field, value string) emit.Doc {
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
func (g *generator) bind(p ir.Param, name string, uses int) emit.Doc {
	f := p.Field
	arg := emit.Text(name)
	o := f.Override
	decided := f
	if o != nil && o.Encode != "" {
		decided.Nullable = false
		arg = call(g.foreignCall(o, o.Encode), arg)
	}
	k := g.kind(f)
	switch {
	case f.Type.Kind == ir.Decimal:
		arg = call(g.use("bindDecimal"), arg)
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

// real tells whether the engine would take an integer for a REAL: the driver binds it so, and the value does not meet
// a column, whose affinity turns it back.
func (g *generator) real(f ir.Field, uses int) bool {
	return g.driver.reals && (f.Source.Table == "" || uses > 1)
}

func unlessNull(f ir.Field, value string, d emit.Doc) emit.Doc {
	if !f.Nullable {
		return d
	}
	return emit.Group(value+" === null", emit.Indent(emit.Line(), "? null", emit.Line(), ": ", d))
}
