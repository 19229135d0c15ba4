package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
)

// execution is how a driver runs statements: as prepared ones that the class keeps, by a call of the connection that
// takes text and values, or by helpers that take the connection, a statement and values.
type execution interface {
	// constant declares what a method's statement is from its text; joined is the type and the value of a statement
	// whose text file sources join at run time.
	constant(g *generator, m *plan.Method, name, sql string) emit.Doc
	// sent is the text of such a statement.
	sent(g *generator, constant string) string
	// optional is the function that makes a statement of a text whose parts depend on what is given.
	optional(g *generator, m *plan.Method) emit.Doc
	joined(g *generator, m *plan.Method, text emit.Doc) (result string, value emit.Doc)
	// keeps is the type of the prepared statement that the class keeps for a shape of rows; "" where it keeps none.
	keeps(shape) string
	// all declares the variable rows, and first what the expression row then is the first row of, or none.
	all(g *generator, op *operation) []emit.Doc
	first(g *generator, op *operation) (lines []emit.Doc, row, none string)
	// run returns what a statement did: a result, of which changes counts the rows.
	run(g *generator, op *operation) (lines []emit.Doc, result, changes string)
	// each does something with every row, called row.
	each(g *generator, op *operation, does emit.Doc) []emit.Doc
	// batch is the statement that runBatch takes.
	batch(g *generator, op *operation) (before []emit.Doc, statement emit.Doc)
}

// textual is a statement that is no more than its text.
type textual struct{}

func (textual) constant(_ *generator, _ *plan.Method, name, sql string) emit.Doc {
	return assigned("const "+name+" =", sql, ";")
}

func (textual) sent(_ *generator, constant string) string { return constant }

func (textual) optional(*generator, *plan.Method) emit.Doc { return emit.Text("(text) => text") }

func (textual) joined(_ *generator, _ *plan.Method, text emit.Doc) (string, emit.Doc) {
	return "string", text
}

// preparing is a driver whose statements are prepared on first use and have a method for each way to run them.
type preparing struct {
	textual
	statement func(shape) string // the type of a prepared statement
	prepare   func(s shape, bigints bool) prepared
	lazy      bool   // rows can be read one by one, and other statements run meanwhile
	null      bool   // without a row the driver gives null, not undefined
	result    string // makes the RunResult of the API of what the driver's run gives; "" where it gives one
	changes   string // the count in what it gives
}

// prepared is how a statement is prepared: by a method of the connection, or by a helper that takes the connection.
type prepared struct {
	method  string
	helper  string
	new     bool   // the helper is a class
	bigints bool   // a last argument says so
	then    string // what is set on the statement
}

func (p preparing) keeps(s shape) string { return p.statement(s) }

func (p preparing) all(g *generator, op *operation) []emit.Doc {
	return p.call(g, op, "const rows =", "all")
}

func (p preparing) first(g *generator, op *operation) ([]emit.Doc, string, string) {
	return p.call(g, op, "const row =", "get"), "row", map[bool]string{true: "null", false: "undefined"}[p.null]
}

func (p preparing) run(g *generator, op *operation) ([]emit.Doc, string, string) {
	before, statement := p.statementOf(g, op)
	run := g.driver.await() + statement + ".run"
	return ran(g, op, outcome{before: before, alone: emit.Concat(call(run, op.args...), ";"),
		result: assign("const result =", run, op.args, ""), changes: p.changes, helper: p.result})
}

// ownCount is what an observer hears of an EXEC that returns a count.
const ownCount = "(changes) => changes"

// outcome is how a driver runs a statement that returns no rows, and what it gives.
type outcome struct {
	before  []emit.Doc
	alone   emit.Doc // the call
	result  emit.Doc // the same, whose result is kept
	changes string   // the count in that
	helper  string   // makes the RunResult of the API of it; "" where it is one
}

