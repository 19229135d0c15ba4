package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// schemaTypes prints the enums and composite types of the schema.
func (g *generator) schemaTypes() []emit.Doc {
	var ds []emit.Doc
	for _, e := range g.p.Enums {
		ds = append(ds, g.enum(e))
	}
	for _, s := range g.p.Structs {
		ds = append(ds, g.composite(s))
	}
	for _, u := range g.p.Unions {
		ds = append(ds, g.union(u))
	}
	return ds
}

// enum prints an enumeration, whose constants know the labels that they are in the database.
func (g *generator) enum(e *ir.EnumType) emit.Doc {
	name := g.enumType[e]
	names := g.names.Labels(emit.NewScope(words(keywords), escape), e, constant)
	var constants []any
	cases := []emit.Doc{}
	for i, label := range e.Labels {
		if i > 0 {
			constants = append(constants, ",", emit.HardLine())
		}
		constants = append(constants, call(names[i], quoted(label)))
		cases = append(cases, emit.Concat("case ", quoted(label), " -> ", names[i], ";"))
	}
	unknown := call("new IllegalArgumentException", emit.Concat(quoted("unknown label of "+e.Name.SQL+": "), " + value"))
	cases = append(cases, emit.Group("default ->", continued(emit.Line(), emit.Group("throw ", unknown, ";"))))
	members := []emit.Doc{
		emit.Concat(append(constants, ";")...),
		emit.Text("private final String value;"),
		block(emit.Text(name+"(String value)"), emit.Text("this.value = value;")),
		lines(javadoc(2, []string{"The label in the database."}),
			block(emit.Text("public String getValue()"), emit.Text("return value;"))),
		lines(javadoc(2, []string{"The constant of a label in the database."}),
			block(emit.Text("public static "+name+" fromValue(String value)"),
				emit.Concat(block(emit.Text("return switch (value)"), cases...), ";"))),
	}
	doc := javadoc(1, []string{"The labels of the type " + docText([]string{e.Name.SQL})[0] + "."})
	return lines(doc, emit.Concat("public enum "+name+" {", emit.Indent(emit.HardLine(), paragraphs(members)), emit.HardLine(), "}"))
}

// composite prints a row type of the schema.
func (g *generator) composite(s *ir.StructType) emit.Doc {
	name := g.structType[s]
	names := g.names.Fields(g.compositeScope(), s.Fields, "field", s.Name.SQL, camelOr("field"))
	params := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		params[i] = g.declared(f) + " " + names[i]
	}
	doc := javadoc(1, []string{"A value of the type " + docText([]string{s.Name.SQL})[0] + "."})
	return lines(doc, emit.Concat(emit.Group("public record "+name+"(", parameters(params), ") {"),
		emit.Indent(emit.HardLine(), paragraphs(g.driver.structs.members(g, s, names))), emit.HardLine(), "}"))
}

// compositeScope is for the components of a row type's record.
func (g *generator) compositeScope() *emit.Scope {
	return emit.NewScope(words(keywords, objectMembers, g.driver.structs.reserved), escape)
}
