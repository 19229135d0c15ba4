package java

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// duckdbTypes is how duckdb_jdbc's values are read and bound. DuckDB enforces types, so what is read is what it says.
// Statements name the type of each parameter, so that a value that the driver has no exact type for goes as text.
var duckdbTypes = map[ir.Kind]javaType{
	ir.Bool: {name: "boolean", boxed: "Boolean", trusted: "rs.getBoolean(#)",
		trustedNull: "rs.getObject(#, Boolean.class)",
		set:         "setBoolean", setNull: "setObject", parse: "Boolean.class::cast", given: "Boolean"},
	ir.Int8:   smallInteger("Byte::intValue", "Byte", "-128", "127"),
	ir.Int16:  smallInteger("Short::intValue", "Short", "-32768", "32767"),
	ir.UInt8:  smallInteger("Short::intValue", "Short", "0", "255"),
	ir.UInt16: smallInteger("Integer.class::cast", "Integer", "0", "65535"),
	ir.Int32: {name: "int", boxed: "Integer", trusted: "rs.getInt(#)", trustedNull: "rs.getObject(#, Integer.class)",
		set: "setInt", setNull: "setObject", parse: "Integer.class::cast", given: "Integer"},
	ir.UInt32: {name: "long", boxed: "Long", trusted: "rs.getLong(#)", trustedNull: "rs.getObject(#, Long.class)",
		set: "setObject", convert: "inRange", limits: limits("0", "4294967295L"), refuses: true,
		parse: "Long.class::cast", given: "Long"},
	ir.Int64: {name: "long", boxed: "Long", trusted: "rs.getLong(#)", trustedNull: "rs.getObject(#, Long.class)",
		set: "setLong", setNull: "setObject", parse: "Long.class::cast", given: "Long"},
	ir.UInt64:   bigInteger("false", "64"),
	ir.HugeInt:  bigInteger("true", "127"),
	ir.UHugeInt: bigInteger("false", "128"),
	ir.Float32: {name: "float", boxed: "Float", trusted: "rs.getFloat(#)", trustedNull: "rs.getObject(#, Float.class)",
		set: "setFloat", setNull: "setObject", parse: "Float.class::cast", given: "Float"},
	ir.Float64: {name: "double", boxed: "Double", trusted: "rs.getDouble(#)",
		trustedNull: "rs.getObject(#, Double.class)",
		set:         "setDouble", setNull: "setObject", parse: "Double.class::cast", given: "Double"},
	ir.Decimal: {name: "BigDecimal", imports: []string{"java.math.BigDecimal"}, trusted: "rs.getBigDecimal(#)",
		trustedNull: "rs.getBigDecimal(#)",
		set:         "setString", convert: "decimalText",
		limits:  func(t ir.Type) []string { return []string{strconv.Itoa(t.Precision), strconv.Itoa(t.Scale)} },
		refuses: true, parse: "BigDecimal.class::cast", given: "BigDecimal", print: "BigDecimal::toPlainString"},
	ir.Text: duckdbText("String.class::cast", "String"),
	ir.Blob: {name: "byte[]", trusted: "rs.getBytes(#)", trustedNull: "rs.getBytes(#)", set: "setBytes", parse: "bytes",
		given: "Blob"},
	ir.Bits: duckdbText("String.class::cast", "String"),
	ir.Date: {name: "LocalDate", imports: []string{"java.time.LocalDate"}, parse: "date", given: "LocalDate",
		print: "dateText"},
	ir.Time: {name: "LocalTime", imports: []string{"java.time.LocalTime"}, trusted: "readTime(rs, #)",
		trustedNull: "readTime(rs, #)",
		parse:       "LocalTime.class::cast", given: "LocalTime", print: "timeText"},
	ir.TimeTZ: {name: "OffsetTime", imports: []string{"java.time.OffsetTime"}, parse: "OffsetTime.class::cast",
		given: "OffsetTime",
		print: "offsetTimeText"},
	ir.Timestamp: {name: "LocalDateTime", imports: []string{"java.time.LocalDateTime"}, trusted: "readTimestamp(rs, #)",
		trustedNull: "readTimestamp(rs, #)", parse: "timestampInside", given: "Timestamp", print: "timestampText"},
	ir.TimestampTZ: {name: "OffsetDateTime", imports: []string{"java.time.OffsetDateTime"},
		trusted:     "readInstant(rs, #)",
		trustedNull: "readInstant(rs, #)", parse: "instantInside", given: "OffsetDateTime", print: "instantText"},
	ir.Interval: {name: "Interval", parse: "Interval::fromText", given: "String", print: "Interval::toText"},
	ir.UUID: {name: "UUID", imports: []string{"java.util.UUID"}, trusted: "rs.getObject(#, UUID.class)",
		trustedNull: "rs.getObject(#, UUID.class)",
		set:         "setObject", parse: "UUID.class::cast", given: "UUID"},
	ir.JSON:  duckdbText("Object::toString", "JsonNode"),
	ir.Other: duckdbText("String.class::cast", "String"),
	ir.Array: {name: "List<%s>", imports: []string{"java.util.List"}, parse: "listOf", given: "Array", print: "arrayOf",
		typed: func(t ir.Type) string { return plan.Wire(*t.Elem) }},
	ir.Map: {name: "Map<%s>", imports: []string{"java.util.Map"}, parse: "mapOf", given: "Map<?, ?>",
		print: "entriesOf", typed: plan.Wire},
}

// duckdbRefined has no room for the end of the day in a TIME_NS: LocalTime.MAX is a value of it.
func duckdbRefined(t ir.Type, j javaType) javaType {
	if t.Kind == ir.Time && t.Precision == 9 {
		j.trusted, j.trustedNull, j.print = "", "", "LocalTime::toString"
	}
	return j
}

// duckdbText is a type that is held as text.
func duckdbText(parse, given string) javaType {
	return javaType{name: "String", trusted: "rs.getString(#)", trustedNull: "rs.getString(#)", set: "setString",
		parse: parse, given: given}
}

// smallInteger is a type of integers that Java has no type of its own for, or one that nobody likes to work with.
func smallInteger(parse, given, least, greatest string) javaType {
	return javaType{name: "int", boxed: "Integer", trusted: "rs.getInt(#)",
		trustedNull: "rs.getObject(#, Integer.class)",
		set:         "setObject", convert: "inRange", limits: limits(least, greatest), refuses: true, parse: parse,
		given: given}
}

// bigInteger is a type of integers that a long cannot hold.
func bigInteger(signed, bits string) javaType {
	return javaType{name: "BigInteger", imports: []string{"java.math.BigInteger"}, set: "setString",
		convert: "integerText",
		limits:  limits(signed, bits), refuses: true, parse: "BigInteger.class::cast", given: "BigInteger",
		print: "BigInteger::toString"}
}

func limits(a, b string) func(ir.Type) []string {
	return func(ir.Type) []string { return []string{a, b} }
}

var duckdbStructs = structForm{parse: "FromStruct", print: "ToStruct", given: "Struct", composite: structConversions}

// structConversions are the methods that make a STRUCT's record of the driver's value, and that value of it.
func structConversions(g *generator, s *ir.StructType, names []string) []conversion {
	return []conversion{
		{g.conversion(s, "FromStruct"), func() emit.Doc {
			reads := make([]emit.Doc, len(s.Fields))
			for i, f := range s.Fields {
				reads[i] = g.attribute(f.Type, i)
			}
			return block(g.fromStruct(s), g.attributes(), stmt("return ", call("new "+g.structType[s], reads...)))
		}},
		{g.conversion(s, "ToStruct"), func() emit.Doc {
			values := make([]emit.Doc, len(s.Fields))
			for i, f := range s.Fields {
				values[i] = g.boundInside(f.Type, "value."+names[i]+"()")
			}
			return block(g.toStruct(s), assign("Object[] values", arrayOf(values)), g.madeStruct(s))
		}},
	}
}

