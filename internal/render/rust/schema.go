package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// migrations writes the scripts of the schema, and the functions that give and apply them.
func (f *file) migrations() string {
	operations := surface.SchemaOperations(f.Program)
	if len(operations) == 0 {
		return ""
	}
	f.scope.Claim("MIGRATIONS")
	if !f.Options.Migrations {
		f.scripts("MIGRATIONS.iter().copied()")
		return scriptList("MIGRATIONS", f.Migrations)
	}
	// rustfmt writes a list of one as what is in it.
	in, before, after := "    ", "\n    ", ",\n"
	if len(f.Migrations) == 1 {
		in, before, after = "", "", ""
	}
	var entries strings.Builder
	for i, m := range f.Migrations {
		fmt.Fprintf(&entries,
			"%ssqg::Migration {\n%s    name: %s,\n%s    checksum: %s,\n%s    earlier: %s,\n%s\n%s\n%s}", before, in,
			quote(m.ID),
			in, quote(m.Checksum()), in, earlier(m, in+"    "), assigned(in+"    sql:", quote(f.Script(m)), ","),
			f.steps(m, in+"    "), in)
		if before = ",\n" + in; i == len(f.Migrations)-1 {
			entries.WriteString(after)
		}
	}
	for _, k := range operations {
		if k != surface.Migrations {
			f.migrating(k)
			continue
		}
		f.scripts("MIGRATIONS.iter().map(|m| m.sql)")
	}
	return "static MIGRATIONS: &[sqg::Migration] = &[" + entries.String() + "];"
}

// scripts writes the function that gives the scripts of the schema.
func (f *file) scripts(all string) {
	const k = surface.Migrations
	f.body = append(f.body, docText(says(surface.Doc(k, language)), "    ")+"    pub fn "+called(k, "")+
		"() -> impl Iterator<Item = &'static str> {\n        "+all+"\n    }")
}

// scriptList is a list of scripts, as rustfmt has it: one alone stands where it fits, several in lines of their own
// unless they are short.
func scriptList(name string, migrations []ir.Migration) string {
	head := "static " + name + ": &[&str] ="
	items := make([]string, len(migrations))
	for i, m := range migrations {
		items[i] = quote(m.SQL)
	}
	list := strings.Join(items, ", ")
	first, _, more := strings.Cut(list, "\n")
	switch {
	case length(first) <= listWidth && (len(items) == 1 || !more),
		len(items) == 1 && !more && len(head)+len(" &[")+length(list)+len("];") <= width:
		return head + " &[" + list + "];"
	case len(items) == 1 && !more && len("    &[")+length(list)+len("];") <= width:
		return head + "\n    &[" + list + "];"
	}
	return head + " &[\n    " + strings.Join(items, ",\n    ") + ",\n];"
}

// listWidth is the length up to which rustfmt leaves a list on one line.
const listWidth = 60

// earlier is the list of a migration's checksums that count as well, as rustfmt has it.
func earlier(m ir.Migration, in string) string {
	checksums := m.Earlier()
	if len(checksums) == 1 {
		return "&[" + quote(checksums[0]) + "]"
	}
	var lines strings.Builder
	for _, c := range checksums {
		lines.WriteString("\n" + in + "    " + quote(c) + ",")
	}
	return "&[" + lines.String() + "\n" + in + "]"
}

// steps are the statements of a migration that does not run in a transaction, as a field.
func (f *file) steps(m ir.Migration, in string) string {
	steps := f.Steps(m)
	if len(m.Statements) == 0 {
		return in + "steps: &[],"
	}
	inner, open, end := in+"    ", "\n"+in+"    ", ",\n"+in
	if len(steps) == 1 {
		inner, open, end = in, "", ""
	}
	var entries []string
	for _, s := range steps {
		undo := inner + "    undo: None,"
		if s.Undo != "" {
			undo = inner + "    undo: Some(\n" + inner + "        " + quote(s.Undo) + ",\n" + inner + "    ),"
		}
		entries = append(entries, "sqg::Step {\n"+undo+"\n"+assigned(inner+"    sql:", quote(s.SQL),
			",")+"\n"+inner+"}")
	}
	return in + "steps: &[" + open + strings.Join(entries, ",\n"+inner) + end + "],"
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

// migrating writes a function for the migrations of a database.
func (f *file) migrating(k surface.Kind) {
	name, doc := called(k, ""), says(surface.Doc(k, language, "{project}", code(f.Project)))
	call := "sqg::" + name + "(handle, MIGRATIONS, project)"
	if f.g.driver.async {
		call += ".await"
	}
	f.fn(doc, name, []string{"handle: " + strings.Replace(f.g.driver.handle, "'c ", "", 1), "project: Option<&str>"},
		"Vec<String>",
		"let project = project.unwrap_or("+quote(f.Project)+");\n        "+call)
}
