package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

var duckdbDriver = &driver{
	prelude: prelude("rust/duckdb", "duckdb", "error", "transaction_sync", "json_text", "duckdb_values",
		"duckdb_chrono", "duckdb_uuid", "duckdb_decimal", "duckdb_interval",
		"labels", "duckdb_enum", "given", "duckdb_composite", "duckdb_union", "duckdb_map", "override", "duckdb_override",
		"override_within", "duckdb_override_map", "rows", "batch", "each",
		"duckdb_store", "duckdb_insert", "duckdb_many", "duckdb_join", "duckdb_lookup",
		"observer", "observed", "nested", "nested_sync", "migration", "duckdb_migrations", "duckdb_attach",
		"duckdb_extensions"),
	keys:     true,
	handle:   "&'c duckdb::Connection",
	handles:  "a connection or a transaction",
	rows:     "sqg::Rows<'c, %s>",
	kinds:    duckdbKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return duckdbShapes{f: f} },
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
	ir.Decimal:     {typ: "rust_decimal::Decimal"},
	ir.Text:        {typ: "String", borrowed: "&str"},
	ir.Blob:        {typ: "sqg::Blob", borrowed: "&sqg::Blob"},
	ir.Bits:        {typ: "String", borrowed: "&str"},
	ir.Date:        {typ: "chrono::NaiveDate"},
	ir.Time:        {typ: "chrono::NaiveTime"},
	ir.TimeTZ:      {typ: "sqg::TimeTz"},
	ir.Timestamp:   {typ: "chrono::NaiveDateTime"},
	ir.TimestampTZ: {typ: "chrono::DateTime<chrono::Utc>"},
	ir.Interval:    {typ: "sqg::Interval"},
	ir.UUID:        {typ: "uuid::Uuid"},
	ir.JSON:        {typ: "String", borrowed: "&str"},
	ir.Other:       {typ: "String", borrowed: "&str"},
}

// duckdbShapes are the types of DuckDB.
type duckdbShapes struct {
	ir.NoRanges[kind]
	f *file
}

func (s duckdbShapes) Scalar(t ir.Type) kind { return duckdbKinds[t.Kind] }

func (s duckdbShapes) Enum(t ir.Type) kind { return s.f.enumKind(t.Enum) }

func (s duckdbShapes) Record(t ir.Type) kind {
	name := s.f.structType(t.Struct)
	return kind{typ: name, borrowed: "&" + name}
}

func (s duckdbShapes) Union(t ir.Type) kind {
	name := s.f.unionType(t.Struct)
	return kind{typ: name, borrowed: "&" + name}
}

func (s duckdbShapes) List(t ir.Type) kind {
	elem := s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: t.ElemNullable})
	return kind{typ: "Vec<" + elem + ">", borrowed: "&[" + elem + "]"}
}

func (s duckdbShapes) Map(t ir.Type) kind {
	typ := "sqg::Map<" + s.f.typeOf(ir.Field{Type: *t.Key}) + ", " +
		s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: true}) + ">"
	return kind{typ: typ, borrowed: "&" + typ}
}

// unionType is a union's name; it is declared on first use.
func (f *file) unionType(u *ir.StructType) string {
	g := f.g
	name := f.schemaName(u)
	if !g.written[u] {
		g.written[u] = true
		names := g.names.Fields(newScope(), u.Fields, "member", u.Name.SQL,
			func(n ir.Name, i int) string { return camel(n, "Member"+itoa(i+1)) })
		var members strings.Builder
		numbered := make([]string, len(names))
		for i, field := range u.Fields {
			fmt.Fprintf(&members, "    %s(%s),\n", names[i], g.shared.sends(field, false))
			numbered[i] = itoa(i) + " => " + names[i] + " = " + quote(field.Column) + g.shared.codec(field)
		}
		g.shared.add("/// %s, which is one of its members.\n%s\npub enum %s {\n%s}",
			describe("The union", u.Name), f.derives("Clone, Debug, PartialEq"), name, members.String())
		g.shared.add("sqg::union! {\n    %s = %s,\n    %s,\n}", name, quote(plan.TagName(u)),
			strings.Join(numbered, ",\n    "))
	}
	return f.in(g.shared, name)
}

// stored is how columns hold the kinds that go as they are.
var stored = map[ir.Kind]string{
	ir.Bool:        "Bool",
	ir.Int8:        "I8",
	ir.Int16:       "I16",
	ir.Int32:       "I32",
	ir.Int64:       "I64",
	ir.UInt8:       "U8",
	ir.UInt16:      "U16",
	ir.UInt32:      "U32",
	ir.UInt64:      "U64",
	ir.Float32:     "F32",
	ir.Float64:     "F64",
	ir.Text:        "Text",
	ir.Blob:        "Blob",
	ir.Date:        "Date",
	ir.Timestamp:   "Timestamp",
	ir.TimestampTZ: "TimestampTz",
	ir.UUID:        "Uuid",
}

