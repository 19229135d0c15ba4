package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// codec is how an engine's values are typed, read, bound and stored.
type codec interface {
	supports(f ir.Field) bool
	declare(t plan.Types)        // declares those of the types that the language has a type for
	row(t ir.Type) []string      // alternatives of the type in a row
	param(t ir.Type) []string    // the same of a parameter, which may take more
	checked(f ir.Field) bool     // reading does more than to say the type
	converts(f ir.Field) bool    // what reading gives is not what the driver gave
	conditional(f ir.Field) bool // reading is a condition, for NULL
	foreign(f ir.Field) bool     // the driver may give a value in another form than the type's
	read(f ir.Field, value string) emit.Doc
	bind(p ir.Param, name string, uses int) emit.Doc
	item(p ir.Param, value string, uses int) emit.Doc // the same for a row of a batch
	write(f ir.Field, value string) emit.Doc          // the same for a row of an INSERT
}

// element is the type of a list's elements.
func element(t ir.Type, types []string) string {
	if t.ElemNullable && types[0] != "unknown" {
		return orNull(types)
	}
	return strings.Join(types, " | ")
}

// knows reports whether a driver's table has a row for a type and for all that it is made of.
func knows[K any](kinds map[ir.Kind]K, t ir.Type) bool {
	return !t.Holds(func(t ir.Type) bool {
		_, known := kinds[t.Kind]
		return !known
	})
}

// rowType and paramType are the alternatives of a field's type, null last.
func (g *generator) rowType(f ir.Field) []string {
	if row := f.Type.Object(); row != nil {
		typ := g.types[row]
		if f.Type.Kind == ir.Array {
			typ = list(typ)
		}
		return g.alternatives(f, []string{typ})
	}
	return g.alternatives(f, g.values.row(f.Type))
}

func (g *generator) paramType(f ir.Field) []string {
	switch {
	case f.Flag:
		return []string{"boolean"}
	case f.Type.Choice():
		return []string{g.choice(f.Type.Enum)}
	}
	return g.alternatives(f, g.values.param(f.Type))
}

func (g *generator) alternatives(f ir.Field, types []string) []string {
	if f.Override != nil {
		t := g.foreignType(f.Override)
		if f.Nullable && strings.Contains(t, "=>") {
			t = "(" + t + ")" // else the union would be part of what the function returns
		}
		types = []string{t}
	}
	if f.Nullable && types[0] != "unknown" {
		types = append(types[:len(types):len(types)], "null")
	}
	return types
}

// choice is the name of a choice's type, which is declared on first use, with how a value becomes one.
func (g *generator) choice(e *ir.EnumType) string {
	if name := g.choices[e]; name != "" {
		return name
	}
	name, mine := g.typeName(e, false)
	if g.choices[e] = name; mine {
		g.declareEnum(name, e)
		g.declared = append(g.declared,
			emit.Concat(docs([]string{"The label that a value is, as one of a request; any other is an error."}),
				function("export function "+g.module.Claim("parse"+name), []emit.Doc{emit.Text("value: unknown")}, name,
					emit.Concat("return ", call(g.use("asChoice"), emit.Text("value"), emit.Text(name)), ";"))))
	}
	return name
}

// declareEnum declares the type of an enum's labels, and the list of them.
func (g *generator) declareEnum(name string, e *ir.EnumType) {
	labels := make([]emit.Doc, len(e.Labels))
	for i, l := range e.Labels {
		labels[i] = emit.Text(str(l))
	}
	labelled := "(typeof " + name + ")[number]"
	if g.Options.Open(e) {
		labelled += " | (string & {})" // string alone would hide the labels from editors
	}
	of := "The labels of " + e.Name.SQL + ", in its order."
	if e.Choice != "" {
		of = "What " + e.Choice + " may be; the first is the default."
	}
	g.declared = append(g.declared, emit.Concat(
		docs([]string{of}),
		"export const "+name+" = ", array(labels), " as const;", blank, "export type "+name+" = "+labelled+";"))
}

// array is an array literal.
func array(items []emit.Doc) emit.Doc {
	return emit.Group("[", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), items)),
		emit.IfBroken(",", ""), emit.SoftLine(), "]")
}

// typed is "head A | B", the alternatives on a line of their own where they grow too long. "Name | null" stays where it
// is, as Prettier has it.
func typed(head string, types []string) emit.Doc {
	orNull := len(types) == 2 && types[1] == "null"
	if name, args, ok := generic(types[0]); ok && (orNull || len(types) == 1) {
		return emit.Concat(head+" "+name, emit.Group("<",
			emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), args)), emit.SoftLine(), ">"),
			strings.TrimPrefix(strings.Join(types, " | "), types[0]))
	}
	if len(types) == 1 || orNull && !keywords[types[0]] && plain(types[0]) {
		return emit.Text(head + " " + strings.Join(types, " | "))
	}
	return emit.Group(head, emit.Indent(emit.Line(), union(types)))
}

// union is the type of what is of one of several types.
func union(types []string) emit.Doc {
	list := make([]emit.Doc, len(types))
	for i, t := range types {
		list[i] = emit.Text(t)
	}
	return emit.Group(emit.IfBroken("| ", ""), emit.Join(emit.Concat(emit.Line(), "| "), list))
}

// generic takes Name<A, B> apart.
func generic(t string) (name string, args []emit.Doc, ok bool) {
	name, rest, found := strings.Cut(t, "<")
	if !found || !plain(name) || !strings.HasSuffix(rest, ">") {
		return "", nil, false
	}
	depth, start := 0, 0
	for i, c := range rest {
		switch c {
		case '<', '(', '{':
			depth++
		case '>', ')', '}':
			depth--
		}
		if depth < 0 && i < len(rest)-1 {
			return "", nil, false // one of several types
		}
		if depth == 0 && c == ',' || depth < 0 {
			args = append(args, emit.Text(strings.TrimSpace(rest[start:i])))
			start = i + 1
		}
	}
	return name, args, len(args) > 1 // a single one stays where it is
}

func unlessNull(f ir.Field, value string, d emit.Doc) emit.Doc {
	if !f.Nullable {
		return d
	}
	return emit.Group(value+" === null", emit.Indent(emit.Line(), "? null", emit.Line(), ": ", emit.Indent(d)))
}
