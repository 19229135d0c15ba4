package java

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

const throwsSQL = "throws SQLException"

// statement prints the methods of a QUERY or EXEC, behind the constant that holds its SQL.
func (g *generator) statement(m *method) []emit.Doc {
	g.use("java.sql.SQLException")
	var ds []emit.Doc
	if sql, ok := m.Literal(); ok {
		ds = append(ds, constantField(m.sqlName, sql))
	}
	if m.Optional() {
		ds = append(ds, g.optionalField(m))
	}
	for _, k := range surface.Operations(g.p, m.Method) {
		ds = append(ds, operations[k](g, m)...)
	}
	return ds
}

// operations print the methods of a statement, with what they need.
var operations = map[surface.Kind]func(*generator, *method) []emit.Doc{
	surface.All: alone((*generator).list), surface.Stream: alone((*generator).streamMethod),
	surface.ArrowResult: vectorMethods,
	surface.One:         alone((*generator).one), surface.Demanded: alone((*generator).one),
	surface.Proven: alone((*generator).one),
	surface.Page:   alone((*generator).page), surface.Exec: alone((*generator).exec),
	surface.Batch: alone((*generator).batchMethod),
	surface.Bulk:  (*generator).bulkMethod, surface.Lookup: (*generator).lookup,
}

func alone(print func(*generator, *method) emit.Doc) func(*generator, *method) []emit.Doc {
	return func(g *generator, m *method) []emit.Doc { return []emit.Doc{print(g, m)} }
}

// constantField prints a constant that holds SQL.
func constantField(name, sql string) emit.Doc {
	const left = "private static final String"
	if columns("  "+left+" "+name+" =") > width {
		value, _ := quote(sql, width-len("          ;"))
		return emit.Concat(left, continued(emit.HardLine(), name+" =", continued(emit.HardLine(), value, ";")))
	}
	value, oneLine := quote(sql, width-len("      ;"))
	if oneLine && columns("  "+left+" "+name+" = ;")+columns(sql)+len(`""`) <= width {
		return assign(left+" "+name, value)
	}
	return emit.Concat(left+" "+name+" =", continued(emit.HardLine(), value, ";"))
}

// optionalField prints a constant that holds a text whose parts depend on what is given.
func (g *generator) optionalField(m *method) emit.Doc {
	g.need("OptionalText")
	g.need("TextPart")
	g.need("UnpreparedTexts")
	var args []emit.Doc
	if len(m.Refusals) > 0 {
		g.need("Unprepared")
		refusals := []emit.Doc{quoted(m.Name.SQL)}
		for _, r := range m.Refusals {
			refusals = append(refusals, call("new Unprepared", emit.Text(core.Bits(r.Need)),
				emit.Text(core.Bits(r.Without)), quoted(r.Cure)))
		}
		args = append(args, call("new UnpreparedTexts", refusals...))
	}
	args = append(args, emit.Text(strconv.FormatBool(g.p.Numbered())))
	for _, p := range m.Text {
		text := `"` + escapeLine(p.SQL, true) + `"`
		sql := emit.Text(text)
		if columns(text) > width-len("              ,") {
			sql = multiLine(p.SQL)
		}
		args = append(args, call("new TextPart", emit.Text(core.Bits(p.Need)), emit.Text(core.Bits(p.Without)), sql,
			emit.Text(strconv.Itoa(p.Bind))))
	}
	return emit.Concat("private static final OptionalText "+m.sqlName+" =",
		continued(emit.HardLine(), brokenCall("new OptionalText", args...), ";"))
}

// chosen is the statement that puts the text together for what is given.
func (g *generator) chosen(m *method) emit.Doc {
	g.need("ChosenText")
	m.text = m.local("text")
	conditions := make([]emit.Doc, len(m.Conditions))
	for i, c := range m.Conditions {
		condition := m.params[c.Param]
		switch p := m.Params[c.Param]; {
		case p.Type.Choice():
			label := g.enumType[p.Type.Enum] + "." + g.labels(p.Type.Enum)[c.At]
			if condition += " == " + label; c.At == 0 {
				condition = m.params[c.Param] + " == null || " + condition
			}
		case !p.Flag:
			condition += " != null"
		}
		conditions[i] = emit.Text(condition)
	}
	return assign("ChosenText "+m.text, call(m.field(m.sqlName)+".with", conditions...))
}

