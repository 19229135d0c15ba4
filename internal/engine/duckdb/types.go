package duckdb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// logical is a type as the bound plan writes it.
type logical struct {
	ID   string `json:"id"`
	Info *info  `json:"type_info"`
}

// info is what a type has beyond its name.
type info struct {
	Alias    string   `json:"alias"`
	Width    int      `json:"width"`
	Scale    int      `json:"scale"`
	Child    *logical `json:"child_type"`
	Size     int      `json:"size"`
	Values   []string `json:"values"`
	Children []member `json:"child_types"`
}

// member is a field of a STRUCT, a member of a UNION, or a MAP's key or value.
type member struct {
	First  string   `json:"first"`
	Second *logical `json:"second"`
}

// logicalOf is a type of a prepared statement as the bound plan would write it.
func logicalOf(t *libduckdb.Type) *logical {
	l := &logical{ID: t.ID, Info: &info{Alias: t.Alias, Width: t.Width, Scale: t.Scale, Size: t.Size, Values: t.Labels}}
	var fields []member
	for _, f := range t.Fields {
		fields = append(fields, member{f.Name, logicalOf(f.Type)})
	}
	switch t.ID {
	case "LIST", "ARRAY":
		l.Info.Child = fields[0].Second
	case "MAP":
		l.Info.Child = &logical{ID: "STRUCT", Info: &info{Children: fields}}
	case "UNION":
		l.Info.Children = append([]member{{"", &logical{ID: "UTINYINT"}}}, fields...)
	case "STRUCT":
		l.Info.Children = fields
	}
	return l
}

// known reports whether the library tells all of a type.
func known(t *libduckdb.Type) bool {
	return t.ID != "" && !slices.ContainsFunc(t.Fields, func(f libduckdb.Field) bool { return !known(f.Type) })
}

func (l *logical) alias() string {
	if l.Info == nil {
		return ""
	}
	return l.Info.Alias
}

// scalars are the types that need no more than their name.
var scalars = map[string]ir.Type{
	"BOOLEAN":                  {Kind: ir.Bool},
	"TINYINT":                  {Kind: ir.Int8},
	"SMALLINT":                 {Kind: ir.Int16},
	"INTEGER":                  {Kind: ir.Int32},
	"BIGINT":                   {Kind: ir.Int64},
	"HUGEINT":                  {Kind: ir.HugeInt},
	"UTINYINT":                 {Kind: ir.UInt8},
	"USMALLINT":                {Kind: ir.UInt16},
	"UINTEGER":                 {Kind: ir.UInt32},
	"UBIGINT":                  {Kind: ir.UInt64},
	"UHUGEINT":                 {Kind: ir.UHugeInt},
	"FLOAT":                    {Kind: ir.Float32},
	"DOUBLE":                   {Kind: ir.Float64},
	"VARCHAR":                  {Kind: ir.Text},
	"BLOB":                     {Kind: ir.Blob},
	"BIT":                      {Kind: ir.Bits},
	"UUID":                     {Kind: ir.UUID},
	"DATE":                     {Kind: ir.Date},
	"TIME":                     {Kind: ir.Time, Precision: 6},
	"TIME_NS":                  {Kind: ir.Time, Precision: 9},
	"TIME WITH TIME ZONE":      {Kind: ir.TimeTZ},
	"TIMESTAMP_S":              {Kind: ir.Timestamp},
	"TIMESTAMP_MS":             {Kind: ir.Timestamp, Precision: 3},
	"TIMESTAMP":                {Kind: ir.Timestamp, Precision: 6},
	"TIMESTAMP_NS":             {Kind: ir.Timestamp, Precision: 9},
	"TIMESTAMP WITH TIME ZONE": {Kind: ir.TimestampTZ, Precision: 6},
	"INTERVAL":                 {Kind: ir.Interval},
	"BIGNUM":                   {Kind: ir.Other},
	"GEOMETRY":                 {Kind: ir.Other},
	"VARIANT":                  {Kind: ir.Other},
}

// byText are the types of extensions whose text says more than what they are made of.
var byText = map[string]bool{"INET": true}

// families are the types whose values mean the same when DuckDB converts them into each other.
var families = map[string]string{"TINYINT": "number", "SMALLINT": "number", "INTEGER": "number", "BIGINT": "number",
	"HUGEINT":  "number",
	"UTINYINT": "number", "USMALLINT": "number", "UINTEGER": "number", "UBIGINT": "number", "UHUGEINT": "number",
	"BIGNUM": "number",
	"FLOAT":  "number", "DOUBLE": "number", "DECIMAL": "number", "VARCHAR": "text", "ENUM": "text", "UUID": "text",
	"BOOLEAN": "boolean",
	"BLOB":    "bytes", "DATE": "time", "TIMESTAMP": "time", "TIMESTAMP_S": "time", "TIMESTAMP_MS": "time",
	"TIMESTAMP_NS":             "time",
	"TIMESTAMP WITH TIME ZONE": "time", "TIME": "time of day", "TIME_NS": "time of day", "INTERVAL": "interval"}

// disagree reports whether no value is meant for columns of both types.
func disagree(a, b *logical) bool {
	x, y := families[a.ID], families[b.ID]
	return x != "" && y != "" && x != y
}

