//go:build musl

package libduckdb

import "github.com/sqg-dev/sqg/internal/environment"

// unloadable is why this build of sqg cannot load a library: it is linked statically, as what can load one needs glibc.
var unloadable = &environment.Error{Msg: "DuckDB's library is made for glibc, and this is sqg for systems with musl, such as Alpine",
	Hint: "run sqg on a system with glibc, in a container of debian:stable-slim for example; generated code does not need sqg"}

func openLibrary(string) (uintptr, error) { return 0, unloadable }

func symbol(uintptr, string) (uintptr, error) { return 0, unloadable }

func register(any, uintptr) {}
