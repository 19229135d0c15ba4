package java

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// inserter is what an appender hands its rows to.
type inserter struct {
	class     string     // of the prelude
	sql       string     // the statement that the appender's constant holds; "" where it needs none
	args      []emit.Doc // that make one
	constants []emit.Doc // of the outer class
	members   []emit.Doc // of the appender's class, besides bind
	note      string     // for the documentation of the method that takes all rows at once
}

// insertInserter hands rows to INSERT.
func (g *generator) insertInserter(a *appender) inserter {
	load := a.Load.(*plan.Values)
	next, _ := quote(load.Next, width-len("              ,"))
	return inserter{class: "Inserter", sql: load.Row, args: []emit.Doc{
		emit.Text("connection"), emit.Text(a.constant), next, emit.Text(strconv.Itoa(load.Chunk)),
		emit.Text(strconv.Itoa(len(a.Row.Fields))), emit.Text(a.class + "::bind"),
	}, members: []emit.Doc{g.binder(a)}}
}

// binder is the method that binds a row to the placeholders of a statement.
func (g *generator) binder(a *appender) emit.Doc {
	g.use("java.sql.PreparedStatement")
	names := components("column", a.Row.Fields)
	binds := make([]emit.Doc, len(names))
	for i, f := range a.Row.Fields {
		index := "index"
		if i > 0 {
			index += " + " + strconv.Itoa(i)
		}
		binds[i] = stmt(g.bindInsert(f, index, "row."+names[i]+"()"))
	}
	return signature(2, "private static void", "bind",
		[]string{"PreparedStatement statement", "int index", a.row + " row"}, binds...)
}

// bulk prints an appender: its class and the methods that make one and that insert many rows.
func (g *generator) bulk(a *appender) []emit.Doc {
	in := g.driver.inserter(g, a)
	g.use("java.sql.SQLException")
	var ds []emit.Doc
	if in.sql != "" {
		ds = append(ds, constantField(a.constant, in.sql))
	}
	ds = append(ds, in.constants...)
	for _, k := range surface.TableOperations(g.p, a.Appender) {
		ds = append(ds, ofTable[k](g, a, in)...)
	}
	return append(ds, g.appenderClass(a, in))
}

// ofTable print the methods of a table.
var ofTable = map[surface.Kind]func(*generator, *appender, inserter) []emit.Doc{
	surface.Appender: create, surface.BulkInsert: bulkInsert, surface.ArrowInsert: vectorInserts,
}

// create prints the method that makes an appender.
func create(g *generator, a *appender, _ inserter) []emit.Doc {
	make := stmt("return ", call("new "+a.class, emit.Text("connection")))
	if g.p.Options.Observer {
		g.need("opened")
		make = stmt("return ", call("new "+a.class, emit.Text("connection"), emit.Text("operation")))
		operation := call("new Operation", emit.Text("observer"), quoted(a.Name.SQL))
		make = stmt("return ", brokenCall("opened", operation, block(emit.Text("operation ->"), make)))
	}
	d := g.runs(surface.Appender, nil, a.class, a.create, nil, make)
	return []emit.Doc{documented(d, surface.Doc(surface.Appender, language, "{table}", a.table()))}
}

// bulkInsert prints the method that inserts many rows.
func bulkInsert(g *generator, a *appender, in inserter) []emit.Doc {
	g.need("insertAll")
	d := g.runs(surface.BulkInsert, nil, "long", called(surface.BulkInsert, pascal(a.Name)),
		[]string{"Iterable<" + a.row + "> rows"},
		stmt("return ", call("insertAll", emit.Text(a.create+"()"), emit.Text("rows"))))
	return []emit.Doc{documented(d, append(surface.Doc(surface.BulkInsert, language, "{table}", a.table()), in.note))}
}

// table is the name of an appender's table in a comment.
func (a *appender) table() string { return docText([]string{a.Name.SQL})[0] }

