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
	Sized  string // the helper that writes the length and what Format takes
	Value  string // what Format takes: a function of the value, or what stands behind it; "" for the value itself
}

var fixedKinds = map[ir.Kind]fixedKind{
	ir.Bool:        {Format: "b", Size: 1, Sized: "_sized_bool", Value: "_flag"},
	ir.Int16:       {Format: "h", Size: 2, Sized: "_sized_int2"},
	ir.Int32:       {Format: "i", Size: 4, Sized: "_sized_int4"},
	ir.Int64:       {Format: "q", Size: 8, Sized: "_sized_int8"},
	ir.OID:         {Format: "I", Size: 4, Sized: "_sized_oid"},
	ir.Float32:     {Format: "f", Size: 4, Sized: "_sized_float4"},
	ir.Float64:     {Format: "d", Size: 8, Sized: "_sized_float8"},
	ir.Money:       {Format: "q", Size: 8, Sized: "_sized_int8"},
	ir.Date:        {Format: "i", Size: 4, Sized: "_sized_int4", Value: "_days"},
	ir.Time:        {Format: "q", Size: 8, Sized: "_sized_int8", Value: "_time_micros"},
	ir.Timestamp:   {Format: "q", Size: 8, Sized: "_sized_int8", Value: "_micros"},
	ir.TimestampTZ: {Format: "q", Size: 8, Sized: "_sized_int8", Value: "_micros_utc"},
	// as .bytes does, less a call
	ir.UUID: {Format: "16s", Size: 16, Sized: "_sized_uuid", Value: `.int.to_bytes(16, "big")`},
}

// columnPacker is a helper that takes a column of many rows at once, which costs a third less than value by value.
type columnPacker struct {
	Helper string
	Args   []emit.Doc // before the values
	Format string     // of Python's struct module where it gives numbers; "" where it gives bytes
	Size   int        // of a value in bytes; 0 where it varies
}

// columnPacker is the helper for the types that are frequent and costly; it has no name for others.
func (m *module) columnPacker(f ir.Field) columnPacker {
	switch t := f.Type; {
	case t.Kind == ir.Timestamp && !f.Nullable:
		return columnPacker{Helper: m.driver.copied("_micros_since"), Args: []emit.Doc{m.helper("_EPOCH")}, Format: "q",
			Size: 8}
	case t.Kind == ir.TimestampTZ && !f.Nullable:
		return columnPacker{Helper: m.driver.copied("_micros_since"), Args: []emit.Doc{m.helper("_EPOCH_UTC")},
			Format: "q", Size: 8}
	case shortNumeric(t):
		return columnPacker{Helper: "_short_numerics", Size: 14}
	case t.Kind == ir.Array && t.Elem.Override == nil && m.scalarPacker(*t.Elem) == "_pack_text":
		return columnPacker{Helper: "_text_arrays", Args: []emit.Doc{text(itoa(int(t.Elem.OID)))}}
	case m.packerOf(f) == "_pack_text":
		return columnPacker{Helper: "_texts"}
	}
	return columnPacker{}
}

// packer is the function that writes a type in PostgreSQL's binary format.
func (m *module) packer(t ir.Type) string {
	if m.unit != nil && isShared(t) {
		m.unit.borrower = m
		return m.unit.packer(t)
	}
	borrower := m.borrower
	m.borrower = nil
	name := packers{m: m}.of(t)
	if borrower != nil && !m.driver.Prelude.Has(name) {
		return borrower.lent(name)
	}
	return name
}

type packers struct {
	ir.NoUnions[string]
	m *module
}

// of is the helper for a type; a value of the user's is encoded before.
func (p packers) of(t ir.Type) string {
	o := t.Override
	if o == nil {
		return ir.Fold(t, p)
	}
	plain := t
	if plain.Override = nil; o.Encode == "" {
		return p.of(plain)
	}
	return p.m.typeFunction("pack", t, func(name string) emit.Doc {
		pack := p.of(plain)
		if p.m.kind(plain).Textual {
			pack = packerAs(plain, p.m.driver.JSONText)
			p.m.helpers[pack] = true
		}
		value := p.m.typeName(t)
		return block(def(name, []emit.Doc{text("value: " + value)}, "bytes"),
			emit.Concat("return ", call(pack, call(o.Encode, text("value")))))
	})
}

func (p packers) Map(t ir.Type) string { return p.extension(t) }

// extension is the helper for a type of an extension.
func (p packers) extension(t ir.Type) string {
	pack := extensions[t.Extension].pack
	p.m.helpers[pack] = true
	return pack
}

