package typescript

import (
	"fmt"
	"slices"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// rowsOf is the type of what a bulk method takes.
func (g *generator) rowsOf(row string) emit.Doc {
	if g.driver.async {
		return typed("rows:", []string{"Iterable<" + row + ">", "AsyncIterable<" + row + ">"})
	}
	return emit.Text("rows: Iterable<" + row + ">")
}

// encoding is the type of a row of a statement's parameters, and the function from it to what is bound, which is
// declared on first use.
func (g *generator) encoding(op *operation) (params, encode string) {
	params = g.records[op.Method]
	if op.encode == "" {
		values := make([]emit.Doc, len(op.Binds))
		for i, at := range op.Binds {
			p := op.Params[at]
			values[i] = g.values.item(p, member("row", p.Name.SQL), count(op.Binds, at))
		}
		op.encode = g.encoder(op.name+"Values", "row: "+params, values)
	}
	return params, op.encode
}

func (g *generator) batch(op *operation) emit.Doc {
	return g.forRows(op, surface.Batch, nil)
}

// order declares the order of the key in which rows are run.
func (g *generator) order(op *operation, by *plan.SortedRows) emit.Doc {
	name := g.module.Claim(op.name + "Order")
	line := func(name string, n int) emit.Doc { return emit.Text(fmt.Sprintf("%s: %d,", name, n)) }
	g.before = append(g.before, emit.Concat("const "+name+": "+g.use("Order")+" = ",
		object(line("key", slices.Index(op.Binds, by.Key)), line("from", by.From), line("window", by.Rows)), ";"))
	return emit.Text(name)
}

// forRows is a method that runs the statement for each row, sorted or in their order.
func (g *generator) forRows(op *operation, k surface.Kind, by *plan.SortedRows) emit.Doc {
	if op.Optional() {
		return g.takesRows(op, k, g.counting(op, nil, g.choosing(op)))
	}
	_, encode := g.encoding(op)
	body, statement := g.driver.execution.batch(g, op)
	helper, order := "runBatch", []emit.Doc(nil)
	if by != nil {
		helper, order = "runSorted", []emit.Doc{g.order(op, by)}
	}
	run := call(g.use(helper),
		append([]emit.Doc{emit.Text("this.#db"), statement, emit.Text("rows"), emit.Text(encode)}, order...)...)
	return g.takesRows(op, k, g.counting(op, body, run))
}

// counting ends a method by a call that counts the rows it changes.
func (g *generator) counting(op *operation, body []emit.Doc, run emit.Doc) []emit.Doc {
	if op.Counts {
		return append(body, emit.Concat("return ", run, ";"))
	}
	return append(body, emit.Concat(g.driver.await(), run, ";"), emit.Text("return 0;"))
}

// choosing is the call of the helper that runs for each row the statement that is chosen for it.
func (g *generator) choosing(op *operation) emit.Doc {
	names := g.params[op.Method]
	row := free("row", names)
	before, statement := g.driver.execution.batch(g, op)
	chosen := emit.Doc(emit.Text(op.chosen))
	if before != nil {
		chosen = emit.Concat("{ sql: ", statement, ", values: "+op.chosen+".values }")
	}
	lines := []emit.Doc{emit.Group("const ", openBraces(g.members(op.Method, names)), " = "+row+";")}
	lines = append(append(append(lines, op.choose...), before...), emit.Concat("return ", chosen, ";"))
	return emit.Concat(g.use("runChosen")+"(this.#db, rows, ("+row+") => {",
		emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), lines)), emit.HardLine(), "})")
}

// takesRows is a method that takes rows of parameters and returns how many rows changed.
func (g *generator) takesRows(op *operation, k surface.Kind, body []emit.Doc) emit.Doc {
	async := ""
	if g.driver.async {
		async = "async "
	}
	if g.Options.Observer {
		body = []emit.Doc{g.watch(op.Name.SQL, "(changes) => changes", body...)}
	}
	return emit.Concat(says(surface.Doc(k, language, "{it}", op.name)),
		function(async+called(k, op.name), []emit.Doc{g.rowsOf(g.records[op.Method])}, g.driver.promise("number"),
			body...))
}

// bulk is the method of :bulk.
func (g *generator) bulk(op *operation) emit.Doc {
	switch way := op.Bulk.Way.(type) {
	case *plan.SortedRows:
		return g.forRows(op, surface.Bulk, way)
	case *plan.Joined:
		return g.inOne(op, func() []emit.Doc { return g.joinedLines(op, way) })
	case *plan.Lists:
		return g.inOne(op, func() []emit.Doc { return g.listedLines(op, way) })
	}
	return g.forRows(op, surface.Bulk, nil)
}