func (g *generator) appenderClass(a *appender, in inserter) emit.Doc {
	names := components("column", a.Row.Fields)
	params := make([]string, len(names))
	for i, f := range a.Row.Fields {
		params[i] = g.declared(f) + " " + names[i]
	}
	g.need(in.class)
	made := []string{"Connection connection"}
	opened := []emit.Doc{stmt(call("super", in.args...))}
	var members, closing []emit.Doc
	if g.p.Options.Observer {
		members = []emit.Doc{emit.Text("private final Operation operation;")}
		made, opened = append(made, "Operation operation"), append(opened, emit.Text("this.operation = operation;"))
		closing = []emit.Doc{lines(emit.Text("@Override"), signature(2, "public void", "close", nil,
			emit.Concat(block(emit.Text("try"), emit.Text("super.close();")),
				block(emit.Text(" finally"), emit.Text("operation.end(written, failure);")))))}
	}
	members = append(members, block(header(2, "private", a.class, made, throwsSQL), opened...),
		signature(2, "public void", "append", params, stmt(call("append", callShort("new "+a.row, names)))))
	members = append(append(members, closing...), in.members...)
	head := emit.Group("public static final class "+a.class, continued(emit.Line(), "extends "+in.class+"<"+a.row+">"))
	doc := javadoc(1, []string{"A bulk insert into " + docText([]string{a.Name.SQL})[0] + "."})
	return lines(doc, emit.Concat(head, " {", emit.Indent(emit.HardLine(), paragraphs(members)), emit.HardLine(), "}"))
}

// migrations prints the methods about the schema, where the unit has migrations.
func (g *generator) migrations() []emit.Doc {
	operations := surface.SchemaOperations(g.p)
	if len(operations) == 0 {
		return nil
	}
	g.use("java.util.List")
	of, ms := []emit.Doc{}, g.p.Migrations
	if g.p.Options.Migrations {
		of = append(of, g.migrationList(ms))
	}
	for _, k := range operations {
		of = append(of, ofSchema[k](g, k)...)
	}
	return of
}

// ofSchema print the methods for the migrations.
var ofSchema = map[surface.Kind]func(*generator, surface.Kind) []emit.Doc{
	surface.Migrations: (*generator).scripts,
	surface.Apply: func(g *generator, k surface.Kind) []emit.Doc {
		return g.migrating(k, "migrate(connection, project, MIGRATIONS)")
	},
	surface.Pending: func(g *generator, k surface.Kind) []emit.Doc {
		return g.migrating(k, "pending(connection, project, MIGRATIONS).stream().map(Migration::id).toList()")
	},
}

// scripts prints the method that returns the SQL of the migrations.
func (g *generator) scripts(k surface.Kind) []emit.Doc {
	body := emit.Text("return MIGRATIONS.stream().map(Migration::sql).toList();")
	if !g.p.Options.Migrations {
		texts := make([]emit.Doc, len(g.p.Migrations))
		for i, m := range g.p.Migrations {
			texts[i] = migrationText(m.SQL)
		}
		body = emit.Concat("return ", brokenCall("List.of", texts...), ";")
	}
	return []emit.Doc{lines(javadoc(1, surface.Doc(k, language)),
		block(emit.Text("public static List<String> "+called(k, "")+"()"), body))}
}

// migrationList prints the constant with the migrations.
func (g *generator) migrationList(ms []ir.Migration) emit.Doc {
	g.need("migrate")
	g.use("java.sql.SQLException")
	entries := make([]emit.Doc, len(ms))
	for i, m := range ms {
		steps := make([]emit.Doc, len(m.Statements))
		for j, s := range g.p.Steps(m) {
			steps[j] = brokenCall("new Step", migrationText(s.Undo), migrationText(s.SQL))
		}
		var earlier []emit.Doc
		for _, checksum := range m.Earlier() {
			earlier = append(earlier, quoted(checksum))
		}
		entries[i] = brokenCall("new Migration", quoted(m.ID), emit.Text(`"`+m.Checksum()+`"`),
			call("List.of", earlier...),
			migrationText(g.p.Script(m)), call("List.of", steps...))
	}
	g.need("Step")
	if len(ms) == 0 {
		return emit.Text("private static final List<Migration> MIGRATIONS = List.of();")
	}
	return emit.Concat("private static final List<Migration> MIGRATIONS =",
		continued(emit.HardLine(), brokenCall("List.of", entries...), ";"))
}

// migrating prints a method about the migrations of a database: for the unit's project, and for any.
func (g *generator) migrating(k surface.Kind, value string) []emit.Doc {
	name := called(k, "")
	const result = "public static List<String>"
	own := signature(1, result, name, []string{"Connection connection"},
		emit.Concat("return ", call(name, emit.Text("connection"), quoted(g.p.Project)), ";"))
	given := signature(1, result, name, []string{"Connection connection", "String project"},
		emit.Text("return "+value+";"))
	return []emit.Doc{documented(own, surface.Doc(k, language)), lines(javadoc(1, surface.Overload(k)), given)}
}

// migrationText is a script's SQL, which is always shown as lines.
func migrationText(sql string) emit.Doc {
	if constantSize(sql) > maxConstant {
		return joined(sql)
	}
	return multiLine(sql)
}
