package rust

import "github.com/sqg-dev/sqg/internal/ir"

var tokioPostgres = &driver{
	prelude: prelude("rust/postgres/tokio-postgres", "postgres", "error", "transaction_postgres", "postgres_values",
		"postgres_lists", "postgres_extensions", "postgres_chrono", "postgres_uuid", "postgres_decimal",
		"postgres_interval", "postgres_bits", "postgres_net", "postgres_tsvector", "postgres_range", "labels",
		"postgres_enum", "given", "postgres_composite",
		"postgres_override", "override_within", "postgres_override_range", "postgres_rows", "postgres_batch", "postgres_copy", "postgres_sets", "postgres_many",
		"postgres_each", "postgres_lookup", "observer",
		"postgres_observed", "nested", "nested_postgres", "migration", "postgres_migrations"),
	async:    true,
	slots:    true,
	handle:   "&'c impl sqg::Handle",
	handles:  "a client or a transaction",
	rows:     "sqg::Rows<%s>",
	kinds:    postgresKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return postgresShapes{f: f} },
	appender: copied,
}

var postgresKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool"},
	ir.Int16:       {typ: "i16"},
	ir.Int32:       {typ: "i32"},
	ir.Int64:       {typ: "i64"},
	ir.OID:         {typ: "u32"},
	ir.Float32:     {typ: "f32"},
	ir.Float64:     {typ: "f64"},
	ir.Decimal:     {typ: "rust_decimal::Decimal"},
	ir.Money:       {typ: "i64"},
	ir.Text:        {typ: "String", borrowed: "&str"},
	ir.XML:         {typ: "String", borrowed: "&str"},
	ir.Blob:        {typ: "Vec<u8>", borrowed: "&[u8]"},
	ir.Bits:        {typ: "sqg::Bits", borrowed: "&sqg::Bits"},
	ir.Date:        {typ: "chrono::NaiveDate"},
	ir.Time:        {typ: "chrono::NaiveTime"},
	ir.TimeTZ:      {typ: "sqg::TimeTz"},
	ir.Timestamp:   {typ: "chrono::NaiveDateTime"},
	ir.TimestampTZ: {typ: "chrono::DateTime<chrono::Utc>"},
	ir.Interval:    {typ: "sqg::Interval"},
	ir.UUID:        {typ: "uuid::Uuid"},
	ir.JSON:        {typ: "String", borrowed: "&str"},
	ir.Inet:        {typ: "sqg::Inet"},
	ir.CIDR:        {typ: "sqg::Inet"},
	ir.MACAddr:     {typ: "[u8; 6]"},
	ir.MACAddr8:    {typ: "[u8; 8]"},
	ir.TSVector:    {typ: "sqg::TsVector", borrowed: "&sqg::TsVector"},
}

// postgresShapes are the types of PostgreSQL.
type postgresShapes struct {
	ir.NoUnions[kind]
	f *file
}

func (s postgresShapes) Scalar(t ir.Type) kind { return postgresKinds[t.Kind] }

func (s postgresShapes) Enum(t ir.Type) kind { return s.f.enumKind(t.Enum) }

func (s postgresShapes) Record(t ir.Type) kind {
	name := s.f.structType(t.Struct)
	return kind{typ: name, borrowed: "&" + name}
}

func (s postgresShapes) Map(ir.Type) kind {
	const typ = "std::collections::BTreeMap<String, Option<String>>"
	return kind{typ: typ, borrowed: "&" + typ}
}

func (s postgresShapes) List(t ir.Type) kind {
	elem := s.f.typeOf(ir.Field{Type: *t.Elem, Nullable: t.ElemNullable})
	return kind{typ: "Vec<" + elem + ">", borrowed: "&[" + elem + "]"}
}

func (s postgresShapes) Range(t ir.Type) kind {
	typ := "sqg::Range<" + s.f.typeOf(ir.Field{Type: *t.Elem}) + ">"
	if t.Kind == ir.Multirange {
		return kind{typ: "Vec<" + typ + ">", borrowed: "&[" + typ + "]"}
	}
	return kind{typ: typ, borrowed: "&" + typ}
}
