package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// transaction is the method that calls a function in a transaction.
func (m *module) transaction() emit.Doc {
	name, of := called(surface.Transact, ""), "_T"
	if m.driver.Async {
		of = "Awaitable[_T]"
		m.use("Awaitable")
	}
	m.use("Callable")
	m.helpers["_T"] = true
	params := []emit.Doc{text("self"), text("work: Callable[[" + m.name + "], " + of + "]"), text("*")}
	var given []emit.Doc
	for _, o := range plan.TransactionsOf(m.Target.Engine).Options {
		option := snake(ir.NewName(o.Name), "")
		params = append(params, optionParam(option, o))
		given = append(given, text(option))
		if o.Values != nil {
			m.use("Literal")
		}
	}
	params = append(params, text("retry: int = 0"))
	doc := surface.Doc(surface.Transact, language, "{fn}", "work", "{returns}", "returns", "{fails}", "raises",
		"{nested}", surface.Nested(m.Program))
	begin := call(m.helperName("_begin_of"), given...)
	return block(m.def(name, params, "_T"), lines(docstring(summary(doc))),
		emit.Concat("return ", m.await("_transact", text("self._conn"), text("lambda: work(self)"), begin,
			text("retry"))))
}

// helperName is the name of a definition of the prelude, which the module needs then.
func (m *module) helperName(name string) string {
	m.helpers[name] = true
	return name
}

// optionParam is an option of a transaction as a parameter.
func optionParam(name string, o plan.TransactionOption) emit.Doc {
	if o.Values == nil {
		return text(name + ": bool = False")
	}
	values := make([]string, len(o.Values))
	for i, v := range o.Values {
		values[i] = word(v)
	}
	return emit.Group(name+": Literal["+strings.Join(values, ", ")+"]", emit.Line(), "| None = None")
}

// transactions are what an engine's data says of transactions.
func transactions(engine string) []core.Definition {
	data := plan.TransactionsOf(engine)
	var params []emit.Doc
	body := []emit.Doc{lines(docstring([]string{"Return the statement that begins a transaction with the options."})),
		text("sql = _BEGIN")}
	for _, o := range data.Options {
		name := snake(ir.NewName(o.Name), "")
		if o.Values != nil {
			params = append(params, text(name+": str | None"))
			var modes []emit.Doc
			for _, t := range o.Texts() {
				modes = append(modes, text(word(t[0])+": "+word(t[1])))
			}
			table := emit.Concat("{", emit.Indent(emit.HardLine(), emit.Join(emit.Concat(",", emit.HardLine()), modes),
				","), emit.HardLine(), "}")
			body = append(body, emit.Concat("modes = ", table), text("sql += _mode("+word(o.Name)+", "+name+", modes)"))
			continue
		}
		params = append(params, text(name+": bool"))
		var does []emit.Doc
		if o.After != "" {
			does = append(does, block(text("if not sql.endswith("+word(o.After)+"):"),
				emit.Concat("raise ", call("ValueError", emit.Raw(quote(o.Needs, 60))))))
		}
		body = append(body, block(text("if "+name+":"), append(does, text("sql += "+word(o.SQL)))...))
	}
	unnested := emit.Doc("None")
	if data.Unnested != "" {
		unnested = brackets("(", []emit.Doc{text(word(data.Unnested))}, ")")
	}
	var conflicts []emit.Doc
	for _, c := range data.Conflicts {
		conflicts = append(conflicts, text(word(c)))
	}
	parts := []emit.Doc{
		text("# Data."),
		text("_BEGIN = " + word(data.Begin)),
		text("_SET = " + word(data.Set)),
		text("_CHECK = " + word(data.Check)),
		emit.Concat("_UNNESTED: str | None = ", unnested),
		emit.Concat("_CONFLICTS = ", tuple(conflicts)),
		block(def("_begin_of", params, "str"), append(body, text("return sql"))...),
	}
	return split(strings.TrimSpace(emit.Print(emit.Join(emit.Concat(emit.HardLine(), emit.HardLine(), emit.HardLine()),
		parts), width, "    ")) + "\n")
}
