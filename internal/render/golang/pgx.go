package golang

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

var pgxDriver = &driver{
	prelude:  prelude("go/postgres/pgx", "pgx"),
	imports:  standard(map[string]string{"pgx": "github.com/jackc/pgx/v5", "pgtype": "github.com/jackc/pgx/v5/pgtype"}),
	handles:  "a connection, a pool or a transaction",
	tx:       "pgx.Tx",
	row:      "pgx.CollectableRow",
	pluck:    "pgx.RowTo",
	kinds:    pgxKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return pgxShapes{f: f} },
	scan:     scanPointers,
	appender: copied,
}

var pgxKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool"},
	ir.Int16:       {typ: "int16"},
	ir.Int32:       {typ: "int32"},
	ir.Int64:       {typ: "int64"},
	ir.OID:         {typ: "uint32"},
	ir.Float32:     {typ: "float32"},
	ir.Float64:     {typ: "float64"},
	ir.Decimal:     {typ: "pgtype.Numeric"},
	ir.Money:       {typ: "string"},
	ir.Text:        {typ: "string"},
	ir.XML:         {typ: "string"},
	ir.Blob:        {typ: "[]byte", null: true},
	ir.Bits:        {typ: "pgtype.Bits"},
	ir.Date:        {typ: "time.Time"},
	ir.Time:        {typ: "pgtype.Time"},
	ir.TimeTZ:      {typ: "string"},
	ir.Timestamp:   {typ: "time.Time"},
	ir.TimestampTZ: {typ: "time.Time"},
	ir.Interval:    {typ: "pgtype.Interval"},
	ir.UUID:        {typ: "[16]byte"},
	ir.JSON:        {typ: "json.RawMessage", null: true},
	ir.Inet:        {typ: "netip.Prefix"},
	ir.CIDR:        {typ: "netip.Prefix"},
	ir.MACAddr:     {typ: "net.HardwareAddr", null: true},
	ir.MACAddr8:    {typ: "net.HardwareAddr", null: true},
	ir.TSVector:    {typ: "pgtype.TSVector"},
	ir.Other:       {typ: "string"},
}

// pgxShapes are the types of PostgreSQL.
type pgxShapes struct {
	ir.NoMaps[kind]
	ir.NoUnions[kind]
	f *file
}

func (s pgxShapes) Scalar(t ir.Type) kind { return pgxKinds[t.Kind] }
func (s pgxShapes) Enum(t ir.Type) kind   { return kind{typ: s.f.enumType(t.Enum)} }
func (s pgxShapes) Record(t ir.Type) kind { return kind{typ: s.f.structType(t.Struct)} }

func (s pgxShapes) List(t ir.Type) kind {
	return kind{typ: "[]" + s.f.elem(*t.Elem, t.ElemNullable), null: true}
}

func (s pgxShapes) Range(t ir.Type) kind {
	typ := "pgtype.Range[" + s.f.elem(*t.Elem, false) + "]"
	if t.Kind == ir.Multirange {
		return kind{typ: "pgtype.Multirange[" + typ + "]", null: true}
	}
	return kind{typ: typ}
}

// copied writes a bulk insert by COPY.
func copied(f *file, a *plan.Appender) {
	f.scanner(a.Row)
	t, name := f.rowType(a.Row), bulkName(a.Name)
	columns, values := make([]string, len(t.fields)), make([]string, len(t.fields))
	for i, field := range a.Row.Fields {
		columns[i] = quoteShort(field.Column)
		values[i] = f.argument(field, "r."+t.fields[i])
	}
	table := quoteShort(a.Table.Name.SQL)
	if a.Qualified {
		table = quoteShort(a.Table.Schema) + ", " + table
	}
	f.use("pgx.")
	f.add(`// %s inserts rows into the table %s, all or none, and returns how many.
func (q *%s) %s(ctx context.Context, rows %s[%s]) (int64, error) {
	return %s(ctx, q.db, pgx.Identifier{%s}, %s, rows, func(r %s) []any {
		%s
	})
}`, name, strings.Join(strings.Fields(a.Name.SQL), " "), f.typ, name, f.use("iter.Seq"), t.name, f.need("bulkInsert"), table,
		fill("[]string{", columns, "}", "\t"), t.name, fill("return []any{", values, "}", "\t\t"))
}
