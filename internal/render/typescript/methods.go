package typescript

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// operation is a method on its way to text.
type operation struct {
	*plan.Method
	name   string
	doc    []string
	params []emit.Doc // of the signature
	names  []emit.Doc // of the parameters, in the body
	single []emit.Doc // params where each is one by itself
	args   []emit.Doc // what is bound, in the order of the placeholders
	sql    emit.Doc   // expression of the statement's text
	shape  shape
	field  string   // private name of the cached statement; "" where none is kept
	result string   // type of a row or value
	read   string   // reader of one; "" where the driver's is taken as it is
	value  emit.Doc // of a plucked row, where that takes no reader
	encode string   // the function from a row of parameters to what is bound; "" until a method takes rows
}

func (g *generator) operation(m *plan.Method) *operation {
	op := &operation{Method: m, name: g.methods[m], doc: m.Doc, shape: g.shape(m), field: g.cached(m)}
	text := g.text(m, op.name)
	switch {
	case m.Row == nil:
	case m.Pluck:
		op.result, op.value = strings.Join(g.rowType(m.Row.Fields[0]), " | "), g.onlyValue(m)
		if op.value == nil {
			op.read = g.plucked(m, op.name)
		}
	default:
		op.result, op.read = g.types[m.Row], g.reader(m.Row)
	}
	names := g.params[m]
	for i, p := range m.Params {
		t := []string{"string"}
		if !p.FileSource {
			t = g.paramType(p.Field)
		}
		op.params = append(op.params, typed(names[i]+":", t))
		op.names = append(op.names, emit.Text(names[i]))
	}
	for _, at := range m.Binds {
		op.args = append(op.args, g.values.bind(m.Params[at], names[at], count(m.Binds, at)))
	}
	if m.Declares() {
		g.declared = append(g.declared, g.declareType(g.records[m], nil, ir.ParamFields(m.Params), g.paramType))
	}
	op.single = op.params
	if m.Grouped {
		op.params = []emit.Doc{g.taken(m, names)}
	}
	op.sql = text(op.names)
	return op
}

// taken is the one parameter that holds all of a statement's, taken apart.
func (g *generator) taken(m *plan.Method, names []string) emit.Doc {
	members := make([]string, len(names))
	for i, p := range m.Params {
		if members[i] = names[i]; p.Name.SQL != names[i] {
			members[i] = key(p.Name.SQL) + ": " + names[i]
		}
	}
	return hugged{emit.Concat(openBraces(members), ": "+g.records[m])}
}

func count(list []int, n int) int {
	c := 0
	for _, x := range list {
		if x == n {
			c++
		}
	}
	return c
}

// text declares a method's SQL and returns how to refer to it: as a constant, or where file sources join it as a
// function of them.
func (g *generator) text(m *plan.Method, method string) func(params []emit.Doc) emit.Doc {
	name := g.module.Claim(method + "Sql")
	if sql, whole := m.Literal(); whole {
		g.before = append(g.before, g.driver.execution.constant(g, m, name, sql))
		return func([]emit.Doc) emit.Doc { return emit.Text(name) }
	}
	var body strings.Builder
	var params []emit.Doc
	var sources []int
	locals := map[int]string{}
	for _, piece := range m.Text {
		if piece.Source < 0 {
			body.WriteString(templateBody(piece.SQL))
			continue
		}
		if locals[piece.Source] == "" {
			locals[piece.Source] = fmt.Sprintf("source%d", len(sources)+1)
			params = append(params, emit.Text(locals[piece.Source]+": string"))
			sources = append(sources, piece.Source)
		}
		body.WriteString("${" + g.use("sqlString") + "(" + locals[piece.Source] + ")}")
	}
	result, text := g.driver.execution.joined(g, m, emit.Raw("`"+body.String()+"`"))
	g.after = append(g.after, function("function "+name, params, result, emit.Concat("return ", text, ";")))
	return func(names []emit.Doc) emit.Doc {
		args := make([]emit.Doc, len(sources))
		for i, at := range sources {
			args[i] = names[at]
		}
		return call(name, args...)
	}
}

// object is an object literal, a property a line.
func object(properties ...emit.Doc) emit.Doc {
	return emit.Concat("{", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), properties)), emit.HardLine(), "}")
}

// method is everything that a QUERY or EXEC becomes.
func (g *generator) method(m *plan.Method) []emit.Doc {
	op := g.operation(m)
	switch m.Result {
	case ir.None:
		out := []emit.Doc{g.run(op)}
		if m.Batch {
			out = append(out, g.batch(op))
		}
		if m.Bulk != nil {
			out = append(out, g.bulk(op))
		}
		return out
	case ir.One:
		return append([]emit.Doc{g.one(op)}, g.lookup(op)...)
	}
	return append(append([]emit.Doc{g.all(op)}, g.iterate(op)...), g.lookup(op)...)
}

// assign is an assignment of what a call gives. The call moves to a line of its own before its arguments are broken
// where there is at most one and a short one.
func assign(head, function string, args []emit.Doc, then string) emit.Doc {
	value := emit.Concat(call(function, args...), ";")
	dot := strings.LastIndex(function, ".")
	switch {
	case then != "" && dot >= 0: // a chain breaks before its calls
		value = emit.Concat(function[:dot], emit.Group(emit.Indent(emit.SoftLine(), call(function[dot:], args...), emit.SoftLine(), then)), ";")
	case then != "":
		value = emit.Concat(call(function, args...), then+";")
	}
	short := len(args) == 0
	if len(args) == 1 && then == "" {
		only := emit.Print(args[0], 1000, "")
		short = plain(only) && len(only) <= 20
	}
	if short {
		return emit.Group(head, emit.Indent(emit.Line(), value))
	}
	return emit.Concat(head, emit.Fluid(value))
}

