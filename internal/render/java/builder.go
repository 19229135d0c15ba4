package java

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// membersOf are the components of a record of parameters.
func membersOf(record string, params []ir.Param) []string {
	out := components("column", ir.ParamFields(params))
	for i := range out {
		out[i] = record + "." + out[i] + "()"
	}
	return out
}

// builder is how a record is made value by value, each by its name. A value that may not be null is demanded when the
// record is made: a primitive has no value that means that there is none.
func (g *generator) builder(level int, record string, names []string, fields []ir.Field) []emit.Doc {
	class, start := "Builder", "builder"
	if _, taken := g.simpleName(class); taken {
		class = escape(class)
	}
	if slices.Contains(names, start) {
		start = escape(start)
	}
	var private, setters []emit.Doc
	args := make([]emit.Doc, len(fields))
	for i, f := range fields {
		name, typ, taken, value := names[i], g.nullable(boxed(g.typeOf(f))), g.declared(f), names[i]
		switch {
		case f.Flag:
			typ = taken
		case f.Optional && f.Nullable:
			typ, taken, value = taken, g.nullable(boxed(g.typeOf(f))),
				g.imported("Optional", "java.util.Optional")+".ofNullable("+name+")"
		}
		args[i] = emit.Text(name)
		if !f.Nullable && !f.MayBeLeft() {
			args[i] = call(g.imported("Objects", "java.util.Objects")+".requireNonNull", emit.Text(name), quoted(name))
		}
		private = append(private, emit.Text("private "+typ+" "+name+";"))
		setters = append(setters, block(header(level+1, "public "+class, name, []string{taken + " " + name}, ""),
			emit.Text("this."+name+" = "+value+";"), emit.Text("return this;")))
	}
	build := block(emit.Text("public "+record+" build()"), stmt("return ", call("new "+record, args...)))
	members := append([]emit.Doc{lines(private...), emit.Text("private " + class + "() {}")}, setters...)
	members = append(members, lines(javadoc(level+1,
		[]string{"Returns the record, or throws a NullPointerException where a value is missing that may not be " +
			"null."}), build))
	return []emit.Doc{
		block(emit.Text("public static "+class+" "+start+"()"), emit.Text("return new "+class+"();")),
		lines(javadoc(level, []string{"Makes a record value by value."}),
			emit.Concat("public static final class "+class, body(members))),
	}
}
