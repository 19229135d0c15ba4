package typescript

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// postgresValues are the values of PostgreSQL: its drivers give text, and take text but for bytes.
type postgresValues struct {
	*generator
	named map[any]*named  // enums and composite types, by their definitions
	done  map[string]bool // functions that are declared
}

// named are the names of an enum's or a composite type's type, and of the functions that read and write its values,
// which are declared on first use.
type named struct{ name, read, write, put string }

func newPostgresValues(g *generator) codec {
	return postgresValues{g, map[any]*named{}, map[string]bool{}}
}

// wire is how a kind of value is typed, read from the server's text, bound, and copied. An empty encoder binds the
// value as it is.
type wire struct {
	row    string
	param  string // alternatives are separated by " | "; "" where a parameter takes what a row has
	decode string
	encode string
	put    string
	bound  string            // how a bound of a range is copied from its text; "" where put takes text
	key    string            // makes the text that the server writes of a value, of all that it takes for equal
	more   func() []emit.Doc // further arguments of put; nil for none

	reader, writer, putter func() string // the names of decode, encode and put, declared by then; nil for helpers
}

var wires = map[ir.Kind]wire{
	ir.Bool:  {row: "boolean", decode: "asBool", put: "putBool"},
	ir.Int16: {row: "number", decode: "asNumber", put: "putInt2", key: "integerText"},
	ir.Int32: {row: "number", decode: "asNumber", put: "putInt4", bound: "putInt4Text", key: "integerText"},
	ir.Int64: {row: "bigint", param: "number | bigint", decode: "asBigint", put: "putInt8", bound: "putInt8Text",
		key: "integerText"},
	ir.OID:       {row: "number", decode: "asNumber", encode: "toOid", put: "putOid"},
	ir.Float32:   {row: "number", decode: "asNumber", encode: "toReal", put: "putFloat4"},
	ir.Float64:   {row: "number", decode: "asNumber", encode: "toReal", put: "putFloat8"},
	ir.Decimal:   {row: "string", param: "string | number", decode: "asText", put: "putNumeric"},
	ir.Money:     {row: "string", decode: "asText"},
	ir.Text:      {row: "string", decode: "asText", put: "putText", key: "wellFormed"},
	ir.XML:       {row: "string", decode: "asText", put: "putText"},
	ir.Blob:      {row: "Buffer", param: "Uint8Array", decode: "asBytes", put: "putBytes"},
	ir.Bits:      {row: "string", decode: "asText", put: "putBits"},
	ir.Date:      {row: "string", decode: "asMoment", put: "putDate"},
	ir.Time:      {row: "string", decode: "asText", put: "putTime"},
	ir.TimeTZ:    {row: "string", decode: "asText", put: "putTimetz"},
	ir.Timestamp: {row: "string", decode: "asMoment", put: "putTimestamp"},
	ir.TimestampTZ: {row: "string", param: "string | Date", decode: "asMoment", encode: "toInstant",
		put: "putTimestamptz"},
	ir.Interval:   {row: "string", decode: "asText", put: "putInterval"},
	ir.UUID:       {row: "string", decode: "asText", put: "putUuid", key: "uuidText"},
	ir.JSON:       {row: "unknown", decode: "asJson", encode: "toJson", put: "putJson"},
	ir.Inet:       {row: "string", decode: "asText", put: "putInet"},
	ir.CIDR:       {row: "string", decode: "asText", put: "putCidr"},
	ir.MACAddr:    {row: "string", decode: "asText", put: "putMacaddr"},
	ir.MACAddr8:   {row: "string", decode: "asText", put: "putMacaddr8"},
	ir.TSVector:   {row: "string", decode: "asText", put: "putTsvector"},
	ir.Range:      {row: "string", decode: "asText", put: "putRange"},
	ir.Multirange: {row: "string", decode: "asText", put: "putMultirange"},
	ir.Other:      {row: "string", decode: "asText", put: "putText"}, // into a column of texts
	ir.Enum:       {},
	ir.Struct:     {},
	ir.Array:      {},
	ir.Map:        {},
}

