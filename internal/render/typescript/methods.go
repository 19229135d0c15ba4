package typescript

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// shape of a method's rows. Where a column cannot be had by its name, or is converted on the way, rows come by
// position.
func (g *generator) shape(m *plan.Method) shape {
	switch {
	case m.Row == nil:
		return nothing
	case m.Pluck:
		return g.driver.pluck
	}
	return g.rowShape(m.Row)
}

func (g *generator) rowShape(r *ir.Row) shape {
	for _, f := range r.Fields {
		hidden := f.Column == "__proto__" || f.Column == g.driver.hidden || strings.Trim(f.Column, "0123456789") == ""
		if f.Name.SQL != f.Column || f.Override != nil || hidden || g.driver.buffers && g.kind(f).bytes {
			return arrays
		}
	}
	return g.driver.natural
}

// cached is the private name of a method's prepared statement, "" where none is kept.
func (g *generator) cached(m *plan.Method) string {
	if _, whole := m.Literal(); !whole || g.driver.prepare == nil {
		return ""
	}
	return g.fields[m]
}

// rowType_ declares a row's type and, where the driver's rows are not of that type as they come, what reads them.
func (g *generator) rowType_(r *ir.Row) {
	suffix := "Row"
	if r.Role == ir.NamedRow {
		suffix = ""
	}
	name := g.module.Claim(pascal(r.Name) + suffix)
	g.types[r] = name
	g.declared = append(g.declared, g.declareType(name, r.Doc, r.Fields, g.rowType))
}

func (g *generator) declareType(name string, doc []string, fields []ir.Field, types func(ir.Field) []string) emit.Doc {
	lines := make([]emit.Doc, len(fields))
	for i, f := range fields {
		lines[i] = emit.Concat(docs([]string{f.Doc}), typed(key(f.Name.SQL)+":", types(f)), ";")
	}
	if len(lines) == 0 {
		return emit.Concat(docs(doc), "export type "+name+" = Record<string, never>;")
	}
	return emit.Concat(docs(doc), "export interface "+name+" {",
		emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), lines)), emit.HardLine(), "}")
}

