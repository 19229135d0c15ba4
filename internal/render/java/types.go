package java

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// javaType is how a kind of value is held, read and bound with one driver. A getter is an expression of a result set rs
// and a column #.
type javaType struct {
	name, boxed string // %s in name stands for what it holds; boxed is "" where name is a reference already
	helper      string // class of the prelude that name has; "" for none
	imports     []string
	// method of the prelude that reads a value exactly or throws; with OrNull appended, NULL too
	read string
	// the getter where the engine enforces the type and it is not NULL; "" where there is none
	trusted     string
	trustedNull string // the same where it may be NULL
	set         string // of PreparedStatement; "" for its text form
	setNull     string // where it may be null; "" where set takes null
	sqlType     string // of java.sql.Types, that setObject is told
	convert     string // method of the prelude that makes what set takes
	// convert, or print of several dimensions, has values that it refuses, and takes the name to say so
	refuses bool
	limits  func(ir.Type) []string // arguments of convert that say which values those are; nil for none
	// what values hold: parse and print are methods of the prelude that take its functions
	holds []ir.Type
	// function from what the driver has of a value inside others; one without :: is a method of the prelude
	parse string
	given string // class of what that is, where a driver's unions do not tell which member they have
	// class of the arrays that the driver makes of the engine's arrays in binary form; "" where there are none
	array string
	// function to what the driver takes for a value inside others; "" for the driver's unchanged
	print string
	typed func(ir.Type) string // the engine's name of a type that print takes, too; nil for none
	wire  wireType             // into a binary COPY
}

// held is how a type is held, where the config asks for no type of the program's.
func (g *generator) held(t ir.Type) javaType {
	j := ir.Fold(t, heldTypes{g})
	for _, i := range j.imports {
		g.use(i)
	}
	if j.helper != "" {
		g.need(j.helper)
	}
	return j
}

// heldTypes is how a type is held, by its shape.
type heldTypes struct{ g *generator }

func (h heldTypes) Scalar(t ir.Type) javaType {
	if t.Kind == ir.Nested {
		return javaType{name: h.g.rowType[t.Row]}
	}
	j := h.g.driver.types[t.Kind]
	if h.g.driver.refined != nil {
		j = h.g.driver.refined(t, j)
	}
	return j
}

func (h heldTypes) Enum(t ir.Type) javaType {
	name := h.g.enumType[t.Enum]
	return javaType{name: name, parse: name + "::fromValue", given: "String", print: name + "::getValue"}
}

func (h heldTypes) List(t ir.Type) javaType {
	if t.Object() != nil {
		return javaType{name: "List<" + h.g.element(*t.Elem) + ">", imports: []string{"java.util.List"}}
	}
	if t.Extension != "" {
		return postgresExtensions[t.Extension]
	}
	return h.holding(t, *t.Elem)
}

func (h heldTypes) Map(t ir.Type) javaType {
	if t.Extension != "" {
		j := postgresExtensions[t.Extension]
		j.name = fmt.Sprintf(j.name, h.g.nullable("String"))
		return j
	}
	return h.holding(t, *t.Key, *t.Elem)
}

func (h heldTypes) Range(t ir.Type) javaType { return h.holding(t, *t.Elem) }
func (h heldTypes) Union(t ir.Type) javaType { return h.converted(t.Struct, "FromMember", "") }

func (h heldTypes) Record(t ir.Type) javaType {
	return h.converted(t.Struct, h.g.driver.structs.parse, h.g.driver.structs.given)
}

// holding is how a type is held that holds others; NULLs may be among the last.
func (h heldTypes) holding(t ir.Type, held ...ir.Type) javaType {
	j := h.Scalar(t)
	names := make([]string, len(held))
	for i, e := range held {
		names[i] = h.g.element(e)
	}
	if last := len(names) - 1; t.ElemNullable {
		names[last] = h.g.nullable(names[last])
	}
	j.name, j.holds = fmt.Sprintf(j.name, strings.Join(names, ", ")), held
	return j
}

// converted is how a composite type or a union is held that a conversion reads.
func (h heldTypes) converted(s *ir.StructType, parse, given string) javaType {
	return javaType{name: h.g.structType[s], parse: h.g.class + "::" + h.g.conversion(s, parse), given: given,
		print: h.g.class + "::" + h.g.conversion(s, h.g.driver.structs.print)}
}