func (p packers) Scalar(t ir.Type) string {
	name := p.m.scalarPacker(t)
	p.m.helpers[name] = true
	return name
}

func (p packers) Enum(t ir.Type) string { return p.Scalar(t) }

func (p packers) List(t ir.Type) string {
	if t.Extension != "" {
		return p.extension(t)
	}
	if list, depth := t.Innermost(); depth > 1 {
		return p.by("_pack_lists", t, text(itoa(depth)), text(itoa(int(list.Elem.OID))), text(p.m.packer(*list.Elem)))
	}
	t.ElemNullable = true // it takes either
	return p.by("_pack_array", t, text(itoa(int(t.Elem.OID))), text(p.m.packer(*t.Elem)))
}

func (p packers) Range(t ir.Type) string {
	helper := map[ir.Kind]string{ir.Range: "_pack_range", ir.Multirange: "_pack_multirange"}[t.Kind]
	return p.by(helper, t, text(p.m.packer(*t.Elem)))
}

// by writes a function that calls a helper.
func (p packers) by(helper string, t ir.Type, args ...emit.Doc) string {
	param := p.m.paramName(t)
	p.m.helpers[helper] = true
	return p.m.typeFunction("pack", t, func(name string) emit.Doc {
		return block(def(name, []emit.Doc{text("value: " + param)}, "bytes"),
			emit.Concat("return ", call(helper, append(args, text("value"))...)))
	})
}

func (p packers) Record(t ir.Type) string {
	p.m.helpers["_pack_record"] = true
	c := p.m.structOf(t.Struct)
	return p.m.typeFunction("pack", t, func(name string) emit.Doc {
		fields := make([]emit.Doc, len(t.Struct.Fields))
		for i, f := range t.Struct.Fields {
			value := "value." + c.fields[i]
			packed := unlessNone(f, value, call(p.m.packer(f.Type), text(value)), true)
			fields[i] = brackets("(", []emit.Doc{text(itoa(int(f.Type.OID))), packed}, ")")
		}
		return block(def(name, []emit.Doc{text("value: " + c.class)}, "bytes"),
			emit.Concat("return ", call("_pack_record", fields...)))
	})
}

// jsonbPack has for the helper that packs json the one that packs jsonb.
var jsonbPack = map[string]string{"_pack_json": "_pack_jsonb", "_pack_text": "_pack_jsonb_text"}

// packerAs is the helper that writes a value of json or jsonb that is held so.
func packerAs(t ir.Type, k kindType) string {
	if t.IsJSONB() {
		return jsonbPack[k.Pack]
	}
	return k.Pack
}

// scalarPacker is the helper that writes values of a type that is not made of others.
func (m *module) scalarPacker(t ir.Type) string {
	switch {
	case t.Kind == ir.Enum:
		return "_pack_text"
	case t.IsChar():
		return "_pack_char"
	}
	return packerAs(t, m.kind(t))
}

// packed is a row's value in binary format, without its length.
func (m *module) packed(f ir.Field, value string) emit.Doc {
	return call(m.packerOf(f), m.own(f, value))
}

// packerOf is the function for a column: what an override makes of JSON is text already.
func (m *module) packerOf(f ir.Field) string {
	if shortNumeric(f.Type) {
		m.helpers["_short_numeric"] = true
		return "_short_numeric"
	}
	pack := m.packer(f.Type)
	if overridden(f) && m.kind(f.Type).Textual {
		pack = packerAs(f.Type, m.driver.JSONText)
		m.helpers[pack] = true
	}
	return pack
}

// rowsPacker writes a table's rows in COPY's binary format: a loop over the rows, with the lengths of what always has
// the same length written along with it, and what is cheaper by the column prepared before.
type rowsPacker struct {
	m       *module
	name    string // of the function
	scope   *emit.Scope
	fields  int        // of a row
	columns []emit.Doc // what is prepared by the column
	locals  []string   // what one row's value of each is called in the loop
	body    []emit.Doc // statements of the loop before the parts are added
	parts   []emit.Doc
	format  string // of the run of fixed parts that is being collected
	values  []emit.Doc
	runs    int
}

// packedField is a field of rows that are packed: the name of a local variable with its value, and its value of a row.
type packedField struct {
	ir.Field
	local, value string
}

// packedFields are those of rows that are objects.
func packedFields(fields []ir.Field, names []string) []packedField {
	out := make([]packedField, len(fields))
	for i, f := range fields {
		out[i] = packedField{f, names[i], "row." + names[i]}
	}
	return out
}

