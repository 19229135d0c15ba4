package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// kindType is how Python holds values of a kind in SQLite. Helpers take a value and its name, other functions a value.
// Where a type checker reads float, an int will do: int | float would be the same to it.
type kindType struct {
	Type     string // as a user of the generated code sees it
	Stored   string // as the driver reads it
	Decode   string // function from Stored to Type; "" where the driver's value is one already
	Encode   string // function from Type to what the driver binds; "" where it takes the value as it is
	Affinity bool   // a column that the value is stored into encodes by itself
	Import   string // the name that Type needs imported
}

var kinds = map[ir.Kind]kindType{
	ir.Any:         {Type: "float | str | bytes", Stored: "float | str | bytes"},
	ir.Bool:        {Type: "bool", Stored: "int", Decode: "_decode_bool", Encode: "_encode_bool"},
	ir.Int64:       {Type: "int", Stored: "int"},
	ir.Float64:     {Type: "float", Stored: "float", Encode: "float", Affinity: true},
	ir.Decimal:     {Type: "Decimal", Stored: "float | str", Decode: "_decode_decimal", Encode: "_encode_decimal", Import: "Decimal"},
	ir.Text:        {Type: "str", Stored: "str"},
	ir.Blob:        {Type: "bytes", Stored: "bytes"},
	ir.Date:        {Type: "dt.date", Stored: "str", Decode: "_decode_date", Encode: "_encode_date", Import: "dt"},
	ir.Time:        {Type: "dt.time", Stored: "str", Decode: "_decode_time", Encode: "_encode_time", Import: "dt"},
	ir.Timestamp:   {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamp", Encode: "_encode_timestamp", Import: "dt"},
	ir.TimestampTZ: {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamptz", Encode: "_encode_timestamptz", Import: "dt"},
	ir.UUID:        {Type: "UUID", Stored: "str | bytes", Decode: "_decode_uuid", Encode: "_encode_uuid", Import: "UUID"},
	ir.JSON:        {Type: "str", Stored: "float | str", Decode: "_decode_json"},
}

// typeOf is a field's type annotation; what it needs is imported.
func (m *module) typeOf(f ir.Field) string {
	k := kinds[f.Type.Kind]
	t := k.Type
	if f.Override != nil {
		t = f.Override.Type
		m.importOverride(f.Override)
	} else {
		m.std.add(k.Import)
	}
	return orNone(t, f.Nullable)
}

// stored is the type of a field's value as the driver reads it.
func stored(f ir.Field) string {
	k := kinds[f.Type.Kind]
	if f.Override != nil && f.Override.Decode == "" && k.Decode == "" {
		return orNone(f.Override.Type, f.Nullable)
	}
	return orNone(k.Stored, f.Nullable)
}

func orNone(t string, nullable bool) string {
	if nullable {
		return t + " | None"
	}
	return t
}

// decodes tells whether a field's value as read needs converting.
func decodes(f ir.Field) bool {
	return kinds[f.Type.Kind].Decode != "" || f.Override != nil && f.Override.Decode != ""
}

// encodes tells whether a value needs converting before it is bound.
func encodes(f ir.Field, column bool) bool {
	k := kinds[f.Type.Kind]
	return k.Encode != "" && !(column && k.Affinity) || f.Override != nil && f.Override.Encode != ""
}

// decode converts a value as the driver gave it.
func (m *module) decode(f ir.Field, value string) emit.Doc {
	d := m.apply(kinds[f.Type.Kind].Decode, text(value), columnName(f))
	if f.Override != nil && f.Override.Decode != "" {
		d = call(f.Override.Decode, d)
	}
	return unlessNone(f, value, d, decodes(f))
}

// encode converts a value for the driver; column says that it is stored into the column of its type.
func (m *module) encode(f ir.Field, value string, column bool) emit.Doc {
	d := text(value)
	if f.Override != nil && f.Override.Encode != "" {
		m.helpers["_encode_by"] = true
		d = call("_encode_by", text(f.Override.Encode), d, text(name(f)))
	}
	if k := kinds[f.Type.Kind]; !column || !k.Affinity {
		d = m.apply(k.Encode, d, name(f))
	}
	return unlessNone(f, value, d, encodes(f, column))
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
	return emit.Group("None", emit.Line(), emit.Group("if "+value, emit.Line(), "is None"), emit.Line(), "else ", converted)
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
