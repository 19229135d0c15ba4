package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments writes the functions that attach databases and detach them, for a connection that no statement works on
// yet: migrations may need what is attached.
func (f *file) attachments() {
	handle := "handle: " + strings.Replace(f.g.driver.handle, "'c ", "", 1)
	for _, a := range f.Attached {
		constant, name := f.scope.Claim(upper(a.Name)+"_DATABASE"), code(a.Name.SQL)
		f.add("static %s: sqg::Attached = sqg::Attached {\n    name: %s,\n%s\n%s\n%s\n};", constant, quote(a.Name.SQL),
			pieces("load", a.Load), pieces("attach", a.Attach), assigned("    detach:", quote(a.Detach), ","))
		doc := func(k surface.Kind) []string {
			return says(surface.Doc(k, language, "{database}", name, "{mode}", a.Mode))
		}
		f.fn(doc(surface.Attach), called(surface.Attach, databaseWords(a.Name)), []string{handle, "address: &str", "extension: Option<&str>"}, "()", "sqg::attach(handle, &"+constant+", address, extension)")
		f.fn(doc(surface.Detach), called(surface.Detach, databaseWords(a.Name)), []string{handle}, "()", "sqg::detach(handle, &"+constant+")")
	}
}

// pieces is SQL that a text stands between, as a field.
func pieces(name string, sql [2]string) string {
	return "    " + name + ": " + fill([]string{quote(sql[0]), quote(sql[1])}, "[", "]", 4, len(name+": ,")) + ","
}
