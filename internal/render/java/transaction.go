package java

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// optionsType is the type of the options of an engine's transactions. A package may have those of several engines.
func optionsType(engine string) string { return capital(engine) + "Transaction" }

// transaction prints the methods that call a function in a transaction.
func (g *generator) transaction() []emit.Doc {
	g.need("transact")
	g.use("java.sql.SQLException")
	options, name := optionsType(g.p.Target.Engine), called(surface.Transact, "")
	g.need(options)
	g.need("TransactionWork")
	const thrown = "throws SQLException, E"
	of := "public <T" + g.nullableBound() + ", E extends Exception> T"
	work := "TransactionWork<" + g.class + ", T, E> work"
	doc := surface.Doc(surface.Transact, language, "{fn}", "work", "{returns}", "returns", "{fails}", "throws",
		"{nested}", surface.Nested(g.p))
	plain := block(header(1, of, name, []string{work}, thrown),
		stmt("return ", call(name, emit.Text(options+".PLAIN"), emit.Text("work"))))
	given := block(header(1, of, name, []string{options + " options", work}, thrown),
		stmt("return ", call("transact", texts("this", "connection", "options.begin()", "options.retry()", "work")...)))
	return []emit.Doc{documented(plain, doc), lines(javadoc(1, []string{"Does the same with options."}), given)}
}

// nullableBound is the bound of a type parameter that may be nullable.
func (g *generator) nullableBound() string {
	if g.p.Options.Nullability == "" {
		return ""
	}
	return " extends " + g.nullable("Object")
}

// transactions are the options of an engine's transactions, and what else its data says of them.
func transactions(engine string) []core.Definition {
	data, name := plan.TransactionsOf(engine), optionsType(engine)
	var params, defaults, names []string
	var members, begin []emit.Doc
	for _, o := range data.Options {
		option := camel(ir.NewName(o.Name), "")
		names = append(names, option)
		doc := javadoc(2, []string{core.Sentence(o.Doc)})
		if o.Values == nil {
			params, defaults = append(params, "boolean "+option), append(defaults, "false")
			refuses := emit.Doc(nil)
			if o.After != "" {
				refuses = block(emit.Text("if (!sql.endsWith("+literalOf(o.After)+"))"),
					stmt(call("throw new IllegalArgumentException", quoted(o.Needs))))
			}
			begin = append(begin, block(emit.Text("if ("+option+")"), refuses,
				emit.Text("sql += "+literalOf(o.SQL)+";")))
			continue
		}
		typ := pascal(ir.NewName(o.Name))
		params, defaults = append(params, "/*? @Nullable */ "+typ+" "+option), append(defaults, "null")
		begin = append(begin, block(emit.Text("if ("+option+" != null)"), emit.Text("sql += "+option+".sql;")))
		constants := make([]emit.Doc, len(o.Values))
		for i, t := range o.Texts() {
			end := ","
			if i == len(o.Values)-1 {
				end = ";"
			}
			constants[i] = emit.Text(constant(ir.NewName(t[0])) + "(" + literalOf(t[1]) + ")" + end)
		}
		members = append(members, lines(doc, emit.Concat("public enum "+typ, body([]emit.Doc{lines(constants...),
			emit.Text("private final String sql;"),
			block(emit.Text(typ+"(String sql)"), emit.Text("this.sql = sql;"))}))))
	}
	names, params, defaults = append(names, "retry"), append(params, "int retry"), append(defaults, "0")
	static := emit.Group("public static final "+name+" PLAIN =",
		continued(emit.Line(), emit.Group(call("new "+name, texts(defaults...)...))), ";")
	all := []emit.Doc{lines(javadoc(2, []string{"The default of each option is the database's own."}), static)}
	for i, option := range names {
		typ := strings.TrimPrefix(strings.TrimSuffix(params[i], " "+option), "/*? @Nullable */ ")
		args := texts(names...)
		taken := []string{typ + " " + option}
		doc := "how often work may run again"
		if i < len(data.Options) {
			doc = data.Options[i].Doc
			if typ == "boolean" {
				taken, args[i] = nil, emit.Text("true")
			}
		} else {
			doc = strings.Replace(plan.RetryDoc, "the function", "work", 1)
		}
		with := block(header(2, "public "+name, "with"+capital(option), taken, ""),
			stmt("return ", call("new "+name, args...)))
		all = append(all, lines(javadoc(2, []string{core.Sentence(doc)}), with))
	}
	begin = append([]emit.Doc{emit.Text("String sql = " + literalOf(data.Begin) + ";")},
		append(begin, emit.Text("return sql;"))...)
	all = append(all, lines(javadoc(2, []string{"The statement that begins a transaction with the options."}),
		block(emit.Text("String begin()"), begin...)))
	record := lines(javadoc(1, []string{"The options of a transaction."}),
		emit.Concat(emit.Group("public record "+name+"(", parameters(params), ")"), body(append(all, members...))))
	conflicts := make([]emit.Doc, len(data.Conflicts))
	for i, c := range data.Conflicts {
		conflicts[i] = quoted(c)
	}
	parts := []emit.Doc{record,
		emit.Text("private static final String TRANSACTION_BEGIN = " + literalOf(data.Begin) + ";"),
		emit.Text("private static final String TRANSACTION_SET = " + literalOf(data.Set) + ";"),
		emit.Text("private static final String TRANSACTION_CHECK = " + literalOf(data.Check) + ";"),
		emit.Group("private static final String TRANSACTION_UNNESTED =", continued(emit.Line(), quoted(data.Unnested)),
			";"),
		emit.Group("private static final List<String> TRANSACTION_CONFLICTS =",
			continued(emit.Line(), emit.Group(call("List.of", conflicts...))), ";")}
	text := emit.Print(emit.Concat("  ", emit.Indent(paragraphs(parts))), width, indentUnit)
	return split("import java.util.List;\n\nfinal class Data {\n" + text + "\n}\n")
}

// literalOf is a short text as a literal.
func literalOf(s string) string { return `"` + escapeLine(s, true) + `"` }
