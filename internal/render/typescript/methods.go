package typescript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
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
	open   []emit.Doc // what takes the parameters' object apart, where the signature does not
	page   string     // the variable for the page asked for
	choose []emit.Doc // what makes sql, and what is bound, of a statement with optional parts
	chosen string     // the variable for both
	shape  shape
	field  string   // private name of the cached statement; "" where none is kept
	result string   // type of a row or value
	read   string   // reader of one; "" where the driver's is taken as it is
	value  emit.Doc // of a plucked row, where that takes no reader
	encode string   // the function from a row of parameters to what is bound; "" until a method takes rows
}

func (g *generator) operation(m *plan.Method) *operation {
	op := &operation{Method: m, name: g.methods[m], doc: m.Doc, shape: g.shape(m), field: g.cached(m)}
	var text func([]emit.Doc) emit.Doc
	if !m.Optional() {
		text = g.text(m, op.name)
	}
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
	for i, p := range m.Asked() {
		t := []string{"string"}
		if !p.FileSource {
			t = g.paramType(p.Field)
		}
		if p.MayBeLeft() {
			t = append(slices.Clone(t), "undefined")
		}
		op.params = append(op.params, typed(names[i]+":", t))
		op.names = append(op.names, emit.Text(names[i]))
	}
	if m.Declares() {
		g.declared = append(g.declared, g.declareType(g.records[m], nil, surface.Fields(m.Query), g.recordType(m)))
	}
	op.single = op.params
	if m.Grouped {
		op.params = []emit.Doc{g.taken(m, names)}
	}
	if m.Optional() {
		// the object may be left out, too
		if !slices.ContainsFunc(m.Asked(), func(p ir.Param) bool { return !p.MayBeLeft() }) {
			object := free("params", names)
			op.params = []emit.Doc{emit.Text(object + ": " + g.records[m] + " = {}")}
			op.open = []emit.Doc{emit.Group("const ", openBraces(g.members(m, names)), " = "+object+";")}
		}
		g.openPage(op, names)
		g.choose(op, names)
	} else {
		for _, at := range m.Binds {
			op.args = append(op.args, g.values.bind(m.Params[at], names[at], count(m.Binds, at)))
		}
		op.sql = text(op.names)
	}
	return op
}

// choose makes the text of a statement with optional parts, and what is bound, of what is given.
func (g *generator) choose(op *operation, names []string) {
	mark := "?"
	if g.Numbered() {
		mark = "$"
	}
	parts := make([]emit.Doc, len(op.Text))
	for i, p := range op.Text {
		parts[i] = array([]emit.Doc{emit.Text(core.Bits(p.Need)), emit.Text(core.Bits(p.Without)),
			emit.Text(str(p.SQL)), emit.Text(strconv.Itoa(p.Bind))})
	}
	constant := g.module.Claim(op.name + "Sql")
	list := emit.Concat("[", emit.Indent(emit.HardLine(), emit.Join(emit.Concat(",", emit.HardLine()), parts), ","),
		emit.HardLine(), "]")
	args := []emit.Doc{emit.Text(str(mark)), list, g.driver.execution.optional(g, op.Method)}
	if choices := op.Choices(); choices != nil || len(op.Refusals) > 0 {
		bits := make([]emit.Doc, len(choices))
		for i, c := range choices {
			bits[i] = emit.Text(core.Bits(c))
		}
		args = append(args, array(bits))
	}
	if len(op.Refusals) > 0 {
		refusals := make([]emit.Doc, len(op.Refusals))
		for i, r := range op.Refusals {
			refusals[i] = array([]emit.Doc{emit.Text(core.Bits(r.Need)), emit.Text(core.Bits(r.Without)),
				emit.Text(str(r.Cure))})
		}
		args = append(args, emit.Text(str(op.Name.SQL)), array(refusals))
	}
	g.before = append(g.before, emit.Concat("const "+constant+" = "+g.use("optionalText")+"(",
		emit.Indent(emit.HardLine(),
			emit.Join(emit.Concat(",", emit.HardLine()), args), ","), emit.HardLine(), ");"))

	conditions := make([]emit.Doc, len(op.Conditions))
	for i, c := range op.Conditions {
		condition := " !== undefined"
		switch p := op.Params[c.Param]; {
		case p.Flag:
			condition = " === true"
		case p.Type.Choice():
			condition = " === " + str(p.Type.Enum.Labels[c.At])
		}
		conditions[i] = emit.Text(names[c.Param] + condition)
	}
	op.args = make([]emit.Doc, len(op.Binds))
	for i, at := range op.Binds {
		if op.Page != nil {
			op.args[i] = g.paged(op, i)
		} else {
			op.args[i] = g.given(op.Params[at], names[at], count(op.Binds, at))
		}
	}
	op.chosen = free("chosen", names)
	args = append([]emit.Doc{emit.Text(constant), call(g.use("holding"), conditions...)}, op.args...)
	op.choose = append(op.choose, assign("const "+op.chosen+" =", g.use("choose"), args, ""))
	op.sql, op.args = emit.Text(op.chosen+".sql"), []emit.Doc{emit.Text("..." + op.chosen + ".values")}
}

