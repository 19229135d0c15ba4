//go:build !musl

package libduckdb

import (
	"github.com/ebitengine/purego"

	"github.com/sqg-dev/sqg/internal/environment"
)

// unloadable is why this build of sqg cannot load a library.
var unloadable *environment.Error

func register(f any, at uintptr) { purego.RegisterFunc(f, at) }