// extensions are the same of types of extensions, which are no lists to the server.
var extensions = map[string]wire{
	"vector": {row: "number[]", param: "readonly number[] | Float32Array", decode: "asVector", encode: "toVector",
		put: "putVector"},
	"halfvec": {row: "number[]", param: "readonly number[] | Float32Array", decode: "asVector", encode: "toVector",
		put: "putHalfvec"},
	"hstore": {row: "Record<string, string | null>", param: "Readonly<Record<string, string | null>>",
		decode: "asHstore", encode: "toHstore", put: "putHstore"},
}

// extension is how a value of an extension's type is read and written.
func (g postgresValues) extension(t ir.Type) wire {
	w := extensions[t.Extension]
	if t.Kind == ir.Array && g.Options.Vectors == "float32array" {
		w.row, w.decode = "Float32Array", "asFloats"
	}
	return w
}

// isList reports whether a type is an array of the server's.
func isList(t ir.Type) bool { return t.Kind == ir.Array && t.Extension == "" }

// int8s are what the option int8 makes of a bigint.
var int8s = map[string]wire{
	"number": {row: "number", param: "number | bigint", decode: "asSafeInteger", put: "putInt8", bound: "putInt8Text",
		key: "integerText"},
	"string": {row: "string", param: "number | bigint | string", decode: "asText", put: "putInt8Text",
		bound: "putInt8Text", key: "integerText"},
}

func (g postgresValues) wire(t ir.Type) wire { return ir.Fold(t, postgresWires{g: g}) }

type postgresWires struct {
	ir.NoUnions[wire]
	g postgresValues
}

func (p postgresWires) Scalar(t ir.Type) wire {
	w := wires[t.Kind]
	switch {
	case t.Kind == ir.Int64 && int8s[p.g.Options.Int8].row != "":
		w = int8s[p.g.Options.Int8]
	case t.Kind == ir.TimestampTZ && p.g.Options.Dates == "date":
		w.row, w.decode = "Date", "asDate"
	case t.Kind == ir.JSON && p.g.Options.Json == "text":
		w = wire{row: "string", decode: "asText", put: "putText"}
		if t.IsJSONB() {
			w.put = "putJsonbText"
		}
	case t.IsJSONB():
		w.put = "putJsonb"
	case t.IsChar():
		w.put = "putChar"
	case t.Kind == ir.Decimal && t.Precision > 0 && t.Precision >= t.Scale:
		w.more = func() []emit.Doc { return []emit.Doc{emit.Text(fmt.Sprint(t.Precision - t.Scale))} }
	}
	return w
}

func (p postgresWires) Enum(t ir.Type) wire {
	n := p.g.enum(t.Enum)
	if p.g.Options.Open(t.Enum) {
		text := p.Scalar(ir.Type{Kind: ir.Text})
		text.row = n.name
		return text
	}
	return wire{row: n.name, decode: n.read, put: "putText", reader: func() string {
		return p.g.once(n.read, func(g postgresValues) { g.readEnum(t.Enum) })
	}}
}

func (p postgresWires) Map(t ir.Type) wire { return p.g.extension(t) }

func (p postgresWires) List(t ir.Type) wire {
	if t.Extension != "" {
		return p.g.extension(t)
	}
	if list, depth := t.Innermost(); depth > 1 {
		return wire{encode: "toLists", put: "putLists", more: func() []emit.Doc {
			return append([]emit.Doc{emit.Text(fmt.Sprint(depth))}, p.g.wire(list).more()...)
		}}
	}
	return wire{encode: "toArray", put: "putArray", more: func() []emit.Doc {
		return []emit.Doc{emit.Text(fmt.Sprint(t.Elem.OID)), copier{p.g}.putter(*t.Elem)}
	}}
}

func (p postgresWires) Record(t ir.Type) wire {
	n := p.g.composite(t.Struct)
	return wire{row: n.name, decode: n.read, encode: n.write, put: n.put,
		reader: func() string { return p.g.once(n.read, func(g postgresValues) { g.readComposite(t.Struct) }) },
		writer: func() string { return p.g.once(n.write, func(g postgresValues) { g.writeComposite(t.Struct) }) },
		putter: func() string { return p.g.once(n.put, func(g postgresValues) { copier{g}.putComposite(t.Struct) }) }}
}

