package golang

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
)

// kind is how a driver reads and binds values of a type.
type kind struct {
	typ   string // as users of the package see it
	null  form   // what has a nil of its own, which is NULL: no pointer to one is needed
	into  string // what scans into %s, a pointer, in place of that; it starts with the name of a helper
	arg   string // what is bound in place of %s; the same
	store string // the function that stores one in a data chunk
	put   string // the function that puts one into a list or the like that is bound as text, or into a binary COPY

	server string // the name of pgx's codec; "" for text's
	number string // pgx's constant of the type's number; "" where it has no codec of lists
}

// form is what a type with a nil of its own is; "" for one that has none. Helpers for such types end in it.
type form string

const (
	slice      form = "Slice"
	dictionary form = "Map"
	pointer    form = "Pointer"
	something  form = "Any"
)

// formOf a type of the user's, by how it is written.
func formOf(typ string) form {
	for start, form := range map[string]form{"[]": slice, "map[": dictionary, "*": pointer} {
		if strings.HasPrefix(typ, start) {
			return form
		}
	}
	return ""
}

// kindOf a type.
func (f *file) kindOf(t ir.Type) kind {
	if t.Choice() {
		return kind{typ: f.choiceType(t.Enum)}
	}
	switch row := t.Object(); {
	case t.Kind == ir.Nested:
		return kind{typ: f.rowType(row).name}
	case row != nil:
		return kind{typ: "[]" + f.rowType(row).name, null: slice}
	}
	if o := t.Override; o != nil {
		t.Override = nil
		if k, ok := f.g.driver.renamed[o.Type]; ok && o.Renames() {
			f.overridden(o)
			return k
		}
		return f.g.driver.within(f, t, o)
	}
	return ir.Fold(t, f.g.driver.shapes(f))
}

// typeOf is a field's type.
func (f *file) typeOf(field ir.Field) string { return f.use(f.spelt(field)) }

// spelt is a field's type as code that imports its package writes it.
func (f *file) spelt(field ir.Field) string {
	var k kind
	if o := field.Override; o != nil {
		k = f.overridden(o)
	} else {
		k = f.kindOf(field.Type)
	}
	if field.Nullable && k.null == "" {
		return "*" + k.typ
	}
	return k.typ
}

// userType is a field's type in rows and parameters. One that may be left out is a pointer, to what nulls has where
// NULL is a value of it.
func (f *file) userType(field ir.Field) string {
	typ := f.spelt(field)
	if f.isNull(field) {
		typ = f.nulls().typ(strings.TrimPrefix(typ, "*"))
	}
	if f.use(typ); field.Optional {
		return "*" + typ
	}
	return typ
}

// isNull reports whether users have a field's value as nulls has it, and helpers as a pointer.
func (f *file) isNull(field ir.Field) bool {
	if nullsOf[f.g.Options.Nullable].typ == nil && !field.Optional || !field.Nullable || field.Type.Kind == ir.Nested {
		return false
	}
	if field.Override != nil {
		return formOf(field.Override.Type) == ""
	}
	return f.kindOf(field.Type).null == ""
}

// given is a field's value as helpers have it.
func (f *file) given(field ir.Field, value string) string {
	if field.Optional {
		value = f.need("valueOf") + "(" + value + ")"
	}
	if f.isNull(field) {
		return f.nulls().from(f, value)
	}
	return value
}

// elem is the type of what a list or a map holds.
func (f *file) elem(t ir.Type, nullable bool) string {
	return f.typeOf(ir.Field{Type: t, Nullable: nullable})
}

// target is what a field's value is scanned into; pointer points to its place.
func (f *file) target(field ir.Field, pointer string) string {
	if field.Override != nil {
		return pointer
	}
	if k := f.kindOf(field.Type); k.into != "" {
		return f.helped(k.into, pointer)
	}
	return pointer
}

// argument is what is bound for a field's value.
func (f *file) argument(field ir.Field, value string) string {
	value = f.given(field, value)
	if bind := f.g.driver.argument; bind != nil {
		return bind(f, field, value)
	}
	if o := field.Override; o != nil {
		if field.Type.Domain != nil && o.Encode != "" { // no connection knows it
			t := field.Type
			t.Override = o
			return f.helped("toText(%s, "+f.codec(t)+")", value)
		}
		if o.Encode == "" {
			if formOf(o.Type) == slice {
				return f.notNull(field, value)
			}
			return value
		}
		if field.Nullable && formOf(o.Type) == "" {
			return f.need("encodedNull") + "(" + value + ", " + f.encode(o) + ")"
		}
		return f.need("encodedBy") + "(" + value + ", " + f.encode(o) + ")"
	}
	value = f.notNull(field, value)
	if k := f.kindOf(field.Type); k.arg != "" {
		return f.helped(k.arg, value)
	}
	return value
}

