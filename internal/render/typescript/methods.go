package typescript

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// operation is a method on its way to text.
type operation struct {
	*plan.Method
	name   string
	doc    []string
	params []emit.Doc
	names  []emit.Doc // of the parameters, as arguments
	args   []emit.Doc // what is bound, in the order of the placeholders
	sql    emit.Doc   // expression of the statement's text
	shape  shape
	field  string // private name of the cached statement; "" where none is kept
	result string // type of a row or value
	read   string // reader of one; "" where the driver's is taken as it is
}

func (g *generator) operation(m *plan.Method) *operation {
	op := &operation{Method: m, name: g.methods[m], doc: m.Doc, shape: g.shape(m), field: g.cached(m)}
	text := g.text(m, op.name)
	switch {
	case m.Row == nil:
	case m.Pluck:
		op.result, op.read = strings.Join(g.rowType(m.Row.Fields[0]), " | "), g.plucked(m, op.name)
	default:
		op.result, op.read = g.types[m.Row], g.reader(m.Row)
	}
	scope := emit.NewScope(g.reserved, underscore)
	names := make([]string, len(m.Params))
	for i, p := range m.Params {
		natural := camel(p.Name)
		name := natural
		for g.module.Has(name) {
			name = underscore(name)
		}
		names[i] = scope.Claim(name)
		g.remark(natural, names[i], "parameter "+p.Name.SQL+" of "+m.Name.SQL, p.Span)
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
	op.sql = text(op.names)
	return op
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
		d := assigned("const "+name+" =", sql, ";")
		if h := g.driver.helpers; h != nil && h.statement != nil {
			d = emit.Concat("const "+name+" = ", h.statement(g, m, assigned("text:", sql, ",")), ";")
		}
		g.before = append(g.before, d)
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
	result, text := "string", emit.Raw("`"+body.String()+"`")
	if h := g.driver.helpers; h != nil {
		result, text = g.use("Statement"), h.source(g, m, text)
	}
	g.after = append(g.after, function("function "+name, params, result, emit.Concat("return ", text, ";")))
	return func(names []emit.Doc) emit.Doc {
		args := make([]emit.Doc, len(sources))
		for i, at := range sources {
			args[i] = names[at]
		}
		return call(name, args...)
	}
}

// namedStatement is a statement that a connection knows by its name once it has run.
func namedStatement(g *generator, m *plan.Method, text emit.Doc) emit.Doc {
	sql, _ := m.Literal()
	return object(emit.Text("name: "+str(g.statementName(m, sql))+","), text)
}

func unnamedStatement(g *generator, _ *plan.Method, text emit.Doc) emit.Doc {
	return call(g.use("unnamed"), text)
}

// object is an object literal, a property a line.
func object(properties ...emit.Doc) emit.Doc {
	return emit.Concat("{", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), properties)), emit.HardLine(), "}")
}

// statementName is what a connection knows a prepared statement by: the same for the same text, wherever it is from.
func (g *generator) statementName(m *plan.Method, sql string) string {
	if g.Options.Unprepared {
		return ""
	}
	sum := sha256.Sum256([]byte(sql))
	name := strings.Join(m.Name.Words, "_")
	for len(name) > 40 || !utf8.ValidString(name) {
		name = name[:len(name)-1]
	}
	return name + "_" + hex.EncodeToString(sum[:6])
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
		return out
	case ir.One:
		return []emit.Doc{g.one(op)}
	}
	return append([]emit.Doc{g.all(op)}, g.iterate(op)...)
}

// prepared is the statement to call and what must be done before.
func (g *generator) prepared(op *operation) (before []emit.Doc, statement string) {
	if op.field == "" {
		return []emit.Doc{g.prepare(op, "const statement =")}, "statement"
	}
	field := "this.#" + op.field
	return []emit.Doc{g.prepare(op, field+" ??=")}, field
}