// stored is the kind of a column, or of what a list holds.
func (f *file) stored(t ir.Type) string {
	switch t.Kind {
	case ir.Array:
		return "sqg::Kind::List(&" + f.stored(*t.Elem) + ")"
	case ir.Decimal:
		return fmt.Sprintf("sqg::Kind::Decimal(%d, %d)", t.Precision, t.Scale)
	}
	return "sqg::Kind::" + stored[t.Kind]
}

// appendedChunks inserts in chunks of columns.
func appendedChunks(f *file, a *plan.Appender) inserter {
	load, row, constant := a.Load.(*plan.Scan), f.rowType(a.Row), f.scope.Claim(tableName(a.Name))
	f.add("static %s: sqg::Table = sqg::Table {\n    name: %s,\n%s\n    alone: %s,\n%s\n};", constant,
		quote(tableText(a)),
		around(4, "insert", load.SQL), large(load.Alone), f.columns(a))
	row.home.appends(row.name, a, row.fields)
	return inserter{f.in(row.home, row.name), "bulk_insert", constant}
}

// columns are the columns in which rows go, as a field.
func (f *file) columns(a *plan.Appender) string {
	columns, load := make([]string, len(a.Row.Fields)), a.Load.(*plan.Scan)
	for i, field := range a.Row.Fields {
		kind := "sqg::Kind::Text"
		if load.Native[i] {
			kind = f.stored(field.Type)
		}
		columns[i] = fill([]string{quote(field.Column), kind}, "(", ")", 8, 0)
	}
	return "    columns: " + fill(columns, "&[", "]", 4, len("columns: ,")) + ","
}

// appends has a struct put its values into columns, once.
func (f *file) appends(typ string, a *plan.Appender, names []string) {
	key := "Append for " + typ
	if f.g.written[key] {
		return
	}
	f.g.written[key] = true
	var puts strings.Builder
	for i, field := range a.Row.Fields {
		fmt.Fprintf(&puts, "        %s\n", question("to", f.putting(a, i),
			[]string{f.argument(field, "self."+names[i], false)}))
	}
	f.add("impl sqg::Append for %s {\n    fn append(&self, to: &mut sqg::Columns) -> sqg::Result<()> {\n"+
		"%s        Ok(())\n    }\n}", typ, puts.String())
}

// putting is the method that puts a value into its column.
func (f *file) putting(a *plan.Appender, column int) string {
	if a.Load.(*plan.Scan).Native[column] && a.Row.Fields[column].Override == nil {
		return "store"
	}
	return "encode"
}

// joined declares how a statement joins its rows, and returns the method that runs it.
func (s *method) joined(constant string, j *plan.Scanned) (helper string) {
	s.scanned(constant, j)
	return "joined"
}

// scanned declares how a statement has its rows from the table function.
func (s *method) scanned(constant string, j *plan.Scanned) {
	f := s.f
	columns := f.columns(j.Load)
	appending := "sqg::Append::append"
	switch {
	case s.Rows != nil:
		row := f.rowType(s.Rows)
		row.home.appends(row.name, j.Load, row.fields)
	case s.group != "":
		f.appends(s.group, j.Load, s.params)
	default: // a value by itself
		appending = "|value, to| to." + f.putting(j.Load, 0) + "(value)"
	}
	keyed := "    keyed: None,"
	if k := j.Keyed; k != nil {
		rest := "None"
		if k.Rest != "" {
			rest = "Some(" + quote(k.Rest) + ")"
		}
		keyed = strings.Join([]string{"    keyed: Some(sqg::Keyed {", around(8, "count", k.Count),
			around(8, "divide", k.Divide), assigned("        rounds:", quote(k.Rounds), ","),
			assigned("        round:", quote(k.Round), ","), assigned("        rest:", rest, ","),
			assigned("        drop:", quote(k.Drop), ","), "    }),"}, "\n")
	}
	f.add("static %s: sqg::Joined<%s> = sqg::Joined {\n    one: %s,\n%s\n    append: %s,\n%s\n%s\n    few: %d,\n"+
		"    rows: %s,\n};",
		constant, s.records(), s.sql, columns, appending, around(4, "all", j.All), keyed, s.Bulk.Few,
		large(s.Bulk.Rows))
}

// around is a statement around where its rows come from, as a field.
func around(indent int, name string, sql plan.Around) string {
	in := strings.Repeat(" ", indent)
	return in + name + ": sqg::Around {\n" + assigned(in+"    before:", quote(sql.Before), ",") + "\n" +
		assigned(in+"    after:", quote(sql.After), ",") + "\n" + in + "},"
}
