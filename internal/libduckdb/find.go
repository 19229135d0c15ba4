// Package libduckdb loads DuckDB's library at run time and calls it without a C compiler: sqg links nothing of it, and
// a project without DuckDB never has it. The library is found on the machine, or fetched once.
package libduckdb

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
)

// Version of DuckDB that analyses where nothing says another.
const Version = "1.5.5"

// Variable is the environment variable that names the library, for machines that can fetch nothing.
const Variable = "SQG_DUCKDB_LIBRARY"

// bindings are the npm packages that the Node driver brings.
const bindings = "@duckdb/node-bindings-"

// release is a version of DuckDB whose plans are read, and what has its library in it.
type release struct {
	name      string // as a project says it
	version   string // of the library
	npm       string // of the package that the Node driver brings; "" where npm has none
	jar       string // of the JDBC driver
	jarSum    string // its SHA-256
	platforms map[string]platform
}

// platform is a kind of machine.
type platform struct {
	file   string // the library's name
	npm    string // the machine's name in npm packages
	sum    string // the SHA-256 of the npm package
	member string // the library's name in the JDBC driver's jar
}

// releases are all of them, the default first.
var releases = []release{
	{"1.5", Version, "1.5.5-r.5", "1.5.5.1", "22343dd258db1b0b51d37afc776c8dff5b19282829fa5b47f7d5d6fe02b3377a",
		map[string]platform{
			"linux/amd64": {"libduckdb.so", "linux-x64",
				"86d2bda909785550e8a14a57a8a4584827aff0e268d8f1a58c3fd48559f7020e", "libduckdb_java.so_linux_amd64"},
			"linux/arm64": {"libduckdb.so", "linux-arm64",
				"3b85f3ea438f7dc3691d7b5e6e4222ffe9127fd17885f96ca72e0c99925c348e", "libduckdb_java.so_linux_arm64"},
			"darwin/amd64": {"libduckdb.dylib", "darwin-x64",
				"1266f62ac7c02f7971554a2b0b2c4c19923a97258bfdf1b203873e174e7a28c4", "libduckdb_java.so_osx_universal"},
			"darwin/arm64": {"libduckdb.dylib", "darwin-arm64",
				"08b3cfd7d4d620a5fb67ef49db28551b767107266af3a8e2600e49d99ee59456", "libduckdb_java.so_osx_universal"},
			"windows/amd64": {"duckdb.dll", "win32-x64", "6b7233b34ef489427b5b29f79d3db978fef738c7a6cd59ab3de6d06ae40462fe",
				"libduckdb_java.so_windows_amd64"},
		}},
	{"2.0", "2.0.0", "", "2.0.0.1", "6cb8b0e0fc51b2e45aead2d2c1e1fd09dd10267db2966e69aaab0de67319f826",
		map[string]platform{
			"linux/amd64":   {file: "libduckdb.so", member: "libduckdb_java.so_linux_amd64"},
			"linux/arm64":   {file: "libduckdb.so", member: "libduckdb_java.so_linux_arm64"},
			"darwin/arm64":  {file: "libduckdb.dylib", member: "libduckdb_java.so_macos_arm64"},
			"windows/amd64": {file: "duckdb.dll", member: "libduckdb_java.so_windows_amd64"},
		}},
}

// Releases are the names of the versions that analyse, the default first.
func Releases() (names []string) {
	for _, r := range releases {
		names = append(names, r.name)
	}
	return names
}

// among are the releases that may analyse: the one of a name, all for "".
func among(name string) []release {
	if name == "" {
		return releases
	}
	return slices.DeleteFunc(slices.Clone(releases), func(r release) bool { return r.name != name })
}

