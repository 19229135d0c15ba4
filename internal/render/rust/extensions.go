package rust

import "strings"

// extensions is the function that loads DuckDB's extensions, for a connection that no statement works on yet:
// migrations may need them.
func (f *file) extensions(name string) string {
	names := make([]string, len(f.Extensions))
	for i, extension := range f.Extensions {
		names[i] = quote(extension)
	}
	handle := "handle: " + strings.Replace(f.g.driver.handle, "'c ", "", 1)
	return signature("pub fn "+name, []string{handle, "folder: Option<&str>"}, "sqg::Result<()>", 4) +
		"\n        sqg::load_extensions(handle, &[" + strings.Join(names, ", ") + "], folder)\n    }"
}