// reader is the name of the function that reads a row of a type; "" where there is nothing to read: rows are what the
// driver gives. It is declared on first use.
func (g *generator) reader(r *ir.Row) string {
	if name, done := g.readers[r]; done {
		return name
	}
	name := ""
	var lines []emit.Doc
	switch g.rowShape(r) {
	case objects:
		for _, f := range r.Fields {
			if !g.checked(f) || g.driver.buffers {
				continue
			}
			value := member("row", f.Name.SQL)
			check := g.read(f, value)
			if g.kind(f).converts {
				check = emit.Concat(value+" = ", check)
			}
			lines = append(lines, emit.Concat(check, ";"))
		}
		if len(lines) > 0 {
			lines = append([]emit.Doc{emit.Group("const row =", emit.Indent(emit.Line(), "value as "+g.types[r]+";"))}, append(lines, emit.Text("return row;"))...)
		}
	case arrays:
		fields := make([]emit.Doc, len(r.Fields))
		for i, f := range r.Fields {
			fields[i] = property(f, g.read(f, fmt.Sprintf("row[%d]", i)))
		}
		lines = []emit.Doc{emit.Text("const row = value as unknown[];"),
			emit.Concat("return {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), fields)), emit.HardLine(), "};")}
	}
	if len(lines) > 0 {
		name = g.module.Claim("read" + g.types[r])
		g.after = append(g.after, function("function "+name, []emit.Doc{emit.Text("value: unknown")}, g.types[r], lines...))
	}
	g.readers[r] = name
	return name
}

// property of an object literal; __proto__ as it stands would set the object's prototype.
func property(f ir.Field, value emit.Doc) emit.Doc {
	k := key(f.Name.SQL)
	if k == "__proto__" {
		k = `["__proto__"]`
	}
	if f.Nullable && f.Override != nil && f.Override.Decode != "" {
		return emit.Group(k+":", emit.Indent(emit.Line(), value, ",")) // a condition starts on a line of its own
	}
	return emit.Concat(k+":", emit.Fluid(value), ",")
}

// plucked is the reader of a plucked column.
func (g *generator) plucked(m *plan.Method, method string) string {
	f := m.Row.Fields[0]
	value := "value"
	if g.driver.pluck == arrays {
		value = "(value as unknown[])[0]"
	} else if !g.checked(f) && f.Override == nil {
		return ""
	}
	name := g.module.Claim("read" + strings.ToUpper(method[:1]) + method[1:])
	g.after = append(g.after, function("function "+name, []emit.Doc{emit.Text("value: unknown")},
		strings.Join(g.rowType(f), " | "), emit.Concat("return ", g.read(f, value), ";")))
	return name
}

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
		name := camel(p.Name)
		for g.module.Has(name) {
			name = underscore(name)
		}
		names[i] = scope.Claim(name)
		t := []string{"string"}
		if !p.FileSource {
			t = g.paramType(p.Field)
		}
		op.params = append(op.params, typed(names[i]+":", t))
		op.names = append(op.names, emit.Text(names[i]))
	}
	for _, at := range m.Binds {
		op.args = append(op.args, g.bind(m.Params[at], names[at], count(m.Binds, at)))
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
		g.before = append(g.before, assigned("const "+name+" =", sql, ";"))
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
	g.after = append(g.after, function("function "+name, params, "string", emit.Concat("return ", emit.Raw("`"+body.String()+"`"), ";")))
	return func(names []emit.Doc) emit.Doc {
		args := make([]emit.Doc, len(sources))
		for i, at := range sources {
			args[i] = names[at]
		}
		return call(name, args...)
	}
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

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// assign is an assignment of what a call gives. The call moves to a line of its own before its arguments are broken
// where there is at most one and a short one.
func assign(head, function string, args []emit.Doc, then string) emit.Doc {
	value := emit.Concat(call(function, args...), ";")
	if object, method, chain := cutLast(function, "."); then != "" && chain && !strings.HasPrefix(function, "new ") {
		value = emit.Concat(object, emit.Group(emit.Indent(emit.SoftLine(), call("."+method, args...), emit.SoftLine(), then)), ";")
	} else if then != "" {
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
	if g.driver.prepare == nil {
		return []emit.Doc{emit.Concat("const { rows } = await ", execute(op.sql, op.args), ";")}
	}
	return g.call(op, "const rows =", "all")
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
	if strings.Contains(t, " ") {
		t = "(" + t + ")"
	}
	return t + "[]"
}

func (g *generator) one(op *operation) emit.Doc {
	result := []string{op.result, "undefined"}
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
	if g.driver.lazy {
		body, rows = []emit.Doc{g.prepare(op, "const statement =")}, call("statement.iterate", op.args...)
	} else {
		body = g.rows(op)
	}
	row := emit.Text("row as " + g.driver.cast + op.result)
	if op.read != "" {
		row = call(op.read, emit.Text("row"))
	}
	body = append(body, emit.Concat("for (const row of ", rows, ") {",
		emit.Indent(emit.HardLine(), "yield ", row, ";"), emit.HardLine(), "}"))
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

// rowsOf is the type of what a bulk method takes.
func (g *generator) rowsOf(row string) emit.Doc {
	if g.driver.async {
		return typed("rows:", []string{"Iterable<" + row + ">", "AsyncIterable<" + row + ">"})
	}
	return emit.Text("rows: Iterable<" + row + ">")
}

func (g *generator) batch(op *operation) emit.Doc {
	params := g.module.Claim(pascal(op.Name) + "Params")
	fields := make([]ir.Field, 0, len(op.Params))
	for _, p := range op.Params {
		fields = append(fields, p.Field)
	}
	g.declared = append(g.declared, g.declareType(params, nil, fields, g.paramType))
	values := make([]emit.Doc, len(op.Binds))
	for i, at := range op.Binds {
		f := op.Params[at].Field
		values[i] = g.write(f, member("row", f.Name.SQL))
		if k := g.kind(f); k.exact && g.real(f, count(op.Binds, at)) {
			if f.Nullable {
				values[i] = call(g.use("bindInteger"), values[i])
			} else {
				values[i] = call("BigInt", values[i])
			}
		}
	}
	encode := g.encoder(op.name, params, values)
	statement, body := op.sql, []emit.Doc(nil)
	if !g.driver.async {
		var field string
		body, field = g.prepared(op)
		statement = emit.Text(field)
	}
	body = append(body, emit.Concat("return ", call(g.use("runBatch"),
		emit.Text("this.#db"), statement, emit.Text("rows"), emit.Text(encode)), ";"))
	async := ""
	if g.driver.async {
		async = "async "
	}
	if g.Options.Observer {
		body = []emit.Doc{g.watch(op.Name.SQL, "(changes) => changes", body...)}
	}
	doc := []string{op.name + " for many rows: all of them or, after an error, none. Returns the rows it changed."}
	return emit.Concat(docs(doc), function(async+batchName(op.name), []emit.Doc{g.rowsOf(params)}, g.driver.promise("number"), body...))
}

// encoder declares the function that lists a row's values in the order of the placeholders.
func (g *generator) encoder(name, row string, values []emit.Doc) string {
	encode := g.module.Claim(name + "Values")
	param := "row: " + row
	if len(values) == 0 {
		param = "_row: " + row
	}
	g.after = append(g.after, function("function "+encode, []emit.Doc{emit.Text(param)}, g.use("Value")+"[]",
		emit.Group("return [", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), values)), emit.IfBroken(",", ""), emit.SoftLine(), "];")))
	return encode
}

