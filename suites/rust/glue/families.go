package main

import (
	"fmt"
	"regexp"
	"strings"
)

var stored = regexp.MustCompile(`(?s)pub struct (\w+)StorageRow `)

// families writes how the test of all types gets the rows of each table in and out, which it knows by its name.
func families(out *strings.Builder, text string) {
	names := map[string]string{} // of the fields of each struct
	for _, m := range structs.FindAllStringSubmatch(text, -1) {
		var all []string
		for _, f := range fieldsOf(m[2]) {
			all = append(all, f.name)
		}
		names[m[1]] = strings.Join(all, ", ")
	}
	out.WriteString("pub mod types {\n    use super::*;\n    use sqg_suite::duckdb::types::*;\n\n")
	var calls strings.Builder
	for _, m := range stored.FindAllStringSubmatch(text, -1) {
		family, table := m[1], strings.ToLower(m[1])
		fmt.Fprintf(out, "    family!(%sRow: store_%s, get_%s, find_%s, bulk_insert_%s, %s_storage, insert_%s,\n",
			family, table, table, table, table, table, table)
		for _, name := range []string{"Insert" + family + "Params", "Find" + family + "Params", family + "StorageRow"} {
			fmt.Fprintf(out, "        %s { %s },\n", name, names[name])
		}
		out.WriteString("    );\n")
		fmt.Fprintf(&calls, "            %q => sent.round_trip::<%sRow>(db),\n", table, family)
	}
	out.WriteString("\n    pub fn round_trip(db: &Db, sent: &crate::duckdb_types::Sent) -> Outcome {\n        match sent.table {\n" + calls.String() +
		"            other => Err(format!(\"no table {other}\").into()),\n        }\n    }\n}\n\n")
}