// notNull keeps a nil of a field that is not nullable from being NULL.
func (f *file) notNull(field ir.Field, value string) string {
	if field.Nullable {
		return value
	}
	switch f.kindOf(field.Type).null {
	case "":
		return value
	case dictionary:
		return f.helped("notNullMap(%s)", value)
	}
	return f.helped("notNull(%s)", value)
}

// helped is a call of helpers.
func (f *file) helped(format, value string) string {
	core.Words(format, func(name string, start, _ int) {
		if !strings.HasSuffix(format[:start], "%") && !strings.HasSuffix(format[:start], ".") &&
			f.g.driver.prelude.Has(name) {
			f.need(name)
		}
	})
	return f.use(strings.ReplaceAll(format, "%s", value))
}

func (f *file) need(name string) string { return f.g.need(name) }

// schemaName is the name of a type of the schema.
func (g *generator) schemaName(t any) string {
	if g.schema == nil {
		g.schema = g.names.SchemaTypes(g.scope, g.Program, func(n ir.Name) string { return exported(n, "Type") })
	}
	return g.schema[t]
}

// enumType is an enum's name; it is declared on first use.
func (f *file) enumType(e *ir.EnumType) string {
	g := f.g
	name := g.schemaName(e)
	if g.written[e] {
		return name
	}
	g.written[e] = true
	g.declare(name, "the type "+e.Name.SQL, source.Span{})
	var lines []line
	labels := g.names.Labels(g.scope, e, func(n ir.Name) string { return labelName(name, n) })
	for i, l := range e.Labels {
		g.declare(labels[i], "the label "+l+" of "+e.Name.SQL, source.Span{})
		lines = append(lines, line{labels[i], name, "= " + quoteShort(l)})
	}
	if len(lines) == 0 {
		g.shared.add("// %s is %s.\ntype %s string", name, describe("the type", e.Name), name)
		return name
	}
	g.shared.add("// %s is %s.\ntype %s string\n\n// The values of %s.\nconst (\n%s)", name,
		describe("the type", e.Name), name, name, table(lines))
	return name
}

// choiceType is the name of a choice's type, whose zero value is the default; it is declared on first use.
func (f *file) choiceType(e *ir.EnumType) string {
	g := f.g
	name := g.schemaName(e)
	if g.choices[e] != nil {
		return name
	}
	g.declare(name, "the choice "+e.Name.SQL, source.Span{})
	names := g.names.Labels(g.scope, e, func(n ir.Name) string { return labelName(name, n) })
	g.choices[e] = names
	labels := g.claim(lowered(name)+"Labels", "the labels of "+e.Name.SQL, source.Span{})
	parse := g.claim("Parse"+name, "the labels of "+e.Name.SQL, source.Span{})
	texts := make([]string, len(names))
	for i, l := range names {
		g.declare(l, "the label "+e.Labels[i]+" of "+e.Name.SQL, source.Span{})
		texts[i] = quoteShort(e.Labels[i])
	}
	g.shared.add("// %s is what %s may be; the default is %s.\ntype %s uint8\n\n// The values of %s.\nconst (\n\t"+
		"%s %s = iota\n\t%s\n)\n\n%s", name, e.Choice, names[0],
		name, name, names[0], name, strings.Join(names[1:], "\n\t"), fill("var "+labels+" = []string{", texts, "}", ""))
	g.shared.add("// %s is the value of a label, as of a request; any other text is an error.\n"+
		"func %s(label string) (%s, error) {\n\treturn %s[%s](%s, label)\n}",
		parse, parse, name, f.need("parseChoice"), name, labels)
	g.shared.add("// String is the label.\nfunc (c %s) String() string { return %s[c] }", name, labels)
	g.shared.add("func (c %s) MarshalText() ([]byte, error) { return []byte(c.String()), nil }", name)
	g.shared.add("func (c *%s) UnmarshalText(text []byte) (err error) {\n\t*c, err = %s(string(text))\n\treturn err\n}",
		name, parse)
	return name
}

// structType is a composite type's name; it is declared on first use.
func (f *file) structType(s *ir.StructType) string {
	g := f.g
	name := g.schemaName(s)
	if g.written[s] {
		return name
	}
	g.written[s] = true
	g.declare(name, "the type "+s.Name.SQL, source.Span{})
	fields := g.names.Fields(newScope(), s.Fields, "field", s.Name.SQL, exportedOr("Field"))
	text := g.shared.structText(name, fields, s.Fields, g.shared.typeOf)
	g.shared.add("// %s is %s.\n%s", name, describe("the type", s.Name), text)
	return name
}

