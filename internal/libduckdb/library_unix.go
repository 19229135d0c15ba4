//go:build unix && !musl

package libduckdb

import (
	"errors"
	"strings"

	"github.com/ebitengine/purego"
)

// openLibrary keeps the library's names to itself, so that another DuckDB in the process does not meet them.
func openLibrary(path string) (uintptr, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil && strings.Contains(err.Error(), "ld-linux") {
		return 0, errors.New("DuckDB's library is made for glibc, which this system does not have: " + err.Error())
	}
	return handle, err
}

func symbol(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }
