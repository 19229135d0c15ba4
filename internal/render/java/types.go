package java

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// javaType is how a kind of value is held, read and bound with one driver.
type javaType struct {
	name, boxed string // boxed is "" where name is a reference already
	imports     []string
	read        string // prelude section that reads a value exactly or throws; with OrNull appended, NULL too
	trusted     string // the cheaper way where the engine enforces the type and it is not NULL; "" where there is none
	trustedNull string // the same where it may be NULL
	set         string // of PreparedStatement
	setNull     string // where it may be null; "" where set takes null
	convert     string // prelude section that makes what set takes
	refuses     bool   // convert has values that it refuses, and takes the name to say so
}

// sqliteTypes is how sqlite-jdbc's values are read and bound. Its getters convert whatever is stored, 0 for 'abc' among
// others, so declared types that SQLite does not enforce are read by what is stored.
var sqliteTypes = map[ir.Kind]javaType{
	ir.Any:     {name: "Object", read: "readAny", set: "setObject", convert: "storable", refuses: true},
	ir.Bool:    {name: "boolean", boxed: "Boolean", read: "readBoolean", trusted: "rs.getBoolean", set: "setBoolean", setNull: "setObject"},
	ir.Int64:   {name: "long", boxed: "Long", read: "readLong", trusted: "rs.getLong", set: "setLong", setNull: "setObject"},
	ir.Float64: {name: "double", boxed: "Double", read: "readDouble", trusted: "rs.getDouble", set: "setObject", convert: "real", refuses: true},
	ir.Decimal: {name: "BigDecimal", imports: []string{"java.math.BigDecimal"}, read: "readDecimal", set: "setString", convert: "decimalText"},
	ir.Text:    {name: "String", read: "readText", trusted: "text", trustedNull: "text", set: "setString"},
	ir.Blob:    {name: "byte[]", read: "readBytes", trusted: "rs.getBytes", trustedNull: "rs.getBytes", set: "setBytes"},
	ir.Date:    {name: "LocalDate", imports: []string{"java.time.LocalDate"}, read: "readDate", set: "setString", convert: "dateText", refuses: true},
	ir.Time:    {name: "LocalTime", imports: []string{"java.time.LocalTime"}, read: "readTime", set: "setString", convert: "timeText"},
	ir.Timestamp: {name: "LocalDateTime", imports: []string{"java.time.LocalDateTime"}, read: "readTimestamp", set: "setString",
		convert: "timestampText", refuses: true},
	ir.TimestampTZ: {name: "OffsetDateTime", imports: []string{"java.time.OffsetDateTime"}, read: "readInstant", set: "setString",
		convert: "instantText", refuses: true},
	ir.UUID: {name: "UUID", imports: []string{"java.util.UUID"}, read: "readUuid", set: "setString", convert: "uuidText"},
	ir.JSON: {name: "String", read: "readJson", set: "setString"},
}

// typeOf a field as it is declared, without what @Nullable adds.
func (g *generator) typeOf(f ir.Field) string {
	if o := f.Override; o != nil {
		if f.Nullable || g.p.Options.Boxed {
			return g.imported(boxed(o.Type), o.Import)
		}
		return g.imported(o.Type, o.Import)
	}
	t := g.driver.types[f.Type.Kind]
	for _, i := range t.imports {
		g.use(i)
	}
	if t.boxed != "" && (f.Nullable || g.p.Options.Boxed) {
		return t.boxed
	}
	return t.name
}

// elementOf is the type of a field as a type argument.
func (g *generator) elementOf(f ir.Field) string {
	t := boxed(g.typeOf(f))
	if f.Nullable {
		return g.nullable(t)
	}
	return t
}

// declared is the type of a field with its annotation.
func (g *generator) declared(f ir.Field) string {
	if f.Nullable {
		return g.nullable(g.typeOf(f))
	}
	return g.typeOf(f)
}

// nullable annotates a reference type where the config asks for it. The annotation of an array stands before its
// brackets, that of a qualified name before its last part.
func (g *generator) nullable(t string) string {
	if g.p.Options.Nullability == "" {
		return t
	}
	g.use("org.jspecify.annotations.Nullable")
	if elem, ok := strings.CutSuffix(t, "[]"); ok {
		return elem + " @Nullable []"
	}
	name, args, _ := strings.Cut(t, "<")
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return t[:dot+1] + "@Nullable " + t[dot+1:]
	}
	if args != "" {
		args = "<" + args
	}
	return "@Nullable " + name + args
}

var boxes = map[string]string{
	"boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long",
	"float": "Float", "double": "Double",
}

func boxed(t string) string {
	if b, ok := boxes[t]; ok {
		return b
	}
	return t
}

// read prints the expression that reads a column, counted from 1, of a result set.
func (g *generator) read(f ir.Field, rs string, column int) emit.Doc {
	raw := emit.Text(g.readRaw(f, rs, column))
	o := f.Override
	switch {
	case o == nil || o.Decode == "":
		return raw
	case f.Nullable:
		g.need("mapped")
		return call("mapped", raw, emit.Text(g.reference(o.Decode, o)))
	}
	return call(g.function(o.Decode, o), raw)
}

func (g *generator) readRaw(f ir.Field, rs string, column int) string {
	t := g.driver.types[f.Type.Kind]
	getter, section := t.read, t.read
	if f.Nullable {
		getter += "OrNull"
	}
	if trusted := trustedGetter(t, f); trusted != "" {
		getter, section = trusted, trusted
	}
	if method, ok := strings.CutPrefix(getter, "rs."); ok {
		return fmt.Sprintf("%s.%s(%d)", rs, method, column)
	}
	if section == t.read {
		section = getter
	}
	g.need(section)
	return fmt.Sprintf("%s(%s, %d)", getter, rs, column)
}

func trustedGetter(t javaType, f ir.Field) string {
	switch {
	case f.Declared:
		return ""
	case f.Nullable:
		return t.trustedNull
	}
	return t.trusted
}

// bind prints the statement that binds a value to a placeholder; index is the placeholder's, counted from 1.
func (g *generator) bind(f ir.Field, statement, index, value string) emit.Doc {
	d := emit.Text(value)
	if o := f.Override; o != nil && o.Encode != "" {
		// By reference: it may be a static method, or one that the value has itself, such as an enum's name.
		g.need("mapped")
		d = call("mapped", d, emit.Text(g.reference(o.Encode, o)))
	}
	return g.bindEncoded(f, statement, index, d)
}

// bindRow is bind for one of many rows, where an error must say what it is about.
func (g *generator) bindRow(f ir.Field, index string, d emit.Doc) emit.Doc {
	if o := f.Override; o != nil && o.Encode != "" {
		g.need("encoded")
		d = call("encoded", d, emit.Text(g.reference(o.Encode, o)), quoted(f.Name.SQL))
	}
	return g.bindEncoded(f, "statement", index, d)
}

// bindInsert is bindRow for a bulk insert, where a null that must not be is found before the engine sees it, so that the
// message can say which row it is in.
func (g *generator) bindInsert(f ir.Field, index, value string) emit.Doc {
	d := emit.Text(value)
	if !f.Nullable && boxes[g.typeOf(f)] == "" {
		g.need("required")
		d = call("required", d, quoted(f.Name.SQL))
	}
	return g.bindRow(f, index, d)
}

func (g *generator) bindEncoded(f ir.Field, statement, index string, d emit.Doc) emit.Doc {
	t := g.driver.types[f.Type.Kind]
	if t.convert != "" {
		g.need(t.convert)
		args := []emit.Doc{d}
		if t.refuses {
			args = append(args, quoted(f.Name.SQL))
		}
		d = call(t.convert, args...)
	}
	set := t.set
	if f.Nullable && t.setNull != "" {
		set = t.setNull
	}
	return stmt(call(statement+"."+set, emit.Text(index), d))
}

// reference writes a configured function as a method reference. It is given as Type.method, Type::method or new Type; a
// method alone is one of the override's own type.
func (g *generator) reference(f string, o *ir.Override) string {
	class, method := strings.TrimSpace(f), ""
	if c, ok := strings.CutPrefix(class, "new "); ok {
		class, method = strings.TrimSpace(c), "new"
	} else if c, m, ok := strings.Cut(class, "::"); ok {
		class, method = c, m
	} else if dot := strings.LastIndexByte(class, '.'); dot >= 0 {
		class, method = class[:dot], class[dot+1:]
	} else {
		class, method = o.Type, class
	}
	return g.imported(class, o.Import) + "::" + method
}

// function is how a configured function is called.
func (g *generator) function(f string, o *ir.Override) string {
	class, method, _ := strings.Cut(g.reference(f, o), "::")
	if method == "new" {
		return "new " + class
	}
	return class + "." + method
}