// inOne is a method that runs one statement for many rows, of which lines says how.
func (g *generator) inOne(op *operation, how func() []emit.Doc) emit.Doc {
	run := emit.Concat("return ", call(g.use("runMany"), emit.Text("this.#db"), g.many(op, how), emit.Text("rows")),
		";")
	return g.takesRows(op, surface.Bulk, []emit.Doc{run})
}

// many declares the constant that says how a statement runs for many rows.
func (g *generator) many(op *operation, how func() []emit.Doc) emit.Doc {
	params, _ := g.encoding(op)
	many := g.module.Claim(op.name + "Many")
	lines := append([]emit.Doc{emit.Concat("one: ", op.sql, ",")}, how()...)
	g.before = append(g.before, emit.Concat("const "+many+": "+g.use("Many")+"<"+params+"> = ", object(lines...), ";"))
	return emit.Text(many)
}

// listedLines are the properties of a statement that takes many rows of parameters as lists.
func (g *generator) listedLines(op *operation, way *plan.Lists) []emit.Doc {
	lines := g.manyLines(op, way.Params, way.Plain, way.InRounds)
	if way.Rounds > 0 {
		lines = append(lines, emit.Text(fmt.Sprintf("rounds: %d,", way.Rounds)))
	}
	if t := way.Staged; t != nil {
		copying := copier{g.values.(postgresValues)}.copying(t.Load.Row, t.Load.Load.(*plan.Copy).SQL, t.From)
		lines = append(lines, emit.Concat("staged: ",
			object(assigned("create:", t.Create, ","), copying, g.statementOf("many:", t.SQL),
				assigned("drop:", t.Drop, ",")), ","))
	}
	return lines
}

// manyLines are the properties of a statement or a query for many rows, which come as lists.
func (g *generator) manyLines(op *operation, of []ir.Field, plain, many string) []emit.Doc {
	params, encode := g.encoding(op)
	lists := make([]emit.Doc, len(of))
	for i, f := range of {
		lists[i] = g.values.(postgresValues).column(f)
	}
	lines := []emit.Doc{emit.Text("values: " + encode + ",")}
	if plain != "" {
		lines = append(lines, g.statementOf("plain:", plain))
	}
	if many != "" {
		lines = append(lines, g.statementOf("many:", many))
	}
	if of != nil {
		lines = append(lines, emit.Text("lists: "+g.encoder(op.name+"Lists", "rows: readonly "+params+"[]", lists)+","))
	}
	return append(lines, emit.Text(fmt.Sprintf("few: %d,", op.Bulk.Few)),
		emit.Text(fmt.Sprintf("atOnce: %d,", op.Bulk.Rows)))
}

// statementOf is a property of a statement, which is not kept prepared where none is.
func (g *generator) statementOf(head, sql string) emit.Doc {
	if g.Options.Unprepared {
		return emit.Concat(head+" ", unnamedStatement(g, nil, literal(sql)), ",")
	}
	return assigned(head, sql, ",")
}

// typedLines are the properties of a query for many rows of parameters whose types the driver is told, and of that for
// each of a few.
func (g *generator) typedLines(op *operation, look *plan.Lookup) []emit.Doc {
	params, encode := g.encoding(op)
	m, lists := op.Bulk, make([]emit.Doc, len(look.Params))
	for i, f := range look.Params {
		lists[i] = call("rows.map", emit.Text("(row) => "+member("row", f.Name.SQL)))
	}
	return []emit.Doc{emit.Text("values: " + encode + ","), emit.Text(fmt.Sprintf("few: %d,", m.Few)),
		emit.Concat("many: ", withTypes(g, look.Params, "", assigned("text:", look.SQL, ",")), ","),
		emit.Text("lists: " + g.encoder(op.name+"Lists", "rows: readonly "+params+"[]", lists) + ","),
		emit.Text(fmt.Sprintf("atOnce: %d,", m.Rows))}
}

