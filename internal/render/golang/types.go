package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
)

// kind is how a driver reads and binds values of a type.
type kind struct {
	typ  string // as users of the package see it
	null bool   // nil of the type itself is NULL, since it is a slice or a map: no pointer to one is needed
	into string // what scans into %s, a pointer, in place of that; it starts with the name of a helper
	arg  string // what is bound in place of %s; the same
}

// kindOf a type.
func (f *file) kindOf(t ir.Type) kind { return ir.Fold(t, f.g.driver.shapes(f)) }

// typeOf is a field's type.
func (f *file) typeOf(field ir.Field) string {
	var typ string
	var null bool
	if o := field.Override; o != nil {
		typ, null = o.Type, isNil(o.Type)
		if o.Import != "" {
			f.imports[o.Import] = true
		}
	} else {
		k := f.kindOf(field.Type)
		typ, null = k.typ, k.null
	}
	f.use(typ)
	if field.Nullable && !null {
		return "*" + typ
	}
	return typ
}

// isNil reports whether a type has a nil of its own.
func isNil(typ string) bool {
	return strings.HasPrefix(typ, "*") || strings.HasPrefix(typ, "[]") || strings.HasPrefix(typ, "map[")
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
	if bind := f.g.driver.argument; bind != nil {
		return bind(f, field, value)
	}
	if o := field.Override; o != nil {
		if o.Encode == "" {
			return value
		}
		if field.Nullable && !isNil(o.Type) {
			return f.need("encodedNull") + "(" + value + ", " + o.Encode + ")"
		}
		return f.need("encodedBy") + "(" + value + ", " + o.Encode + ")"
	}
	k := f.kindOf(field.Type)
	if k.null && !field.Nullable {
		value = f.helped("notNull(%s)", value)
	}
	if k.arg != "" {
		return f.helped(k.arg, value)
	}
	return value
}

// helped is a call of helpers.
func (f *file) helped(format, value string) string {
	core.Words(format, func(name string, start, _ int) {
		if !strings.HasSuffix(format[:start], "%") && !strings.HasSuffix(format[:start], ".") && f.g.driver.prelude.Has(name) {
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
	g.shared.add("// %s is %s.\ntype %s string\n\n// The values of %s.\nconst (\n%s)", name, describe("the type", e.Name), name, name, table(lines))
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
	text := g.shared.structText(name, fields, s.Fields)
	g.shared.add("// %s is %s.\n%s", name, describe("the type", s.Name), text)
	return name
}

func describe(what string, n ir.Name) string {
	return what + " " + strings.Join(strings.Fields(n.SQL), " ")
}

// structText declares a struct of fields.
func (f *file) structText(name string, names []string, fields []ir.Field) string {
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
		typ := f.typeOf(field)
		if doc := docText([]string{field.Doc}, "\t"); doc != "" {
			flush()
			b.WriteString(doc)
		}
		lines = append(lines, line{names[i], typ})
	}
	flush()
	b.WriteString("}")
	return b.String()
}

// rowType is a row type of queries and tables.
type rowType struct {
	natural string
	name    string
	printed bool
	fields  []string
	scan    string // the function that reads one; "" while there is none
}

// rowType is a row's type, which is declared on first use.
func (f *file) rowType(r *ir.Row) *rowType {
	g := f.g
	t := g.rows[r]
	if t == nil {
		t = &rowType{natural: exported(r.Name, "Query") + rowSuffix[r.Role]}
		g.rows[r] = t
	}
	if t.printed {
		return t
	}
	if t.printed = true; t.name == "" {
		g.nameRow(t, r)
	}
	t.fields = g.names.Fields(newScope(), r.Fields, "column", r.Name.SQL, exportedOr("Column"))
	in := f
	if r.Role != ir.QueryRow {
		in = g.shared
	}
	doc := docText(named(t.name, r.Doc), "")
	if doc == "" {
		what := map[ir.Role]string{ir.QueryRow: " is a row of ", ir.TableRow: " is a row of the table ", ir.NamedRow: " is a row of "}[r.Role]
		doc = "// " + t.name + what + strings.Join(strings.Fields(r.Name.SQL), " ") + ".\n"
	}
	in.parts = append(in.parts, doc+in.structText(t.name, t.fields, r.Fields))
	return t
}

// scanner is the function that reads a row.
func (f *file) scanner(r *ir.Row) string {
	t := f.rowType(r)
	if t.scan == "" {
		t.scan = f.g.claim(scanName(t.name), "the row type "+r.Name.SQL, r.Span)
		in := f
		if r.Role != ir.QueryRow {
			in = f.g.shared
		}
		places := make([]string, len(t.fields))
		for i, name := range t.fields {
			places[i] = "r." + name
		}
		in.add("func %s(row %s) (r %s, err error) {\n%s\n}", t.scan, in.use(f.g.driver.row), t.name, f.g.driver.scan(in, r.Fields, places, "r"))
	}
	return t.scan
}

// scanPointers reads a row by one call, which fills what its arguments point to. What a configured function makes of a
// value comes after it.
func scanPointers(f *file, fields []ir.Field, places []string, result string) string {
	targets := make([]string, len(fields))
	var before, after []string
	for i, field := range fields {
		targets[i] = f.target(field, "&"+places[i])
		if o := field.Override; o != nil && o.Decode != "" {
			stored := field
			stored.Override = nil
			local := "v" + itoa(i+1)
			before = append(before, "\tvar "+local+" "+f.typeOf(stored)+"\n")
			targets[i] = f.target(stored, "&"+local)
			helper := "decode"
			if field.Nullable {
				helper = "decodeNull"
			}
			after = append(after, fmt.Sprintf("%s, err = %s(%s, %s, %s)", places[i], f.need(helper), quoteShort(columnName(field)), o.Decode, local))
		}
	}
	scan := fill("err = row.Scan(", targets, ")", "\t")
	if len(after) == 0 {
		return "\t" + scan + "\n\treturn " + result + ", err"
	}
	out := strings.Join(before, "") + "\tif " + scan + "; err != nil {\n\t\treturn " + result + ", err\n\t}\n"
	for i, a := range after {
		if i < len(after)-1 {
			out += "\tif " + a + "; err != nil {\n\t\treturn " + result + ", err\n\t}\n"
		} else {
			out += "\t" + a + "\n"
		}
	}
	return out + "\treturn " + result + ", err"
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