func describe(what string, n ir.Name) string {
	return what + " " + strings.Join(strings.Fields(n.SQL), " ")
}

// structText declares a struct of fields.
func (f *file) structText(name string, names []string, fields []ir.Field, typeOf func(ir.Field) string) string {
	var b strings.Builder
	b.WriteString("type " + name + " struct {")
	var lines []line
	flush := func() {
		b.WriteString(table(lines))
		lines = nil
	}
	for i, field := range fields {
		if i == 0 {
			b.WriteString("\n")
		}
		typ := typeOf(field)
		if doc := docText([]string{field.Doc}, "\t"); doc != "" {
			flush()
			b.WriteString(doc)
		}
		lines = append(lines, append(line{names[i], typ}, f.tags(field)...))
	}
	flush()
	b.WriteString("}")
	return b.String()
}

// tags are what follows a field's type: none where the option does not ask for it, or encoding/json would not take the
// name.
func (f *file) tags(field ir.Field) []string {
	name := field.Name.SQL
	taken := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-. $", r)
	}
	if f.Options.Tags != "json" || strings.ContainsFunc(name, func(r rune) bool { return !taken(r) }) {
		return nil
	}
	if name == "-" { // which alone leaves a field out
		name = "-,"
	}
	return []string{"`json:\"" + name + "\"`"}
}

// rowType is a row type of queries and tables.
type rowType struct {
	natural string
	name    string
	printed bool
	fields  []string
	scan    string // the function that reads one; "" while there is none

	nest, key string // the functions that put rows with a list together, and say which; "" while there are none
}

func naturalRow(r *ir.Row) string { return exported(r.Name, "Query") + r.Role.Suffix() }

// rowType is a row's type, which is declared on first use.
func (f *file) rowType(r *ir.Row) *rowType {
	g := f.g
	t := g.rows[r]
	if t == nil && r.Typed != nil {
		of := f.rowType(r.Typed)
		t = &rowType{natural: naturalRow(r), name: of.name, fields: of.fields, printed: true}
		g.rows[r] = t
	}
	if t == nil {
		t = &rowType{natural: naturalRow(r)}
		g.rows[r] = t
	}
	if t.printed {
		return t
	}
	if t.printed = true; t.name == "" {
		g.nameRow(t, r)
	}
	shown := r.Shown()
	t.fields = g.names.Fields(newScope(), shown, "column", r.Name.SQL, exportedOr("Column"))
	in := f
	if r.Role != ir.QueryRow {
		in = g.shared
	}
	doc := docText(documented(t.name, r.Doc), "")
	if doc == "" {
		doc = "// " + t.name + " is " + r.Role.Is() + " " + strings.Join(strings.Fields(r.Name.SQL), " ") + ".\n"
	}
	in.parts = append(in.parts, doc+in.structText(t.name, t.fields, shown, in.userType))
	return t
}

// scanner is the function that reads a row.
func (f *file) scanner(r *ir.Row) string {
	t := f.rowType(r)
	if t.scan == "" {
		of := t.name
		if r.Typed != nil {
			of = t.natural
		}
		t.scan = f.g.claim(scanName(of), "the row type "+r.Name.SQL, r.Span)
		in := f
		if r.Role != ir.QueryRow {
			in = f.g.shared
		}
		in.add("func %s(row %s) (r %s, err error) {\n%s\n}", t.scan, in.use(f.g.driver.row), t.name,
			f.g.driver.scan(in, in.cells(r), "r"))
	}
	return t.scan
}

// decoded is what a configured function makes of a value that was read, and an error.
func (f *file) decoded(field ir.Field, value string) string {
	helper := "decode"
	if field.Nullable {
		helper = map[bool]string{true: "decodeNil", false: "decodeNull"}[f.kindOf(field.Type).null != ""]
	}
	call := fmt.Sprintf("%s(%s, %s, %s)", f.need(helper), quoteShort(columnName(field)), f.decode(field.Override), value)
	switch {
	case f.isNull(field):
		return f.nulls().made(f, strings.TrimPrefix(f.spelt(field), "*"), call)
	case field.Nullable && formOf(field.Override.Type) != "":
		return f.need("asNil") + "(" + call + ")"
	}
	return call
}

// declareVariables writes what functions of all files read.
func (g *generator) declareVariables() {
	var lines []line
	for _, value := range g.order {
		lines = append(lines, line{g.variables[value], "= " + value})
	}
	if len(lines) > 0 {
		g.shared.add("var (\n%s)", table(lines))
	}
}