// joinedLines are the properties of a statement that joins many rows of parameters from a table.
func (g *generator) joinedLines(op *operation, j *plan.Joined) []emit.Doc {
	_, encode := g.encoding(op)
	m := op.Bulk
	lines := []emit.Doc{emit.Text("values: " + encode + ","), emit.Text(fmt.Sprintf("few: %d,", m.Few)),
		assigned("many:", j.SQL, ","),
		emit.Text(fmt.Sprintf("atOnce: %d,", m.Rows)), assigned("create:", j.Create, ","),
		assigned("drop:", j.Drop, ",")}
	if k := j.Keyed; k != nil {
		keyed := []emit.Doc{assigned("count:", k.Count.Of(j.From), ","), assigned("divide:", k.Divide.Of(j.From), ","),
			assigned("rounds:", k.Rounds, ","),
			assigned("round:", k.Round, ",")}
		if k.Rest != "" {
			keyed = append(keyed, assigned("rest:", k.Rest, ","))
		}
		lines = append(lines, emit.Concat("keyed: ", object(append(keyed, assigned("drop:", k.Drop, ","))...), ","))
	}
	// as the statement for one takes NULL for any
	return append(lines, columnsOf(g, j.Load.Row, func(ir.Field) bool { return true }))
}

// lookup is the method of a QUERY's :bulk, if it has one.
func (g *generator) lookup(op *operation) []emit.Doc {
	params, found, async := g.records[op.Method], list(op.result), ""
	one := op.Result == ir.One && op.result != "unknown"
	if one {
		found = op.result + " | undefined"
	}
	doc := surface.LookupDoc(language, op.name, one, op.Bulk.Atomic)
	if g.driver.async {
		async = "async "
	}
	var body []emit.Doc
	if look := op.Bulk.Lookup(); look == nil {
		body = g.lookupEach(op)
	} else {
		lookup := g.module.Claim(op.name + "Lookup")
		g.before = append(g.before, emit.Concat("const "+lookup+": "+g.use("Lookup")+"<"+params+", "+op.result+"> = ",
			object(g.lookupLines(op, look)...), ";"))
		ask := "lookUp"
		if op.Bulk.Atomic {
			ask = "lookUpOrNone"
		}
		divide := "allFound"
		if op.Result == ir.One {
			divide = "firstFound"
		}
		body = []emit.Doc{emit.Concat("return ",
			call(g.use(ask), emit.Text("this.#db"), emit.Text(lookup), emit.Text("rows"), emit.Text(g.use(divide))),
			";")}
		if g.Options.Observer {
			body = []emit.Doc{g.watch(op.Name.SQL, g.foundRows(op), body...)}
		}
	}
	return []emit.Doc{emit.Concat(says(doc),
		function(async+called(surface.Lookup, op.name), []emit.Doc{g.rowsOf(params)}, g.driver.promise(list(found)),
			body...))}
}

// lookupLines are the properties of a query for many rows of parameters.
func (g *generator) lookupLines(op *operation, look *plan.Lookup) []emit.Doc {
	lines := []emit.Doc{emit.Concat("one: ", op.sql, ",")}
	if _, untyped := g.values.(postgresValues); untyped {
		lines = append(lines, g.manyLines(op, look.Params, "", look.SQL)...)
	} else {
		lines = append(lines, g.typedLines(op, look)...)
	}
	if look.Keyed {
		lines = append(lines, emit.Concat("owners: (rows) => ",
			g.values.(postgresValues).owners(op.Params[0].Field, look.KeyAt), ","))
	}
	if look.Apart {
		lines = append(lines, emit.Text("apart: true,"))
	}
	return append(lines, emit.Text("read: "+op.read+","))
}

// foundRows counts the rows that a lookup has found.
func (g *generator) foundRows(op *operation) string {
	if op.Result == ir.One {
		return "(rows) => rows.filter((row) => row !== undefined).length"
	}
	return "(found) => found.reduce((n, rows) => n + rows.length, 0)"
}

// lookupEach calls the method for each row.
func (g *generator) lookupEach(op *operation) []emit.Doc {
	args := []emit.Doc{emit.Text("row")}
	if !op.Grouped {
		args = make([]emit.Doc, len(op.Params))
		for i, p := range op.Params {
			args[i] = emit.Text(member("row", p.Name.SQL))
		}
	}
	of, async := "this", ""
	if op.Bulk.Atomic {
		of = "one"
	}
	if g.driver.async {
		async = "async "
	}
	each := emit.Concat("return ", emit.Group(g.use("lookEach")+"(rows, "+async+"(row) =>",
		emit.Indent(emit.Line(), call(of+"."+op.name, args...)), emit.IfBroken(",", ""), emit.SoftLine(), ")"), ";")
	if !op.Bulk.Atomic {
		return []emit.Doc{each}
	}
	observer := ""
	if g.Options.Observer {
		observer = ", this.#observer"
	}
	body := []emit.Doc{emit.Text("const one = new " + g.class + "(tx" + observer + ");"), each}
	return []emit.Doc{emit.Concat("return "+g.use("together")+"(this.#db, "+async+"(tx) => {",
		emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), body)), emit.HardLine(), "});")}
}

