package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// fixedKind is a kind whose values have one length in PostgreSQL's binary format.
type fixedKind struct {
	Format string // of Python's struct module
	Size   int
	Value  string // what Format takes: a function of the value, or what stands behind it; "" for the value itself
}

var fixedKinds = map[ir.Kind]fixedKind{
	ir.Bool:    {Format: "b", Size: 1},
	ir.Int16:   {Format: "h", Size: 2},
	ir.Int32:   {Format: "i", Size: 4},
	ir.Int64:   {Format: "q", Size: 8},
	ir.OID:     {Format: "I", Size: 4},
	ir.Float32: {Format: "f", Size: 4},
	ir.Float64: {Format: "d", Size: 8},
	ir.Money:   {Format: "q", Size: 8},
	ir.Date:    {Format: "i", Size: 4, Value: "_days"},
	ir.Time:    {Format: "q", Size: 8, Value: "_time_micros"},
	ir.UUID:    {Format: "16s", Size: 16, Value: `.int.to_bytes(16, "big")`}, // as .bytes does, less a call
}

// packer is the function that writes a type in PostgreSQL's binary format.
func (m *module) packer(t ir.Type) string {
	switch t.Kind {
	case ir.Array:
		t.ElemNullable = true // it takes either
		if m.scalarPacker(*t.Elem) == "_pack_text" {
			return m.packFunction(t, m.paramName(t), "_pack_texts", text(itoa(int(t.Elem.OID))))
		}
		return m.packFunction(t, m.paramName(t), "_pack_array", text(itoa(int(t.Elem.OID))), text(m.packer(*t.Elem)))
	case ir.Range:
		return m.packFunction(t, m.typeName(t), "_pack_range", text(m.packer(*t.Elem)))
	case ir.Multirange:
		return m.packFunction(t, m.typeName(t), "_pack_multirange", text(m.packer(*t.Elem)))
	case ir.Struct:
		return m.structPacker(t)
	}
	name := m.scalarPacker(t)
	m.helpers[name] = true
	return name
}

// scalarPacker is the helper that writes values of a type that is not made of others.
func (m *module) scalarPacker(t ir.Type) string {
	switch {
	case t.Kind == ir.Enum:
		return "_pack_text"
	case packedBy[t.OID] != "":
		return packedBy[t.OID]
	}
	return m.driver.Kinds[t.Kind].Pack
}

// packedBy are built-in types that are packed unlike others of their kind.
var packedBy = map[uint32]string{18: "_pack_char", 3802: "_pack_jsonb"}

func (m *module) packFunction(t ir.Type, param, helper string, args ...emit.Doc) string {
	m.helpers[helper] = true
	return m.typeFunction("pack", t, func(name string) emit.Doc {
		return block(def(name, []emit.Doc{text("value: " + param)}, "bytes"), emit.Concat("return ", call(helper, append(args, text("value"))...)))
	})
}

func (m *module) structPacker(t ir.Type) string {
	m.helpers["_pack_record"] = true
	c := m.structOf(t.Struct)
	return m.typeFunction("pack", t, func(name string) emit.Doc {
		fields := make([]emit.Doc, len(t.Struct.Fields))
		for i, f := range t.Struct.Fields {
			value := "value." + c.fields[i]
			packed := unlessNone(f, value, call(m.packer(f.Type), text(value)), true)
			fields[i] = brackets("(", []emit.Doc{text(itoa(int(f.Type.OID))), packed}, ")")
		}
		return block(def(name, []emit.Doc{text("value: " + c.class)}, "bytes"), emit.Concat("return ", call("_pack_record", fields...)))
	})
}

// packed is a row's value in binary format, without its length.
func (m *module) packed(f ir.Field, value string) emit.Doc {
	if f.Type.Kind == ir.Array && m.scalarPacker(*f.Type.Elem) == "_pack_text" {
		m.helpers["_pack_texts"] = true // straight, as lists of text are frequent
		return call("_pack_texts", text(itoa(int(f.Type.Elem.OID))), m.own(f, value))
	}
	return call(m.packerOf(f), m.own(f, value))
}