// Open loads the library of a release, or of any where name is "": the file that the user names, the one of the Node
// driver in the folder sqg runs in or above it, the one in the cache, or else one that npm or Maven fetches. Where name
// is "", the default release is fetched. log takes a line for --verbose.
func Open(ctx context.Context, name string, getenv func(string) string, log func(string)) (*Library, error) {
	able := among(name)
	if file := getenv(Variable); file != "" && unloadable == nil {
		l, err := load(file, able)
		if err != nil {
			return nil, &environment.Error{Msg: Variable + " does not name DuckDB's library: " + err.Error(),
				Hint: "name the library of DuckDB " + versionsOf(able)}
		}
		return l, nil
	}
	if l := installed(able, log); l != nil {
		return l, nil
	}
	file, err := fetched(ctx, able[0], getenv, log)
	if err != nil {
		return nil, err
	}
	l, err := load(file, able)
	if err != nil {
		return nil, &environment.Error{Msg: "cannot load DuckDB's library: " + err.Error(),
			Hint: "delete " + file + ", which is then fetched again"}
	}
	return l, nil
}

// versionsOf says which versions will do.
func versionsOf(able []release) string {
	versions := make([]string, len(able))
	for i, r := range able {
		versions[i] = r.version
	}
	return strings.Join(versions, " or ")
}

// here is the platform that this is.
func (r release) here() (platform, error) {
	p, ok := r.platforms[runtime.GOOS+"/"+runtime.GOARCH]
	switch {
	case unloadable != nil:
		return p, unloadable
	case !ok:
		return p, &environment.Error{Msg: "the library of DuckDB " + r.version + " is not available for " +
			runtime.GOOS + "/" + runtime.GOARCH,
			Hint: "build it there, and name it in " + Variable}
	}
	return p, nil
}

// Fetch fetches the library of a release into the cache, unless it is there, and returns its path.
func Fetch(name string) func(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	return func(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
		return fetched(ctx, among(name)[0], getenv, log)
	}
}

func fetched(ctx context.Context, r release, getenv func(string) string, log func(string)) (string, error) {
	p, err := r.here()
	if err != nil {
		return "", err
	}
	file, err := r.fetch(ctx, p, getenv(cache.Variable), log)
	if err == nil || ctx.Err() != nil {
		return file, err
	}
	packages := r.packages(p)
	return "", &environment.Error{Msg: "cannot get DuckDB's library: " + err.Error(),
		Hint: "run `" + packages[0].ByHand() + "` where there is a network, unpack it, and name the " +
			packages[0].Member + " in it in " + Variable}
}

// packages are those that have the library, the smallest first.
func (r release) packages(p platform) []fetch.Package {
	jar := fetch.Package{Client: fetch.Mvn, Name: "org.duckdb:duckdb_jdbc:" + r.jar,
		Archive: "duckdb_jdbc-" + r.jar + ".jar", Sum: r.jarSum, Member: p.member}
	if r.npm == "" {
		return []fetch.Package{jar}
	}
	return []fetch.Package{{Client: fetch.Npm, Name: bindings + p.npm + "@" + r.npm,
		Archive: "duckdb-node-bindings-" + p.npm + "-" + r.npm + ".tgz",
		Sum:     p.sum, Member: p.file}, jar}
}

// installed is the library of the Node driver, if one of a version that will do is there.
func installed(able []release, log func(string)) *Library {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		for _, r := range able {
			p, none := r.here()
			file := filepath.Join(dir, "node_modules", filepath.FromSlash(bindings+p.npm), p.file)
			if none != nil || p.npm == "" || fetch.IsFile(file) != nil {
				continue
			}
			if l, err := load(file, able); err == nil {
				return l
			}
			log(file + " is not DuckDB " + versionsOf(able))
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return nil
}

// fetch is the library's path in the cache.
func (r release) fetch(ctx context.Context, p platform, cacheDir string, log func(string)) (string, error) {
	root, err := cache.Dir(cacheDir)
	if err != nil {
		return "", err
	}
	home := filepath.Join(root, "duckdb", "v"+r.version+"-"+runtime.GOOS+"-"+runtime.GOARCH)
	return fetch.Once(ctx, home, p.file, r.packages(p), log)
}