// packedItems are those of rows that are tuples.
func packedItems(fields []ir.Field) []packedField {
	out := make([]packedField, len(fields))
	for i, f := range fields {
		out[i] = packedField{f, snake(f.Name, "value"), "row[" + itoa(i) + "]"}
	}
	return out
}

// rowsPacker writes the function from rows of a type to their bytes and gives its name.
func (m *module) rowsPacker(table, class string, fields []packedField) string {
	p := &rowsPacker{m: m, name: m.scope.Claim("_pack_" + table + "_rows"), scope: m.local(), fields: len(fields)}
	for _, own := range []string{"rows", "row", "parts"} {
		p.scope.Claim(own)
	}
	p.fixed("h", text(itoa(len(fields))))
	for _, f := range fields {
		p.field(f)
	}
	p.end()
	m.use("Sequence")
	add := emit.Concat("parts += ", tuple(p.parts))
	if len(p.parts) == 1 {
		add = call("parts.append", p.parts[0])
	}
	m.functions = append(m.functions, block(def(p.name, []emit.Doc{text("rows: Sequence[" + class + "]")}, "bytes"),
		text("parts: list[bytes] = []"), block(p.loop(), append(p.body, add)...), text(`return b"".join(parts)`)))
	return p.name
}

// loop is the head of the loop over the rows and what is prepared of them.
func (p *rowsPacker) loop() emit.Doc {
	locals, sources := p.locals, p.columns
	if len(locals) < p.fields || p.fields == 0 {
		locals, sources = append([]string{"row"}, locals...), append([]emit.Doc{text("rows")}, sources...)
	}
	if len(sources) == 1 {
		return emit.Concat("for "+locals[0]+" in ", sources[0], ":")
	}
	target := text("for " + strings.Join(locals, ", "))
	if head := "    for " + strings.Join(locals, ", ") + " in zip("; len(head) > width {
		names := make([]emit.Doc, len(locals))
		for i, n := range locals {
			names[i] = text(n)
		}
		target = brackets("for (", names, ")")
	}
	return emit.Concat(target, call(" in zip", append(sources, text("strict=True"))...), ":")
}

// copyStatement says where COPY writes to by a statement; where no row goes by COPY there is none.
func copyStatement(m *module, a *plan.Appender, table string) []emit.Doc {
	load, ok := a.Load.(*plan.Copy)
	if !ok {
		return []emit.Doc{text(`""`)}
	}
	name := m.scope.Claim("_COPY_" + strings.ToUpper(table))
	m.constants = append(m.constants, constant(name, load.SQL))
	return []emit.Doc{text(name)}
}

// copyNames says it by the names of the table and its schema.
func copyNames(_ *module, a *plan.Appender, _ string) []emit.Doc {
	schema := "None"
	if a.Qualified {
		schema = word(a.Table.Schema)
	}
	return []emit.Doc{text(word(a.Table.Name.SQL)), text(schema)}
}

func (p *rowsPacker) fixed(format string, values ...emit.Doc) {
	p.format += format
	p.values = append(p.values, values...)
}

// sized adds a value with its length before it.
func (p *rowsPacker) sized(value emit.Doc) {
	p.end()
	p.parts = append(p.parts, value)
}

func (p *rowsPacker) field(f packedField) {
	fixed, ok := fixedKinds[f.Type.Kind]
	switch column := p.m.columnPacker(f.Field); {
	case column.Helper != "":
		p.column(f, column)
	case ok && !f.Nullable:
		p.fixed("i"+fixed.Format, text(itoa(fixed.Size)), p.m.fixedValue(fixed, p.m.own(f.Field, f.value)))
	case ok:
		sized := []emit.Doc{text(itoa(fixed.Size)), p.m.fixedValue(fixed, p.m.own(f.Field, f.value))}
		p.nullable(f, fixed.Sized, sized...)
	case f.Nullable:
		p.nullable(f, "_sized", p.m.packed(f.Field, f.value))
	default:
		local := p.scope.Claim(f.local)
		p.body = append(p.body, emit.Concat(local+" = ", p.m.packed(f.Field, f.value)))
		p.fixed("i", text("len("+local+")"))
		p.sized(text(local))
	}
}

