package rust

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// kind is how a driver reads and binds values of a type.
type kind struct {
	typ      string // that a value is read as
	borrowed string // that a parameter takes; "" where that is the same
	wire     string // that the driver's values are read as, where that is another: its first field is the value
}

func (f *file) kindOf(t ir.Type) kind {
	if t.Choice() {
		return f.enumKind(t.Enum)
	}
	switch row := t.Object(); {
	case t.Kind == ir.Nested:
		return kind{typ: f.rowName(row)}
	case row != nil:
		return kind{typ: "Vec<" + f.rowName(row) + ">"}
	}
	return ir.Fold(t, f.g.driver.shapes(f))
}

// typeOf is a field's type.
func (f *file) typeOf(field ir.Field) string { return f.typed(field, false) }

// paramType is the type of a parameter, which borrows.
func (f *file) paramType(field ir.Field) string { return f.typed(field, true) }

func (f *file) typed(field ir.Field, borrow bool) string {
	var typ string
	if o := cmp.Or(field.Override, field.Type.Override); o != nil {
		if o.Import != "" {
			f.imports[o.Import] = true
		}
		k := f.kindOf(field.Type) // of which the program's type makes its values
		f.g.uses(values(lex(k.typ+" "+k.borrowed), '<', '>'))
		if typ = o.Type; borrow {
			typ = map[bool]string{true: "&str", false: "&" + typ}[typ == "String"]
		}
	} else {
		k := f.kindOf(field.Type)
		if typ = k.typ; borrow && k.borrowed != "" {
			typ = k.borrowed
		}
		f.nested = f.nested || strings.Count(typ, "<") > 3
	}
	if field.Nullable {
		typ = "Option<" + typ + ">"
	}
	if field.Optional { // None is left out
		typ = "Option<" + typ + ">"
	}
	f.g.uses(values(lex(typ), '<'))
	return typ
}

// sends is the type of a field's values, which are sent.
func (f *file) sends(field ir.Field, borrow bool) string {
	typ := f.typed(field, borrow)
	f.g.uses(values(lex(typ), '<', '>'))
	return typ
}

// argument is a reference to what is bound for a field's value; place is the value, or a reference to it if it is
// borrowed.
func (f *file) argument(field ir.Field, place string, borrowed bool) string {
	encode := f.encoder(field)
	if field.Override == nil || encode == "" {
		f.sends(field, borrowed && encode == "")
	}
	if encode == "" {
		return "&" + place
	}
	helper := "encoded"
	switch {
	case field.Nullable && field.Optional:
		helper, place = "encoded_null", place+".as_ref().and_then(Option::as_ref)"
	case field.Nullable && borrowed:
		helper = "encoded_null"
	case field.Nullable || field.Optional:
		helper, place = "encoded_null", place+".as_ref()"
	case !borrowed:
		place = "&" + place
	}
	return "&sqg::" + helper + "(" + place + ", " + encode + ")"
}

// schemaName is the name of a type of the schema, which stands in the shared file.
func (f *file) schemaName(t any) string {
	g := f.g
	if g.schema == nil {
		g.schema = g.names.SchemaTypes(g.shared.scope, g.Program, func(n ir.Name) string { return camel(n, "Type") })
	}
	return g.schema[t]
}

// enumKind is how an enum is written; a text that may be in it is borrowed.
func (f *file) enumKind(e *ir.EnumType) kind {
	k := kind{typ: f.enumType(e)}
	if f.Options.Open(e) {
		k.borrowed = "&" + k.typ
	}
	return k
}

// enumType is an enum's name; it is declared on first use.
func (f *file) enumType(e *ir.EnumType) string {
	g := f.g
	name := f.schemaName(e)
	if !g.written[e] {
		g.written[e] = true
		scope, head, derived, macro, what := newScope(), name, "Clone, Copy", "labels", describe("The type", e.Name)
		labels := g.names.Labels(scope, e, labelName)
		var b strings.Builder
		if e.Choice != "" {
			b.WriteString("    #[default]\n")
			derived, macro, what = "Clone, Copy, Default", "named", "What `"+e.Choice+"` may be"
		}
		pairs := make([]string, len(labels))
		for i, l := range labels {
			if f.serde() {
				b.WriteString("    #[serde(rename = " + quote(e.Labels[i]) + ")]\n")
			}
			b.WriteString("    " + l + ",\n")
			pairs[i] = l + " => " + quote(e.Labels[i])
		}
		if f.Options.Open(e) {
			other := scope.Claim("Unknown")
			b.WriteString("    /// A label that this program does not know.\n")
			if f.serde() { // its text, as others are theirs
				b.WriteString("    #[serde(untagged)]\n")
			}
			b.WriteString("    " + other + "(String),\n")
			head, derived, macro = name+",\n    "+other, "Clone", "open_labels"
		}
		g.shared.add("/// %s.\n%s\npub enum %s {\n%s}", what,
			f.derives(derived+", Debug, PartialEq, Eq, PartialOrd, Ord, Hash"), name, b.String())
		g.shared.add("sqg::%s! {\n    %s,\n    %s,\n}", macro, head, strings.Join(pairs, ",\n    "))
	}
	return f.in(g.shared, name)
}