// once is a function about a named type, which is declared on first use, where the type is.
func (g postgresValues) once(name string, declare func(postgresValues)) string {
	if g.shared != nil {
		return g.borrow(g.shared.values.(postgresValues).once(name, declare), true)
	}
	if !g.done[name] {
		g.done[name] = true
		declare(g)
	}
	return name
}

func (p postgresWires) Range(t ir.Type) wire {
	w := wires[t.Kind]
	w.more = func() []emit.Doc {
		bound := p.g.wire(*t.Elem)
		return []emit.Doc{emit.Text(p.g.use(cmp.Or(bound.bound, bound.put)))}
	}
	return w
}

func (g postgresValues) supports(f ir.Field) bool {
	return f.Override != nil || knows(wires, f.Type)
}

func (g postgresValues) row(t ir.Type) []string {
	if t.Override != nil {
		return []string{g.foreignType(t.Override)}
	}
	if !isList(t) {
		return []string{g.wire(t).row}
	}
	return []string{list(element(t, g.row(*t.Elem)))}
}

func (g postgresValues) param(t ir.Type) []string {
	if t.Override != nil {
		return []string{g.foreignType(t.Override)}
	}
	if isList(t) {
		return []string{"readonly " + list(element(t, g.param(*t.Elem)))}
	}
	w := g.wire(t)
	if w.param == "" {
		return []string{w.row}
	}
	return strings.Split(w.param, " | ")
}

func (g postgresValues) checked(ir.Field) bool { return true }

// conditional reports whether reading is a condition: what text can be NULL is taken as it is.
func (g postgresValues) conditional(f ir.Field) bool {
	asIs := f.Type.Override == nil && g.wire(f.Type).decode == "asText" &&
		(f.Override == nil || f.Override.Decode == "")
	return f.Nullable && !asIs
}

func (g postgresValues) converts(ir.Field) bool { return true }
func (g postgresValues) foreign(ir.Field) bool  { return false }

func (g postgresValues) read(f ir.Field, value string) emit.Doc {
	o := f.Override
	d := g.decode(f.Type, value, str(f.Name.SQL))
	types := g.rowType(f)
	switch {
	case o != nil && o.Decode != "":
		d = call(g.foreignCall(o, o.Decode), d)
	case f.Nullable && !g.conditional(f):
		return typed(value+" as", types)
	case o != nil:
		d = emit.Concat(d, " as "+types[0])
	}
	return unlessNull(f, value, d)
}

// decode is the expression of a value that is not NULL; column is the expression of what an error calls it.
func (g postgresValues) decode(t ir.Type, value, column string) emit.Doc {
	if o := t.Override; o != nil {
		t.Override = nil
		d := g.decode(t, value, column)
		if o.Decode == "" {
			return emit.Concat(d, " as "+g.foreignType(o))
		}
		return call(g.foreignCall(o, o.Decode), d)
	}
	if !isList(t) {
		return call(g.reads(t), emit.Text(value), emit.Text(column))
	}
	return call(g.use(arrayReader(t)), emit.Text(value), emit.Text(column), g.decoder(*t.Elem))
}

// arrayReader is the helper that reads an array, given what reads its elements.
func arrayReader(t ir.Type) string {
	switch {
	case t.Nested():
		return "asLists"
	case t.ElemNullable:
		return "asNullableArray"
	}
	return "asArray"
}

// decoder is a function of a value and its column.
func (g postgresValues) decoder(t ir.Type) emit.Doc {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Decode == "" {
			return emit.Concat(g.decoder(t), " as (value: unknown, column: string) => "+g.foreignType(o))
		}
		types := "<" + strings.Join(g.row(t), " | ") + ", " + g.foreignType(o) + ">"
		return call(g.use("decodeWith")+types, g.decoder(t), emit.Text(g.foreignCall(o, o.Decode)))
	}
	if !isList(t) {
		return emit.Text(g.reads(t))
	}
	if t.Nested() {
		return call(g.use("readLists"), g.decoder(*t.Elem))
	}
	return call(g.use("readWith"), emit.Text(g.use(arrayReader(t))), g.decoder(*t.Elem))
}