// given is the expression that a parameter is bound by which may be left out; then it is not looked at.
func (g *generator) given(p ir.Param, name string, uses int) emit.Doc {
	if !p.Optional {
		return g.values.bind(p, name, uses)
	}
	test := name + " === undefined"
	if p.Nullable {
		test += " || " + name + " === null"
	}
	p.Nullable = false
	value := g.values.bind(p, name, uses)
	if emit.Print(value, 1000, "") == name {
		return value
	}
	return emit.Group(test, emit.Indent(emit.Line(), "? null", emit.Line(), ": ", emit.Indent(value)))
}

// taken is the one parameter that holds all of a statement's, taken apart.
func (g *generator) taken(m *plan.Method, names []string) emit.Doc {
	return hugged{emit.Concat(openBraces(g.members(m, names)), ": "+g.records[m])}
}

// members are the parameters as an object is taken apart into them.
func (g *generator) members(m *plan.Method, names []string) []string {
	members := make([]string, len(m.Asked()))
	for i, p := range m.Asked() {
		if members[i] = names[i]; p.Name.SQL != names[i] {
			members[i] = key(p.Name.SQL) + ": " + names[i]
		}
		if p.Type.Choice() {
			members[i] += " = " + str(p.Type.Enum.Labels[0])
		}
	}
	return members
}

// free is a name that no parameter has.
func free(name string, taken []string) string {
	for slices.Contains(taken, name) {
		name = underscore(name)
	}
	return name
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
		g.sent[m] = g.driver.execution.sent(g, name)
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
	var out []emit.Doc
	for _, k := range surface.Operations(g.Program, m) {
		out = append(out, operations[k](g, op)...)
	}
	return out
}

// operations print the methods of a statement, with what they need.
var operations = map[surface.Kind]func(*generator, *operation) []emit.Doc{
	surface.All: alone((*generator).all), surface.Stream: (*generator).iterate, surface.Page: alone((*generator).page),
	surface.One: alone((*generator).one), surface.Demanded: alone((*generator).one),
	surface.Proven: alone((*generator).one),
	surface.Exec:   alone((*generator).run), surface.Batch: alone((*generator).batch),
	surface.Bulk:   alone((*generator).bulk),
	surface.Lookup: (*generator).lookup,
}

func alone(print func(*generator, *operation) emit.Doc) func(*generator, *operation) []emit.Doc {
	return func(g *generator, op *operation) []emit.Doc { return []emit.Doc{print(g, op)} }
}

