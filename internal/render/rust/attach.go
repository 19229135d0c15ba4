package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments writes the functions that attach databases and detach them, for a connection that no statement works on
// yet: migrations may need what is attached.
func (f *file) attachments() {
	handle := "handle: " + strings.Replace(f.g.driver.handle, "'c ", "", 1)
	for i := range f.Attached {
		a := &f.Attached[i]
		constant, name := f.scope.Claim(upper(a.Name)+"_DATABASE"), code(a.Name.SQL)
		f.add("static %s: sqg::Attached = sqg::Attached {\n    name: %s,\n%s\n%s\n%s\n};", constant, quote(a.Name.SQL),
			pieces("load", a.Load), pieces("attach", a.Attach), assigned("    detach:", quote(a.Detach), ","))
		for _, k := range surface.DatabaseOperations(f.Program, a) {
			doc := says(surface.Doc(k, language, "{database}", name, "{mode}", a.Mode))
			of := ofDatabase[k]
			f.fn(doc, called(k, databaseWords(a.Name)), append([]string{handle}, of.params...), "()",
				fmt.Sprintf(of.body, constant))
		}
	}
}

// ofDatabase are the functions of a database: their parameters besides the handle, and their bodies.
var ofDatabase = map[surface.Kind]struct {
	params []string
	body   string
}{
	surface.Attach: {[]string{"address: &str", "extension: Option<&str>"},
		"sqg::attach(handle, &%s, address, extension)"},
	surface.Detach: {nil, "sqg::detach(handle, &%s)"},
}

// pieces is SQL that a text stands between, as a field.
func pieces(name string, sql [2]string) string {
	return "    " + name + ": " + fill([]string{quote(sql[0]), quote(sql[1])}, "[", "]", 4, len(name+": ,")) + ","
}
