package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
)

// bufferInserter collects rows and writes them together, by the load that the plan has chosen.
func (g *generator) bufferInserter(a *appender) inserter {
	in := inserter{class: "BufferInserter"}
	var made emit.Doc
	switch load := a.Load.(type) {
	case *plan.Values:
		g.need("SingleRows")
		in.sql = load.Row
		made = call("new SingleRows<>", emit.Text(a.constant), emit.Text(a.class+"::bind"))
		in.members = []emit.Doc{g.binder(a)}
	case *plan.Source:
		in.sql = load.SQL
		switch load.Strategy {
		case plan.Columns, plan.Vectors:
			made = g.smallFirst(a, load, &in, g.arrowRows(a, load, &in))
		case plan.Rows:
			made = g.appendedRows(a, load, &in)
		case plan.Function:
			made = g.smallFirst(a, load, &in, g.functionRows(a, load, &in))
		}
	}
	in.args = []emit.Doc{emit.Text("connection"), made}
	return in
}

// bufferTarget declares how a table takes rows, and is the buffer of those.
func (g *generator) bufferTarget(a *appender, in *inserter, buffer, class string, columns emit.Doc, functions ...emit.Doc) emit.Doc {
	target := g.consts.Claim(constant(a.Name) + "_TARGET")
	args := append([]emit.Doc{emit.Text(a.constant), columns}, functions...)
	in.constants = append(in.constants,
		assign("private static final "+class+"Target<"+a.row+"> "+target, call("new "+class+"Target<>", args...)))
	return call("new "+buffer+"<>", emit.Text(target))
}

// member calls a method of a column, which is an element of something: a chain, broken at each of its dots but one that
// stands no further to the right than the next.
func member(column, method string, args ...emit.Doc) []emit.Doc {
	of, index, _ := strings.Cut(column, ".")
	if len(of) <= len(indentUnit)*2 {
		return []emit.Doc{emit.Group(column, continued(emit.SoftLine(), call("."+method, args...)), ";")}
	}
	return []emit.Doc{emit.Group(of, continued(emit.SoftLine(), "."+index, emit.SoftLine(), call("."+method, args...)), ";")}
}

// columnEncoder prints what puts the values of a row into columns.
type columnEncoder struct {
	*rowEncoder
}

func (g *generator) columnEncoder(taken ...string) *columnEncoder {
	return &columnEncoder{newRowEncoder(g, taken...)}
}

// unlessNull puts a value that may be null: a variable holds it.
func (e *columnEncoder) unlessNull(class string, value emit.Doc, local string, null emit.Doc, use func(emit.Doc) []emit.Doc) []emit.Doc {
	name := e.scope.Claim(local)
	return []emit.Doc{assign(class+" "+name, value), emit.Concat(
		block(emit.Text("if ("+name+" == null)"), null), block(emit.Text(" else"), use(emit.Text(name))...))}
}

// limited is a number that fits into a narrower type.
func (e *columnEncoder) limited(value emit.Doc, least, greatest string) emit.Doc {
	e.g.need("limited")
	return call("limited", value, emit.Text(least), emit.Text(greatest), e.name)
}

func (e *columnEncoder) limitedInteger(value emit.Doc, signed string, bits int) emit.Doc {
	e.g.need("limitedInteger")
	return call("limitedInteger", value, emit.Text(signed), emit.Text(strconv.Itoa(bits)), e.name)
}

// narrow casts a number to the Java type that a column's values have.
func (e *columnEncoder) narrow(class string, value emit.Doc, least, greatest string) emit.Doc {
	return emit.Concat("("+class+") ", e.limited(value, least, greatest))
}
