package java

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// declaration is a type that users see.
type declaration struct {
	name  string
	print func(level int) emit.Doc // level 1 is a member of the class, 0 has a file of its own
}

// schemaTypes are the enums and composite types of the schema.
func (g *generator) schemaTypes() []declaration {
	var ds []declaration
	for _, e := range g.p.Enums {
		ds = append(ds, declaration{g.enumType[e], func(level int) emit.Doc { return g.enum(level, e) }})
	}
	for _, s := range g.p.Structs {
		ds = append(ds, declaration{g.structType[s], func(level int) emit.Doc {
			return g.record(level, g.structType[s], "field", s.Name.SQL,
				[]string{"A value of the type " + s.Name.SQL + "."}, s.Fields, false)
		}})
	}
	for _, u := range g.p.Unions {
		ds = append(ds, declaration{g.structType[u], func(level int) emit.Doc { return g.union(level, u) }})
	}
	return ds
}

// enum prints an enumeration, whose constants know the labels that they are in the database.
func (g *generator) enum(level int, e *ir.EnumType) emit.Doc {
	name := g.enumType[e]
	if g.p.Options.Open(e) {
		return g.openEnum(level, e)
	}
	names, of, label := g.labels(e), "The labels of the type "+docText([]string{e.Name.SQL})[0]+".",
		"label in the database."
	if e.Choice != "" {
		of, label = "What "+docText([]string{e.Choice})[0]+" may be; the first is the default.", "label."
	}
	var constants []any
	cases := []emit.Doc{}
	for i, label := range e.Labels {
		if i > 0 {
			constants = append(constants, ",", emit.HardLine())
		}
		constants = append(constants, call(names[i], quoted(label)))
		cases = append(cases, emit.Concat("case ", quoted(label), " -> ", names[i], ";"))
	}
	unknown := call("new IllegalArgumentException", emit.Concat(quoted(`"`), " + value", emit.Line(), "+ ",
		quoted(`" is no label of `+cmp.Or(e.Choice, e.Name.SQL)+" that this program knows")))
	cases = append(cases, emit.Group("default ->", continued(emit.Line(), emit.Group("throw ", unknown, ";"))))
	members := []emit.Doc{
		emit.Concat(append(constants, ";")...),
		emit.Text("private final String value;"),
		block(emit.Text(name+"(String value)"), emit.Text("this.value = value;")),
		lines(javadoc(level+1, []string{"The " + label}),
			block(emit.Text("public String getValue()"), emit.Text("return value;"))),
		lines(javadoc(level+1, []string{"The constant of a " + label}),
			block(emit.Text("public static "+name+" fromValue(String value)"),
				emit.Concat(block(emit.Text("return switch (value)"), cases...), ";"))),
	}
	doc := javadoc(level, []string{of})
	return g.typeDoc(level, doc, emit.Concat("public enum "+name, body(members)))
}

// labels are the constants of an enum's labels.
func (g *generator) labels(e *ir.EnumType) []string {
	return g.names.Labels(emit.NewScope(core.Set(keywords), escape), e, constant)
}

// openEnum prints a class with a constant for each label, whose values may have others as well.
func (g *generator) openEnum(level int, e *ir.EnumType) emit.Doc {
	name := g.enumType[e]
	names := g.labels(e)
	constants := make([]emit.Doc, len(names))
	for i, label := range e.Labels {
		constants[i] = emit.Concat("public static final "+name+" "+names[i]+" =",
			emit.Group(continued(emit.Line(), call("new "+name, quoted(label)), ";")))
	}
	members := []emit.Doc{
		lines(constants...),
		lines(javadoc(level+1, []string{"The label in the database."}),
			block(emit.Text("public String getValue()"), emit.Text("return value;"))),
		lines(javadoc(level+1, []string{"The value of a label, which may be one that this program does not know."}),
			block(emit.Text("public static "+name+" fromValue(String value)"),
				emit.Text("return new "+name+"(value);"))),
		lines(emit.Text("@Override"), block(emit.Text("public String toString()"), emit.Text("return value;"))),
	}
	doc := javadoc(level, []string{"A label of the type " + docText([]string{e.Name.SQL})[0] +
		": one of these, or one that a later migration has added."})
	return g.typeDoc(level, doc, emit.Concat("public record "+name+"(String value)", body(members)))
}

// body prints the members of a type.
func body(members []emit.Doc) emit.Doc {
	return emit.Concat(" {", emit.Indent(emit.HardLine(), paragraphs(members)), emit.HardLine(), "}")
}

// conversion is a method that is printed where others call it.
type conversion struct {
	name  string
	print func() emit.Doc
}

// conversions are the methods that read and write the values of composite types and unions, where these call them.
func (g *generator) conversions(callers []emit.Doc) []emit.Doc {
	var all []conversion
	for _, s := range g.p.Structs {
		all = append(all, g.driver.structs.composite(g, s, components("field", s.Fields))...)
	}
	for _, u := range g.p.Unions {
		all = append(all, g.unionConversions(u)...)
	}
	if len(all) == 0 {
		return nil
	}
	calls := func(d emit.Doc) { g.calls(emit.Print(d, width, indentUnit)) }
	calls(lines(callers...))
	printed := make([]emit.Doc, len(all))
	for more := true; more; {
		more = false
		for i, c := range all {
			if printed[i] == nil && g.called[c.name] {
				printed[i], more = c.print(), true
				calls(printed[i])
			}
		}
	}
	return slices.DeleteFunc(printed, func(d emit.Doc) bool { return d == nil })
}

// calls takes down what a text may call.
func (g *generator) calls(text string) {
	core.Words(text, func(name string, _, _ int) { g.called[name] = true })
}

// conversion is the name of such a method.
func (g *generator) conversion(s *ir.StructType, what string) string {
	r := []rune(g.structType[s])
	r[0] = unicode.ToLower(r[0])
	return string(r) + what
}

// converts reports whether a method of these types is one of conversions or encoders.
func (g *generator) converts(signature string) bool {
	form := g.driver.structs
	return slices.ContainsFunc(slices.Concat(g.unit.Structs, g.unit.Unions), func(s *ir.StructType) bool {
		class := g.structType[s]
		return signature == g.conversion(s, form.parse)+"("+form.given+")" ||
			signature == g.conversion(s, form.print)+"("+class+")" || signature == encoderOf(class)+"("+class+")"
	})
}
