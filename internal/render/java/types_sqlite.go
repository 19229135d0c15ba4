package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// sqliteTypes is how sqlite-jdbc's values are read and bound. Its getters convert whatever is stored, 0 for 'abc' among
// others, so declared types that SQLite does not enforce are read by what is stored.
var sqliteTypes = map[ir.Kind]javaType{
	ir.Any: {name: "Object", read: "readAny", set: "setObject", convert: "storable", refuses: true},
	ir.Bool: {name: "boolean", boxed: "Boolean", read: "readBoolean", trusted: "rs.getBoolean(#)", set: "setBoolean",
		setNull: "setObject", parse: "booleanIn"},
	ir.Int64: {name: "long", boxed: "Long", read: "readLong", trusted: "rs.getLong(#)", set: "setLong",
		setNull: "setObject", parse: "longIn"},
	ir.Float64: {name: "double", boxed: "Double", read: "readDouble", trusted: "rs.getDouble(#)", set: "setObject",
		convert: "real", refuses: true, parse: "doubleIn"},
	ir.Decimal: {name: "BigDecimal", imports: []string{"java.math.BigDecimal"}, read: "readDecimal", set: "setString",
		convert: "decimalText", parse: "decimalIn"},
	ir.Text: {name: "String", read: "readText", trusted: "text(rs, #)", trustedNull: "text(rs, #)",
		set: "setString", parse: "textIn"},
	ir.Blob: {name: "byte[]", read: "readBytes", trusted: "rs.getBytes(#)", trustedNull: "rs.getBytes(#)",
		set: "setBytes"},
	ir.Date: {name: "LocalDate", imports: []string{"java.time.LocalDate"}, read: "readDate", set: "setString",
		convert: "dateText", refuses: true, parse: "dateIn"},
	ir.Time: {name: "LocalTime", imports: []string{"java.time.LocalTime"}, read: "readTime", set: "setString",
		convert: "timeText", parse: "timeIn"},
	ir.Timestamp: {name: "LocalDateTime", imports: []string{"java.time.LocalDateTime"}, read: "readTimestamp",
		set:     "setString",
		convert: "timestampText", refuses: true, parse: "timestampIn"},
	ir.TimestampTZ: {name: "OffsetDateTime", imports: []string{"java.time.OffsetDateTime"}, read: "readInstant",
		set:     "setString",
		convert: "instantText", refuses: true, parse: "instantIn"},
	ir.UUID: {name: "UUID", imports: []string{"java.util.UUID"}, read: "readUuid", set: "setString",
		convert: "uuidText", parse: "uuidIn"},
	ir.JSON: {name: "String", read: "readJson", set: "setString"},
	// A parameter of IN, or JSON that a statement makes: SQLite has no lists.
	ir.Array: {name: "List<%s>", imports: []string{"java.util.List"}, set: "setString", convert: "listText",
		refuses: true, parse: "listOf"},
}

// sqliteStructs are objects of JSON that a statement makes, and no parameters.
var sqliteStructs = structForm{parse: "FromJson", print: "ToJson", given: "JsonParts", composite: jsonConversions}

func jsonConversions(g *generator, s *ir.StructType, _ []string) []conversion {
	name, method := g.structType[s], g.conversion(s, "FromJson")
	return []conversion{{method, func() emit.Doc {
		g.need("JsonParts")
		reads := make([]emit.Doc, len(s.Fields))
		for i, f := range s.Fields {
			reads[i] = call("object.field", quoted(f.Column), g.parserOf(f.Type, f.Nullable))
		}
		return block(emit.Text(g.own("static "+name+" "+method+"(JsonParts json)")),
			emit.Text("JsonParts object = json.opened('{');"),
			stmt("return ", call("object.closed", call("new "+name, reads...))))
	}}}
}