// ran returns how many rows an EXEC changed, or the RunResult of the API.
func ran(g *generator, op *operation, o outcome) ([]emit.Doc, string, string) {
	switch {
	case !g.Options.RunResult && op.Counts:
		return append(o.before, o.result, emit.Text("return "+o.changes+";")), "number", ownCount
	case !g.Options.RunResult: // some drivers give the count of the statement before
		return append(o.before, o.alone, emit.Text("return 0;")), "number", ownCount
	}
	value := "result"
	if o.helper != "" {
		value = g.use(o.helper) + "(result)"
	}
	if !op.Counts {
		value = "{ ..." + value + ", changes: 0 }"
	}
	return append(o.before, o.result, emit.Text("return "+value+";")), g.use("RunResult"), "(result) => result.changes"
}

// each takes a statement of its own, so that loops can be nested. A driver that is not lazy reads all rows first.
func (p preparing) each(g *generator, op *operation, does emit.Doc) []emit.Doc {
	if !p.lazy {
		return append(p.all(g, op), loop("(const row of ", emit.Text("rows"), does))
	}
	return []emit.Doc{p.assign(g, op, "const statement ="),
		loop("(const row of ", call("statement.iterate", op.args...), does)}
}

func (p preparing) batch(g *generator, op *operation) ([]emit.Doc, emit.Doc) {
	if g.driver.async {
		return nil, op.sql // loads of a connection that overlap need a statement each
	}
	before, statement := p.statementOf(g, op)
	return before, emit.Text(statement)
}

// call calls a method of the prepared statement.
func (p preparing) call(g *generator, op *operation, head, method string) []emit.Doc {
	before, statement := p.statementOf(g, op)
	return append(before, assign(head, g.driver.await()+statement+"."+method, op.args, ""))
}

// statementOf is the statement to call and what must be done before.
func (p preparing) statementOf(g *generator, op *operation) (before []emit.Doc, statement string) {
	if op.field == "" {
		return []emit.Doc{p.assign(g, op, "const statement =")}, "statement"
	}
	field := "this.#" + op.field
	if op.Optional() {
		keep := call(g.use("keepStatement"), emit.Text(field), op.sql, p.prepared(g, op))
		return []emit.Doc{emit.Concat("const statement =",
			emit.Indent(emit.HardLine(), call(field+".get", op.sql), " ??", emit.HardLine(), keep), ";")}, "statement"
	}
	return []emit.Doc{p.assign(g, op, field+" ??=")}, field
}

// assign assigns a prepared statement.
func (p preparing) assign(g *generator, op *operation, head string) emit.Doc {
	name, args, then := p.how(g, op)
	return assign(head, name, args, then)
}

// prepared is the expression of a prepared statement.
func (p preparing) prepared(g *generator, op *operation) emit.Doc {
	name, args, then := p.how(g, op)
	return emit.Concat(call(name, args...), then)
}

// how is the call that prepares a statement, and what is set on it.
func (p preparing) how(g *generator, op *operation) (name string, args []emit.Doc, then string) {
	bigints := g.Options.SafeIntegers
	if op.shape == nothing {
		bigints = g.Options.RunResult // which has a rowid
	}
	how := p.prepare(op.shape, bigints)
	if how.method != "" {
		return "this.#db." + how.method, []emit.Doc{op.sql}, how.then
	}
	args = []emit.Doc{emit.Text("this.#db"), op.sql}
	if how.bigints {
		args = append(args, emit.Text("true"))
	}
	if name = g.use(how.helper); how.new {
		name = "new " + name
	}
	return name, args, how.then
}

// executing is a driver whose connection takes text and values in one call.
type executing struct{ textual }

func (executing) keeps(shape) string { return "" }

func (executing) all(_ *generator, op *operation) []emit.Doc {
	return []emit.Doc{emit.Concat("const { rows } = await ", execute(op.sql, op.args), ";")}
}

func (e executing) first(g *generator, op *operation) ([]emit.Doc, string, string) {
	return e.all(g, op), "rows[0]", "undefined"
}

func (executing) run(g *generator, op *operation) ([]emit.Doc, string, string) {
	run := emit.Concat("await ", execute(op.sql, op.args), ";")
	return ran(g, op, outcome{alone: run, result: emit.Concat("const result = ", run), changes: "result.rowsAffected",
		helper: "runResult"})
}

func (e executing) each(g *generator, op *operation, does emit.Doc) []emit.Doc {
	return append(e.all(g, op), loop("(const row of ", emit.Text("rows"), does))
}