// bindChosen are the statements that bind what is there of a statement with optional parts.
func (g *generator) bindChosen(m *method, statement string) []emit.Doc {
	ds := make([]emit.Doc, len(m.Binds))
	for i, at := range m.Binds {
		f, value, index := m.Params[at].Field, m.params[at], m.text+".at("+strconv.Itoa(i+1)+")"
		switch {
		case m.Page.Hides(at):
			f.Nullable = true // it is bound where there is a cursor
		case m.Page != nil && at == m.Page.Size:
			value += " + 1" // the row is there if another page is
		}
		if f.Optional && f.Nullable {
			value += ".orElse(null)"
		}
		ds[i] = stmt(g.bind(f, statement, index, value))
		if !m.Always(i + 1) {
			ds[i] = block(emit.Text("if ("+index+" > 0)"), ds[i])
		}
	}
	return ds
}

// local variables of a method, by the names that its parameters leave free.
func (m *method) local(name string) string { return m.scope.Claim(name) }

// field is how a method refers to a field of the class, which a parameter may hide.
func (m *method) field(name string) string {
	if m.scope.Has(name) {
		return "this." + name
	}
	return name
}

func (g *generator) parameters(m *method) []string {
	if m.Grouped {
		return []string{m.paramsType + " " + m.takes[0]}
	}
	out := make([]string, len(m.params))
	for i, p := range m.Params {
		out[i] = g.parameterType(p.Field) + " " + m.params[i]
	}
	return out
}

// result is the type of one row's value.
func (g *generator) result(m *method) string {
	if m.Pluck {
		return g.elementOf(m.Row.Fields[0])
	}
	return g.rowType[m.Row]
}

// reader is the function that reads the current row.
func (g *generator) reader(m *method) emit.Doc {
	rs := m.local("rs")
	reader := emit.Group("this", continued(emit.SoftLine(), "::"+g.readerOf[m.Row]))
	if m.Pluck {
		reader = emit.Concat(rs+" -> ", g.read(m.Row.Fields[0], rs, 1))
	}
	return reader
}

// documented puts documentation above the method of a statement: its own text, what the surface says of it, and what is
// said of parameters.
func (m *method) documented(d emit.Doc, k surface.Kind) emit.Doc {
	text := docText(m.Doc)
	if says := surface.Behind(m.Doc, k, language); len(text) > 0 && len(says) > 0 {
		text = append(append(text, ""), says...)
	} else {
		text = append(text, says...)
	}
	return documented(d, text, m.paramTags()...)
}

// documented puts documentation above a method that comes with a statement's.
func documented(d emit.Doc, text []string, tags ...string) emit.Doc {
	if c := javadoc(1, text, tags...); c != nil {
		return lines(c, d)
	}
	return d
}

// paramTags are what is said of parameters; a record says it itself.
func (m *method) paramTags() (tags []string) {
	if m.Grouped {
		return nil
	}
	for i, p := range m.Params {
		if p.Doc != "" {
			tags = append(tags, "@param "+m.params[i]+" "+strings.Join(docText([]string{p.Doc}), " "))
		}
	}
	return tags
}

func (m *method) what() string {
	if m.Pluck {
		return "value"
	}
	return "row"
}

// scopeFor gives each Java method of a statement local names of its own.
func (g *generator) scopeFor(m *method) *method {
	c := *m
	c.scope = emit.NewScope(reservedLocals, escape)
	for _, p := range m.takes {
		c.scope.Claim(p)
	}
	if g.p.Options.Observer {
		c.operation = c.local("operation")
	}
	return &c
}

// signature of a method and its body; level 1 is a member of the class.
func signature(level int, before, name string, params []string, body ...emit.Doc) emit.Doc {
	return block(header(level, before, name, params, throwsSQL), body...)
}

// list prints the method that returns every row.
func (g *generator) list(m *method) emit.Doc {
	g.use("java.util.List")
	return m.documented(g.query(surface.All, m, "all", "List<"+g.result(m)+">"), surface.All)
}

// one prints the method that returns the first row; null where there need not be one. All rows are read where several
// make one.
func (g *generator) one(m *method) emit.Doc {
	function, result := "only", g.result(m)
	switch {
	case m.Required() && m.Pluck:
		result = g.declared(m.Row.Fields[0])
	case !m.Required():
		function = "one"
		if !m.Pluck || !m.Row.Fields[0].Nullable {
			result = g.nullable(result)
		}
	}
	if m.nests() {
		g.use("java.util.List")
		function = "all"
	}
	k := surface.Single(m.Found, m.Demanded)
	return m.documented(g.query(k, m, function, result), k)
}