// appender is the bulk writer of a table.
func (g *generator) appender(a *plan.Appender) []emit.Doc {
	row := g.types[a.Row]
	values := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		values[i] = g.write(f, member("row", f.Name.SQL))
	}
	encode := g.encoder(camel(a.Name), row, values)
	insert := g.module.Claim("insert" + pascal(a.Name))
	g.before = append(g.before, emit.Concat("const "+insert+" = {", emit.Indent(
		emit.HardLine(), assigned("sql:", a.RowSQL, ","),
		emit.HardLine(), assigned("nextRow:", a.NextRow, ","),
		emit.HardLine(), fmt.Sprintf("chunkRows: %d,", a.ChunkRows),
		emit.HardLine(), "encode: "+encode+",",
	), emit.HardLine(), "};"))
	create, bulk := appenderNames(a.Name)
	doc := a.Doc
	if len(doc) == 0 {
		doc = []string{"Inserts rows of " + a.Name.SQL + " as they come."}
	}
	out := []emit.Doc{emit.Concat(docs(doc), function(create, nil, g.use("Appender")+"<"+row+">",
		emit.Concat("return ", call("new Appender", emit.Text("this.#db"), emit.Text(insert)), ";")))}
	load := emit.Concat("return ", call("this."+create+"().appendMany", emit.Text("rows")), ";")
	doc = []string{"Inserts rows of " + a.Name.SQL + ": all of them or, after an error, none. Returns their number."}
	if g.driver.async {
		if g.Options.Observer {
			load = g.watch(a.Name.SQL, "(written) => written", load)
		}
		return append(out, emit.Concat(docs(doc), function("async "+bulk, []emit.Doc{g.rowsOf(row)}, "Promise<number>", load)))
	}
	if g.Options.Observer {
		load = emit.Concat("return ", call(g.use("observeLoad"), emit.Text("this.#observer"), emit.Text(str(a.Name.SQL)),
			emit.Text("this."+create+"()"), emit.Text("rows")), ";")
	}
	lazy := "AsyncIterable<" + row + ">"
	return append(out, emit.Concat(docs(doc),
		signature(bulk, []emit.Doc{g.rowsOf(row)}, "number"), ";", emit.HardLine(),
		signature(bulk, []emit.Doc{emit.Text("rows: " + lazy)}, "Promise<number>"), ";", emit.HardLine(),
		function(bulk, []emit.Doc{typed("rows:", []string{"Iterable<" + row + ">", lazy})}, "number | Promise<number>", load)))
}