func (g *generator) fromStruct(s *ir.StructType) emit.Doc {
	g.use("java.sql.Struct")
	return emit.Text(g.own("static " + g.structType[s] + " " + g.conversion(s, "FromStruct") + "(Struct struct)"))
}

func (g *generator) toStruct(s *ir.StructType) emit.Doc {
	g.use("java.sql.Struct")
	return emit.Text(g.own("static Struct " + g.conversion(s, "ToStruct") + "(" + g.structType[s] + " value)"))
}

// attributes declares the values that a struct of the driver's holds.
func (g *generator) attributes() emit.Doc {
	g.need("attributes")
	return emit.Text("Object[] values = attributes(struct);")
}

// attribute is one of them.
func (g *generator) attribute(t ir.Type, index int) emit.Doc {
	g.need("attribute")
	return call("attribute", emit.Text("values"), emit.Text(strconv.Itoa(index)), g.parser(t))
}

// madeStruct returns what the driver takes for the values of a struct.
func (g *generator) madeStruct(s *ir.StructType) emit.Doc {
	g.use("org.duckdb.user.DuckDBUserStruct")
	return stmt("return ", call("new DuckDBUserStruct", quoted(g.wire[s]), emit.Text("values")))
}

// arrayOf is an array of values. The formatter puts several short ones on a line.
func arrayOf(values []emit.Doc) emit.Doc {
	all := commas(values)
	if !slices.ContainsFunc(values, func(v emit.Doc) bool { return columns(emit.Print(v, 2*width, "")) >= shortItem }) {
		all = emit.Join(emit.Concat(",", emit.Group(emit.Line())), values)
	}
	return emit.Group("new Object[] {", emit.Indent(emit.SoftLine(), emit.Group(all)), emit.SoftLine(), "}")
}

// boundInside is what the driver takes for a value that may be null, inside another.
func (g *generator) boundInside(t ir.Type, value string) emit.Doc {
	print := g.printing(t)
	if print == nil {
		return emit.Text(value)
	}
	g.need("mapped")
	return call("mapped", emit.Text(value), print)
}

// union prints a UNION: an interface that each member implements.
func (g *generator) union(level int, u *ir.StructType) emit.Doc {
	name := g.structType[u]
	names := g.unionMembers(u)
	members := make([]emit.Doc, len(names))
	for i, f := range u.Fields {
		members[i] = lines(javadoc(level+1, []string{"The member " + docText([]string{f.Column})[0] + "."}),
			emit.Group("record "+names[i]+"("+g.declared(f)+" value)",
				continued(emit.Line(), "implements "+name, " {}")))
	}
	doc := javadoc(level, []string{"A value of the type " + docText([]string{u.Name.SQL})[0] +
		", which is one of its members."})
	return g.typeDoc(level, doc, emit.Concat("public sealed interface "+name, body(members)))
}

// unionConversions are the methods that make a UNION's member of the driver's value, and that value of it.
func (g *generator) unionConversions(u *ir.StructType) []conversion {
	members := g.unionMembers(u)
	for i := range members {
		members[i] = g.structType[u] + "." + members[i]
	}
	return []conversion{
		{g.conversion(u, "FromStruct"), func() emit.Doc { return g.fromUnion(u, members) }},
		{g.conversion(u, "FromMember"), func() emit.Doc { return g.fromMember(u, members) }},
		{g.conversion(u, "ToStruct"), func() emit.Doc { return g.toUnion(u, members) }},
	}
}

