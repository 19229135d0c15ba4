package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// extensions writes the function that loads DuckDB's extensions, for a connection that no statement works on yet:
// migrations may need them.
func (f *file) extensions() {
	if len(f.Extensions) == 0 {
		return
	}
	names := make([]string, len(f.Extensions))
	for i, name := range f.Extensions {
		names[i] = quote(name)
	}
	handle := "handle: " + strings.Replace(f.g.driver.handle, "'c ", "", 1)
	f.fn(says(surface.Doc(surface.Extensions, language, "{extensions}", strings.Join(f.Extensions, ", "))), called(surface.Extensions, ""),
		[]string{handle, "folder: Option<&str>"}, "()", "sqg::load_extensions(handle, &["+strings.Join(names, ", ")+"], folder)")
}
