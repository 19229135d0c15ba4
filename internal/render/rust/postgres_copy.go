package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/plan"
)

// copied writes the bulk insert of a table: by COPY where it has a representation of all values, else by a batch.
func copied(f *file, a *plan.Appender) {
	t, name := f.rowType(a.Row), bulkName(a.Name)
	table := strings.Join(strings.Fields(a.Name.SQL), " ")
	row, constant := f.in(t.home, t.name), f.scope.Claim(tableName(a.Name))
	doc := []string{"Inserts rows into the table `" + table + "`, all or none, and returns how many."}
	copy, ok := a.Load.(*plan.Copy)
	if !ok {
		f.inserted(a, t, name, row, constant, doc)
		return
	}
	f.g.need("postgres_copy")
	var lines strings.Builder
	for i, field := range a.Row.Fields {
		args := []string{quote(field.Column), f.argument(field, "self."+t.fields[i])}
		fmt.Fprintf(&lines, "        %s\n", question("to", "put", args))
	}
	t.home.impl(row, "sqg::CopyRow", fmt.Sprintf("    fn copy(&self, to: &mut sqg::CopyBuffer) -> sqg::Result<()> {\n%s        Ok(())\n    }", lines.String()))
	f.add("static %s: sqg::Table<%s> = sqg::Table {\n    name: %s,\n    copy: %s,\n    insert: %s,\n    of: std::marker::PhantomData,\n};", constant, row, quote(table),
		f.prepared(name, copy.SQL, 4), f.prepared(name, copy.Few.Row, 4))
	f.load(doc, name, "impl sqg::Source<"+row+">", "bulk_insert", []string{"&" + constant, "rows.into_iter()"})
}

// impl writes a trait's implementation for a row type, once.
func (f *file) impl(row, trait, body string) {
	if key := trait + " for " + row; !f.g.written[key] {
		f.g.written[key] = true
		f.add("impl %s for %s {\n%s\n}", trait, row, body)
	}
}

// inserted writes a bulk insert by INSERT statements.
func (f *file) inserted(a *plan.Appender, t *rowType, name, row, constant string, doc []string) {
	f.g.need("postgres_batch")
	args := make([]string, len(t.fields))
	for i, field := range a.Row.Fields {
		args[i] = f.argument(field, "self."+t.fields[i])
	}
	t.home.impl(row, "sqg::Arguments", "    fn arguments(&self) -> Vec<&(dyn sqg::Argument + Sync)> {\n        "+fill(args, "vec![", "]", 8, 0)+"\n    }")
	f.statement(constant, name, a.Load.(*plan.Values).Row)
	f.load(doc, name, "impl IntoIterator<Item = "+row+", IntoIter: Send>", "batch", []string{"&" + constant, "rows.into_iter()"})
}

// question is a call of a method whose error is the function's, at an indentation of two levels.
func question(of, name string, args []string) string {
	flat := strings.Join(args, ", ")
	if one := of + "." + name + "(" + flat + ")?;"; length(flat) <= narrow {
		return one
	}
	const in = "\n            "
	return of + "." + name + "(" + in + strings.Join(args, ","+in) + ",\n        )?;"
}