func (g *generator) fromUnion(u *ir.StructType, members []string) emit.Doc {
	g.need("memberOf")
	cases := make([]emit.Doc, len(members))
	for i, f := range u.Fields {
		label := "case " + strconv.Itoa(i)
		if i+1 == len(members) {
			label = "default"
		}
		cases[i] = emit.Group(label+" -> ", call("new "+members[i], g.attribute(f.Type, i+1)), ";")
	}
	return block(g.fromStruct(u), g.attributes(),
		emit.Concat(block(emit.Text("return switch (memberOf(values))"), cases...), ";"))
}

func (g *generator) toUnion(u *ir.StructType, members []string) emit.Doc {
	sets := make([]any, 0, len(members))
	for i, f := range u.Fields {
		if i > 0 {
			sets = append(sets, " else ")
		}
		sets = append(sets, block(emit.Text("if (value instanceof "+members[i]+" member)"),
			emit.Text("values[0] = "+strconv.Itoa(i)+";"),
			stmt("values["+strconv.Itoa(i+1)+"] = ", g.boundInside(f.Type, "member.value()"))))
	}
	return block(g.toStruct(u),
		emit.Text("Object[] values = new Object["+strconv.Itoa(len(members)+1)+"];"), emit.Concat(sets...),
		g.madeStruct(u))
}

// fromMember is the method for a value inside others, of which the driver has the member's value without its name.
func (g *generator) fromMember(u *ir.StructType, members []string) emit.Doc {
	var body []emit.Doc
	for i, f := range u.Fields {
		given, value := g.given(f.Type), emit.Text("given")
		if decodes(f.Type) || g.held(f.Type).parse != given+".class::cast" {
			g.need("mapped")
			value = call("mapped", value, g.parser(f.Type))
		}
		body = append(body, block(emit.Text("if (value instanceof "+given+" given)"),
			stmt("return ", call("new "+members[i], value))))
	}
	body = append(body, stmt("throw ", call("new IllegalArgumentException",
		emit.Concat(quoted("no member of "+u.Name.SQL+": "), " + value"))))
	return block(emit.Text(g.own("static "+g.structType[u]+" "+g.conversion(u, "FromMember")+"(Object value)")),
		body...)
}

var givenClasses = map[string]string{"Array": "java.sql.Array", "Struct": "java.sql.Struct",
	"Map<?, ?>": "java.util.Map", "Blob": "java.sql.Blob",
	"Timestamp": "java.sql.Timestamp", "JsonNode": "org.duckdb.JsonNode"}

// given is the class of what the driver has of a value inside others; "" for what it does not tell.
func (g *generator) given(t ir.Type) string {
	class := g.held(t).given
	if full := givenClasses[class]; full != "" {
		g.use(full)
	}
	return class
}

// unionMembers names the records of a UNION's members, none like a class that they or their methods use.
func (g *generator) unionMembers(u *ir.StructType) []string {
	taken := core.Set("Object String Struct DuckDBUserStruct IllegalArgumentException Function", g.class,
		g.structType[u])
	for _, f := range u.Fields {
		for name := range strings.FieldsFuncSeq(g.declared(f)+" "+g.given(f.Type), notIdentifier) {
			taken[name] = true
		}
	}
	return g.names.Fields(emit.NewScope(taken, escape), u.Fields, "member", u.Name.SQL,
		func(n ir.Name, _ int) string { return pascal(n) })
}

// note takes down what is to be known of the row types and unions in a type.
func (g *generator) note(t ir.Type) {
	for part := range t.Parts {
		if part.Struct != nil {
			g.wire[part.Struct] = plan.Wire(part)
		}
	}
}

// alike reports whether a union inside another type has members that the driver's values do not tell apart.
func (g *generator) alike(t ir.Type) bool {
	for part := range t.Within {
		seen := map[string]bool{"": true}
		if part.Kind == ir.Union && slices.ContainsFunc(part.Struct.Fields, func(f ir.Field) bool {
			given := g.held(f.Type).given
			again := seen[given]
			seen[given] = true
			return again
		}) {
			return true
		}
	}
	return false
}
