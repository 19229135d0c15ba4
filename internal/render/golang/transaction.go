package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// inTx is the method that calls a function in a transaction.
func (f *file) inTx(name string) string {
	return fmt.Sprintf("func (q *%s) %s(ctx context.Context, fn func(q *%s) error) error {\n\t"+
		"return %s(ctx, q.db, func(tx DBTX) error { return fn(%s) })\n}",
		f.typ, name, f.typ, f.need("inTx"), f.on("tx"))
}

// transaction is that with options.
func (f *file) transaction(name string) string {
	const code = "func (q *%s) %s(ctx context.Context, options %s, fn func(q *%s) error) error {\n" +
		"\treturn %s(ctx, q.db, options, func(tx DBTX) error { return fn(%s) })\n}"
	return fmt.Sprintf(code, f.typ, name, f.need("TxOptions"), f.typ, f.need("transact"), f.on("tx"))
}

// txOptions are the type of a transaction's options, and what else an engine's data says of them.
func txOptions(engine string) []core.Definition {
	data := plan.TransactionsOf(engine)
	fields, begin := []line{}, "\tsql := transactionBegin\n"
	for _, o := range data.Options {
		name, doc, typ := exported(ir.NewName(o.Name), ""), o.Doc, "bool"
		if o.Values != nil {
			doc, typ = doc+`: "`+strings.Join(o.Values, `", "`)+`"`, "string"
			begin += fmt.Sprintf("\tmode, err := modeOf(%q, o.%s", o.Name, name)
			for _, t := range o.Texts() {
				begin += fmt.Sprintf(",\n\t\t[2]string{%q, %q}", t[0], t[1])
			}
			begin += ")\n\tif err != nil {\n\t\treturn \"\", err\n\t}\n\tsql += mode\n"
		} else {
			begin += "\tif o." + name + " {\n"
			if o.After != "" {
				begin += fmt.Sprintf("\t\tif sql != transactionBegin+%q {\n\t\t\treturn \"\", errors.New(%q)\n\t\t}\n",
					o.After, o.Needs)
			}
			begin += fmt.Sprintf("\t\tsql += %q\n\t}\n", o.SQL)
		}
		fields = append(fields, line{name, typ, "// " + doc})
	}
	fields = append(fields, line{"Retry", "int", "// " + plan.RetryDoc})
	var conflicts []string
	for _, c := range data.Conflicts {
		conflicts = append(conflicts, quoteShort(c))
	}
	source := "package prelude\n\nimport (\n\t\"errors\"\n)\n\n" +
		"// TxOptions are those of a transaction. The default of each option is the database's own.\n" +
		"type TxOptions struct {\n" + table(fields) + "}\n\n" +
		"// begin is the statement that begins a transaction with the options.\n" +
		"func (o TxOptions) begin() (string, error) {\n" + begin +
		"\treturn sql, nil\n}\n\n" +
		"const transactionBegin = " + quoteShort(data.Begin) + "\n\n" +
		"// transactionConflicts are in the errors of transactions that may be tried again.\n" +
		"var transactionConflicts = []string{" +
		strings.Join(conflicts, ", ") + "}\n"
	if data.Unnested != "" {
		source += "\nconst transactionUnnested = " + quoteShort(data.Unnested) + "\n"
	}
	return split(source)
}
