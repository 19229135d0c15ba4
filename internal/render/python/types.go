package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"maps"
)

// kindType is how Python holds values of a kind in a database. Helpers take a value and its name, other functions a
// value. Where a type checker reads float, an int will do: int | float would be the same to it.
type kindType struct {
	Type     string // as a user of the generated code sees it
	Stored   string // as the driver reads it
	Decode   string // function from Stored to Type; "" where the driver's value is one already
	Check    string // function that takes a computed value for Stored only where it is, if nothing enforces that
	Encode   string // function from Type to what the driver binds; "" where it takes the value as it is
	Affinity bool   // a column that the value is stored into encodes by itself
	Textual  bool   // Stored is text that an override takes in place of Decode and Encode
	Pack     string // function from Type to PostgreSQL's binary format
	Bound    bool   // a parameter is bound in binary format
	Nested   string // the same as Encode inside of another value, where that differs
}

var sqliteKinds = map[ir.Kind]kindType{
	ir.Any:         {Type: "float | str | bytes", Stored: "float | str | bytes"},
	ir.Bool:        {Type: "bool", Stored: "int", Decode: "_decode_bool", Encode: "_encode_bool"},
	ir.Int64:       {Type: "int", Stored: "int", Check: "_check_integer"},
	ir.Float64:     {Type: "float", Stored: "float", Check: "_check_real", Encode: "float", Affinity: true},
	ir.Decimal:     {Type: "Decimal", Stored: "float | str", Decode: "_decode_decimal", Encode: "_encode_decimal"},
	ir.Text:        {Type: "str", Stored: "str", Check: "_check_text"},
	ir.Blob:        {Type: "bytes", Stored: "bytes", Check: "_check_blob"},
	ir.Date:        {Type: "dt.date", Stored: "str", Decode: "_decode_date", Encode: "_encode_date"},
	ir.Time:        {Type: "dt.time", Stored: "str", Decode: "_decode_time", Encode: "_encode_time"},
	ir.Timestamp:   {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamp", Encode: "_encode_timestamp"},
	ir.TimestampTZ: {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamptz", Encode: "_encode_timestamptz"},
	ir.UUID:        {Type: "UUID", Stored: "str | bytes", Decode: "_decode_uuid", Encode: "_encode_uuid"},
	ir.JSON:        {Type: "str", Stored: "float | str", Decode: "_decode_json"},
}

var psycopgKinds = map[ir.Kind]kindType{
	ir.Bool:      {Type: "bool", Stored: "bool", Pack: "_pack_bool"},
	ir.Int16:     {Type: "int", Stored: "int", Pack: "_pack_int2"},
	ir.Int32:     {Type: "int", Stored: "int", Pack: "_pack_int4"},
	ir.Int64:     {Type: "int", Stored: "int", Pack: "_pack_int8"},
	ir.OID:       {Type: "int", Stored: "int", Pack: "_pack_oid"},
	ir.Float32:   {Type: "float", Stored: "float", Pack: "_pack_float4"},
	ir.Float64:   {Type: "float", Stored: "float", Check: "_check_real", Pack: "_pack_float8"},
	ir.Decimal:   {Type: "Decimal", Stored: "Decimal", Pack: "_pack_numeric"},
	ir.Money:     {Type: "int", Stored: "bytes", Decode: "_decode_money", Pack: "_pack_int8", Bound: true},
	ir.Text:      {Type: "str", Stored: "str", Pack: "_pack_text"},
	ir.XML:       {Type: "str", Stored: "str", Pack: "_pack_text"},
	ir.Blob:      {Type: "bytes", Stored: "bytes", Pack: "_pack_bytea"},
	ir.Bits:      {Type: "str", Stored: "bytes", Decode: "_decode_bits", Pack: "_pack_bits"},
	ir.Date:      {Type: "dt.date", Stored: "dt.date", Encode: "_encode_date", Pack: "_pack_date"},
	ir.Time:      {Type: "dt.time", Stored: "dt.time", Encode: "_encode_time", Pack: "_pack_time"},
	ir.TimeTZ:    {Type: "dt.time", Stored: "dt.time", Encode: "_encode_timetz", Pack: "_pack_timetz"},
	ir.Timestamp: {Type: "dt.datetime", Stored: "dt.datetime", Encode: "_encode_timestamp", Pack: "_pack_timestamp"},
	ir.TimestampTZ: {Type: "dt.datetime", Stored: "dt.datetime", Encode: "_encode_timestamptz",
		Pack: "_pack_timestamptz"},
	ir.Interval: {Type: "Interval", Stored: "bytes", Decode: "_decode_interval", Pack: "_pack_interval",
		Bound: true},
	ir.UUID: {Type: "UUID", Stored: "UUID", Pack: "_pack_uuid"},
	ir.JSON: {Type: "Any", Stored: "str", Decode: "_decode_json", Encode: "_encode_json", Textual: true,
		Pack: "_pack_json"},
	ir.Inet:     {Type: "Inet", Stored: "Inet", Pack: "_pack_inet"},
	ir.CIDR:     {Type: "Cidr", Stored: "Cidr", Pack: "_pack_cidr"},
	ir.MACAddr:  {Type: "str", Stored: "bytes", Decode: "_decode_macaddr", Pack: "_pack_macaddr"},
	ir.MACAddr8: {Type: "str", Stored: "bytes", Decode: "_decode_macaddr", Pack: "_pack_macaddr8"},
	ir.TSVector: {Type: "str", Stored: "bytes", Decode: "_decode_tsvector", Pack: "_pack_tsvector"},
}

// asyncpgKinds are what psycopg's are but for what asyncpg reads and binds itself.
var asyncpgKinds = kindsOf(psycopgKinds, map[ir.Kind]kindType{
	ir.Money: {Type: "int", Stored: "object", Decode: "_decode_money", Pack: "_pack_int8"},
	ir.Bits: {Type: "str", Stored: "BitString", Decode: "_decode_bits", Encode: "_encode_bits",
		Pack: "_pack_bits"},
	ir.Interval: {Type: "Interval", Stored: "object", Decode: "_decode_interval", Pack: "_pack_interval"},
	ir.Date:     {Type: "dt.date", Stored: "dt.date", Encode: "_encode_finite_date", Pack: "_pack_finite_date"},
	ir.Timestamp: {Type: "dt.datetime", Stored: "dt.datetime", Encode: "_encode_finite_timestamp",
		Pack: "_pack_finite_timestamp"},
	ir.TimestampTZ: {Type: "dt.datetime", Stored: "dt.datetime", Encode: "_encode_finite_timestamptz",
		Pack: "_pack_finite_timestamptz"},
	ir.MACAddr:  {Type: "str", Stored: "str", Pack: "_pack_macaddr"},
	ir.MACAddr8: {Type: "str", Stored: "str", Pack: "_pack_macaddr8"},
	ir.TSVector: {Type: "str", Stored: "str", Decode: "_decode_tsvector", Pack: "_pack_tsvector"},
})

func kindsOf(base, changed map[ir.Kind]kindType) map[ir.Kind]kindType {
	kinds := maps.Clone(base)
	maps.Copy(kinds, changed)
	return kinds
}

// kind is how Python holds a type that is not made of others.
func (m *module) kind(t ir.Type) kindType {
	if k, ok := m.driver.Nanos[t.Kind]; ok && t.Precision == 9 {
		return k
	}
	if t.Kind == ir.JSON && m.Options.Json == "text" {
		return m.driver.JSONText
	}
	return m.driver.Kinds[t.Kind]
}

// typeOf is a field's type annotation; what it needs is imported.
func (m *module) typeOf(f ir.Field) string { return m.annotation(f, m.typeName) }

// paramType is the type of a parameter, which takes more than is read.
func (m *module) paramType(f ir.Field) string { return m.annotation(f, m.paramName) }

func (m *module) annotation(f ir.Field, name func(ir.Type) string) string {
	if row := f.Type.Object(); row != nil {
		class := m.rowOf(row).class
		if f.Type.Kind == ir.Array {
			class = "list[" + class + "]"
		}
		return orNone(class, f.Nullable)
	}
	if f.Override != nil {
		m.importOverride(f.Override)
		return orNone(f.Override.Type, f.Nullable)
	}
	return orNone(name(f.Type), f.Nullable)
}

// stored is the type of a field's value as the driver reads it.
func (m *module) stored(f ir.Field) string {
	if f.Override != nil && f.Override.Decode == "" && !m.reads(f.Type) {
		return orNone(f.Override.Type, f.Nullable)
	}
	return orNone(m.form(f.Type).Stored(), f.Nullable)
}

func orNone(t string, nullable bool) string {
	if nullable {
		return t + " | None"
	}
	return t
}

// reads reports whether a value of the type is not what the driver gives.
func (m *module) reads(t ir.Type) bool { return m.form(t).Read != nil }

// decodes reports whether a field's value as read needs converting.
func (m *module) decodes(f ir.Field) bool {
	return m.reads(f.Type) || m.check(f) != "" || f.Override != nil && f.Override.Decode != ""
}

// encodes reports whether a value needs converting before it is bound.
func (m *module) encodes(f ir.Field, column bool) bool {
	return m.form(f.Type).Bind != nil && !(column && m.kind(f.Type).Affinity) || overridden(f)
}

// decode converts a value as the driver gave it.
func (m *module) decode(f ir.Field, value string) emit.Doc {
	own := f.Override != nil && f.Override.Decode != ""
	d := text(value)
	if !own || !m.kind(f.Type).Textual {
		d = m.apply(m.check(f), m.form(f.Type).Read.of(d, columnName(f)), columnName(f))
	}
	if own {
		d = call(f.Override.Decode, d)
	}
	return unlessNone(f, value, d, m.decodes(f))
}

// check is the function that checks a value as it was read. A table's own columns arrive as they are stored.
func (m *module) check(f ir.Field) string {
	if !f.Declared || f.Source.Table != "" {
		return ""
	}
	return m.kind(f.Type).Check
}

// encode converts a value for the driver; column says that it is stored into the column of its type.
func (m *module) encode(f ir.Field, value string, column bool) emit.Doc {
	k := m.kind(f.Type)
	d := m.own(f, value)
	if !(column && k.Affinity || k.Textual && overridden(f)) {
		d = m.form(f.Type).Bind.of(d, name(f))
	}
	return unlessNone(f, value, d, m.encodes(f, column))
}

// own applies the encode function of a field's override.
func (m *module) own(f ir.Field, value string) emit.Doc {
	if !overridden(f) {
		return text(value)
	}
	m.helpers["_encode_by"] = true
	return call("_encode_by", text(f.Override.Encode), text(value), text(name(f)))
}

func (m *module) apply(function string, value emit.Doc, name string) emit.Doc {
	switch {
	case function == "":
		return value
	case function[0] != '_':
		return call(function, value)
	}
	m.helpers[function] = true
	return call(function, value, text(name))
}

// unlessNone lets NULL pass a conversion by.
func unlessNone(f ir.Field, value string, converted emit.Doc, converts bool) emit.Doc {
	if !f.Nullable || !converts {
		return converted
	}
	return emit.Group("None", emit.Line(), emit.Group("if "+value, emit.Line(), "is None"), emit.Line(), "else ",
		converted)
}

// name is a field's name as messages show it, as a literal.
func name(f ir.Field) string { return word(f.Name.SQL) }

// columnName is the name of a column that was read: the engine's own, where it has one.
func columnName(f ir.Field) string {
	if f.Column != "" {
		return word(f.Column)
	}
	return name(f)
}