// query prints a method that reads rows at once, with a function of the prelude.
func (g *generator) query(k surface.Kind, m *method, function, result string) emit.Doc {
	s := g.scopeFor(m)
	reader := func() emit.Doc {
		if m.nests() { // what it reads are not yet the rows
			return g.reader(s)
		}
		return g.counted(s, g.reader(s))
	}
	return g.runs(k, m, result, m.name, g.parameters(m), g.run(s, function, reader)...)
}

// exec prints the method that returns how many rows were affected.
func (g *generator) exec(m *method) emit.Doc {
	s := g.scopeFor(m)
	says := surface.All // nothing: a statement that changes no rows returns 0
	if m.Counts {
		says = surface.Exec
	}
	return m.documented(g.runs(surface.Exec, m, "long", m.name, g.parameters(m), g.run(s, "execute", nil)...), says)
}

// run is the body of a method that runs a statement with a function of the prelude.
func (g *generator) run(m *method, function string, reader func() emit.Doc) []emit.Doc {
	var setup []emit.Doc
	sql := m.sqlName
	switch {
	case m.Optional():
		sql, setup = g.sql(m)
	case !literal(m):
		return g.observed(m, g.prepared(m, function, reader), nil)
	}
	if reader == nil && !m.Counts {
		function = "executeUncounted"
	}
	g.need(function)
	call := m.call()
	args := []emit.Doc{emit.Text(sql), g.binding(m)}
	if reader != nil {
		args = append(args, reader())
	}
	value := call(function, args...)
	if reader == nil {
		value = g.counted(m, value)
	}
	switch {
	case m.nests():
		return g.observed(m, append(setup, g.nested(m, value)...), nil)
	case setup != nil:
		return g.observed(m, append(setup, stmt("return ", value)), nil)
	}
	return g.observed(m, nil, value)
}

// call lays a call out that is given the function which binds the parameters: a block where there are several.
func (m *method) call() func(string, ...emit.Doc) emit.Doc {
	if len(m.Binds) > 1 || m.Optional() {
		return brokenCall
	}
	return call
}

// streamMethod prints the method that reads row by row. Its statement is its own: streams may overlap.
func (g *generator) streamMethod(m *method) emit.Doc {
	g.use("java.util.stream.Stream")
	s := g.scopeFor(m)
	function := "stream"
	if m.Cursor && !m.Unheld {
		function = g.driver.stream
	}
	g.need(function)
	sql, setup := g.sql(s)
	lay := m.call()
	stream := lay(function, emit.Text(sql), g.binding(s), g.reader(s))
	if m.nests() {
		g.need("gathered")
		lay = brokenCall
		stream = brokenCall("gathered", stream, g.static(g.rowKey(m.Row)), g.static(g.nest(m.Row)))
	}
	body := append(setup, stmt("return ", stream))
	if g.p.Options.Observer {
		g.need("opened")
		body = append(setup, stmt("return ", lay(s.operation+".counted", stream)))
		operation := call("new Operation", emit.Text(s.field("observer")), quoted(m.Name.SQL))
		body = []emit.Doc{stmt("return ", brokenCall("opened", operation,
			block(emit.Text(s.operation+" ->"), body...)))}
	}
	d := g.runs(surface.Stream, m, "Stream<"+g.result(m)+">", called(surface.Stream, m.name), g.parameters(m), body...)
	doc := surface.Doc(surface.Stream, language, "{it}", m.name+"()", "{row}", m.what())
	return documented(d, doc, m.paramTags()...)
}

// binding is the function that binds a method's parameters to a statement.
func (g *generator) binding(m *method) emit.Doc {
	statement := m.local("statement")
	if m.Optional() {
		return block(emit.Text(statement+" ->"), g.bindChosen(m, statement)...)
	}
	if len(m.Binds) == 1 {
		return emit.Group(statement+" ->", continued(emit.Line(),
			g.bind(m.Params[m.Binds[0]].Field, statement, "1", m.params[m.Binds[0]])))
	}
	return block(emit.Text(statement+" ->"), g.binds(m, statement)...)
}