func (g *generator) all(op *operation) emit.Doc {
	body := g.driver.execution.all(g, op)
	switch {
	case op.read != "" && op.shape == objects:
		// The driver's own rows are returned, so they need no second list.
		body = append(body, emit.Concat("for (const row of rows) {",
			emit.Indent(emit.HardLine(), call(op.read, emit.Text("row")), ";"), emit.HardLine(), "}"),
			emit.Text("return rows as "+g.driver.cast+list(op.result)+";"))
	case op.read != "":
		body = append(body, emit.Concat("return ", call(g.use("readRows"), emit.Text("rows"), emit.Text(op.read)), ";"))
	default:
		body = append(body, emit.Text("return rows as "+g.driver.cast+list(op.result)+";"))
	}
	return g.observed(op, surface.All, g.driver.promise(list(op.result)), "(rows) => rows.length", body)
}

// list is the type of many of t.
func list(t string) string {
	if strings.Contains(t, " ") && (!strings.HasSuffix(t, "[]") || strings.HasPrefix(t, "readonly ")) {
		t = "(" + t + ")"
	}
	return t + "[]"
}

func (g *generator) one(op *operation) emit.Doc {
	result := []string{op.result, "undefined"}
	if op.result == "unknown" {
		result = result[:1] // which undefined is, too
	}
	lines, row, none := g.driver.execution.first(g, op)
	switch {
	case op.value != nil:
		lines = append(lines, unlessNone(row, none, op.value))
	case op.read == "" && none == "null":
		lines = append(lines, cast("return ("+row+" ?? undefined)", g.driver.cast, result))
	case op.read == "":
		lines = append(lines, cast("return "+row, g.driver.cast, result))
	default:
		if row != "row" {
			lines = append(lines, emit.Text("const row = "+row+";"))
		}
		lines = append(lines, unlessNone("row", none, call(op.read, emit.Text("row"))))
	}
	return g.observed(op, surface.One, g.driver.promise(strings.Join(result, " | ")), "(row) => (row === undefined ? 0 : 1)", lines)
}

// unlessNone returns a value unless there is no row.
func unlessNone(row, none string, value emit.Doc) emit.Doc {
	return emit.Concat("return ", emit.Group(row+" === "+none, emit.Indent(emit.Line(), "? undefined", emit.Line(), ": ",
		emit.Indent(value))), ";")
}

// cast is a statement that ends in "as A | B".
func cast(head, through string, types []string) emit.Doc {
	return emit.Concat(typed(strings.TrimRight(head+" as "+through, " "), types), ";")
}

func (g *generator) run(op *operation) emit.Doc {
	lines, result, changes := g.driver.execution.run(g, op)
	says := surface.All // nothing
	if result == "number" {
		says = surface.Exec
	}
	return g.observed(op, says, g.driver.promise(result), changes, lines)
}

// iterate is the method that gives rows one by one.
func (g *generator) iterate(op *operation) []emit.Doc {
	name := called(surface.Stream, op.name)
	what := "row"
	if op.Pluck {
		what = "value"
	}
	doc := says(surface.Doc(surface.Stream, language, "{it}", op.name, "{row}", what))
	row := emit.Text("row as " + g.driver.cast + op.result)
	if op.read != "" {
		row = call(op.read, emit.Text("row"))
	}
	body := g.driver.execution.each(g, op, emit.Concat("yield ", row, ";"))
	async, iterable := "", "IterableIterator<"
	if g.driver.async {
		async, iterable = "async ", "AsyncIterableIterator<"
	}
	iterable += op.result + ">"
	if !g.Options.Observer {
		return []emit.Doc{emit.Concat(doc, function(async+"*"+name, op.params, iterable, body...))}
	}
	hidden := "#" + g.private.Claim(name)
	watch := emit.Concat("return ", call(g.use("observeRows"), emit.Text("this.#observer"), emit.Text(str(op.Name.SQL)),
		call("this."+hidden, op.names...)), ";")
	return []emit.Doc{
		emit.Concat(doc, function(name, op.params, iterable, watch)),
		function(async+"*"+hidden, op.single, iterable, body...),
	}
}

// observed is a method, and around what it does the observer where there is one.
func (g *generator) observed(op *operation, k surface.Kind, result, rows string, body []emit.Doc) emit.Doc {
	doc := documented(op.doc, surface.Behind(op.doc, k, language))
	async := ""
	if g.driver.async {
		async = "async "
	}
	if !g.Options.Observer {
		return emit.Concat(doc, function(async+op.name, op.params, result, body...))
	}
	return emit.Concat(doc, function(async+op.name, op.params, result, g.watch(op.Name.SQL, rows, body...)))
}

// watch calls the helper that tells the observer of an operation; rows counts what it results in.
func (g *generator) watch(name, rows string, body ...emit.Doc) emit.Doc {
	async := ""
	if g.driver.async {
		async = "async "
	}
	return emit.Concat("return "+g.use("observe")+"(", emit.Indent(
		emit.HardLine(), "this.#observer,",
		emit.HardLine(), str(name)+",",
		emit.HardLine(), async+"() => {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), body)), emit.HardLine(), "},",
		emit.HardLine(), rows+",",
	), emit.HardLine(), ");")
}
