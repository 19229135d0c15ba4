package java

import (
	"slices"
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
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
	return signature(2, "private static void", "bind", []string{"PreparedStatement statement", "int index", a.row + " row"}, binds...)
}

// bulk prints an appender: its class and the methods that make one and that insert many rows.
func (g *generator) bulk(a *appender) []emit.Doc {
	in := g.driver.inserter(g, a)
	table := docText([]string{a.Name.SQL})[0]
	g.need("insertAll")
	g.use("java.sql.SQLException")
	make := stmt("return ", call("new "+a.class, emit.Text("connection")))
	if g.p.Options.Observer {
		g.need("opened")
		make = stmt("return ", call("new "+a.class, emit.Text("connection"), emit.Text("operation")))
		operation := call("new Operation", emit.Text("observer"), quoted(a.Name.SQL))
		make = stmt("return ", brokenCall("opened", operation, block(emit.Text("operation ->"), make)))
	}
	create := signature(1, "public "+a.class, a.create, nil, make)
	bulk := signature(1, "public long", a.bulk, []string{"Iterable<" + a.row + "> rows"},
		stmt("return ", call("insertAll", emit.Text(a.create+"()"), emit.Text("rows"))))
	var more []emit.Doc
	if g.driver.writing != nil {
		more = g.driver.writing(g, a)
	}
	if in.sql != "" {
		in.constants = append([]emit.Doc{constantField(a.constant, in.sql)}, in.constants...)
	}
	return append(append(in.constants, more...),
		documented(create, surface.Doc(surface.Appender, language, "{table}", table)),
		documented(bulk, append(surface.Doc(surface.BulkInsert, language, "{table}", table), in.note)),
		g.appenderClass(a, in))
}

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
			emit.Concat(block(emit.Text("try"), emit.Text("super.close();")), block(emit.Text(" finally"), emit.Text("operation.end(written, failure);")))))}
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
	ms := g.p.Migrations
	if len(ms) == 0 {
		return nil
	}
	g.use("java.util.List")
	doc := javadoc(1, surface.Doc(surface.Migrations, language))
	if !g.p.Options.Migrations {
		texts := make([]emit.Doc, len(ms))
		for i, m := range ms {
			texts[i] = migrationText(m.SQL)
		}
		return []emit.Doc{lines(doc, block(emit.Text("public static List<String> getMigrations()"),
			emit.Concat("return ", brokenCall("List.of", texts...), ";")))}
	}
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
		entries[i] = brokenCall("new Migration", quoted(m.ID), emit.Text(`"`+m.Checksum()+`"`), call("List.of", earlier...),
			migrationText(g.p.Script(m)), call("List.of", steps...))
	}
	list := emit.Concat("private static final List<Migration> MIGRATIONS =",
		continued(emit.HardLine(), brokenCall("List.of", entries...), ";"))
	all := block(emit.Text("public static List<String> getMigrations()"),
		emit.Text("return MIGRATIONS.stream().map(Migration::sql).toList();"))
	g.need("Step")
	return slices.Concat([]emit.Doc{list, lines(doc, all)},
		g.migrating(surface.Apply, "migrate(connection, project, MIGRATIONS)"),
		g.migrating(surface.Pending, "pending(connection, project, MIGRATIONS).stream().map(Migration::id).toList()"))
}

// migrating prints a method about the migrations of a database: for the unit's project, and for any.
func (g *generator) migrating(k surface.Kind, value string) []emit.Doc {
	name := called(k, "")
	const result = "public static List<String>"
	own := signature(1, result, name, []string{"Connection connection"},
		emit.Concat("return ", call(name, emit.Text("connection"), quoted(g.p.Project)), ";"))
	given := signature(1, result, name, []string{"Connection connection", "String project"}, emit.Text("return "+value+";"))
	return []emit.Doc{documented(own, surface.Doc(k, language)), lines(javadoc(1, surface.Overload(k)), given)}
}

// migrationText is a script's SQL, which is always shown as lines.
func migrationText(sql string) emit.Doc {
	if constantSize(sql) > maxConstant {
		return joined(sql)
	}
	return multiLine(sql)
}
