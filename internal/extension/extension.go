// Package extension gives DuckDB's extensions without set-up: it knows which there are, finds the file of one, or
// fetches it once. What the file holds is for DuckDB to trust, which loads nothing that its own makers have not signed.
package extension

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/fetch"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Extension is one of DuckDB's.
type Extension struct {
	Name    string   // as DuckDB calls it
	Aliases []string // what LOAD takes as well
	Needs   []string // those to load before it

	// Opens says what the extension opens by itself, past DuckDB's lock on files and the network: it is never loaded
	// where statements are analysed.
	Opens string

	variable string // the environment variable that names the file; "" for none
	sums     sums
}

// Variable and LakeVariable are the environment variables that name the files of Postgres and DuckLake, for machines
// that can fetch nothing.
const (
	Variable     = "SQG_POSTGRES_SCANNER"
	LakeVariable = "SQG_DUCKLAKE"
)

// suffix is what the file of an extension ends in.
const suffix = ".duckdb_extension"

// All are the extensions that a project may name.
var All = []Extension{
	{Name: "avro", sums: avro},
	{Name: "ducklake", Opens: "catalogues and the files of their tables", variable: LakeVariable, sums: duckLake},
	{Name: "excel", sums: excel},
	{Name: "fts", sums: fts},
	{Name: "httpfs", sums: httpfs},
	{Name: "iceberg", Needs: []string{"avro"}, sums: iceberg},
	{Name: "icu", sums: icu},
	{Name: "inet", sums: inet},
	{Name: "postgres_scanner", Aliases: []string{"postgres"}, Opens: "PostgreSQL servers", variable: Variable,
		sums: postgresScanner},
	{Name: "spatial", sums: spatial},
	{Name: "sqlite_scanner", Aliases: []string{"sqlite", "sqlite3"}, Opens: "SQLite files", sums: sqliteScanner},
	{Name: "vss", sums: vss},
}

// Postgres is the extension that attaches PostgreSQL databases.
var Postgres = Named("postgres")

// DuckLake is the extension that keeps tables as Parquet files and their catalogue in a database.
var DuckLake = Named("ducklake")

// Named is the extension of a name or alias; nil for none.
func Named(name string) *Extension {
	name = strings.ToLower(name)
	for i := range All {
		if e := &All[i]; e.Name == name || slices.Contains(e.Aliases, name) {
			return e
		}
	}
	return nil
}

// Names are those of all extensions.
func Names() (names []string) {
	for _, e := range All {
		names = append(names, e.Name)
	}
	return names
}

// IsFile reports whether a project names an extension by its file.
func IsFile(name string) bool { return strings.HasSuffix(name, suffix) }

// NameOf is the name of the extension in a file, which DuckDB has from the file's name; of a name it is that.
func NameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(filepath.FromSlash(file)), suffix)
}

// File is the name of the extension's file.
func (e *Extension) File() string { return e.Name + suffix }

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
