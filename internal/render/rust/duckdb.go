package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

var duckdbDriver = &driver{
	prelude: prelude("rust/duckdb", []string{"duckdb", "error", "duckdb_values"}, "duckdb_chrono", "duckdb_uuid", "duckdb_decimal", "duckdb_interval",
		"labels", "duckdb_enum", "duckdb_composite", "duckdb_map", "override", "rows", "batch", "each",
		"duckdb_store", "duckdb_store_chrono", "duckdb_store_uuid", "duckdb_store_decimal", "duckdb_insert", "migration", "duckdb_migrations"),
	parts:    "duckdb_",
	keys:     true,
	handle:   "&'c duckdb::Connection",
	handles:  "a connection or a transaction",
	rows:     "sqg::Rows<'c, %s>",
	kinds:    duckdbKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return duckdbShapes{f: f} },
	lacks:    func(t ir.Type) bool { return t.Kind == ir.Union },
	appender: appendedChunks,
}

var duckdbKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool"},
	ir.Int8:        {typ: "i8"},
	ir.Int16:       {typ: "i16"},
	ir.Int32:       {typ: "i32"},
	ir.Int64:       {typ: "i64"},
	ir.HugeInt:     {typ: "i128"},
	ir.UInt8:       {typ: "u8"},
	ir.UInt16:      {typ: "u16"},
	ir.UInt32:      {typ: "u32"},
	ir.UInt64:      {typ: "u64"},
	ir.UHugeInt:    {typ: "u128"},
	ir.Float32:     {typ: "f32"},
	ir.Float64:     {typ: "f64"},
	ir.Decimal:     {typ: "rust_decimal::Decimal", part: "decimal"},
	ir.Text:        {typ: "String", borrowed: "&str"},
	ir.Blob:        {typ: "sqg::Blob", borrowed: "&sqg::Blob"},
	ir.Bits:        {typ: "String", borrowed: "&str"},
	ir.Date:        {typ: "chrono::NaiveDate", part: "chrono"},
	ir.Time:        {typ: "chrono::NaiveTime", part: "chrono"},
	ir.Timestamp:   {typ: "chrono::NaiveDateTime", part: "chrono"},
	ir.TimestampTZ: {typ: "chrono::DateTime<chrono::Utc>", part: "chrono"},
	ir.Interval:    {typ: "sqg::Interval", part: "interval"},
	ir.UUID:        {typ: "uuid::Uuid", part: "uuid"},
	ir.JSON:        {typ: "String", borrowed: "&str"},
	ir.Other:       {typ: "String", borrowed: "&str"},
}

// duckdbShapes are the types of DuckDB.
type duckdbShapes struct {
	ir.NoUnions[kind]
	ir.NoRanges[kind]
	f *file
}

func (s duckdbShapes) Scalar(t ir.Type) kind { return duckdbKinds[t.Kind] }

func (s duckdbShapes) Enum(t ir.Type) kind { return kind{typ: s.f.enumType(t.Enum)} }

func (s duckdbShapes) Record(t ir.Type) kind {
	name := s.f.structType(t.Struct)
	return kind{typ: name, borrowed: "&" + name}
}

func (s duckdbShapes) List(t ir.Type) kind {
	elem := s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: t.ElemNullable})
	return kind{typ: "Vec<" + elem + ">", borrowed: "&[" + elem + "]"}
}

func (s duckdbShapes) Map(t ir.Type) kind {
	typ := "sqg::Map<" + s.f.typeOf(ir.Field{Type: *t.Key}) + ", " + s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: true}) + ">"
	return kind{typ: typ, borrowed: "&" + typ, part: "map"}
}

// stored is how columns hold the kinds that go as they are, and the part of the prelude that stores them.
var stored = map[ir.Kind]struct{ name, part string }{
	ir.Bool:        {name: "Bool"},
	ir.Int8:        {name: "I8"},
	ir.Int16:       {name: "I16"},
	ir.Int32:       {name: "I32"},
	ir.Int64:       {name: "I64"},
	ir.UInt8:       {name: "U8"},
	ir.UInt16:      {name: "U16"},
	ir.UInt32:      {name: "U32"},
	ir.UInt64:      {name: "U64"},
	ir.Float32:     {name: "F32"},
	ir.Float64:     {name: "F64"},
	ir.Text:        {name: "Text"},
	ir.Blob:        {name: "Blob"},
	ir.Date:        {"Date", "store_chrono"},
	ir.Timestamp:   {"Timestamp", "store_chrono"},
	ir.TimestampTZ: {"TimestampTz", "store_chrono"},
	ir.UUID:        {"Uuid", "store_uuid"},
	ir.Decimal:     {"Decimal", "store_decimal"},
}

// stored is the kind of a column, or of what a list holds.
func (f *file) stored(t ir.Type) string {
	switch k := stored[t.Kind]; {
	case t.Kind == ir.Array:
		return "sqg::Kind::List(&" + f.stored(*t.Elem) + ")"
	case t.Kind == ir.Decimal:
		f.g.need(k.part)
		return fmt.Sprintf("sqg::Kind::Decimal(%d, %d)", t.Precision, t.Scale)
	case k.part != "":
		f.g.need(k.part)
		fallthrough
	default:
		return "sqg::Kind::" + k.name
	}
}

// appendedChunks writes a bulk insert whose rows go in chunks of columns.
func appendedChunks(f *file, a *plan.Appender) {
	for _, part := range []string{"rows", "store", "insert"} {
		f.g.need(part)
	}
	load, row, constant := a.Load.(*plan.Chunks), f.rowType(a.Row), f.scope.Claim(tableName(a.Name))
	columns := make([]string, len(row.fields))
	var puts strings.Builder
	for i, field := range a.Row.Fields {
		kind, value := "sqg::Kind::Text", "self."+row.fields[i]
		if load.Native[i] {
			kind = f.stored(field.Type)
		}
		put := "store"
		if !load.Native[i] || field.Override != nil {
			put = "encode"
		}
		fmt.Fprintf(&puts, "        %s\n", question("to", put, []string{f.argument(field, value, false)}))
		columns[i] = "(" + quote(field.Column) + ", " + kind + ")"
	}
	f.add("static %s: sqg::Table = sqg::Table {\n    name: %s,\n%s\n    columns: %s,\n};", constant, quote(tableText(a)),
		assigned("    insert:", quote(load.SQL), ","), fill(columns, "&[", "]", 4, len("columns: ,")))
	f.add("impl sqg::Append for %s {\n    fn append(&self, to: &mut sqg::Columns) -> sqg::Result<()> {\n%s        Ok(())\n    }\n}", f.in(row.home, row.name), puts.String())
	f.load(bulkDoc(a), bulkName(a.Name), f.in(row.home, row.name), "bulk_insert", "&"+constant)
}