// nullable adds a value that may be NULL; sized is the helper that writes another one and its length.
func (p *rowsPacker) nullable(f packedField, sized string, value ...emit.Doc) {
	p.m.helpers["_NULL"], p.m.helpers[sized] = true, true
	local := p.scope.Claim(f.local)
	packed := emit.Group("_NULL", emit.Line(), "if "+f.value+" is None", emit.Line(), "else ", call(sized, value...))
	p.body = append(p.body, emit.Concat(local+" = ", parenthesized(packed)))
	p.sized(text(local))
}

// column adds a value that a helper has prepared with the whole column's.
func (p *rowsPacker) column(f packedField, c columnPacker) {
	p.m.helpers[c.Helper] = true
	values := p.m.columnOf(f.Field, f.value)
	prepared := call(c.Helper, append(c.Args, values)...)
	local := p.scope.Claim(f.local)
	p.locals = append(p.locals, local)
	switch {
	case f.Nullable:
		p.m.helpers["_sized_or_null"] = true
		pack := text(c.Helper)
		if len(c.Args) > 0 {
			pack = emit.Concat("lambda values: ", call(c.Helper, append(c.Args, text("values"))...))
		}
		prepared = call("_sized_or_null", pack, values)
		p.sized(text(local))
	case c.Format != "":
		p.fixed("i"+c.Format, text(itoa(c.Size)), text(local))
	case c.Size > 0:
		p.fixed("i"+itoa(c.Size)+"s", text(itoa(c.Size)), text(local))
	default:
		p.fixed("i", text("len("+local+")"))
		p.sized(text(local))
	}
	p.columns = append(p.columns, prepared)
}

// columnOf lists a column's values of the rows.
func (m *module) columnOf(f ir.Field, value string) emit.Doc {
	item := unlessNone(f, value, m.own(f, value), overridden(f))
	return brackets("[", []emit.Doc{emit.Group(item, emit.Line(), "for row in rows")}, "]")
}

// shortNumeric reports whether a numeric has no more digits than _short_numerics takes, which the server puts in order.
func shortNumeric(t ir.Type) bool {
	return t.Kind == ir.Decimal && t.Precision > 0 && t.Scale >= 0 && t.Scale < 4 && t.Precision-t.Scale <= 8
}

func (m *module) fixedValue(k fixedKind, value emit.Doc) emit.Doc {
	switch {
	case k.Value == "":
		return value
	case k.Value[0] == '.':
		return emit.Concat(value, k.Value)
	}
	helper := m.driver.copied(k.Value)
	m.helpers[helper] = true
	return call(helper, value)
}

// end ends a run of fixed parts: a struct of its own writes it.
func (p *rowsPacker) end() {
	if p.format == "" {
		return
	}
	p.runs++
	name := p.m.scope.Claim(strings.ToUpper(p.name) + "_" + itoa(p.runs))
	p.m.use("struct")
	p.m.lookups = append(p.m.lookups, emit.Concat(name+" = ",
		parenthesized(text("struct.Struct("+word(">"+p.format)+").pack"))))
	p.parts = append(p.parts, call(name, p.values...))
	p.format, p.values = "", nil
}

// copyRows is the function that makes what an appender packs its rows with. The columns, one by one, are there to find
// the one whose value cannot be written.
func (m *module) copyRows(a *plan.Appender, load *plan.Copy, row *rowType, table, insert string) string {
	name := m.scope.Claim("_" + table + "_rows")
	pack, values := m.rowsPacker(table, row.class, packedFields(a.Row.Fields, row.fields)), m.writerOf(row)
	m.helpers["_Column"], m.helpers["_CopyRows"] = true, true
	entries := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		pack := text(m.packerOf(f))
		if overridden(f) {
			pack = emit.Concat("lambda value: ", m.packed(f, "value"))
		}
		nullable := map[bool]string{true: "True", false: "False"}[f.Nullable]
		entries[i] = brackets("(", []emit.Doc{text(columnName(f)), text(word(f.Type.SQL)), text(nullable), pack}, ")")
	}
	head := "columns: tuple[_Column, ...] = ("
	columns := stack(block(text(head), emit.Concat(emit.Join(emit.Concat(",", emit.HardLine()), entries), ",")),
		text(")"))
	if len(entries) == 1 {
		columns = emit.Concat(strings.TrimSuffix(head, "("), tuple(entries))
	}
	m.functions = append(m.functions, block(def(name, nil, "_CopyRows["+row.class+"]"), columns,
		emit.Concat("return ", call("_CopyRows", text(insert), text(itoa(load.From)), text(pack), text(values),
			text("columns")))))
	return name + "()"
}