// prepare assigns a prepared statement.
func (g *generator) prepare(op *operation, head string) emit.Doc {
	p := g.driver.prepare(op.shape, g.Options.SafeIntegers)
	if p.method != "" {
		return assign(head, "this.#db."+p.method, []emit.Doc{op.sql}, p.then)
	}
	args := []emit.Doc{emit.Text("this.#db"), op.sql}
	if p.bigints {
		args = append(args, emit.Text("true"))
	}
	name := g.use(p.helper)
	if p.new {
		name = "new " + name
	}
	return assign(head, name, args, p.then)
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

// rows fetches all rows into a variable of that name.
func (g *generator) rows(op *operation) []emit.Doc {
	if h := g.driver.helpers; h != nil {
		return []emit.Doc{assign("const rows =", "await "+g.use(h.query), g.helperArgs(op), "")}
	}
	if g.driver.prepare == nil {
		return []emit.Doc{emit.Concat("const { rows } = await ", execute(op.sql, op.args), ";")}
	}
	return g.call(op, "const rows =", "all")
}

// helperArgs are the arguments of a helper that runs a statement.
func (g *generator) helperArgs(op *operation) []emit.Doc {
	return append([]emit.Doc{emit.Text("this.#db"), op.sql}, op.args...)
}

// call calls a method of the prepared statement.
func (g *generator) call(op *operation, head, method string) []emit.Doc {
	before, statement := g.prepared(op)
	return append(before, assign(head, g.driver.await()+statement+"."+method, op.args, ""))
}

func (g *generator) all(op *operation) emit.Doc {
	body := g.rows(op)
	switch {
	case op.read != "" && op.shape == objects:
		// The driver's own rows are returned, so they need no second list.
		body = append(body, emit.Concat("for (const row of rows) {",
			emit.Indent(emit.HardLine(), call(op.read, emit.Text("row")), ";"), emit.HardLine(), "}"),
			emit.Text("return rows as "+g.driver.cast+list(op.result)+";"))
	case op.read != "":
		body = append(body, emit.Concat("return ", call("rows.map", emit.Text(op.read)), ";"))
	default:
		body = append(body, emit.Text("return rows as "+g.driver.cast+list(op.result)+";"))
	}
	return g.observed(op, g.driver.promise(list(op.result)), "(rows) => rows.length", body)
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
	body, row := g.rows, "rows[0]"
	if g.driver.prepare != nil {
		body, row = func(op *operation) []emit.Doc { return g.call(op, "const row =", "get") }, "row"
	}
	lines := body(op)
	switch {
	case op.read == "":
		lines = append(lines, cast("return "+row, g.driver.cast, result))
	default:
		if row != "row" {
			lines = append(lines, emit.Text("const row = "+row+";"))
		}
		lines = append(lines, emit.Concat("return ",
			emit.Group("row === undefined", emit.Indent(emit.Line(), "? undefined", emit.Line(), ": ",
				emit.Indent(call(op.read, emit.Text("row"))))), ";"))
	}
	return g.observed(op, g.driver.promise(strings.Join(result, " | ")), "(row) => (row === undefined ? 0 : 1)", lines)
}

// cast is a statement that ends in "as A | B".
func cast(head, through string, types []string) emit.Doc {
	return emit.Concat(typed(strings.TrimRight(head+" as "+through, " "), types), ";")
}

func (g *generator) run(op *operation) emit.Doc {
	if h := g.driver.helpers; h != nil {
		run := emit.Concat("return ", call(g.use(h.execute), g.helperArgs(op)...), ";")
		return g.observed(op, g.driver.promise("number"), "(changes) => changes", []emit.Doc{run})
	}
	var body []emit.Doc
	if g.driver.prepare == nil {
		body = []emit.Doc{emit.Concat("const result = await ", execute(op.sql, op.args), ";")}
	} else {
		body = g.call(op, "const result =", "run")
	}
	if g.driver.counts {
		body = append(body, emit.Text("return result;"))
	} else {
		body = append(body, emit.Text("return "+g.use("runResult")+"(result);"))
	}
	return g.observed(op, g.driver.promise(g.use("RunResult")), "(result) => result.changes", body)
}

// iterate is the method that gives rows one by one: with a statement of its own, so that loops can be nested. A driver
// that is not lazy reads all rows first.
func (g *generator) iterate(op *operation) []emit.Doc {
	name := iterator(op.name)
	doc := append(append([]string{}, op.doc...), "One row at a time.")
	if len(op.doc) == 0 {
		doc = []string{"Like " + op.name + ", one row at a time."}
	}
	var body []emit.Doc
	rows := emit.Text("rows")
	if h := g.driver.helpers; h != nil {
		rows = call(g.use(h.stream), g.helperArgs(op)...)
	} else if g.driver.lazy {
		body, rows = []emit.Doc{g.prepare(op, "const statement =")}, call("statement.iterate", op.args...)
	} else {
		body = g.rows(op)
	}
	row := emit.Text("row as " + g.driver.cast + op.result)
	if op.read != "" {
		row = call(op.read, emit.Text("row"))
	}
	loop := func(head string, over emit.Doc, does emit.Doc) emit.Doc {
		return emit.Concat("for "+head, over, ") {", emit.Indent(emit.HardLine(), does), emit.HardLine(), "}")
	}
	each := emit.Concat("yield ", row, ";")
	if g.driver.helpers != nil {
		body = append(body, loop("await (const rows of ", rows, loop("(const row of ", emit.Text("rows"), each)))
	} else {
		body = append(body, loop("(const row of ", rows, each))
	}
	async, iterable := "", "IterableIterator<"
	if g.driver.async {
		async, iterable = "async ", "AsyncIterableIterator<"
	}
	iterable += op.result + ">"
	if !g.Options.Observer {
		return []emit.Doc{emit.Concat(docs(doc), function(async+"*"+name, op.params, iterable, body...))}
	}
	hidden := "#" + g.private.Claim(name)
	watch := emit.Concat("return ", call(g.use("observeRows"), emit.Text("this.#observer"), emit.Text(str(op.Name.SQL)),
		call("this."+hidden, op.names...)), ";")
	return []emit.Doc{
		emit.Concat(docs(doc), function(name, op.params, iterable, watch)),
		function(async+"*"+hidden, op.params, iterable, body...),
	}
}

// observed is a method, and around what it does the observer where there is one.
func (g *generator) observed(op *operation, result, rows string, body []emit.Doc) emit.Doc {
	async := ""
	if g.driver.async {
		async = "async "
	}
	if !g.Options.Observer {
		return emit.Concat(docs(op.doc), function(async+op.name, op.params, result, body...))
	}
	return emit.Concat(docs(op.doc), function(async+op.name, op.params, result, g.watch(op.Name.SQL, rows, body...)))
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