// batchMethod prints the method that executes the statement for many rows of parameters.
func (g *generator) batchMethod(m *method) emit.Doc {
	s := g.scopeFor(&method{Method: m.Method, sqlName: m.sqlName})
	var setup []emit.Doc
	var run emit.Doc
	if m.Optional() {
		g.need("batchChosen")
		run = brokenCall("batchChosen", emit.Text("connection"), emit.Text("rows"), g.rowChooser(m))
	} else {
		g.need("batch")
		var sql string
		sql, setup = g.sql(s)
		run = brokenCall("batch", emit.Text("connection"), emit.Text(sql), emit.Text("rows"), g.rowBinder(m))
	}
	if !m.Counts {
		g.need("uncounted")
		run = brokenCall("uncounted", run)
	}
	if g.p.Options.Observer {
		run = brokenCall(s.operation+".counted", run)
	}
	body := g.observed(s, append(setup, stmt("return ", run)), nil)
	d := g.runs(surface.Batch, m, "long", called(surface.Batch, m.name), []string{"Iterable<" + m.paramsType + "> rows"},
		body...)
	return documented(d, surface.Doc(surface.Batch, language, "{it}", m.name+"()"))
}

// rowChooser is the function from a row of parameters to the text for it and what binds it.
func (g *generator) rowChooser(m *method) emit.Doc {
	g.need("ChosenRow")
	s := g.scopeFor(&method{Method: m.Method, sqlName: m.sqlName})
	s.params = membersOf("row", m.Params)
	chosen := g.chosen(s)
	return block(emit.Text("row ->"), chosen,
		stmt("return ", brokenCall("new ChosenRow", emit.Text(s.text+".sql()"),
			block(emit.Text("statement ->"), g.bindChosen(s, "statement")...))))
}

// rowBinder is the function that binds a row of parameters.
func (g *generator) rowBinder(m *method) emit.Doc {
	members := membersOf("row", m.Params)
	binds := make([]emit.Doc, len(m.Binds))
	for i, p := range m.Binds {
		binds[i] = stmt(g.bindRow(m.Params[p].Field, strconv.Itoa(i+1), emit.Text(members[p])))
	}
	return block(emit.Text("(statement, index, row) ->"), binds...)
}

// bulkMethod prints the method that executes one statement for many rows of parameters, or the statement for each.
func (g *generator) bulkMethod(m *method) []emit.Doc {
	var before []emit.Doc
	s := g.scopeFor(&method{Method: m.Method, sqlName: m.sqlName})
	sql, setup := g.sql(s)
	var run emit.Doc
	switch way := m.Bulk.Way.(type) {
	case *plan.EachRow:
		g.need("each")
		run = brokenCall("each", emit.Text("connection"), emit.Text(sql), g.rowBinder(m), emit.Text("rows"))
	case *plan.SortedRows:
		g.need("eachSorted")
		run = brokenCall("eachSorted", emit.Text("connection"), emit.Text(sql), g.rowBinder(m),
			g.comparator(m, way.Key),
			emit.Text(strconv.Itoa(way.From)), emit.Text(strconv.Itoa(way.Rows)), emit.Text("rows"))
	case *plan.Sourced:
		run, before = g.joined(m, sql, way)
	case *plan.Lists:
		run, before = g.many(m, sql, way)
	}
	if m.Bulk.Few > 0 {
		g.need("each")
		g.need("many")
		run = brokenCall("many", emit.Text("connection"), run, emit.Text("rows"))
	}
	if g.p.Options.Observer {
		run = brokenCall(s.operation+".counted", run)
	}
	body := g.observed(s, append(setup, stmt("return ", run)), nil)
	d := g.runs(surface.Bulk, m, "long", called(surface.Bulk, m.name), []string{"Iterable<" + m.paramsType + "> rows"},
		body...)
	return append(before, documented(d, surface.Doc(surface.Bulk, language, "{it}", m.name+"()")))
}

// comparator is the order of rows by their key.
func (g *generator) comparator(m *method, key int) emit.Doc {
	g.use("java.util.Comparator")
	name := components("column", ir.ParamFields(m.Params))[key]
	return emit.Concat("Comparator", call(".comparingLong",
		emit.Group(m.paramsType, continued(emit.SoftLine(), "::"+name))))
}

