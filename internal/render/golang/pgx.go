package golang

import "github.com/sqg-dev/sqg/internal/ir"

var pgxDriver = &driver{
	prelude:  prelude("go/postgres/pgx", "pgx", "pgx_transaction", "pgx_values", "pgx_copy", "pgx_bulk", "pgx_lookup"),
	imports:  standard(map[string]string{"pgx": "github.com/jackc/pgx/v5", "pgtype": "github.com/jackc/pgx/v5/pgtype"}),
	handles:  "a connection, a pool or a transaction",
	tx:       "pgx.Tx",
	whose:    true,
	row:      "pgx.CollectableRow",
	pluck:    "pgx.RowTo",
	kinds:    pgxKinds,
	shapes:   func(f *file) ir.Shapes[kind] { return pgxShapes{f: f} },
	lacks:    holdsGrid,
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
	ir.Blob:        {typ: "[]byte", null: slice},
	ir.Bits:        {typ: "pgtype.Bits"},
	ir.Date:        {typ: "time.Time"},
	ir.Time:        {typ: "pgtype.Time"},
	ir.TimeTZ:      {typ: "string"},
	ir.Timestamp:   {typ: "time.Time"},
	ir.TimestampTZ: {typ: "time.Time"},
	ir.Interval:    {typ: "pgtype.Interval"},
	ir.UUID:        {typ: "[16]byte"},
	ir.JSON:        {typ: "json.RawMessage", null: slice, into: "(*[]byte)(%s)"},
	ir.Inet:        {typ: "netip.Prefix"},
	ir.CIDR:        {typ: "netip.Prefix"},
	ir.MACAddr:     {typ: "net.HardwareAddr", null: slice},
	ir.MACAddr8:    {typ: "net.HardwareAddr", null: slice},
	ir.TSVector:    {typ: "pgtype.TSVector"},
	ir.Other:       {typ: "string"},
}
