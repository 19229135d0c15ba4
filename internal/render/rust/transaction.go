package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// transaction is the method that calls a function in a transaction.
func (f *file) transaction(name string) string {
	head, work, run := "fn %s<T, E: sqg::TransactionError>(\n        &self,", "FnMut(&Self) -> sqg::Result<T, E>", ""
	if f.g.driver.async {
		head, work, run = "async fn %s<\n        'a,\n        T,\n        E: sqg::TransactionError,\n"+
			"        F: Future<Output = sqg::Result<T, E>>,\n    >(\n        &'a self,", "FnMut(&'a Self) -> F", ".await"
	}
	return "    pub " + fmt.Sprintf(head, name) + `
        options: sqg::TransactionOptions,
        mut work: impl ` + work + `,
    ) -> sqg::Result<T, E> {
        self.db.transaction(options, || work(self))` + run + `
    }`
}

// transactions are the options of an engine's transactions, and what else its data says of them.
func transactions(id string) string {
	data := plan.TransactionsOf(target.Find(id).Engine)
	var fields, begin, types string
	for _, o := range data.Options {
		name, doc := snake(ir.NewName(o.Name), ""), "    /// "+core.Sentence(o.Doc)+"\n"
		if o.Values == nil {
			fields += doc + "    pub " + name + ": bool,\n"
			begin += "        if self." + name + " {\n"
			if o.After != "" {
				begin += "            if !sql.ends_with(" + quote(o.After) + ") {\n" +
					assigned("                let why =", quote(o.Needs), ";") +
					"\n                return Err(Error::new(\"transaction\", why));\n            }\n"
			}
			begin += "            sql += " + quote(o.SQL) + ";\n        }\n"
			continue
		}
		typ := camel(ir.NewName(o.Name), "")
		fields += doc + "    pub " + name + ": Option<" + typ + ">,\n"
		begin += "        sql += match self." + name + " {\n            None => \"\",\n"
		types += "\n#[derive(Clone, Copy, Debug, PartialEq)]\npub enum " + typ + " {\n"
		for _, t := range o.Texts() {
			variant := camel(ir.NewName(t[0]), "")
			types += "    " + variant + ",\n"
			begin += "            Some(" + typ + "::" + variant + ") => " + quote(t[1]) + ",\n"
		}
		begin += "        };\n"
		types += "}\n"
	}
	unnested := "None"
	if data.Unnested != "" {
		unnested = "Some(" + quote(data.Unnested) + ")"
	}
	var conflicts []string
	for _, c := range data.Conflicts {
		conflicts = append(conflicts, quote(c))
	}
	list := "const CONFLICTS: &[&str] = &[" + strings.Join(conflicts, ", ") + "];"
	if length(list) > width {
		list = "const CONFLICTS: &[&str] = &[\n    " + strings.Join(conflicts, ",\n    ") + ",\n];"
	}
	return `/// The options of a transaction. The default of each option is the database's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransactionOptions {
` + fields + "    /// " + core.Sentence(plan.RetryDoc) + "\n    pub retry: u32,\n}\n" + types + `
impl TransactionOptions {
    /// The statement that begins a transaction with the options.
    fn begin(self) -> Result<String> {
        let mut sql = BEGIN.to_owned();
` + begin + `        Ok(sql)
    }
}

const BEGIN: &str = ` + quote(data.Begin) + `;

const COMMIT: &str = ` + quote(data.End()) + `;

` + assigned("const UNNESTED: Option<&str> =", unnested, ";") + "\n\n" + list + "\n"
}
