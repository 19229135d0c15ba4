package golang

import "github.com/sqg-dev/sqg/internal/ir"

var pgxDriver = &driver{
	prelude: prelude("go/postgres/pgx", "pgx", "pgx_transaction", "pgx_values", "pgx_decimal", "pgx_copy", "pgx_google", "pgx_extensions",
		"pgx_bulk", "pgx_lookup"),
	imports:  standard(map[string]string{"pgx": "github.com/jackc/pgx/v5", "pgtype": "github.com/jackc/pgx/v5/pgtype"}),
	handles:  "a connection, a pool or a transaction",
	tx:       "pgx.Tx",
	whose:    true,
	row:      "pgx.CollectableRow",
	pluck:    "pgx.RowTo",
	kinds:    pgxKinds,
	renamed:  pgxRenamed,
	shapes:   func(f *file) ir.Shapes[kind] { return pgxShapes{f: f} },
	within:   partByCodec,
	lacks:    holdsGrid,
	scan:     scanPointers,
	appender: copied,
}

// pgxKinds are all that pgx and the prelude have of each kind.
var pgxKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool", put: "putBool", server: "bool", number: "BoolOID"},
	ir.Int16:       {typ: "int16", put: "putInt2", server: "int2", number: "Int2OID"},
	ir.Int32:       {typ: "int32", put: "putInt4", server: "int4", number: "Int4OID"},
	ir.Int64:       {typ: "int64", put: "putInt8", server: "int8", number: "Int8OID"},
	ir.OID:         {typ: "uint32", put: "putOID", server: "oid", number: "OIDOID"},
	ir.Float32:     {typ: "float32", put: "putFloat4", server: "float4", number: "Float4OID"},
	ir.Float64:     {typ: "float64", put: "putFloat8", server: "float8", number: "Float8OID"},
	ir.Decimal:     {typ: "pgtype.Numeric", put: "putNumeric", server: "numeric", number: "NumericOID"},
	ir.Money:       {typ: "string"},
	ir.Text:        {typ: "string", put: "putText", number: "TextOID"},
	ir.XML:         {typ: "string", put: "putText", number: "TextOID"},
	ir.Blob:        {typ: "[]byte", null: slice, put: "putBytes", server: "bytea", number: "ByteaOID"},
	ir.Bits:        {typ: "pgtype.Bits", put: "putBits", server: "varbit", number: "VarbitOID"},
	ir.Date:        {typ: "time.Time", put: "putDate", server: "date", number: "DateOID"},
	ir.Time:        {typ: "pgtype.Time", put: "putTime", server: "time", number: "TimeOID"},
	ir.TimeTZ:      {typ: "string"},
	ir.Timestamp:   {typ: "time.Time", put: "putTimestamp", server: "timestamp", number: "TimestampOID"},
	ir.TimestampTZ: {typ: "time.Time", put: "putTimestampTZ", server: "timestamptz", number: "TimestamptzOID"},
	ir.Interval:    {typ: "pgtype.Interval", put: "putInterval", server: "interval", number: "IntervalOID"},
	ir.UUID:        {typ: "[16]byte", put: "putUUID", server: "uuid", number: "UUIDOID"},
	ir.JSON: {typ: "json.RawMessage", null: slice, into: "(*[]byte)(%s)", put: "putBytes", server: "json",
		number: "JSONOID"},
	ir.Inet:     {typ: "netip.Prefix", put: "putInet", server: "inet", number: "InetOID"},
	ir.CIDR:     {typ: "netip.Prefix", put: "putCIDR", server: "cidr", number: "CIDROID"},
	ir.MACAddr:  {typ: "net.HardwareAddr", null: slice, put: "putBytes", server: "macaddr", number: "MacaddrOID"},
	ir.MACAddr8: {typ: "net.HardwareAddr", null: slice, put: "putBytes", server: "macaddr8"},
	ir.TSVector: {typ: "pgtype.TSVector", server: "tsvector", number: "TSVectorOID"},
	ir.Other:    {typ: "string", put: "putText"}, // into a column of texts
}

// pgxRenamed are the same of types that libraries have of those.
var pgxRenamed = map[string]kind{"uuid.UUID": {typ: "uuid.UUID", put: "putGoogleUUID"}}

// pgxExtensions are the same of types of extensions. texts makes a list of them one of texts.
var pgxExtensions = map[string]struct {
	kind
	texts string
}{
	"vector":  {kind{typ: "[]float32", null: slice, into: "listInto(%s)", put: "putVector"}, "vectorTexts(%s)"},
	"halfvec": {kind{typ: "[]float32", null: slice, into: "listInto(%s)", put: "putHalfVec"}, "vectorTexts(%s)"},
	"hstore": {kind{typ: "map[string]*string", null: dictionary, into: "hstoreInto(%s)", arg: "hstorePairs(%s)",
		put: "putHStore"}, "hstoreTexts(%s)"},
}
