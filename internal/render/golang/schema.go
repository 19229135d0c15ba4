package golang

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// migrations writes the scripts of the schema, and the functions that give and apply them.
func (f *file) migrations() {
	operations := surface.SchemaOperations(f.Program)
	if len(operations) == 0 {
		return
	}
	if !f.Options.Migrations {
		f.scripts()
		return
	}
	list := f.g.claim(lowered(f.typ)+"Migrations", "the migrations of "+f.typ, source.Span{})
	var entries strings.Builder
	for _, m := range f.Migrations {
		fields := []line{{"name:", quoteShort(m.ID)}, {"checksum:", quoteShort(m.Checksum())}, {"earlier:", earlier(m)},
			{"sql:", quote(f.Script(m), "\t\t")}}
		if len(m.Statements) > 0 {
			fields = append(fields, line{"steps:", f.steps(m)})
		}
		entries.WriteString("\t{\n" + keyed("\t", fields...) + "\t},\n")
	}
	f.need("migration")
	if entries.Len() > 0 {
		f.add("var %s = []migration{\n%s}", list, entries.String())
	} else {
		f.add("var %s []migration", list)
	}
	for _, k := range operations {
		name, doc := f.ofSchema(k)
		if k == surface.Migrations {
			f.add("%sfunc %s() []string { return %s(%s) }", doc, name, f.need("scripts"), list)
			continue
		}
		f.need("trackingSQL")
		f.imports["cmp"] = true
		f.add("%sfunc %s(ctx context.Context, db DBTX, project string) ([]string, error) {\n\t"+
			"return %s(ctx, db, %s, cmp.Or(project, %s))\n}",
			doc, name, f.need(lowered(called(k, ""))), list, quoteShort(f.Project))
	}
}

// ofSchema declares a function about the migrations, and gives its comment.
func (f *file) ofSchema(k surface.Kind) (name, doc string) {
	name = f.g.declare(f.called(k), strings.TrimSpace(surface.Of(k).Called+" the migrations of "+f.typ), source.Span{})
	return name, docText(says(name, nil, surface.Doc(k, language, "{project}", quoteShort(f.Project))), "")
}

// scripts writes the function that gives the scripts of the schema, for a program that applies none.
func (f *file) scripts() {
	var entries strings.Builder
	for _, m := range f.Migrations {
		entries.WriteString("\t\t" + quote(f.Script(m), "\t\t") + ",\n")
	}
	name, doc := f.ofSchema(surface.Migrations)
	f.add("%sfunc %s() []string {\n\treturn []string{\n%s\t}\n}", doc, name, entries.String())
}

// earlier is the list of a migration's checksums that count as well.
func earlier(m ir.Migration) string {
	checksums := m.Earlier()
	if len(checksums) == 1 {
		return "[]string{" + quoteShort(checksums[0]) + "}"
	}
	var lines strings.Builder
	for _, c := range checksums {
		lines.WriteString("\t\t\t" + quoteShort(c) + ",\n")
	}
	return "[]string{\n" + lines.String() + "\t\t}"
}

// steps are the statements of a migration that does not run in a transaction.
func (f *file) steps(m ir.Migration) string {
	var b strings.Builder
	for _, s := range f.Steps(m) {
		b.WriteString("\t\t\t{" + quote(s.Undo, "\t\t\t") + ", " + quote(s.SQL, "\t\t\t") + "},\n")
	}
	return "[]migrationStep{\n" + b.String() + "\t\t}"
}
