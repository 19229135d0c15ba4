// Package config reads sqg.yaml into a strict, typed Config. One table of keys (keys.go) drives the checks, the JSON
// Schema and the reference in docs/configuration.md.
package config

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// DefaultPath is the file that sqg reads where none is named.
const DefaultPath = "sqg.yaml"

// Config is a valid sqg.yaml. Paths are ready to open: relative ones stand under Dir.
type Config struct {
	File    *source.File // passwords in URLs are masked
	Dir     string       // the folder of sqg.yaml, as the user gave it
	Name    string
	Units   []Unit
	Sources []Source
	Strict  bool // warnings are errors

	DuckDB string // the release of DuckDB that analyses; "" for what is at hand

	Functions        []ir.Function // that programs register with SQLite
	Collations       []string      // the same
	DuckDBExtensions []string      // names, or files to open

	Extensions []string // of PostgreSQL, that sqg installs as a superuser before any script runs
	Unsafe     []string // names of the schema blocks that run as a superuser
}

// Unit is one entry of sql: files that share one schema, in order.
type Unit struct {
	Name     string
	Project  string   // default project of the migrations table: the config's name, of a unit of another name name/unit
	Patterns []string // files: as written
	Files    []InputFile
	Gens     []Gen
	Analysis
	Span source.Span
}

// Rename gives a table another name in its types.
type Rename struct {
	Table, Name string
	Span        source.Span
}

// Analysis is what a unit says of how its statements are read.
type Analysis struct {
	Finite    bool // no column of the schema holds infinity as a date or time
	AsWritten bool // a program sends stars as they are written, not the names of their columns
	NoModels  bool // statements share no row type but by :result=
	DuckLake  bool // DuckDB's tables are in a DuckLake
	Rename    []Rename
}

// InputFile is an SQL file of a unit.
type InputFile struct {
	Path string // to open, and to show in messages
	Name string // relative to sqg.yaml, slash separated: the same wherever sqg is started from
}

// Gen is one output of a unit.
type Gen struct {
	Target  *target.Target
	Name    string // of the class and the file where the config gives one; "" for the unit's
	Dir     string // output folder
	File    string // file name in Dir where the config names one; "" leaves it to the generator
	Options plan.Options
	Span    source.Span // of generator:
	Output  source.Span // of output:
}

// Source is an entry of sources: a data file, or a database of another type.
type Source struct {
	Name   string
	Type   string // "file", or "postgres"
	Path   string // as written; Type "file" only
	Sample string // of a data file: one that sqg reads in its place; "" for none
	URL    string // with environment variables filled in; may hold a password
	Mode   string // "read-write" where programs may change the database
	Span   source.Span
}

// File is the path of the data file that sqg reads, from where it runs; dir is the folder of sqg.yaml.
func (s Source) File(dir string) string {
	name := cmp.Or(s.Sample, s.Path)
	if filepath.IsAbs(name) || strings.Contains(name, "://") {
		return name
	}
	return filepath.ToSlash(filepath.Join(dir, name))
}

// Load reads and checks a sqg.yaml; env looks up environment variables. Without trust, the file may be a stranger's: it
// keeps to its project. The Config is nil where there are errors.
func Load(path string, env func(string) string, trust bool) (*Config, []diag.Diagnostic) {
	return LoadBy(source.Read, path, env, trust)
}

// LoadBy is Load of a text that read has: an editor's may not be saved yet.
func LoadBy(read source.Reader, path string, env func(string) string, trust bool) (*Config, []diag.Diagnostic) {
	file, err := read(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, []diag.Diagnostic{{
				Code: diag.ConfigSyntax, Msg: "there is no file " + filepath.ToSlash(path),
				Hint: "`sqg init` makes a project; `sqg PATH/sqg.yaml` reads one from another folder",
			}}
		}
		return nil, []diag.Diagnostic{diag.Unreadable(path, err)}
	}
	c := &checker{shown: maskPasswords(file)}
	root := c.parse(file.Text)
	var cfg *Config
	if root != nil {
		if v := c.check(root, topLevel, "sqg.yaml"); v != nil {
			b := &builder{checker: c, env: env, dir: filepath.Dir(path), trust: trust}
			b.root = projectRoot(b.dir)
			cfg = b.config(v)
		}
	}
	if diag.Failed(c.diags) {
		return nil, c.diags
	}
	return cfg, c.diags
}

// Patterns lists the files: of all units as they are written, whatever else is wrong with the sqg.yaml: what a watch
// waits for.
func Patterns(path string) []string {
	file, err := source.Read(path)
	if err != nil {
		return nil
	}
	c := &checker{shown: file}
	var out []string
	if root := c.parse(file.Text); root != nil {
		for _, unit := range c.check(root, topLevel, "").list("sql") {
			for _, p := range unit.list("files") {
				if p != nil {
					out = append(out, p.text)
				}
			}
		}
	}
	return out
}