// element is a type as a type argument.
func (g *generator) element(t ir.Type) string {
	if o := t.Override; o != nil {
		return g.imported(boxed(o.Type), o.Import)
	}
	return boxed(g.held(t).name)
}

// parser is the function that makes a value of what the driver has of it inside others.
func (g *generator) parser(t ir.Type) emit.Doc {
	if decodes(t) {
		return g.composed(g.parser(*t.Plainly()), g.decoder(t))
	}
	j := g.held(t)
	if j.holds == nil {
		return emit.Text(g.preludeFunction(j.parse))
	}
	g.need(j.parse)
	held, last := functions(j.holds, g.parser), len(j.holds)-1
	held[last] = g.parserOf(j.holds[last], t.ElemNullable)
	return call(j.parse, held...)
}

// parserOf is parser of a value that may be null, where the driver has functions for those.
func (g *generator) parserOf(t ir.Type, nullable bool) emit.Doc {
	if !nullable || g.driver.orNull == "" {
		return g.parser(t)
	}
	g.need(g.driver.orNull)
	return call(g.driver.orNull, g.parser(t))
}

// printer is the function that makes what the driver takes for a value inside others.
func (g *generator) printer(t ir.Type) emit.Doc {
	if p := g.printing(t); p != nil {
		return p
	}
	g.use("java.util.function.Function")
	return emit.Text("Function.identity()")
}

// printing is printer; nil where the driver takes the value itself.
func (g *generator) printing(t ir.Type) emit.Doc {
	if encodes(t) {
		if p := g.printing(*t.Plainly()); p != nil {
			return g.composed(g.encoder(t), p)
		}
		return g.encoder(t)
	}
	j := g.held(t)
	switch {
	case j.print == "":
		return g.driver.unchanged
	case j.holds == nil:
		return emit.Text(g.preludeFunction(j.print))
	}
	g.need(j.print)
	args := functions(j.holds, g.printer)
	if j.typed != nil {
		args = append([]emit.Doc{quoted(j.typed(t))}, args...)
	}
	return call(j.print, args...)
}

// functions are those for the types that another holds.
func functions(held []ir.Type, function func(ir.Type) emit.Doc) []emit.Doc {
	ds := make([]emit.Doc, len(held))
	for i, t := range held {
		ds[i] = function(t)
	}
	return ds
}

func (g *generator) preludeFunction(f string) string {
	class, _, ok := strings.Cut(f, "::")
	if !ok {
		g.need(f)
		return g.class + "::" + f
	}
	if class == "Interval" {
		g.need(class)
	}
	return f
}

