package java

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// postgresTypes is how pgjdbc's values are read and bound. The server enforces types, so what is read is what it says.
// Setters name the type that the server analysed the statement with; what has no setter goes as text of no stated type
// (Types.OTHER), which the server takes for what the statement needs.
var postgresTypes = map[ir.Kind]javaType{
	ir.Bool: {name: "boolean", boxed: "Boolean", trusted: "rs.getBoolean(#)",
		trustedNull: "rs.getObject(#, Boolean.class)",
		set:         "setBoolean", setNull: "setObject", sqlType: "BOOLEAN", parse: "parseBoolean",
		wire: wireType{put: "putBoolean"}},
	ir.Int16: {name: "int", boxed: "Integer", trusted: "rs.getInt(#)", trustedNull: "rs.getObject(#, Integer.class)",
		set: "setObject", sqlType: "SMALLINT", convert: "smallint", refuses: true, parse: "Integer::valueOf",
		wire: wireType{put: "putSmallint", refuses: true}},
	ir.Int32: {name: "int", boxed: "Integer", trusted: "rs.getInt(#)", trustedNull: "rs.getObject(#, Integer.class)",
		set: "setInt", setNull: "setObject", sqlType: "INTEGER", parse: "Integer::valueOf", array: "Integer[]",
		wire: wireType{put: "putInteger"}},
	ir.Int64: {name: "long", boxed: "Long", trusted: "rs.getLong(#)", trustedNull: "rs.getObject(#, Long.class)",
		set: "setLong", setNull: "setObject", sqlType: "BIGINT", parse: "Long::valueOf", array: "Long[]",
		wire: wireType{put: "putBigint"}},
	ir.OID: {name: "long", boxed: "Long", trusted: "rs.getLong(#)", trustedNull: "rs.getObject(#, Long.class)",
		set: "setObject", sqlType: "OTHER", parse: "Long::valueOf", wire: wireType{put: "putOid", refuses: true}},
	ir.Float32: {name: "float", boxed: "Float", trusted: "rs.getFloat(#)", trustedNull: "rs.getObject(#, Float.class)",
		set: "setFloat", setNull: "setObject", sqlType: "REAL", parse: "Float::valueOf", array: "Float[]",
		wire: wireType{put: "putReal"}},
	ir.Float64: {name: "double", boxed: "Double", trusted: "rs.getDouble(#)",
		trustedNull: "rs.getObject(#, Double.class)",
		set:         "setDouble", setNull: "setObject", sqlType: "DOUBLE", parse: "Double::valueOf", array: "Double[]",
		wire: wireType{put: "putDouble"}},
	ir.Decimal: {name: "BigDecimal", imports: []string{"java.math.BigDecimal"}, trusted: "readDecimal(rs, #)",
		trustedNull: "readDecimal(rs, #)", set: "setBigDecimal", parse: "parseDecimal",
		wire: wireType{put: "putNumeric", refuses: true}},
	ir.Money: textual,
	ir.Text: {name: "String", trusted: "rs.getString(#)", trustedNull: "rs.getString(#)", set: "setObject",
		sqlType: "OTHER",
		parse:   "String::toString", print: "String::toString", array: "String[]",
		wire: wireType{put: "putText", refuses: true}},
	ir.XML: textualIn("putXml"),
	ir.Blob: {name: "byte[]", trusted: "rs.getBytes(#)", trustedNull: "rs.getBytes(#)", set: "setBytes",
		parse: "parseBytes",
		print: "bytesText", wire: wireType{put: "putBytes"}},
	ir.Bits: textualIn("putBits"),
	ir.Date: {name: "LocalDate", imports: []string{"java.time.LocalDate"}, trusted: "rs.getObject(#, LocalDate.class)",
		trustedNull: "rs.getObject(#, LocalDate.class)", set: "setObject", sqlType: "DATE", parse: "parseDate",
		print: "dateText",
		wire:  wireType{put: "putDate", refuses: true}},
	ir.Time: {name: "LocalTime", imports: []string{"java.time.LocalTime"}, trusted: "rs.getObject(#, LocalTime.class)",
		trustedNull: "rs.getObject(#, LocalTime.class)", set: "setObject", sqlType: "TIME", parse: "parseTime",
		wire: wireType{put: "putTime"}},
	ir.TimeTZ: {name: "OffsetTime", imports: []string{"java.time.OffsetTime"}, trusted: "readTimeTz(rs, #)",
		trustedNull: "readTimeTz(rs, #)", set: "setObject", sqlType: "OTHER", parse: "parseTimeTz",
		wire: wireType{put: "putTimeTz"}},
	ir.Timestamp: {name: "LocalDateTime", imports: []string{"java.time.LocalDateTime"},
		trusted:     "rs.getObject(#, LocalDateTime.class)",
		trustedNull: "rs.getObject(#, LocalDateTime.class)", set: "setObject", sqlType: "TIMESTAMP",
		parse: "parseTimestamp", print: "timestampText",
		wire: wireType{put: "putTimestamp", refuses: true}},
	ir.TimestampTZ: {name: "OffsetDateTime", imports: []string{"java.time.OffsetDateTime"},
		trusted:     "rs.getObject(#, OffsetDateTime.class)",
		trustedNull: "rs.getObject(#, OffsetDateTime.class)", set: "setObject", sqlType: "TIMESTAMP_WITH_TIMEZONE",
		parse: "parseInstant",
		print: "instantText", wire: wireType{put: "putInstant", refuses: true}},
	// The driver's own type has a double for seconds and an int for hours.
	ir.Interval: {name: "Interval", parse: "Interval::fromText", print: "Interval::toText",
		wire: wireType{put: "putInterval"}},
	ir.UUID: {name: "UUID", imports: []string{"java.util.UUID"}, trusted: "rs.getObject(#, UUID.class)",
		trustedNull: "rs.getObject(#, UUID.class)", set: "setObject", parse: "UUID::fromString",
		wire: wireType{put: "putUuid"}},
	ir.JSON:     textualIn("putText"),
	ir.Inet:     textualIn("putAddress"),
	ir.CIDR:     textualIn("putAddress"),
	ir.MACAddr:  textualIn("putMac"),
	ir.MACAddr8: textualIn("putMac"),
	ir.TSVector: textualIn("putTsvector"),
	ir.Other:    textualIn("putText"), // into a column of texts

	ir.Array: {name: "List<%s>", imports: []string{"java.util.List"}, parse: "listOf", print: "listText"},
	ir.Range: {name: "Range<%s>", helper: "Range", parse: "rangeOf", print: "rangeText"},
	ir.Multirange: {name: "List<Range<%s>>", helper: "Range", imports: []string{"java.util.List"}, parse: "rangesOf",
		print: "rangesText"},
}

