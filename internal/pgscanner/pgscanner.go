// Package pgscanner gives DuckDB's extension for PostgreSQL, postgres_scanner, without set-up: it finds the file, or
// fetches it once. What the file holds is for DuckDB to trust, which loads nothing that its own makers have not signed.
package pgscanner

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/fetch"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Variable is the environment variable that names the file, for machines that can fetch nothing.
const Variable = "SQG_POSTGRES_SCANNER"

// File is the extension's file name, from which DuckDB has the name of what is in it.
const File = "postgres_scanner.duckdb_extension"

// project is the extension of exactly one version of DuckDB: it goes with no other.
const project = "duckdb-extension-postgres-scanner==" + libduckdb.Version

// Find is the path of the extension for this machine: the file that the user names, the one that is in the cache or
// that DuckDB itself has installed, or else one that pip fetches. log takes a line for --verbose.
func Find(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	if file := getenv(Variable); file != "" {
		if err := fetch.IsFile(file); err != nil {
			return "", &environment.Error{Msg: Variable + " is not the path of a file: " + err.Error(),
				Hint: "name the file " + File + " of DuckDB " + libduckdb.Version}
		}
		return file, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		p := platforms[runtime.GOOS+"/"+runtime.GOARCH]
		installed := filepath.Join(home, ".duckdb", "extensions", "v"+libduckdb.Version, p.duckdb, File)
		if fetch.IsFile(installed) == nil {
			return installed, nil
		}
	}
	return Fetch(ctx, getenv, log)
}

// Fetch fetches the extension into the cache, unless it is there, and returns its path.
func Fetch(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	p, ok := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return "", &environment.Error{Msg: "DuckDB's extension for PostgreSQL is not available for " + runtime.GOOS + "/" + runtime.GOARCH,
			Hint: "run sqg on another machine"}
	}
	file, err := p.fetch(ctx, getenv(cache.Variable), log)
	if err == nil || ctx.Err() != nil {
		return file, err
	}
	return "", &environment.Error{Msg: "cannot get DuckDB's extension for PostgreSQL: " + err.Error(),
		Hint: "run `INSTALL postgres` in the shell of DuckDB " + libduckdb.Version + ", or `" + fetch.Package{Client: fetch.Pip, Name: project}.ByHand() +
			"` where there is a network, unpack the wheel, which is a zip, and name the file in " + Variable}
}

// platform is a kind of machine.
type platform struct {
	duckdb string // as DuckDB calls it
	wheel  string // as Python does
	sum    string // the SHA-256 of the wheel
}

var platforms = map[string]platform{
	"linux/amd64":   {"linux_amd64", "manylinux2014_x86_64", "fea9413d1b5bded7ead650aff91b3d7578c5149d832f666100b362f64404bf18"},
	"linux/arm64":   {"linux_arm64", "manylinux2014_aarch64", "5b50d53ecb192fca381c79ebd70da43b98fefe28a5781162081777f65efc8268"},
	"darwin/amd64":  {"osx_amd64", "macosx_11_0_x86_64", "797acdb64f10280303b66fb56c3537d3a7c82eab7cf6dfb4c71307c81c3e7b0d"},
	"darwin/arm64":  {"osx_arm64", "macosx_11_0_arm64", "053b9ee8abf30f1880a244c9396323273ec99cf4d72a658e702cf536848b7e5c"},
	"windows/amd64": {"windows_amd64", "win_amd64", "41fe1e2600059198300c40a0228b3a179586d197d33872a0849c7edd91426f78"},
}

// fetch is the extension's path in the cache.
func (p platform) fetch(ctx context.Context, cacheDir string, log func(string)) (string, error) {
	root, err := cache.Dir(cacheDir)
	if err != nil {
		return "", err
	}
	wheel := fetch.Package{
		Client: fetch.Pip, Name: project, Options: []string{"--platform", p.wheel}, Sum: p.sum, Member: File,
		Archive: "duckdb_extension_postgres_scanner-" + libduckdb.Version + "-py3-none-" + p.wheel + ".whl",
	}
	return fetch.Once(ctx, filepath.Join(root, "extensions", "v"+libduckdb.Version+"-"+p.duckdb), File, []fetch.Package{wheel}, log)
}
