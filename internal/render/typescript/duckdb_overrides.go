package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// direction is how functions are put together of those of the config for what plain values hold.
type direction struct {
	verb string
	by   func(*ir.Override) string
}

var (
	decoding = direction{"decode", func(o *ir.Override) string { return o.Decode }}
	encoding = direction{"encode", func(o *ir.Override) string { return o.Encode }}
)

// function makes a value of the program's of one of the driver's, or the other way round, neither of which is null;
// nil where they are the same.
func (g duckdbValues) function(d direction, f ir.Field) emit.Doc {
	if f.Override == nil {
		return ir.Fold(f.Type, duckdbFunctions{g: g, direction: d})
	}
	if by := d.by(f.Override); by != "" {
		return emit.Text(g.foreignCall(f.Override, by))
	}
	return nil
}

// duckdbFunctions are the functions by a type's shape.
type duckdbFunctions struct {
	ir.NoRanges[emit.Doc]
	direction
	g duckdbValues
}

func (d duckdbFunctions) Scalar(ir.Type) emit.Doc { return nil }
func (d duckdbFunctions) Enum(ir.Type) emit.Doc   { return nil }

// within is the function for what another value holds.
func (d duckdbFunctions) within(t ir.Type, nullable bool) emit.Doc {
	of := d.g.function(d.direction, ir.Field{Type: *t.Plainly(), Override: t.Override})
	if of == nil || !nullable {
		return of
	}
	return call(d.g.use("orNull"), of)
}

func (d duckdbFunctions) List(t ir.Type) emit.Doc {
	if of := d.within(*t.Elem, t.ElemNullable); of != nil {
		return call(d.g.use("eachOf"), of)
	}
	return nil
}

func (d duckdbFunctions) Map(t ir.Type) emit.Doc {
	key, value := d.within(*t.Key, false), d.within(*t.Elem, true)
	switch {
	case key == nil && value == nil:
		return nil
	case key == nil:
		return call(d.g.use("valuesOf"), value)
	case value == nil:
		return call(d.g.use("keysOf"), key)
	}
	return call(d.g.use("entriesOf"), key, value)
}

func (d duckdbFunctions) Record(t ir.Type) emit.Doc { return d.members("withFields", t) }
func (d duckdbFunctions) Union(t ir.Type) emit.Doc  { return d.members("withMember", t) }

// members is the name of the function for a struct or a union, which is declared on first use, where the type is.
func (d duckdbFunctions) members(helper string, t ir.Type) emit.Doc {
	if !t.Overridden() {
		return nil
	}
	g := d.g
	if g.shared != nil {
		of := d
		of.g = g.shared.values.(duckdbValues)
		made := of.members(helper, t)
		if made == nil {
			return nil
		}
		return emit.Text(g.borrow(emit.Print(made, 1000, ""), true))
	}
	of := structFunction{d.verb, t.Struct}
	if g.functions[of] == "" {
		var by []emit.Doc
		for _, f := range t.Struct.Fields {
			if of := d.within(f.Type, true); of != nil {
				by = append(by, emit.Group(key(f.Name.SQL)+":", emit.Indent(emit.Line(), of)))
			}
		}
		if len(by) == 0 { // the functions go in the other direction only
			return nil
		}
		typ := strings.Join(g.row(*t.Plainly()), " | ")
		name := g.module.Claim(d.verb + typ)
		g.functions[of] = name
		made := emit.Group("return "+g.use(helper)+"<"+typ+">(value, {",
			emit.Indent(emit.Line(), emit.Join(emit.Concat(",", emit.Line()), by)), emit.IfBroken(",", ""),
			emit.Line(), "});")
		g.before = append(g.before, emit.Concat(g.exporting(), function("function "+name,
			[]emit.Doc{emit.Text("value: unknown")}, typ, made)))
	}
	return emit.Text(g.functions[of])
}

type structFunction struct {
	verb string
	of   *ir.StructType
}