// packerOf is the function for a column: what an override makes of JSON is text already.
func (m *module) packerOf(f ir.Field) string {
	pack := m.packer(f.Type)
	if f.Override != nil && f.Override.Encode != "" && m.driver.Kinds[f.Type.Kind].Textual {
		pack = map[string]string{"_pack_json": "_pack_text", "_pack_jsonb": "_pack_jsonb_text"}[pack]
		m.helpers[pack] = true
	}
	return pack
}

// rowPacker writes a table's rows in COPY's binary format: one straight line, with the lengths of what always has the
// same length written along with it.
type rowPacker struct {
	m      *module
	name   string // of the function
	scope  *emit.Scope
	body   []emit.Doc // statements before the parts are joined
	parts  []emit.Doc
	format string // of the run of fixed parts that is being collected
	values []emit.Doc
	runs   int
}

// rowPacker writes the function from a row to its bytes and gives its name.
func (m *module) rowPacker(a *plan.Appender, row *rowType, table string) string {
	p := &rowPacker{m: m, name: m.scope.Claim("_pack_" + table + "_row"), scope: m.local()}
	p.scope.Claim("row")
	p.fixed("h", text(itoa(len(a.Row.Fields))))
	for i, f := range a.Row.Fields {
		p.field(f, row.fields[i])
	}
	p.end()
	joined := emit.Concat("return ", call(`b"".join`, tuple(p.parts)))
	m.functions = append(m.functions, block(def(p.name, []emit.Doc{text("row: " + row.class)}, "bytes"), append(p.body, joined)...))
	return p.name
}

// copyTarget is what says where COPY writes to: a statement, or the table's name and schema.
func (m *module) copyTarget(a *plan.Appender, table string) []emit.Doc {
	if !m.driver.CopyByName {
		name := m.scope.Claim("_COPY_" + strings.ToUpper(table))
		m.constants = append(m.constants, constant(name, a.CopySQL))
		return []emit.Doc{text(name)}
	}
	schema := "None"
	if !strings.EqualFold(a.Name.SQL, a.Table.Name.SQL) {
		schema = word(a.Table.Schema)
	}
	return []emit.Doc{text(word(a.Table.Name.SQL)), text(schema)}
}

func (p *rowPacker) fixed(format string, values ...emit.Doc) {
	p.format += format
	p.values = append(p.values, values...)
}

func (p *rowPacker) field(f ir.Field, attribute string) {
	value := "row." + attribute
	fixed, ok := fixedKinds[f.Type.Kind]
	switch {
	case shortNumeric(f.Type) && !f.Nullable:
		p.m.helpers["_short_numeric"] = true
		names := make([]string, 4)
		values := []emit.Doc{text("14"), text("3"), text("1")} // length, groups of digits, weight of the first
		for i, part := range []string{"sign", "first", "middle", "last"} {
			names[i] = p.scope.Claim(attribute + "_" + part)
		}
		p.body = append(p.body, assignAll(names, call("_short_numeric", p.m.own(f, value), text(itoa(f.Type.Scale)))))
		p.fixed("ihhHHHHH", append(values, text(names[0]), text("4"), text(names[1]), text(names[2]), text(names[3]))...)
	case sinceEpoch[f.Type.Kind] != "" && !f.Nullable:
		epoch := sinceEpoch[f.Type.Kind]
		p.m.helpers[epoch] = true
		local := p.scope.Claim(attribute)
		p.body = append(p.body, emit.Concat(local+" = ", p.m.own(f, value), " - "+epoch))
		micros := emit.Group("("+local+".days * 86_400 + "+local+".seconds) * 1_000_000", emit.Line(), "+ "+local+".microseconds")
		p.fixed("iq", text("8"), micros)
	case ok && !f.Nullable:
		p.fixed("i"+fixed.Format, text(itoa(fixed.Size)), p.m.fixedValue(fixed, p.m.own(f, value)))
	case f.Nullable:
		p.m.helpers["_NULL"], p.m.helpers["_sized"] = true, true
		local := p.scope.Claim(attribute)
		packed := emit.Group("_NULL", emit.Line(), "if "+value+" is None", emit.Line(), "else ", call("_sized", p.m.packed(f, value)))
		p.body = append(p.body, emit.Concat(local+" = ", parenthesized(packed)))
		p.end()
		p.parts = append(p.parts, text(local))
	default:
		local := p.scope.Claim(attribute)
		p.body = append(p.body, emit.Concat(local+" = ", p.m.packed(f, value)))
		p.fixed("i", text("len("+local+")"))
		p.end()
		p.parts = append(p.parts, text(local))
	}
}