// typeOf a field as it is declared, without what @Nullable adds.
func (g *generator) typeOf(f ir.Field) string {
	if o := cmp.Or(f.Override, f.Type.Override); o != nil {
		if f.Nullable || g.p.Options.Boxed {
			return g.imported(boxed(o.Type), o.Import)
		}
		return g.imported(o.Type, o.Import)
	}
	t := g.held(f.Type)
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

// declared is the type of a field with its annotation. What may be left out is null then, and an Optional where NULL is
// a value of it.
func (g *generator) declared(f ir.Field) string {
	switch {
	case f.Flag:
		return "boolean"
	case f.Optional && f.Nullable:
		return g.nullable(g.imported("Optional", "java.util.Optional") + "<" + boxed(g.typeOf(f)) + ">")
	case f.Type.Choice():
		return g.nullable(g.typeOf(f))
	case f.Optional:
		return g.nullable(boxed(g.typeOf(f)))
	}
	if f.Nullable {
		return g.nullable(g.typeOf(f))
	}
	return g.typeOf(f)
}

// parameterType is declared for a parameter of a method: a list whose elements may be null takes one of elements that
// may not be, too.
func (g *generator) parameterType(f ir.Field) string {
	inner, depth := f.Type, 1
	if g.driver.dimensions {
		inner, depth = inner.Innermost()
	}
	if inner.Kind != ir.Array || f.Override != nil || !inner.ElemNullable || g.p.Options.Nullability == "" {
		return g.declared(f)
	}
	t := strings.Replace(g.typeOf(f), "List<", "List<? extends ", depth)
	if f.Nullable {
		return g.nullable(t)
	}
	return t
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
	raw := g.readRaw(f, rs, column)
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

func (g *generator) readRaw(f ir.Field, rs string, column int) emit.Doc {
	t := g.held(f.Type)
	getter := trustedGetter(t, f)
	switch {
	case f.Type.Kind == ir.Union:
		g.need("readUnion")
		return call("readUnion", emit.Text(rs), emit.Text(strconv.Itoa(column)),
			emit.Text(g.class+"::"+g.conversion(f.Type.Struct, g.driver.structs.parse)))
	case f.Type.Kind == ir.Array && f.Type.Extension == "" && f.Type.Elem.Override == nil &&
		g.held(*f.Type.Elem).array != "":
		g.need("readList")
		return call("readList", emit.Text(rs), emit.Text(strconv.Itoa(column)), g.parser(*f.Type.Elem),
			emit.Text(g.held(*f.Type.Elem).array+".class"))
	case getter == "" && t.read == "":
		g.need("parsed")
		return call("parsed", emit.Text(rs), emit.Text(strconv.Itoa(column)), g.parser(f.Type))
	case getter == "" && f.Nullable:
		getter = t.read + "OrNull(rs, #)"
	case getter == "":
		getter = t.read + "(rs, #)"
	}
	if helper, _, _ := strings.Cut(getter, "("); !strings.HasPrefix(helper, "rs.") {
		g.need(helper)
	}
	getter = resultSet.ReplaceAllString(getter, rs)
	return emit.Text(strings.Replace(getter, "#", strconv.Itoa(column), 1))
}

var resultSet = regexp.MustCompile(`\brs\b`)

func trustedGetter(t javaType, f ir.Field) string {
	switch {
	case f.Declared:
		return ""
	case f.Nullable:
		return t.trustedNull
	}
	return t.trusted
}

// bind prints the expression that binds a value to a placeholder; index is the placeholder's, counted from 1.
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

// bindInsert is bindRow for a bulk insert, where a null that must not be is found before the engine sees it, so that
// the message can say which row it is in.
func (g *generator) bindInsert(f ir.Field, index, value string) emit.Doc {
	d := emit.Text(value)
	if !f.Nullable && boxes[g.typeOf(f)] == "" {
		g.need("required")
		d = call("required", d, quoted(f.Name.SQL))
	}
	return g.bindRow(f, index, d)
}

func (g *generator) bindEncoded(f ir.Field, statement, index string, d emit.Doc) emit.Doc {
	t := g.held(f.Type)
	if t.set == "" {
		return g.bindText(f, statement, index, d)
	}
	if f.Type.Kind == ir.Array && encodes(*f.Type.Elem) { // of values, as SQLite has a list
		g.need("encodedEach")
		d = call("encodedEach", d, g.encoder(*f.Type.Elem), quoted(f.Name.SQL))
	}
	if t.convert != "" {
		g.need(t.convert)
		args := []emit.Doc{d}
		if t.limits != nil {
			args = append(args, texts(t.limits(f.Type)...)...)
		}
		if t.refuses {
			args = append(args, quoted(f.Name.SQL))
		}
		d = call(t.convert, args...)
	}
	set := t.set
	if f.Nullable && t.setNull != "" {
		set = t.setNull
	}
	args := []emit.Doc{emit.Text(index), d}
	if set == "setObject" && t.sqlType != "" {
		args = append(args, g.sqlType(t.sqlType))
	}
	return call(statement+"."+set, args...)
}

// bindText binds what print makes of a value: the engine's text form, or an object of the driver's.
func (g *generator) bindText(f ir.Field, statement, index string, d emit.Doc) emit.Doc {
	switch t := g.held(f.Type); {
	case t.print == "":
	case t.refuses, f.Type.Overridden():
		g.need("encoded")
		d = call("encoded", d, g.printer(f.Type), quoted(f.Name.SQL))
	default:
		g.need("mapped")
		d = call("mapped", d, g.printer(f.Type))
	}
	args := []emit.Doc{emit.Text(index), d}
	if g.driver.inserted != "" {
		args = append(args, g.sqlType(g.driver.inserted))
	}
	return call(statement+".setObject", args...)
}

func (g *generator) sqlType(name string) emit.Doc {
	class := "java.sql.Types"
	if other, taken := g.simpleName("Types"); !taken || other == class {
		class = g.imported("Types", class)
	}
	return emit.Text(class + "." + name)
}