// derives is the attribute of a type that derives these, and what the config asks for.
func (f *file) derives(own string) string {
	all := strings.Split(own, ", ")
	for _, more := range f.g.Options.Derive {
		if !slices.Contains(all, more) {
			all = append(all, more)
		}
	}
	if line := strings.Join(all, ", "); length(line) <= 85 { // what rustfmt has on one line
		return "#[derive(" + line + ")]"
	}
	lines := []string{"   "}
	for _, d := range all {
		if last := &lines[len(lines)-1]; length(*last+" "+d+",") <= width {
			*last += " " + d + ","
		} else {
			lines = append(lines, "    "+d+",")
		}
	}
	return "#[derive(\n" + strings.Join(lines, "\n") + "\n)]"
}

// serde reports whether types are written and read by serde, which calls labels like variants.
func (f *file) serde() bool {
	return slices.ContainsFunc(f.g.Options.Derive, func(d string) bool { return strings.HasPrefix(d, "serde::") })
}

func labelName(n ir.Name) string { return camel(n, "Empty") }

// labels are the variants of an enum's labels.
func (f *file) labels(e *ir.EnumType) []string { return f.g.names.Labels(newScope(), e, labelName) }

// structType is a composite type's name; it is declared on first use.
func (f *file) structType(s *ir.StructType) string {
	g := f.g
	name := f.schemaName(s)
	if !g.written[s] {
		g.written[s] = true
		fields := g.names.Fields(newScope(), s.Fields, "field", s.Name.SQL, snakeOr("field"))
		text := g.shared.structText(name, fields, s.Fields)
		for _, field := range s.Fields {
			if !g.driver.reads {
				g.shared.sends(field, false)
			}
		}
		g.shared.add("/// %s.\n%s", describe("The type", s.Name), text)
		for i, field := range s.Fields {
			if g.driver.keys {
				fields[i] += " = " + quote(field.Column)
			}
			fields[i] += g.shared.codec(field)
		}
		g.shared.add("sqg::composite! {\n    %s,\n    %s,\n}", name, strings.Join(fields, ",\n    "))
	}
	return f.in(g.shared, name)
}

func describe(what string, n ir.Name) string {
	return what + " `" + strings.ReplaceAll(strings.Join(strings.Fields(n.SQL), " "), "`", "'") + "`"
}

// structText declares a struct of fields.
func (f *file) structText(name string, names []string, fields []ir.Field) string {
	var b strings.Builder
	derived := "Clone, Debug, PartialEq"
	if len(fields) > 0 && !slices.ContainsFunc(fields, func(f ir.Field) bool { return !f.MayBeLeft() }) {
		derived = "Clone, Debug, Default, PartialEq"
	}
	b.WriteString(f.derives(derived) + "\npub struct " + name + " {")
	for i, field := range fields {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(docText([]string{field.Doc}, "    "))
		line, typ := "    pub "+names[i]+":", f.typeOf(field)
		if length(line+" "+typ+",") > width {
			line += "\n       "
		}
		b.WriteString(line + " " + typ + ",\n")
	}
	b.WriteString("}")
	return b.String()
}

// column reads a field of the row.
func (f *file) column(field ir.Field, i int) string {
	o, wire, decode := field.Override, f.kindOf(field.Type).wire, f.decoder(field)
	switch {
	case decode != "":
		helper := "sqg::decoded"
		if field.Nullable {
			helper = "sqg::decoded_null"
		}
		if wire != "" {
			decode = "|value: " + wire + "| " + decode + "(value.0)"
		}
		return helper + "(row, " + itoa(i) + ", " + decode + ")?"
	case o != nil || wire == "":
		return plainColumn(i)
	case field.Nullable:
		return "sqg::get::<Option<" + wire + ">>(row, " + itoa(i) + ")?.map(|value| value.0)"
	}
	return "sqg::get::<" + wire + ">(row, " + itoa(i) + ")?.0"
}

func plainColumn(i int) string { return "sqg::get(row, " + itoa(i) + ")?" }
