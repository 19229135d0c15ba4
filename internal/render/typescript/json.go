package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Lists and objects in a row of SQLite are JSON. Its functions take a value that is read already, or its text.

// jsonObject is the type of an object of JSON, and the function that reads one; "" where nothing needs it.
type jsonObject struct{ name, read string }

// wholes read what a bigint is of; JSON has numbers and, of what these would round, texts.
var wholes = map[ir.Kind]string{ir.Int64: "asJsonBigint", ir.Bool: "asJsonBigintBool"}

// object is the type of an object, which is declared on first use.
func (g sqliteValues) object(s *ir.StructType) *jsonObject {
	if o, done := g.objects[s]; done {
		return o
	}
	name, mine := g.typeName(s, false)
	o := &jsonObject{name: name}
	if g.objects[s] = o; mine {
		d := g.declareType(name, []string{"An object of " + s.Name.SQL + "."}, s.Fields, g.rowType)
		g.declared = append(g.declared, d) // behind what it is made of
	}
	return o
}

// objectReader is the function that reads an object, which is declared on first use, where the type is.
func (g sqliteValues) objectReader(s *ir.StructType) string {
	if g.shared != nil {
		return g.borrow(g.shared.values.(sqliteValues).objectReader(s), true)
	}
	o := g.object(s)
	if o.read != "" {
		return o.read
	}
	o.read = g.module.Claim("as" + o.name)
	fields := make([]emit.Doc, len(s.Fields))
	for i, f := range s.Fields {
		value := "fields[" + str(f.Column) + "]"
		fields[i] = property(f, f.Nullable, unlessNull(f, value, g.within(f.Type, emit.Text(value), "column")))
	}
	g.after = append(g.after, function(g.exporting()+"function "+o.read,
		[]emit.Doc{emit.Text("value: unknown"), emit.Text("column: string")}, o.name,
		emit.Concat("const fields = ", call(g.use(g.parsing("asJsonObject")), emit.Text("value"), emit.Text("column")), ";"),
		emit.Concat("return {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), fields)), emit.HardLine(), "};")))
	return o.read
}

// parsing is the helper that keeps the digits of integers, where rows have bigints.
func (g sqliteValues) parsing(helper string) string {
	if g.Options.SafeIntegers {
		return helper + "Exactly"
	}
	return helper
}

// within is the expression of a value in JSON that is not null.
func (g sqliteValues) within(t ir.Type, value emit.Doc, column string) emit.Doc {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Decode == "" {
			return emit.Concat(g.within(t, value, column), " as "+g.foreignType(o))
		}
		return call(g.foreignCall(o, o.Decode), g.within(t, value, column))
	}
	switch t.Kind {
	case ir.Struct:
		return call(g.objectReader(t.Struct), value, emit.Text(column))
	case ir.Array:
		return call(g.use(g.parsing("asJsonList")), value, emit.Text(column), g.itemReader(*t.Elem, t.ElemNullable))
	}
	return call(g.use(g.leaf(t)), value, emit.Text(column))
}

// leaf is the helper that reads a value that is not made of others.
func (g sqliteValues) leaf(t ir.Type) string {
	if whole := wholes[t.Kind]; whole != "" && g.Options.SafeIntegers {
		return whole
	}
	if t.Kind == ir.Decimal {
		return "asRoundedDecimal"
	}
	return kinds[t.Kind].read
}

// itemReader is the function that reads an element of a list.
func (g sqliteValues) itemReader(t ir.Type, nullable bool) emit.Doc {
	read := emit.Concat("(value, column) => ", g.within(t, emit.Text("value"), "column"))
	switch {
	case t.Override != nil:
	case t.Kind == ir.Struct:
		read = emit.Text(g.objectReader(t.Struct))
	case t.Kind != ir.Array:
		read = emit.Text(g.use(g.leaf(t)))
	}
	if nullable {
		return call(g.use("orNull"), read)
	}
	return read
}