// typeOf is a type as generators see it. Enums, structs and unions of the same definition are the same.
func (c *catalog) typeOf(l *logical) ir.Type {
	if l.ID == "NULL" { // of a column that is nothing else; DuckDB 1.5 has INTEGER there
		l = &logical{ID: "INTEGER"}
	}
	name := c.nameOf(l)
	t := ir.Type{SQL: name, Ref: name}
	if l.alias() == "JSON" {
		t.Kind = ir.JSON
		return t
	}
	if byText[l.alias()] {
		t.Kind = ir.Other
		return t
	}
	if s, ok := scalars[l.ID]; ok {
		t.Kind, t.Precision = s.Kind, s.Precision
		if l.ID == "BLOB" && l.alias() != "" {
			t.Kind = ir.Other
		}
		return t
	}
	if l.Info == nil {
		return t
	}
	switch l.ID {
	case "DECIMAL":
		t.Kind, t.Precision, t.Scale = ir.Decimal, l.Info.Width, l.Info.Scale
	case "ENUM":
		t.Kind, t.Enum = ir.Enum, c.enum(l)
	case "LIST", "ARRAY":
		elem := c.typeOf(l.Info.Child)
		t.Kind, t.Elem, t.ElemNullable, t.Length = ir.Array, &elem, true, l.Info.Size
	case "MAP":
		if key, value := l.pair(); key != nil {
			k, v := c.typeOf(key), c.typeOf(value)
			t.Kind, t.Key, t.Elem, t.ElemNullable = ir.Map, &k, &v, true
		}
	case "STRUCT":
		t.Kind, t.Struct = ir.Struct, c.structOf(l)
	case "UNION":
		t.Kind, t.Struct = ir.Union, c.structOf(l)
	}
	return t
}

// pair is what a MAP's keys and values are; nil for anything else.
func (l *logical) pair() (key, value *logical) {
	if l.ID != "MAP" || l.Info == nil || l.Info.Child == nil || l.Info.Child.Info == nil ||
		len(l.Info.Child.Info.Children) != 2 {
		return nil, nil
	}
	of := l.Info.Child.Info.Children
	return of[0].Second, of[1].Second
}

// members are the fields of a STRUCT or the members of a UNION, without its tag.
func (l *logical) members() []member {
	if l.ID == "UNION" && len(l.Info.Children) > 0 {
		return l.Info.Children[1:]
	}
	return l.Info.Children
}

// nameOf is how SQL writes a type: by the name that the schema gives it, or in full.
func (c *catalog) nameOf(l *logical) string {
	if l.alias() != "" {
		return l.alias()
	}
	if l.Info == nil {
		return l.ID
	}
	if l.ID == "ENUM" || l.ID == "STRUCT" || l.ID == "UNION" {
		if t := c.types[l.key()]; t != nil {
			return t.sql
		}
	}
	return l.written(c.nameOf)
}

// key tells definitions apart: the type in full.
func (l *logical) key() string { return l.written((*logical).key) }

// written is the type's definition, with the types in it as name says.
func (l *logical) written(name func(*logical) string) string {
	if l.alias() != "" {
		return l.alias()
	}
	if l.Info == nil {
		return l.ID
	}
	switch l.ID {
	case "DECIMAL":
		return fmt.Sprintf("DECIMAL(%d,%d)", l.Info.Width, l.Info.Scale)
	case "ENUM":
		labels := make([]string, len(l.Info.Values))
		for i, v := range l.Info.Values {
			labels[i] = literal(v)
		}
		return "ENUM(" + strings.Join(labels, ", ") + ")"
	case "LIST":
		return name(l.Info.Child) + "[]"
	case "ARRAY":
		return fmt.Sprintf("%s[%d]", name(l.Info.Child), l.Info.Size)
	case "MAP":
		if key, value := l.pair(); key != nil {
			return "MAP(" + name(key) + ", " + name(value) + ")"
		}
	case "STRUCT", "UNION":
		var parts []string
		for _, m := range l.members() {
			parts = append(parts, quoteName(m.First)+" "+name(m.Second))
		}
		return l.ID + "(" + strings.Join(parts, ", ") + ")"
	}
	return l.ID
}

// reserved are the words that cannot be names without quotes.
var reserved = map[string]bool{}

func init() {
	for _, word := range strings.Fields(`
all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both by
case cast char character check coalesce collate collation column columns concurrently constraint create cross dec
decimal default deferrable desc describe distinct do else end except exists extract false fetch float for foreign freeze
from full generated glob group grouping grouping_id having ilike in initially inner inout int integer intersect interval
into is isnull join lambda lateral leading left like limit map national natural nchar none not notnull null nullif
numeric offset on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing position positional
precision primary qualify real references returning right row select semi setof show similar smallint some struct
substring summarize symmetric table tablesample then time timestamp to trailing treat trim true try_cast tuple union unique
unpack unpivot using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists
xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`) {
		reserved[word] = true
	}
}

// quoteName quotes a name where DuckDB needs it.
func quoteName(name string) string {
	plain := name != "" && !reserved[strings.ToLower(name)]
	for i := range len(name) {
		c := name[i]
		plain = plain && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9')
	}
	if plain {
		return name
	}
	return ir.Quote(name)
}