// many is how the statement for many rows is executed, behind the constants that it needs.
func (g *generator) many(m *method, sql string, way *plan.Lists) (emit.Doc, []emit.Doc) {
	number := func(n int) emit.Doc { return emit.Text(strconv.Itoa(n)) }
	name := strings.TrimSuffix(m.sqlName, "_SQL")
	many, constants := `""`, []emit.Doc(nil)
	if way.Params != nil {
		many = g.consts.Claim(name + "_MANY_SQL")
		constants = append(constants, constantField(many, cmp.Or(way.InRounds, way.Plain)))
	}
	staged := emit.Text("null")
	if t := way.Staged; t != nil {
		room := width - len("                ,")
		if g.p.Options.Observer { // in two more functions
			room -= 10
		}
		from := g.consts.Claim(name + "_STAGED_SQL")
		constants = append(constants, constantField(from, t.SQL))
		texts := make([]emit.Doc, 3)
		for i, text := range []string{t.Create, t.Load.Load.(*plan.Copy).SQL, t.Drop} {
			texts[i], _ = quote(text, room)
		}
		encode := block(emit.Text("(row, out) ->"), g.rowEncoding(ir.ParamFields(m.Params))...)
		staged = brokenCall("new Staged<>", number(t.From), texts[0], texts[1], emit.Text(from), texts[2], encode)
	}
	return brokenCall("new Many<>", emit.Text(sql), g.rowBinder(m), number(m.Bulk.Few), emit.Text(many),
		g.listBinder(m, way),
		number(way.Rounds), number(m.Bulk.Rows), staged), constants
}

// lookup prints the method that asks a query for many rows of parameters, or for each.
func (g *generator) lookup(m *method) []emit.Doc {
	g.use("java.util.List")
	found, first := "List<"+g.result(m)+">", m.Result == ir.One
	if first {
		if found = g.result(m); !m.Pluck || !m.Row.Fields[0].Nullable {
			found = g.nullable(found)
		}
	}
	s := g.scopeFor(&method{Method: m.Method, sqlName: m.sqlName})
	var before, body []emit.Doc
	if look := m.Bulk.Lookup(); look == nil {
		body = g.lookupEach(m)
	} else {
		ask := "lookUp"
		if first {
			ask = "lookUpOne"
		}
		g.need(ask)
		sql := g.consts.Claim(strings.TrimSuffix(m.sqlName, "_SQL") + "_MANY_SQL")
		before = []emit.Doc{constantField(sql, look.SQL)}
		plan := brokenCall("new Lookup<>", emit.Text(s.sqlName), g.rowBinder(m), emit.Text(strconv.Itoa(m.Bulk.Few)),
			emit.Text(sql),
			block(emit.Text("(statement, list) ->"), g.bindLists(m, look.Params)...),
			emit.Text(strconv.Itoa(m.Bulk.Rows)), g.owners(m, look), emit.Text(strconv.FormatBool(m.Bulk.Atomic)),
			emit.Text(strconv.FormatBool(look.Apart)))
		run := brokenCall(ask, emit.Text("connection"), plan, g.counted(s, g.reader(s)), emit.Text("rows"))
		body = g.observed(s, []emit.Doc{stmt("return ", run)}, nil)
	}
	d := g.runs(surface.Lookup, m, "List<"+found+">", called(surface.Lookup, m.name),
		[]string{"Iterable<" + m.paramsType + "> rows"}, body...)
	return append(before, documented(d, surface.LookupDoc(language, m.name+"()", first, m.Bulk.Atomic)))
}

// owners is how the rows of parameters are found that a row is found for.
func (g *generator) owners(m *method, look *plan.Lookup) emit.Doc {
	column := len(m.Row.Fields) + 1
	if !look.Keyed {
		g.need("byNumber")
		return emit.Text(fmt.Sprintf("byNumber(%d)", column))
	}
	g.need("byKey")
	key := m.Params[0].Field
	name := components("column", []ir.Field{key})[0]
	value := emit.Group(m.paramsType, continued(emit.SoftLine(), "::"+name))
	if key.Type.Kind == ir.Text {
		g.need("sent")
		value = emit.Group("row ->", continued(emit.Line(), "sent(row."+name+"())"))
	}
	return call("byKey", value, emit.Group("rs ->", continued(emit.Line(), g.read(key, "rs", column))))
}

// lookupEach calls the method for each row.
func (g *generator) lookupEach(m *method) []emit.Doc {
	g.need("lookEach")
	args := []string{"row"}
	if !m.Grouped {
		args = membersOf("row", m.Params)
	}
	each := call("lookEach", emit.Text("rows"), emit.Group("row ->", continued(emit.Line(), callShort(m.name, args))))
	if m.Bulk.Atomic {
		g.need("atomically")
		each = call("atomically", emit.Text("connection"), emit.Group("() ->", continued(emit.Line(), each)))
	}
	return []emit.Doc{stmt("return ", each)}
}

// listBinder is the function that binds many rows of parameters, and last the round, if the statement takes rounds.
func (g *generator) listBinder(m *method, way *plan.Lists) emit.Doc {
	if way.Params == nil { // all rows but few are staged
		return emit.Text("(statement, round, list) -> {}")
	}
	binds := g.bindLists(m, way.Params)
	if way.InRounds != "" {
		binds = append(binds, emit.Text("statement.setLong("+strconv.Itoa(len(way.Params)+1)+", round);"))
	}
	return block(emit.Text("(statement, round, list) ->"), binds...)
}

