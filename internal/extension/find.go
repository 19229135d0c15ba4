//go:build !js

package extension

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/fetch"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// project is the package on PyPI: that of exactly one version of DuckDB.
func (e *Extension) project() string {
	return "duckdb-extension-" + strings.ReplaceAll(e.Name, "_", "-") + "==" + libduckdb.Version
}

// Find is the path of the extension for this machine and a version of DuckDB: the file that the user names, the one
// that DuckDB itself has installed or that is in the cache, or else one that pip fetches. log takes a line for
// --verbose.
func (e *Extension) Find(ctx context.Context, version string, getenv func(string) string, log func(string)) (string,
	error) {
	if file := e.named(getenv); file != "" {
		if err := fetch.IsFile(file); err != nil {
			return "", &environment.Error{Msg: e.variable + " is not the path of a file: " + err.Error(),
				Hint: "name the file " + e.File() + " of DuckDB " + version}
		}
		return file, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		installed := filepath.Join(home, ".duckdb", "extensions", "v"+version, platforms[here()].duckdb, e.File())
		if fetch.IsFile(installed) == nil {
			return installed, nil
		}
	}
	if version != libduckdb.Version {
		hint := "check this project with DuckDB 1.5, or run `INSTALL " + e.Name + "` in the shell of DuckDB " + version
		if e.variable != "" {
			hint += ", or name the extension's file in " + e.variable
		}
		return "", &environment.Error{Msg: "DuckDB's extension " + e.Name + " of version " + version +
			" is not on PyPI yet", Hint: hint}
	}
	return e.Fetch(ctx, getenv, log)
}

func (e *Extension) named(getenv func(string) string) string {
	if e.variable == "" {
		return ""
	}
	return getenv(e.variable)
}

// Mend says what to do about a file of the extension that DuckDB does not load.
func (e *Extension) Mend() string {
	if e.variable != "" {
		return "name its file in " + e.variable + ", or unset that"
	}
	return "delete it, and run sqg prefetch duckdb-" + e.Name
}

// Fetch fetches the extension into the cache, unless it is there, and returns its path.
func (e *Extension) Fetch(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	p, ok := platforms[here()]
	if !ok {
		return "", &environment.Error{Msg: "DuckDB's extension " + e.Name + " is not available for " + here(),
			Hint: "run sqg on another machine"}
	}
	file, err := e.fetch(ctx, p, getenv(cache.Variable), log)
	if err == nil || ctx.Err() != nil {
		return file, err
	}
	hint := "run `INSTALL " + e.Name + "` in the shell of DuckDB " + libduckdb.Version + ", or `" + fetch.Package{Client: fetch.Pip, Name: e.project()}.ByHand() +
		"` where there is a network, unpack the wheel, which is a zip, and "
	if e.variable != "" {
		hint += "name the file in " + e.variable
	} else {
		hint += "put the file into ~/.duckdb/extensions/v" + libduckdb.Version + "/" + p.duckdb
	}
	return "", &environment.Error{Msg: "cannot get DuckDB's extension " + e.Name + ": " + err.Error(), Hint: hint}
}

// fetch is the extension's path in the cache.
func (e *Extension) fetch(ctx context.Context, p platform, cacheDir string, log func(string)) (string, error) {
	root, err := cache.Dir(cacheDir)
	if err != nil {
		return "", err
	}
	wheel := fetch.Package{
		Client: fetch.Pip, Name: e.project(), Options: []string{"--platform", p.wheel}, Sum: e.sums[p.column],
		Member:  e.File(),
		Archive: "duckdb_extension_" + e.Name + "-" + libduckdb.Version + "-py3-none-" + p.wheel + ".whl",
	}
	home := filepath.Join(root, "extensions", e.Name+"-v"+libduckdb.Version+"-"+p.duckdb)
	return fetch.Once(ctx, home, e.File(), []fetch.Package{wheel}, log)
}

// here is the kind of machine that this is.
func here() string { return runtime.GOOS + "/" + runtime.GOARCH }

// platform is a kind of machine.
type platform struct {
	duckdb string // as DuckDB calls it
	wheel  string // as Python does
	column int    // in sums
}

var platforms = map[string]platform{
	"linux/amd64":   {"linux_amd64", "manylinux2014_x86_64", 0},
	"linux/arm64":   {"linux_arm64", "manylinux2014_aarch64", 1},
	"darwin/amd64":  {"osx_amd64", "macosx_11_0_x86_64", 2},
	"darwin/arm64":  {"osx_arm64", "macosx_11_0_arm64", 3},
	"windows/amd64": {"windows_amd64", "win_amd64", 4},
}
