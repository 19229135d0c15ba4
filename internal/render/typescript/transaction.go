package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// transaction is the method that calls a function in a transaction.
func (g *generator) transaction() emit.Doc {
	params := []emit.Doc{
		emit.Text("work: (tx: " + g.class + ") => " + g.driver.promise("T")),
		emit.Text("options: " + g.use("TransactionOptions") + " = {}"),
	}
	args := []emit.Doc{emit.Text("this"), emit.Text("this.#db"), emit.Text("options")}
	head := called(surface.Transact, "") + "<T>"
	if g.driver.async {
		on := "(db) => new " + g.class + "(db)"
		if g.Options.Observer {
			on = "(db) => new " + g.class + "(db, this.#observer)"
		}
		args, head = append(args, emit.Text(on)), "async "+head
	}
	args = append(args, emit.Text("work"))
	doc := surface.Doc(surface.Transact, language, "{fn}", "work", "{returns}", "returns", "{fails}", "throws",
		"{nested}", surface.Nested(g.Program))
	return emit.Concat(says(doc), function(head, params, g.driver.promise("T"),
		emit.Concat("return ", call(g.use("transact"), args...), ";")))
}

// transactions are the options of an engine's transactions, and what else its data says of them.
func transactions(engine string) []core.Definition {
	data := plan.TransactionsOf(engine)
	var fields, modes []emit.Doc
	for _, o := range data.Options {
		name := camel(ir.NewName(o.Name))
		typ := "boolean"
		if o.Values != nil {
			typ = `"` + strings.Join(o.Values, `" | "`) + `"`
			var texts []emit.Doc
			for _, t := range o.Texts() {
				texts = append(texts, assigned(key(t[0])+":", t[1], ","))
			}
			modes = append(modes, emit.Concat("sql += modeOf("+str(o.Name)+", options."+name+", ", object(texts...),
				");"))
		} else {
			var refusal emit.Doc = emit.Concat()
			if o.After != "" {
				refusal = emit.Concat(emit.HardLine(), "if (!sql.endsWith("+str(o.After)+")) {",
					emit.Indent(emit.HardLine(), call("throw new Error", emit.Text(str(o.Needs))), ";"),
					emit.HardLine(), "}")
			}
			modes = append(modes, emit.Concat("if (options."+name+") {",
				emit.Indent(refusal, emit.HardLine(), "sql += "+str(o.SQL)+";"), emit.HardLine(), "}"))
		}
		fields = append(fields, emit.Concat(docs([]string{core.Sentence(o.Doc)}),
			typed(name+"?:", append(strings.Split(typ, " | "), "undefined")), ";"))
	}
	fields = append(fields, emit.Concat(docs([]string{core.Sentence(plan.RetryDoc)}), "retry?: number | undefined;"))
	var conflicts []emit.Doc
	for _, c := range data.Conflicts {
		conflicts = append(conflicts, emit.Text(str(c)))
	}
	unnested := "undefined"
	if data.Unnested != "" {
		unnested = str(data.Unnested)
	}
	body := append([]emit.Doc{emit.Text("let sql = transactionBegin;")}, append(modes, emit.Text("return sql;"))...)
	parts := []emit.Doc{
		emit.Text("// Data."),
		emit.Concat("/** The default of each option is the database's own. */", emit.HardLine(),
			"interface TransactionOptions {",
			emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), fields)), emit.HardLine(), "}"),
		emit.Concat("/** The statement that begins a transaction with the options. */", emit.HardLine(),
			function("function beginOf", []emit.Doc{emit.Text("options: TransactionOptions")}, "string", body...)),
		assigned("const transactionBegin =", data.Begin, ";"),
		assigned("const transactionCommit =", data.End(), ";"),
		emit.Concat(emit.Group("const transactionUnnested: string | undefined =", emit.Indent(emit.Line(), unnested)),
			";"),
		emit.Concat("/** They are in the errors of transactions that may be tried again. */", emit.HardLine(),
			"const transactionConflicts = ", array(conflicts), ";"),
	}
	return split(printed(emit.Join(blank, parts)) + "\n")
}
