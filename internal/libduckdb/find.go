// Package libduckdb loads DuckDB's library at run time and calls it without a C compiler: sqg links nothing of it, and
// a project without DuckDB never has it. The library is found on the machine, or fetched once.
package libduckdb

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/fetch"
)

// Version of DuckDB. No other will do: plans are read, and those change with it.
const Version = "1.5.5"

// Variable is the environment variable that names the library, for machines that can fetch nothing.
const Variable = "SQG_DUCKDB_LIBRARY"

// What has the library in it: the npm package that the Node driver brings, and the jar of the JDBC driver.
const (
	npmVersion = Version + "-r.5"
	jarVersion = Version + ".1"
	jarName    = "duckdb_jdbc-" + jarVersion + ".jar"
	jarSum     = "22343dd258db1b0b51d37afc776c8dff5b19282829fa5b47f7d5d6fe02b3377a"
	bindings   = "@duckdb/node-bindings-"
)

// platform is a kind of machine.
type platform struct {
	file   string // the library's name
	npm    string // the machine's name in npm packages
	sum    string // the SHA-256 of the npm package
	member string // the library's name in the JDBC driver's jar
}

var platforms = map[string]platform{
	"linux/amd64":   {"libduckdb.so", "linux-x64", "86d2bda909785550e8a14a57a8a4584827aff0e268d8f1a58c3fd48559f7020e", "libduckdb_java.so_linux_amd64"},
	"linux/arm64":   {"libduckdb.so", "linux-arm64", "3b85f3ea438f7dc3691d7b5e6e4222ffe9127fd17885f96ca72e0c99925c348e", "libduckdb_java.so_linux_arm64"},
	"darwin/amd64":  {"libduckdb.dylib", "darwin-x64", "1266f62ac7c02f7971554a2b0b2c4c19923a97258bfdf1b203873e174e7a28c4", "libduckdb_java.so_osx_universal"},
	"darwin/arm64":  {"libduckdb.dylib", "darwin-arm64", "08b3cfd7d4d620a5fb67ef49db28551b767107266af3a8e2600e49d99ee59456", "libduckdb_java.so_osx_universal"},
	"windows/amd64": {"duckdb.dll", "win32-x64", "6b7233b34ef489427b5b29f79d3db978fef738c7a6cd59ab3de6d06ae40462fe", "libduckdb_java.so_windows_amd64"},
}

// Open loads the library: the file that the user names, the one of the Node driver in the folder sqg runs in or above
// it, the one in the cache, or else one that npm or Maven fetches. log takes a line for --verbose.
func Open(ctx context.Context, getenv func(string) string, log func(string)) (*Library, error) {
	p, err := here()
	if file := getenv(Variable); file != "" && unloadable == nil {
		l, err := load(file)
		if err != nil {
			return nil, &environment.Error{Msg: Variable + " does not name DuckDB's library: " + err.Error(), Hint: "name the library of DuckDB " + Version}
		}
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	if l := p.installed(log); l != nil {
		return l, nil
	}
	file, err := Fetch(ctx, getenv, log)
	if err != nil {
		return nil, err
	}
	l, err := load(file)
	if err != nil {
		return nil, &environment.Error{Msg: "cannot load DuckDB's library: " + err.Error(), Hint: "delete " + file + ", which is then fetched again"}
	}
	return l, nil
}

// here is the platform that this is.
func here() (platform, error) {
	p, ok := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	switch {
	case unloadable != nil:
		return p, unloadable
	case !ok:
		return p, &environment.Error{Msg: "DuckDB's library is not available for " + runtime.GOOS + "/" + runtime.GOARCH,
			Hint: "build it there, and name it in " + Variable}
	}
	return p, nil
}

// Fetch fetches the library into the cache, unless it is there, and returns its path.
func Fetch(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	p, err := here()
	if err != nil {
		return "", err
	}
	file, err := p.fetch(ctx, getenv(cache.Variable), log)
	if err == nil || ctx.Err() != nil {
		return file, err
	}
	return "", &environment.Error{Msg: "cannot get DuckDB's library: " + err.Error(),
		Hint: "run `npm pack " + p.npmPackage() + "` where there is a network, unpack it, and name the " + p.file + " in it in " + Variable}
}

func (p platform) npmPackage() string { return bindings + p.npm + "@" + npmVersion }

// installed is the library of the Node driver, if one of the right version is there.
func (p platform) installed(log func(string)) *Library {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, "node_modules", filepath.FromSlash(bindings+p.npm), p.file)
		if fetch.IsFile(file) == nil {
			if l, err := load(file); err == nil {
				return l
			}
			log(file + " is not DuckDB " + Version)
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return nil
}

// fetch is the library's path in the cache.
func (p platform) fetch(ctx context.Context, cacheDir string, log func(string)) (string, error) {
	root, err := cache.Dir(cacheDir)
	if err != nil {
		return "", err
	}
	packages := []fetch.Package{
		{Client: fetch.Npm, Name: p.npmPackage(), Archive: "duckdb-node-bindings-" + p.npm + "-" + npmVersion + ".tgz", Sum: p.sum, Member: p.file},
		{Client: fetch.Mvn, Name: "org.duckdb:duckdb_jdbc:" + jarVersion, Archive: jarName, Sum: jarSum, Member: p.member},
	}
	home := filepath.Join(root, "duckdb", "v"+Version+"-"+runtime.GOOS+"-"+runtime.GOARCH)
	return fetch.Once(ctx, home, p.file, packages, log)
}
