package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

const throwsSQL = "throws SQLException"

// statement prints the methods of a QUERY or EXEC, behind the constant that holds its SQL.
func (g *generator) statement(m *method) []emit.Doc {
	for _, c := range []string{"PreparedStatement", "SQLException"} {
		g.use("java.sql." + c)
	}
	var ds []emit.Doc
	if sql, ok := m.Literal(); ok {
		ds = append(ds, constantField(m.sqlName, sql))
	}
	switch m.Result {
	case ir.All:
		ds = append(ds, g.list(m), g.streamMethod(m))
		if g.driver.reading != nil {
			ds = append(ds, g.driver.reading(g, m)...)
		}
	case ir.One:
		ds = append(ds, g.one(m))
	default:
		ds = append(ds, g.exec(m))
	}
	if m.Batch {
		ds = append(ds, g.batchMethod(m))
	}
	return ds
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

// row is the expression that reads the current row.
func (g *generator) row(m *method, rs string) emit.Doc {
	if m.Pluck {
		return g.read(m.Row.Fields[0], rs, 1)
	}
	return call("read"+g.rowType[m.Row], emit.Text(rs))
}

// documented puts a method's documentation above it: its own text, notes of sqg's, and what is said of parameters.
func documented(m *method, d emit.Doc, notes ...string) emit.Doc {
	text := docText(m.Doc)
	for _, n := range notes {
		if len(text) > 0 {
			text = append(text, "")
		}
		text = append(text, n)
	}
	var tags []string
	for i, p := range m.Params {
		if p.Doc != "" {
			tags = append(tags, "@param "+m.params[i]+" "+strings.Join(docText([]string{p.Doc}), " "))
		}
	}
	if c := javadoc(1, text, tags...); c != nil {
		return lines(c, d)
	}
	return d
}

// scopeFor gives each Java method of a statement local names of its own.
func (g *generator) scopeFor(m *method) *method {
	c := *m
	c.scope = emit.NewScope(reservedLocals, escape)
	for _, p := range m.params {
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
	g.use("java.sql.ResultSet")
	g.use("java.util.List")
	g.use("java.util.ArrayList")
	s := g.scopeFor(m)
	statement, rs, rows := s.local("statement"), s.local("rs"), s.local("rows")
	list := "List<" + g.result(m) + ">"
	read := block(emit.Text("try (ResultSet "+rs+" = "+statement+".executeQuery())"),
		assign(list+" "+rows, emit.Text("new ArrayList<>()")),
		block(emit.Text("while ("+rs+".next())"), stmt(call(rows+".add", g.row(m, rs)))),
		g.observedRows(s, rows+".size()"),
		emit.Text("return "+rows+";"))
	body := g.observed(s, g.prepared(s, statement, read)...)
	return documented(m, signature(1, "public "+list, m.name, g.parameters(m), body...))
}

// one prints the method that returns the first row, or null.
func (g *generator) one(m *method) emit.Doc {
	g.use("java.sql.ResultSet")
	s := g.scopeFor(m)
	statement, rs := s.local("statement"), s.local("rs")
	head := emit.Text("try (ResultSet " + rs + " = " + statement + ".executeQuery())")
	var read emit.Doc
	if g.p.Options.Observer {
		read = block(head,
			block(emit.Text("if (!"+rs+".next())"), emit.Text("return null;")),
			g.observedRows(s, "1"),
			stmt("return ", g.row(m, rs)))
	} else {
		read = block(head, emit.Group("return ", rs, ".next()",
			continued(emit.Line(), "? ", g.row(m, rs), emit.Line(), ": null;")))
	}
	result := g.result(m)
	if !m.Pluck || !m.Row.Fields[0].Nullable {
		result = g.nullable(result)
	}
	body := g.observed(s, g.prepared(s, statement, read)...)
	return documented(m, signature(1, "public "+result, m.name, g.parameters(m), body...))
}

// exec prints the method that returns how many rows were affected.
func (g *generator) exec(m *method) emit.Doc {
	s := g.scopeFor(m)
	statement := s.local("statement")
	run := emit.Text("return " + statement + ".executeUpdate();")
	switch {
	case !m.Counts: // JDBC wants 0 here, but sqlite-jdbc gives what the statement before counted, and pgjdbc -1 of a CALL
		run = lines(emit.Text(statement+".executeUpdate();"), emit.Text("return 0;"))
	case g.p.Options.Observer:
		count := s.local("count")
		run = lines(emit.Text("int "+count+" = "+statement+".executeUpdate();"), g.observedRows(s, count), emit.Text("return "+count+";"))
	}
	body := g.observed(s, g.prepared(s, statement, run)...)
	return documented(m, signature(1, "public int", m.name, g.parameters(m), body...))
}

// streamMethod prints the method that reads row by row. Its statement is its own: streams may overlap.
func (g *generator) streamMethod(m *method) emit.Doc {
	g.use("java.util.stream.Stream")
	g.need("stream")
	s := g.scopeFor(m)
	statement, rs := s.local("statement"), s.local("rs")
	reader := emit.Group("this", continued(emit.SoftLine(), "::read"+g.rowType[m.Row]))
	if m.Pluck {
		reader = emit.Concat(rs+" -> ", g.row(m, rs))
	}
	open := "openStatement"
	if m.Cursor {
		open = g.driver.open
	}
	g.need(open)
	sql, setup := g.sql(s)
	lay := call
	if len(m.Binds) > 0 {
		lay = brokenCall // around a block
	}
	binder := block(emit.Text(statement+" ->"), g.binds(m, statement)...)
	stream := lay("stream", lay(open, emit.Text(s.field("connection")), emit.Text(sql), binder), reader)
	if g.p.Options.Observer {
		g.need("observed")
		stream = lay("observed", stream, emit.Text(s.operation))
	}
	body := g.observedOpening(s, append(setup, stmt("return ", stream))...)
	d := signature(1, "public Stream<"+g.result(m)+">", m.name+"Stream", g.parameters(m), body...)
	return documented(m, d, "The stream reads row by row and must be closed.")
}

// batchMethod prints the method that executes the statement for many rows of parameters.
func (g *generator) batchMethod(m *method) emit.Doc {
	g.need("batch")
	names := components(fieldsOf(m.Params))
	binds := make([]emit.Doc, len(m.Binds))
	for i, p := range m.Binds {
		binds[i] = g.bindRow(m.Params[p].Field, strconv.Itoa(i+1), emit.Text("row."+names[p]+"()"))
	}
	s := g.scopeFor(&method{Method: m.Method, sqlName: m.sqlName})
	sql, setup := g.sql(s)
	lambda := block(emit.Text("(statement, index, row) ->"), binds...)
	run := brokenCall("batch", emit.Text("connection"), emit.Text(sql), emit.Text("rows"), lambda)
	last := stmt("return ", run)
	if g.p.Options.Observer {
		last = lines(emit.Concat("int[] counts =", continued(emit.HardLine(), run, ";")),
			g.observedRows(s, "counts.length"), emit.Text("return counts;"))
	}
	body := g.observed(s, append(setup, last)...)
	d := signature(1, "public int[]", m.name+"Batch", []string{"Iterable<" + m.paramsType + "> rows"}, body...)
	many := &method{Method: &plan.Method{Query: &ir.Query{Doc: m.Doc}}}
	return documented(many, d, "Executes the statement for each row, all or none, and returns the affected rows of each.")
}

// prepared puts a statement's preparation and binding before what uses it.
func (g *generator) prepared(m *method, statement string, use emit.Doc) []emit.Doc {
	sql, setup := g.sql(m)
	if g.kept(m) {
		get := assign("PreparedStatement "+statement, call(m.field("statements")+".get", emit.Text(sql)))
		return append(append([]emit.Doc{get}, g.binds(m, statement)...), use)
	}
	open := call(m.field("connection")+".prepareStatement", emit.Text(sql))
	head := emit.Group("try (PreparedStatement "+statement+" =", continued(emit.Line(), open), ")")
	return append(setup, block(head, append(g.binds(m, statement), use)...))
}

// sql is the expression of a statement's text: its constant, or a variable where file sources are joined into it.
func (g *generator) sql(m *method) (string, []emit.Doc) {
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
		return sql, []emit.Doc{emit.Concat("String "+sql+" =", continued(emit.HardLine(), brokenCall("String.join", args...), ";"))}
	}
	return sql, []emit.Doc{assign("String "+sql, call("String.join", args...))}
}

// binds are the statements that bind a method's parameters.
func (g *generator) binds(m *method, statement string) []emit.Doc {
	ds := make([]emit.Doc, len(m.Binds))
	for i, p := range m.Binds {
		ds[i] = g.bind(m.Params[p].Field, statement, strconv.Itoa(i+1), m.params[p])
	}
	return ds
}

// observed wraps a body so that an observer hears of its start and end; off, it is the body itself.
func (g *generator) observed(m *method, body ...emit.Doc) []emit.Doc {
	if !g.p.Options.Observer {
		return body
	}
	e := m.local("e")
	return []emit.Doc{g.started(m),
		emit.Concat(block(emit.Text("try"), body...),
			block(emit.Text(" catch (Throwable "+e+")"), emit.Text(m.operation+".error = "+e+";"), emit.Text("throw "+e+";")),
			block(emit.Text(" finally"), emit.Text(m.operation+".end();"))),
	}
}

// observedOpening is observed for a body that opens what goes on after it: only its failure ends the operation.
func (g *generator) observedOpening(m *method, body ...emit.Doc) []emit.Doc {
	if !g.p.Options.Observer {
		return body
	}
	e := m.local("e")
	return []emit.Doc{g.started(m),
		emit.Concat(block(emit.Text("try"), body...), block(emit.Text(" catch (Throwable "+e+")"),
			emit.Text(m.operation+".error = "+e+";"), emit.Text(m.operation+".end();"), emit.Text("throw "+e+";"))),
	}
}

func (g *generator) started(m *method) emit.Doc {
	return assign("Operation "+m.operation, call("Operation.start", emit.Text(m.field("observer")), quoted(m.Name.SQL)))
}

// observedRows notes a row count for the observer.
func (g *generator) observedRows(m *method, count string) emit.Doc {
	if !g.p.Options.Observer {
		return nil
	}
	return emit.Text(m.operation + ".rows = " + count + ";")
}