// assign is an assignment of what a call gives. The call moves to a line of its own before its arguments are broken
// where there is at most one and a short one.
func assign(head, function string, args []emit.Doc, then string) emit.Doc {
	value := emit.Concat(call(function, args...), ";")
	dot := strings.LastIndex(function, ".")
	switch {
	case then != "" && dot >= 0: // a chain breaks before its calls
		value = emit.Concat(function[:dot],
			emit.Group(emit.Indent(emit.SoftLine(), call(function[dot:], args...), emit.SoftLine(), then)), ";")
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
	found := g.rows
	if nested(op) {
		found = g.gathered
	}
	body, rows := found(op)
	body = append(body, emit.Concat("return ", rows, ";"))
	return g.observed(op, surface.All, g.driver.promise(list(op.result)), "(rows) => rows.length", body)
}

// rows are the lines that find all rows, and the expression of a list of them.
func (g *generator) rows(op *operation) (body []emit.Doc, rows emit.Doc) {
	body = slices.Concat(op.open, op.choose, g.driver.execution.all(g, op))
	switch {
	case op.read != "" && op.shape == objects:
		// The driver's own rows are returned, so they need no second list.
		body = append(body, emit.Concat("for (const row of rows) {",
			emit.Indent(emit.HardLine(), call(op.read, emit.Text("row")), ";"), emit.HardLine(), "}"))
	case op.read != "":
		return body, call(g.use("readRows"), emit.Text("rows"), emit.Text(op.read))
	}
	return body, emit.Text("rows as " + g.driver.cast + list(op.result))
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
	if op.result == "unknown" || op.Required() {
		result = result[:1] // there is a row, or the type holds undefined anyway
	}
	var lines []emit.Doc
	var row, none string
	if nested(op) {
		body, rows := g.gathered(op)
		lines, row, none = append(body, emit.Concat("const [row] = ", rows, ";")), "row", "undefined"
	} else {
		lines, row, none = g.driver.execution.first(g, op)
		lines = slices.Concat(op.open, op.choose, lines)
	}
	count := "(row) => (row === undefined ? 0 : 1)"
	if op.Required() {
		lines, row, none = append(lines, g.demand(op, row, none)...), "row", ""
		count = "() => 1"
	}
	switch {
	case nested(op):
		lines = append(lines, emit.Text("return row;"))
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
	return g.observed(op, surface.Single(op.Found, op.Demanded), g.driver.promise(strings.Join(result, " | ")), count,
		lines)
}

// demand throws an error where there is no row.
func (g *generator) demand(op *operation, row, none string) (lines []emit.Doc) {
	if row != "row" {
		lines = append(lines, emit.Text("const row = "+row+";"))
	}
	return append(lines, emit.Concat(call(g.use("assertFound"), emit.Text("row !== "+none),
		emit.Text(str(op.Name.SQL))), ";"))
}

// unlessNone returns a value unless there is no row; none is "" where there is one.
func unlessNone(row, none string, value emit.Doc) emit.Doc {
	if none == "" {
		return emit.Concat("return ", value, ";")
	}
	return emit.Concat("return ", emit.Group(row+" === "+none,
		emit.Indent(emit.Line(), "? undefined", emit.Line(), ": ",
			emit.Indent(value))), ";")
}

// cast is a statement that ends in "as A | B".
func cast(head, through string, types []string) emit.Doc {
	return emit.Concat(typed(strings.TrimRight(head+" as "+through, " "), types), ";")
}

func (g *generator) run(op *operation) emit.Doc {
	lines, result, changes := g.driver.execution.run(g, op)
	lines = slices.Concat(op.open, op.choose, lines)
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
	var body []emit.Doc
	if nested(op) {
		of, next := g.nester(op.Row), free("gathered", g.params[op.Method])
		each := g.driver.execution.each(g, op, emit.Concat("yield* ", call(next, row), ";"))
		start := emit.Concat("const "+next+" = ", call(g.use("gathering"), emit.Text(of.key), emit.Text(of.nest)), ";")
		body = append(slices.Concat(op.choose, []emit.Doc{start}, each), emit.Text("yield* "+next+"();"))
	} else {
		body = slices.Concat(op.choose, g.driver.execution.each(g, op, emit.Concat("yield ", row, ";")))
	}
	async, iterable := "", "IterableIterator<"
	if g.driver.async {
		async, iterable = "async ", "AsyncIterableIterator<"
	}
	iterable += op.result + ">"
	if !g.Options.Observer {
		return []emit.Doc{emit.Concat(doc, function(async+"*"+name, op.params, iterable,
			slices.Concat(op.open, body)...))}
	}
	hidden := "#" + g.private.Claim(name)
	watch := emit.Concat("return ", call(g.use("observeRows"), emit.Text("this.#observer"), emit.Text(str(op.Name.SQL)),
		call("this."+hidden, op.names...)), ";")
	return []emit.Doc{
		emit.Concat(doc, function(name, op.params, iterable, append(slices.Clone(op.open), watch)...)),
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
		emit.HardLine(), async+"() => {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), body)),
		emit.HardLine(), "},",
		emit.HardLine(), rows+",",
	), emit.HardLine(), ");")
}
