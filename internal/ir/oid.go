package ir

// Numbers of those of PostgreSQL's built-in types that differ from others of their kind. Type.OID has them.
const (
	OIDBool        uint32 = 16
	OIDChar        uint32 = 18 // "char", one byte
	OIDName        uint32 = 19
	OIDText        uint32 = 25
	OIDJSON        uint32 = 114
	OIDBPChar      uint32 = 1042 // char(n)
	OIDVarchar     uint32 = 1043
	OIDBytea       uint32 = 17
	OIDByteas      uint32 = 1001 // bytea[]
	OIDTexts       uint32 = 1009 // text[]
	OIDReals       uint32 = 1021 // real[]
	OIDRecord      uint32 = 2249
	OIDJSONB       uint32 = 3802
	OIDVoid        uint32 = 2278
	OIDDate        uint32 = 1082
	OIDTimestamp   uint32 = 1114
	OIDTimestampTZ uint32 = 1184
	OIDInterval    uint32 = 1186
)

// Builtin are the kinds of the types that every PostgreSQL server has under these numbers.
var Builtin = map[uint32]Kind{
	OIDBool: Bool, OIDBytea: Blob, OIDChar: Text, OIDName: Text, 20: Int64, 21: Int16, 23: Int32, OIDText: Text,
	26:      OID,
	OIDJSON: JSON, 142: XML, 650: CIDR, 700: Float32, 701: Float64, 774: MACAddr8, 790: Money, 829: MACAddr, 869: Inet,
	OIDBPChar: Text, OIDVarchar: Text, OIDDate: Date, 1083: Time, OIDTimestamp: Timestamp, OIDTimestampTZ: TimestampTZ,
	OIDInterval: Interval,
	1266:        TimeTZ, 1560: Bits, 1562: Bits, 1700: Decimal, 2950: UUID, 3614: TSVector, OIDJSONB: JSON,
}

// Extensions are the types of extensions that languages have values for, by their names: what they are, and what their
// values travel as where a driver has no binary format of theirs. Those of PostGIS are bytes: their binary format is
// EWKB, and the extension casts bytea to them and back.
var Extensions = map[string]Type{
	"vector":  {Kind: Array, Elem: &float4, Via: "real[]"},
	"halfvec": {Kind: Array, Elem: &float4, Via: "real[]"},
	"hstore": {Kind: Map, Key: &text, Elem: &text, ElemNullable: true, Via: "text[]",
		Reads: "hstore_to_array(#)"},

	"geometry":  {Kind: Blob, Via: "bytea"},
	"geography": {Kind: Blob, Via: "bytea"},
}

// BigInt is PostgreSQL's type of the round that a statement for many rows takes.
var BigInt = Type{Kind: Int64, OID: 20, SQL: "bigint", Ref: "bigint"}

var (
	float4 = Type{Kind: Float32, OID: 700, SQL: "real", Ref: "real"}
	text   = Type{Kind: Text, OID: OIDText, SQL: "text", Ref: "text"}
)

// ownNames are the server's names of types that share a kind with another.
var ownNames = map[uint32]string{OIDChar: "char", OIDName: "name", OIDBPChar: "bpchar", OIDVarchar: "varchar",
	OIDJSONB: "jsonb",
	142:      "xml", 1560: "bit"}

// OwnName is the server's name of a type that shares its kind with another; "" where the kind tells it.
func (t Type) OwnName() string { return ownNames[t.OID] }

// IsJSONB reports whether a type is PostgreSQL's jsonb, whose binary format is not that of json.
func (t Type) IsJSONB() bool { return t.OID == OIDJSONB }

// IsChar reports whether a type is PostgreSQL's "char", whose values are one byte.
func (t Type) IsChar() bool { return t.OID == OIDChar }