func (g postgresValues) bind(p ir.Param, name string, _ int) emit.Doc { return g.write(p.Field, name) }

func (g postgresValues) item(p ir.Param, value string, _ int) emit.Doc {
	f := p.Field
	return g.bound(f, value, func(d emit.Doc) emit.Doc {
		return call(g.use("given"), d, emit.Text(str(f.Name.SQL)))
	})
}

func (g postgresValues) write(f ir.Field, value string) emit.Doc {
	return g.bound(f, value, func(d emit.Doc) emit.Doc { return d })
}

// bound is the expression that a value is bound by; check goes around the value itself.
func (g postgresValues) bound(f ir.Field, value string, check func(emit.Doc) emit.Doc) emit.Doc {
	arg := check(emit.Text(value))
	o := f.Override
	foreign := o != nil && o.Encode != ""
	if foreign {
		arg = call(g.foreignCall(o, o.Encode), arg)
	}
	if g.wire(f.Type).encode == "" && !foreign {
		return arg
	}
	return unlessNull(f, value, g.encode(f.Type, arg))
}

// column is the list of a field's values in rows.
func (g postgresValues) column(f ir.Field) emit.Doc {
	value := "(row) => " + g.use("given") + "(" + member("row", f.Name.SQL) + ", " + str(f.Name.SQL) + ")"
	return call(g.use("columnOf"), emit.Text("rows"), emit.Text(value), g.encoder(*f.Type.Elem))
}

// owners finds the rows that have a field's value, which a column of what is found has.
func (g postgresValues) owners(f ir.Field, column int) emit.Doc {
	return call(g.use("ownersOf"), emit.Text("rows"), emit.Text("(row) => "+member("row", f.Name.SQL)),
		emit.Text(g.use(g.wire(f.Type).key)), emit.Text(fmt.Sprint(column)))
}

// encode is the expression of a value that is not NULL, as the driver takes it.
func (g postgresValues) encode(t ir.Type, value emit.Doc) emit.Doc {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Encode != "" {
			value = call(g.foreignCall(o, o.Encode), value)
		}
	}
	switch w := g.wire(t); {
	case t.Nested():
		list, depth := t.Innermost()
		return call(g.use(w.encode), value, emit.Text(fmt.Sprint(depth)), g.encoder(*list.Elem))
	case isList(t):
		return call(g.use(w.encode), value, g.encoder(*t.Elem))
	case w.encode != "":
		return call(g.writes(t), value)
	}
	return value
}

// encoder is a function from a value to its text.
func (g postgresValues) encoder(t ir.Type) emit.Doc {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Encode == "" {
			return g.encoder(t)
		}
		return call(g.use("encodeWith"), emit.Text(g.foreignCall(o, o.Encode)), g.encoder(t))
	}
	switch w := g.wire(t); {
	case t.Kind == ir.Blob:
		return emit.Text(g.use("toBytes"))
	case isList(t):
		return emit.Concat("(items) => ", g.encode(t, emit.Text("items")))
	case w.encode != "":
		return emit.Text(g.writes(t))
	}
	return emit.Text("String")
}

// reads is the name of the function that reads values of a type that is not an array.
func (g postgresValues) reads(t ir.Type) string {
	return g.declaring(g.wire(t).decode, g.wire(t).reader)
}

// writes is the name of the function that makes text of values of a type.
func (g postgresValues) writes(t ir.Type) string {
	return g.declaring(g.wire(t).encode, g.wire(t).writer)
}

func (g postgresValues) declaring(name string, own func() string) string {
	if own != nil {
		return own()
	}
	return g.use(name)
}

func (g postgresValues) declare(t plan.Types) {
	for _, e := range t.Enums {
		g.enum(e)
	}
	for _, s := range t.Structs {
		g.composite(s)
	}
}