func (executing) batch(_ *generator, op *operation) ([]emit.Doc, emit.Doc) { return nil, op.sql }

// execute is the driver's call that prepares and runs in one.
func execute(sql emit.Doc, args []emit.Doc) emit.Doc {
	if len(args) == 0 {
		return call("this.#db.execute", sql)
	}
	list := emit.Concat("args: ", array(args))
	return emit.Concat("this.#db.execute(",
		emit.Group("{", emit.Indent(emit.Line(), "sql: ", sql, ",", emit.Line(), list),
			emit.IfBroken(",", ""), emit.Line(), "}"), ")")
}

// helping is a driver with the helpers fetchRows, runStatement and streamRows.
type helping struct {
	// the object that a statement is; nil where it is its text
	statement func(g *generator, m *plan.Method, text emit.Doc) emit.Doc
	once      string                                                     // what has the text of an unnamed statement, if that is not one by itself
	source    func(g *generator, m *plan.Method, text emit.Doc) emit.Doc // the same where file sources join the text
}

func (h helping) constant(g *generator, m *plan.Method, name, sql string) emit.Doc {
	switch {
	case h.statement == nil && g.Options.Unprepared:
		return emit.Concat("const "+name+" = ", unnamedStatement(g, m, literal(sql)), ";")
	case h.statement == nil:
		return textual{}.constant(g, m, name, sql)
	}
	return emit.Concat("const "+name+" = ", h.statement(g, m, assigned("text:", sql, ",")), ";")
}

func (h helping) sent(g *generator, constant string) string {
	switch {
	case h.statement != nil:
		return constant + ".text"
	case g.Options.Unprepared:
		return constant + h.once
	}
	return constant
}

func (h helping) optional(g *generator, m *plan.Method) emit.Doc {
	switch {
	case h.statement == nil && g.Options.Unprepared:
		return emit.Text(g.use("unnamed"))
	case h.statement == nil:
		return textual{}.optional(g, m)
	}
	return emit.Concat("(text, binds) => (", h.statement(g, m, emit.Text("text,")), ")")
}

func (h helping) joined(g *generator, m *plan.Method, text emit.Doc) (string, emit.Doc) {
	return g.use("Statement"), h.source(g, m, text)
}

func (helping) keeps(shape) string { return "" }

func (helping) all(g *generator, op *operation) []emit.Doc {
	return []emit.Doc{assign("const rows =", "await "+g.use("fetchRows"), helperArgs(op), "")}
}

func (helping) first(g *generator, op *operation) ([]emit.Doc, string, string) {
	return []emit.Doc{assign("const [row] =", "await "+g.use("fetchRows"), helperArgs(op), "")}, "row", "undefined"
}

func (helping) run(g *generator, op *operation) ([]emit.Doc, string, string) {
	call := emit.Concat(call(g.use("runStatement"), helperArgs(op)...), ";")
	lines := []emit.Doc{emit.Concat("return ", call)}
	if !op.Counts {
		lines = []emit.Doc{emit.Concat("await ", call), emit.Text("return 0;")}
	}
	return lines, "number", ownCount
}

func (helping) each(g *generator, op *operation, does emit.Doc) []emit.Doc {
	return []emit.Doc{loop("await (const rows of ", call(g.use("streamRows"), helperArgs(op)...),
		loop("(const row of ", emit.Text("rows"), does))}
}

func (helping) batch(_ *generator, op *operation) ([]emit.Doc, emit.Doc) { return nil, op.sql }

// helperArgs are the arguments of a helper that runs a statement.
func helperArgs(op *operation) []emit.Doc {
	return append([]emit.Doc{emit.Text("this.#db"), op.sql}, op.args...)
}

func unnamedStatement(g *generator, _ *plan.Method, text emit.Doc) emit.Doc {
	return call(g.use("unnamed"), text)
}

// loop is a loop that does one thing.
func loop(head string, over, does emit.Doc) emit.Doc {
	return emit.Concat("for "+head, over, ") {", emit.Indent(emit.HardLine(), does), emit.HardLine(), "}")
}
