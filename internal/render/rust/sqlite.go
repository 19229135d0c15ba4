package rust

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

var rusqlite = &driver{
	prelude: prelude("rust/sqlite/rusqlite", "sqlite", "error", "transaction_sync", "transaction_sqlite",
		"sqlite_values", "json_text", "sqlite_lists", "sqlite_made", "sqlite_chrono", "sqlite_uuid", "sqlite_decimal", "sqlite_json",
		"override", "sqlite_override", "override_within", "rows", "batch", "sqlite_sorted", "each", "insert", "observer", "observed",
		"nested", "nested_sync", "migration", "sqlite_migrations"),
	keys:     true,
	reads:    true,
	handle:   "&'c rusqlite::Connection",
	handles:  "a connection or a transaction",
	rows:     "sqg::Rows<'c, %s>",
	kinds:    sqliteKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return sqliteShapes{f: f} },
	appender: insertedValues,
}

var sqliteKinds = map[ir.Kind]kind{
	ir.Any:         {typ: "rusqlite::types::Value", borrowed: "&rusqlite::types::Value"},
	ir.Bool:        {typ: "bool"},
	ir.Int64:       {typ: "i64"},
	ir.Float64:     {typ: "f64"},
	ir.Decimal:     {typ: "rust_decimal::Decimal"},
	ir.Text:        {typ: "String", borrowed: "&str"},
	ir.Blob:        {typ: "Vec<u8>", borrowed: "&[u8]"},
	ir.Date:        {typ: "chrono::NaiveDate"},
	ir.Time:        {typ: "chrono::NaiveTime"},
	ir.Timestamp:   {typ: "chrono::NaiveDateTime"},
	ir.TimestampTZ: {typ: "chrono::DateTime<chrono::Utc>"},
	ir.UUID:        {typ: "uuid::Uuid"},
	ir.JSON:        {typ: "String", borrowed: "&str", wire: "sqg::Json"},
}

// sqliteShapes: SQLite has scalars only. Lists, which are parameters' as well, and objects are JSON.
type sqliteShapes struct {
	f *file
	ir.NoMaps[kind]
	ir.NoUnions[kind]
	ir.NoRanges[kind]
}

func (sqliteShapes) Scalar(t ir.Type) kind { return sqliteKinds[t.Kind] }
func (sqliteShapes) Enum(ir.Type) kind     { panic("SQLite has no enums") }

func (s sqliteShapes) Record(t ir.Type) kind { return kind{typ: s.f.structType(t.Struct)} }

func (s sqliteShapes) List(t ir.Type) kind {
	elem := s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: t.ElemNullable})
	return kind{typ: "Vec<" + elem + ">", borrowed: "&[" + elem + "]"}
}

// insertedValues inserts by INSERT of several rows.
func insertedValues(f *file, a *plan.Appender) inserter {
	load := a.Load.(*plan.Values)
	row, constant := f.tableRecord(a.Row), f.scope.Claim(tableName(a.Name))
	f.add("static %s: sqg::Table = sqg::Table {\n    name: %s,\n%s\n%s\n    chunk: %s,\n};", constant,
		quote(tableText(a)),
		assigned("    row:", quote(load.Row), ","), assigned("    next:", quote(load.Next), ","), itoa(load.Chunk))
	return inserter{row, "bulk_insert", constant}
}
