package golang

import (
	"cmp"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// pgxShapes are the types of PostgreSQL. pgx knows the server's own; what a schema makes travels as text, which codecs
// of pgx read and write all the same.
type pgxShapes struct {
	ir.NoUnions[kind]
	f *file
}

func (s pgxShapes) Map(t ir.Type) kind { return pgxExtensions[t.Extension].kind }

func (s pgxShapes) Scalar(t ir.Type) kind {
	k := pgxKinds[t.Kind]
	switch {
	case t.Kind == ir.Other:
		k.into = "fromText(%s, " + s.f.codec(t) + ")" // in binary format it would not be text
	case t.Domain != nil && k.typ != "string":
		k.arg = "toText(%s, " + s.f.codec(t) + ")"
	}
	return k
}

func (s pgxShapes) Enum(t ir.Type) kind { return kind{typ: s.f.enumType(t.Enum)} }

func (s pgxShapes) Record(t ir.Type) kind { return s.textual(t, kind{typ: s.f.structType(t.Struct)}) }

func (s pgxShapes) List(t ir.Type) kind {
	if t.Extension != "" {
		return pgxExtensions[t.Extension].kind
	}
	k := kind{typ: "[]" + s.f.elem(*t.Elem, t.ElemNullable), null: slice}
	if t.Elem.Extension != "" {
		k.arg = pgxExtensions[t.Elem.Extension].texts
		return k
	}
	// The driver makes one list of an array of several dimensions, and mixes up the values of three.
	k.into, k.arg = "listInto(%s)", "%s"
	innermost, depth := t.Innermost()
	if depth > 1 {
		k.into, k.arg = "gridInto(%s, "+itoa(depth)+")", "gridOf(%s, "+itoa(depth)+")"
	}
	if builtin := isBuiltin(*innermost.Elem) && !converted(t); !builtin || t.Domain != nil {
		k.arg = "toText(" + s.f.helped(k.arg, "%s") + ", " + s.f.codec(t) + ")"
		if !builtin {
			k.into = "fromText(" + s.f.helped(k.into, "%s") + ", " + s.f.codec(t) + ")"
		}
	}
	return k
}

func (s pgxShapes) Range(t ir.Type) kind {
	k := kind{typ: "pgtype.Range[" + s.f.elem(*t.Elem, false) + "]"}
	if t.Kind == ir.Multirange {
		k = kind{typ: "pgtype.Multirange[" + k.typ + "]", null: slice}
	}
	if !t.BuiltIn() || t.Domain != nil || converted(t) {
		return s.textual(t, k)
	}
	return k
}

// textual is a type whose values travel as text.
func (s pgxShapes) textual(t ir.Type, k kind) kind {
	codec := s.f.codec(t)
	k.into, k.arg = "fromText(%s, "+codec+")", "toText(%s, "+codec+")"
	return k
}

// isBuiltin reports whether pgx knows a type and lists of it.
func isBuiltin(t ir.Type) bool {
	return t.BuiltIn() && t.Domain == nil && (pgxKinds[t.Kind].number != "" || t.Kind == ir.Range)
}

// holdsGrid reports whether a composite type holds lists of lists, which the driver does not read there.
func holdsGrid(t ir.Type) bool {
	return t.Struct != nil && t.Holds(func(t ir.Type) bool { return t.Nested() })
}

// codec is the variable of the package that holds a type as pgx has types.
func (f *file) codec(t ir.Type) string {
	c := codecs{f: f}
	if o := t.Override; o != nil {
		if t.Override = nil; o.Decode != "" || o.Encode != "" {
			return c.overridden(t, o)
		}
	}
	return ir.Fold(t, c)
}

type codecs struct {
	ir.NoMaps[string]
	ir.NoUnions[string]
	f *file
}

func (c codecs) Scalar(t ir.Type) string {
	name := cmp.Or(pgxKinds[t.Kind].server, "text")
	if t.IsJSONB() {
		name = "jsonb" // whose binary format is not that of json
	}
	return c.variable(name+"Type", `builtin("`+name+`")`)
}

func (c codecs) Enum(t ir.Type) string { return c.variable("textType", `builtin("text")`) }

func (c codecs) List(t ir.Type) string {
	elem := *t.Elem
	if t.Nested() {
		innermost, _ := t.Innermost()
		elem = *innermost.Elem
	}
	return c.of("List", "listOf", elem)
}

func (c codecs) Range(t ir.Type) string {
	if t.Kind == ir.Multirange {
		inner := t
		inner.Kind = ir.Range
		return c.of("s", "multirangeOf", inner)
	}
	return c.of("Range", "rangeOf", *t.Elem)
}

func (c codecs) Record(t ir.Type) string {
	fields := make([]string, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		fields[i] = c.f.codec(f.Type)
	}
	return c.variable(lowered(c.f.structType(t.Struct))+"Type", "rowOf("+strings.Join(fields, ", ")+")")
}

func (c codecs) of(suffix, make string, elem ir.Type) string {
	return c.with(suffix, make, c.f.codec(elem))
}

// with is a codec that is made of another.
func (c codecs) with(suffix, make, inner string, more ...string) string {
	name := lowered(strings.TrimPrefix(inner, c.f.g.prefix()))
	return c.variable(strings.TrimSuffix(name, "Type")+suffix+"Type",
		make+"("+strings.Join(append([]string{inner}, more...), ", ")+")")
}

// variable declares a variable once.
func (c codecs) variable(name, value string) string {
	g := c.f.g
	if _, there := g.variables[value]; !there {
		c.f.need(value[:strings.IndexByte(value, '(')])
		g.variables[value] = g.claim(g.prefix()+capital(name), "a type of "+g.Name.SQL, source.Span{})
		g.order = append(g.order, value)
	}
	return g.variables[value]
}

// prefix starts the names of variables: those of another unit in the package have another.
func (g *generator) prefix() string { return lowered(exported(g.Name, "")) }
