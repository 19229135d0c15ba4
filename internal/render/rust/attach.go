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
		f.fn([]string{"Attaches a PostgreSQL database as " + name + ", " + a.Mode + ", for the whole database instance. Its address is a",
			"URL or key=value pairs, as libpq takes them; `extension` is the file of DuckDB's extension for PostgreSQL,", "where DuckDB cannot fetch it."},
			called(surface.Attach, databaseWords(a.Name)), []string{handle, "address: &str", "extension: Option<&str>"}, "()", "sqg::attach(handle, &"+constant+", address, extension)")
		f.fn([]string{"Detaches " + name + " again."}, called(surface.Detach, databaseWords(a.Name)), []string{handle}, "()", "sqg::detach(handle, &"+constant+")")
	}
}

// pieces is SQL that a text stands between, as a field.
func pieces(name string, sql [2]string) string {
	return "    " + name + ": " + fill([]string{quote(sql[0]), quote(sql[1])}, "[", "]", 4, len(name+": ,")) + ","
}