// sinceEpoch is what is taken from a point in time to have the span that PostgreSQL counts in microseconds.
var sinceEpoch = map[ir.Kind]string{ir.Timestamp: "_EPOCH", ir.TimestampTZ: "_EPOCH_UTC"}

// assignAll unpacks a tuple into names, which are in parentheses where they do not fit on a line.
func assignAll(names []string, value emit.Doc) emit.Doc {
	if line := strings.Join(names, ", "); len(line) < width/2 {
		return emit.Concat(line+" = ", value)
	}
	targets := make([]emit.Doc, len(names))
	for i, n := range names {
		targets[i] = text(n)
	}
	return emit.Concat(brackets("(", targets, ")"), " = ", value)
}

// shortNumeric tells whether a numeric has no more digits than _short_numeric takes, which the server puts in order.
func shortNumeric(t ir.Type) bool {
	return t.Kind == ir.Decimal && t.Precision > 0 && t.Scale >= 0 && t.Scale <= 4 && t.Precision-t.Scale <= 8
}

func (m *module) fixedValue(k fixedKind, value emit.Doc) emit.Doc {
	switch {
	case k.Value == "":
		return value
	case k.Value[0] == '.':
		return emit.Concat(value, k.Value)
	}
	m.helpers[k.Value] = true
	return call(k.Value, value)
}

// end ends a run of fixed parts: a struct of its own writes it.
func (p *rowPacker) end() {
	if p.format == "" {
		return
	}
	p.runs++
	name := p.m.scope.Claim(strings.ToUpper(p.name) + "_" + itoa(p.runs))
	p.m.use("struct")
	p.m.constants = append(p.m.constants, emit.Concat(name+" = ", parenthesized(text("struct.Struct("+word(">"+p.format)+").pack"))))
	p.parts = append(p.parts, call(name, p.values...))
	p.format, p.values = "", nil
}

// rowColumns lists the columns of a row one by one, to find the one whose value cannot be written.
func (m *module) rowColumns(a *plan.Appender, table string) string {
	name := m.scope.Claim("_" + strings.ToUpper(table) + "_COLUMNS")
	m.helpers["_Column"] = true
	entries := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		pack := text(m.packerOf(f))
		if f.Override != nil && f.Override.Encode != "" {
			pack = emit.Concat("lambda value: ", m.packed(f, "value"))
		}
		nullable := map[bool]string{true: "True", false: "False"}[f.Nullable]
		entries[i] = brackets("(", []emit.Doc{text(columnName(f)), text(word(f.Type.SQL)), text(nullable), pack}, ")")
	}
	if len(entries) == 1 {
		m.columns = append(m.columns, emit.Concat(name+": tuple[_Column, ...] = ", tuple(entries)))
		return name
	}
	entry := block(text(name+": tuple[_Column, ...] = ("), emit.Concat(emit.Join(emit.Concat(",", emit.HardLine()), entries), ","))
	m.columns = append(m.columns, entry, text(")"))
	return name
}