// encoder declares a function that lists the values of a row, or of rows, in the order of the placeholders.
func (g *generator) encoder(name, param string, values []emit.Doc) string {
	encode := g.module.Claim(name)
	if len(values) == 0 {
		param = "_" + param
	}
	g.after = append(g.after, function("function "+encode, []emit.Doc{emit.Text(param)}, g.use("Value")+"[]",
		emit.Group("return [", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), values)),
			emit.IfBroken(",", ""), emit.SoftLine(), "];")))
	return encode
}

// insertLines are the properties of an appender's plan where rows go by INSERT of one row or several.
func insertLines(g *generator, a *plan.Appender) []emit.Doc {
	load := a.Load.(*plan.Values)
	return []emit.Doc{assigned("sql:", load.Row, ","), assigned("nextRow:", load.Next, ","),
		emit.Text(fmt.Sprintf("chunkRows: %d,", load.Chunk)), g.rowEncoder("encode", a)}
}

// rowEncoder is the property that lists the values of a row of an appender.
func (g *generator) rowEncoder(name string, a *plan.Appender) emit.Doc {
	values := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		values[i] = g.values.write(f, member("row", f.Name.SQL))
	}
	return emit.Concat(name+": (row) => ", array(values), ",")
}

// appender is the bulk writer of a table.
func (g *generator) appender(a *plan.Appender) []emit.Doc {
	row := g.types[a.Row]
	insert := g.module.Claim("insert" + pascal(a.Name))
	lines := append([]emit.Doc{assigned("table:", a.Table.Name.SQL, ",")}, g.driver.insert(g, a)...)
	g.before = append(g.before, emit.Concat("const "+insert+": "+g.use("Insert")+"<"+row+"> = ", object(lines...), ";"))
	var out []emit.Doc
	for _, k := range surface.TableOperations(g.Program, a) {
		out = append(out, ofTable[k](g, a, called(k, pascal(a.Name)), insert))
	}
	return out
}

// ofTable print the methods of a table, by their names and the constant that says how rows are inserted.
var ofTable = map[surface.Kind]func(g *generator, a *plan.Appender, name, insert string) emit.Doc{
	surface.Appender: (*generator).create, surface.BulkInsert: (*generator).bulkInsert,
}

// create is the method that makes an appender.
func (g *generator) create(a *plan.Appender, name, insert string) emit.Doc {
	doc := documented(a.Doc, surface.Doc(surface.Appender, language, "{table}", a.Name.SQL))
	return emit.Concat(doc, function(name, nil, g.use("Appender")+"<"+g.types[a.Row]+">",
		emit.Concat("return ", call("new Appender", emit.Text("this.#db"), emit.Text(insert)), ";")))
}

// bulkInsert is the method that inserts many rows.
func (g *generator) bulkInsert(a *plan.Appender, bulk, _ string) emit.Doc {
	row, create := g.types[a.Row], called(surface.Appender, pascal(a.Name))
	load := emit.Concat("return ", call("this."+create+"().appendMany", emit.Text("rows")), ";")
	doc := surface.Doc(surface.BulkInsert, language, "{table}", a.Name.SQL)
	if g.driver.async {
		if g.Options.Observer {
			load = g.watch(a.Name.SQL, "(written) => written", load)
		}
		return emit.Concat(says(doc), function("async "+bulk, []emit.Doc{g.rowsOf(row)}, "Promise<number>", load))
	}
	if g.Options.Observer {
		load = emit.Concat("return ", call(g.use("observeLoad"), emit.Text("this.#observer"),
			emit.Text(str(a.Name.SQL)),
			emit.Text("this."+create+"()"), emit.Text("rows")), ";")
	}
	lazy := "AsyncIterable<" + row + ">"
	return emit.Concat(says(doc),
		signature(bulk, []emit.Doc{g.rowsOf(row)}, "number"), ";", emit.HardLine(),
		signature(bulk, []emit.Doc{emit.Text("rows: " + lazy)}, "Promise<number>"), ";", emit.HardLine(),
		function(bulk, []emit.Doc{typed("rows:", []string{"Iterable<" + row + ">", lazy})}, "number | Promise<number>",
			load))
}