// bindLists are the statements that bind many rows of parameters, each parameter as a list.
func (g *generator) bindLists(m *method, params []ir.Field) []emit.Doc {
	names := components("column", ir.ParamFields(m.Params))
	binds := make([]emit.Doc, len(params))
	for i, f := range params {
		list := emit.Concat("list.stream()",
			emit.Group(emit.Indent(emit.SoftLine(), ".map("+m.paramsType+"::"+names[i]+")", emit.SoftLine(),
				".toList()")))
		binds[i] = stmt(g.bindEncoded(f, "statement", strconv.Itoa(i+1), list))
	}
	return binds
}

// prepared prepares a statement into which file sources are joined, binds its parameters and runs it.
func (g *generator) prepared(m *method, function string, reader func() emit.Doc) []emit.Doc {
	g.use("java.sql.PreparedStatement")
	sql, setup := g.sql(m)
	statement := m.local("statement")
	body := g.binds(m, statement)
	switch run := emit.Text(statement + ".executeLargeUpdate()"); {
	case reader != nil:
		g.need(function)
		found := call(function, emit.Text(statement), reader())
		if m.nests() {
			body = append(body, g.nested(m, found)...)
		} else {
			body = append(body, stmt("return ", found))
		}
	case !m.Counts: // executeLargeUpdate() wants no SELECT, and counts in each driver's own way what is not to be counted
		body = append(body, stmt(emit.Text(statement+".execute()")), emit.Text("return 0L;"))
	default:
		body = append(body, stmt("return ", g.counted(m, run)))
	}
	open := call(m.field("connection")+".prepareStatement", emit.Text(sql))
	head := emit.Group("try (PreparedStatement "+statement+" =", continued(emit.Line(), open), ")")
	return append(setup, block(head, body...))
}

// sql is the expression of a statement's text: its constant, or a variable where file sources are joined into it.
func (g *generator) sql(m *method) (string, []emit.Doc) {
	if m.Optional() {
		chosen := g.chosen(m)
		return m.text + ".sql()", []emit.Doc{chosen}
	}
	if _, ok := m.Literal(); ok {
		return m.sqlName, nil
	}
	g.need("literal")
	sql := m.local("sql")
	args := []emit.Doc{emit.Text(`""`)}
	broken := false
	for _, p := range m.Text {
		if p.Source >= 0 {
			args = append(args, emit.Text("literal("+m.params[p.Source]+")"))
			continue
		}
		const room = width - len("            ,")
		value, oneLine := quote(p.SQL, room)
		args = append(args, value)
		broken = broken || !oneLine
	}
	if broken {
		return sql, []emit.Doc{emit.Concat("String "+sql+" =",
			continued(emit.HardLine(), brokenCall("String.join", args...), ";"))}
	}
	return sql, []emit.Doc{assign("String "+sql, call("String.join", args...))}
}

// binds are the statements that bind a method's parameters.
func (g *generator) binds(m *method, statement string) []emit.Doc {
	ds := make([]emit.Doc, len(m.Binds))
	for i, p := range m.Binds {
		ds[i] = stmt(g.bind(m.Params[p].Field, statement, strconv.Itoa(i+1), m.params[p]))
	}
	return ds
}

// observed wraps a body, or the value that is returned without another word, so that an observer hears of it; off, it
// is the body itself.
func (g *generator) observed(m *method, body []emit.Doc, value emit.Doc) []emit.Doc {
	switch {
	case !g.p.Options.Observer && value != nil:
		return []emit.Doc{stmt("return ", value)}
	case !g.p.Options.Observer:
		return body
	}
	g.need("observed")
	observer, name := emit.Text(m.field("observer")), quoted(m.Name.SQL)
	if value != nil {
		return []emit.Doc{stmt("return ", call("observed", observer, name,
			emit.Group(m.operation+" ->", continued(emit.Line(), value))))}
	}
	return []emit.Doc{stmt("return ", brokenCall("observed", observer, name,
		block(emit.Text(m.operation+" ->"), body...)))}
}

// counted lets an operation that an observer hears of count rows.
func (g *generator) counted(m *method, d emit.Doc) emit.Doc {
	if !g.p.Options.Observer {
		return d
	}
	return call(m.operation+".counted", d)
}