// postgresExtensions are the same of types of extensions: the driver binds arrays in binary format, and reads them from
// it where it prepares the statement. %s is a text that may be null.
var postgresExtensions = map[string]javaType{
	"vector":  vectorIn("putVector"),
	"halfvec": vectorIn("putHalfvec"),
	"hstore": {name: "Map<String, %s>", imports: []string{"java.util.Map"}, trusted: "readHstore(rs, #)",
		trustedNull: "readHstore(rs, #)",
		set:         "setObject", sqlType: "ARRAY", convert: "hstorePairs", print: "hstoreText",
		wire: wireType{put: "putHstore", refuses: true}},
}

func vectorIn(put string) javaType {
	return javaType{name: "float[]", trusted: "readVector(rs, #)", trustedNull: "readVector(rs, #)", set: "setObject",
		sqlType: "ARRAY",
		print:   "vectorText", wire: wireType{put: put}}
}

// textual is a type that is held in its text form.
var textual = javaType{name: "String", trusted: "rs.getString(#)", trustedNull: "rs.getString(#)", set: "setObject",
	sqlType: "OTHER",
	parse:   "String::toString", print: "String::toString"}

// textualIn is a type that is held in its text form, and goes into a binary COPY by a method that refuses other texts.
func textualIn(put string) javaType {
	j := textual
	j.wire = wireType{put: put, refuses: true}
	return j
}

// postgresRefined changes how a parameter of type text or varchar is bound: the driver's setter for strings is for
// those. Among the operators of citext, name or char(n) it would choose another. The text of an array of several
// dimensions quotes elements, not the arrays within it.
func postgresRefined(t ir.Type, j javaType) javaType {
	if t.Kind == ir.Text && (t.OID == ir.OIDText || t.OID == ir.OIDVarchar) {
		j.set, j.sqlType = "setString", ""
	}
	if t.Nested() {
		j.parse, j.print, j.refuses = "listsOf", "listsText", true
	}
	return j
}

// postgresStructs goes through the server's text form.
var postgresStructs = structForm{parse: "FromText", print: "ToText", given: "String", composite: textConversions}

func textConversions(g *generator, s *ir.StructType, names []string) []conversion {
	name := g.structType[s]
	return []conversion{
		{g.conversion(s, "FromText"), func() emit.Doc {
			g.need("compositeParts")
			g.need("mapped")
			reads := make([]emit.Doc, len(s.Fields))
			for i, f := range s.Fields {
				reads[i] = call("mapped", emit.Text("parts["+strconv.Itoa(i)+"]"), g.parser(f.Type))
			}
			parts := g.nullable("String") + "[]"
			return block(emit.Text(g.own("static "+name+" "+g.conversion(s, "FromText")+"(String text)")),
				assign(parts+" parts", call("compositeParts", emit.Text("text"), emit.Text(strconv.Itoa(len(names))))),
				stmt("return ", call("new "+name, reads...)))
		}},
		{g.conversion(s, "ToText"), func() emit.Doc {
			g.need("compositeText")
			g.need("mapped")
			prints := make([]emit.Doc, len(s.Fields))
			for i, f := range s.Fields {
				prints[i] = call("mapped", emit.Text("value."+names[i]+"()"), g.printer(f.Type))
			}
			return block(emit.Text(g.own("static String "+g.conversion(s, "ToText")+"("+name+" value)")),
				stmt("return ", call("compositeText", prints...)))
		}},
	}
}