func (g postgresValues) claim(definition any, isValue bool) (n *named, mine bool) {
	name, mine := g.typeName(definition, isValue)
	n = &named{name: name}
	if mine {
		n.read, n.write, n.put = g.module.Claim("as"+name), g.module.Claim("to"+name), g.module.Claim("put"+name)
	} else {
		home := g.shared.values.(postgresValues).named[definition]
		n.read, n.write, n.put = home.read, home.write, home.put
	}
	g.named[definition] = n
	return n, mine
}

func (g postgresValues) enum(e *ir.EnumType) *named {
	if n, done := g.named[e]; done {
		return n
	}
	n, mine := g.claim(e, true)
	if mine {
		g.declareEnum(n.name, e)
	}
	return n
}

func (g postgresValues) readEnum(e *ir.EnumType) {
	n := g.named[e]
	g.after = append(g.after, function(g.exporting()+"function "+n.read, textParams(), n.name,
		emit.Concat("return ", call(g.use("asLabel"), emit.Text("value"), emit.Text("column"), emit.Text(n.name),
			emit.Text(str(e.Name.SQL))), ";")))
}

func textParams() []emit.Doc {
	return []emit.Doc{emit.Text("value: unknown"), emit.Text("column: string")}
}

func (g postgresValues) composite(s *ir.StructType) *named {
	if n, done := g.named[s]; done {
		return n
	}
	n, mine := g.claim(s, false)
	if !mine {
		return n
	}
	d := g.declareType(n.name, []string{"A value of the composite type " + s.Name.SQL + "."}, s.Fields, g.rowType)
	g.declared = append(g.declared, d) // behind what it is made of
	return n
}

func (g postgresValues) readComposite(s *ir.StructType) {
	n := g.named[s]
	fields := make([]emit.Doc, len(s.Fields))
	for i, f := range s.Fields {
		text := fmt.Sprintf("fields[%d]", i)
		if f.Nullable && !g.conditional(f) {
			fields[i] = property(f, false, typed(text+" as", g.rowType(f)))
		} else {
			fields[i] = property(f, f.Nullable, unlessNull(f, text, g.decode(f.Type, text, "column")))
		}
	}
	g.after = append(g.after, function(g.exporting()+"function "+n.read, textParams(), n.name,
		emit.Concat("const fields = ", call(g.use("asFields"), emit.Text("value"), emit.Text(fmt.Sprint(len(fields))),
			emit.Text("column")), ";"),
		emit.Concat("return {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), fields)), emit.HardLine(),
			"};")))
}

func (g postgresValues) writeComposite(s *ir.StructType) {
	n := g.named[s]
	fields := make([]emit.Doc, len(s.Fields))
	for i, f := range s.Fields {
		item := member("value", f.Name.SQL)
		fields[i] = unlessNull(f, item, g.textOf(f.Type, item))
		if g.conditionless(f.Type) {
			fields[i] = emit.Text(item)
		}
	}
	g.after = append(g.after, function(g.exporting()+"function "+n.write, []emit.Doc{emit.Text("value: " + n.name)},
		"string",
		emit.Concat("return ", g.use("toFields"),
			emit.Group("([", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), fields)),
				emit.IfBroken(",", ""), emit.SoftLine(), "]);"))))
}

// conditionless reports whether a value in a row is its own text.
func (g postgresValues) conditionless(t ir.Type) bool {
	w := g.wire(t)
	if t.Override != nil {
		return false
	}
	return t.Kind == ir.Enum || w.row == "string" && w.encode == ""
}

// textOf is the expression of a value's text.
func (g postgresValues) textOf(t ir.Type, value string) emit.Doc {
	if o := t.Override; o != nil && o.Encode != "" {
		t.Override = nil
		return call(emit.Print(g.encoder(t), 1000, ""), call(g.foreignCall(o, o.Encode), emit.Text(value)))
	}
	if isList(t) {
		return g.encode(t, emit.Text(value))
	}
	return call(emit.Print(g.encoder(t), 1000, ""), emit.Text(value))
}
