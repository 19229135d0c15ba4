package bench

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// processor is the clock of a suite whose methods differ by less than what other programs on the machine take: the time
// that processors worked for a run, of its client and its server.
const processor = "processor"

// suitesFolder is where the suites are in the tree of benchmarks.
const suitesFolder = "suites"

// Suite is suite.yaml: what a folder of benchmarks measures, and how it is run. ${cargo}, ${go}, ${java}, ${javac},
// ${mvn}, ${node}, ${npm} and ${python} in commands are the tools of this machine.
type Suite struct {
	Name       string      `yaml:"-" json:"name"` // the folder's
	Title      string      `yaml:"title" json:"title"`
	About      string      `yaml:"about" json:"about"`
	Article    string      `yaml:"article" json:"article,omitempty"` // where the published figures are from
	Case       string      `yaml:"case" json:"case"`
	Language   string      `yaml:"language" json:"language"`
	Engine     string      `yaml:"engine" json:"engine,omitempty"` // where each operation has one of its own, nothing
	Unit       string      `yaml:"unit" json:"unit"`               // rows or calls: what a rate counts
	Clock      string      `yaml:"clock" json:"clock,omitempty"`   // processor: runs are measured by processor time
	Shared     []string    `yaml:"shared" json:"-"`                // other folders that belong to it
	Needs      []Need      `yaml:"needs" json:"needs,omitempty"`
	Server     string      `yaml:"server" json:"server,omitempty"` // postgres, or nothing
	Install    []Step      `yaml:"install" json:"-"`               // once
	Build      []Step      `yaml:"build" json:"-"`                 // before each run: generated code changes
	Run        Step        `yaml:"run" json:"-"`
	Sizes      Sizes       `yaml:"sizes" json:"sizes"`
	Runs       int         `yaml:"runs" json:"runs"`
	WarmUps    int         `yaml:"warm_ups" json:"warm_ups"`
	Operations []Operation `yaml:"operations" json:"operations"`
	Methods    []Method    `yaml:"methods" json:"methods"`
}

// Step is a command: its words.
type Step []string

// Sizes are the numbers of rows that are measured by default.
type Sizes struct {
	Full  []int `yaml:"full" json:"full"`
	Small []int `yaml:"small" json:"small"`
	All   []int `yaml:"all" json:"all,omitempty"` // with --all, where that is more than full
}

// Need is a tool of a least version.
type Need struct {
	Tool    string `yaml:"tool" json:"tool"`
	Version int    `yaml:"version" json:"version"`
}

// Operation is a thing that the methods compete in.
type Operation struct {
	ID    string `yaml:"id" json:"id"`
	Title string `yaml:"title" json:"title"`
	// Engine is where it happens, where a suite has operations of several engines.
	Engine string `yaml:"engine" json:"engine,omitempty"`
	Sizes  *Sizes `yaml:"sizes" json:"sizes,omitempty"` // its own, where the suite's do not fit
	// Published has the article's rates by the method's id and the number of rows.
	Published map[string]map[int]float64 `yaml:"published" json:"published,omitempty"`
}

// Method is a way to do an operation.
type Method struct {
	ID         string   `yaml:"id" json:"id"`
	Title      string   `yaml:"title" json:"title"`
	Driver     string   `yaml:"driver" json:"driver"`
	Generated  bool     `yaml:"generated" json:"generated"`
	Ceiling    bool     `yaml:"ceiling" json:"ceiling"`
	Operations []string `yaml:"operations" json:"operations,omitempty"` // all where there are none
	SlowFrom   int      `yaml:"slow_from" json:"slow_from,omitempty"`   // left out from so many rows on, unless --all
	Missing    string   `yaml:"missing" json:"missing,omitempty"`       // why it is not to be had anywhere
	Extension  bool     `yaml:"extension" json:"extension,omitempty"`   // it needs DuckDB's extension for PostgreSQL
	// Connections are how many it is measured over: one, unless it says more.
	Connections []int `yaml:"connections" json:"connections,omitempty"`
	// Needs are tools in versions that it needs beyond those of the suite: without them it does not take part.
	Needs []Need `yaml:"needs" json:"needs,omitempty"`
	Build []Step `yaml:"build" json:"-"` // what it needs built beside the suite, where it takes part
	// Code is where its code is: FILE#TEXT in the suite's folder, and once loaded, the file in the repository and the
	// text's line.
	Code string `yaml:"code" json:"code,omitempty"`
}

// Method finds one by its id.
func (s *Suite) Method(id string) *Method {
	i := slices.IndexFunc(s.Methods, func(m Method) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return &s.Methods[i]
}

// engineOf is where an operation happens.
func (s *Suite) engineOf(operation string) string {
	i := slices.IndexFunc(s.Operations, func(o Operation) bool { return o.ID == operation })
	if i < 0 {
		return s.Engine
	}
	return cmp.Or(s.Operations[i].Engine, s.Engine)
}

// Load reads all suites of a tree: each folder with a suite.yaml, in order of their names.
func Load(tree fs.FS) ([]*Suite, error) {
	files, err := fs.Glob(tree, suitesFolder+"/*/suite.yaml")
	if err != nil {
		return nil, err
	}
	var out []*Suite
	for _, file := range files {
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return nil, err
		}
		s := &Suite{Name: path.Base(path.Dir(file))}
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		if err = d.Decode(s); err == nil {
			err = errors.Join(s.check(), s.findCode(tree))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func (s *Suite) check() error {
	var errs []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	say(s.Title == "" || s.Case == "" || s.Language == "", "title, case and language are wanted")
	say(s.Unit != "rows" && s.Unit != "calls", "unit is rows or calls, not %q", s.Unit)
	say(s.Clock != "" && s.Clock != processor, "clock is %s or nothing, not %q", processor, s.Clock)
	say(len(s.Run) == 0 || s.Runs < 1 || len(s.Sizes.Full) == 0 || len(s.Sizes.Small) == 0,
		"run, runs and sizes are wanted")
	say(len(s.Methods) == 0 || len(s.Operations) == 0, "methods and operations are wanted")
	needs := slices.Clone(s.Needs)
	for _, m := range s.Methods {
		needs = append(needs, m.Needs...)
		say(m.ID == "" || m.Title == "" || m.Driver == "", "method %q needs id, title and driver", m.ID)
		for _, o := range m.Operations {
			say(!slices.Contains(s.operationIDs(), o), "method %q has the operation %q, which is not there", m.ID, o)
		}
	}
	for _, n := range needs {
		_, known := toolchains[n.Tool]
		say(!known, "there is no toolchain %q", n.Tool)
	}
	for _, o := range s.Operations {
		say((s.Engine == "") == (o.Engine == ""), "either the suite has an engine or its operation %q", o.ID)
		for id := range o.Published {
			say(s.Method(id) == nil, "operation %q has figures of %q, which is not a method", o.ID, id)
		}
	}
	return errors.Join(errs...)
}

// findCode turns each method's FILE#TEXT into a path with a line.
func (s *Suite) findCode(tree fs.FS) error {
	for i := range s.Methods {
		m := &s.Methods[i]
		if m.Code == "" {
			continue
		}
		file, text, _ := strings.Cut(m.Code, "#")
		file = path.Join(s.folder(), file)
		all, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		before, _, found := strings.Cut(string(all), text)
		if !found {
			return fmt.Errorf("method %q: %s has no %q", m.ID, file, text)
		}
		m.Code = fmt.Sprintf("bench/%s#L%d", file, 1+strings.Count(before, "\n"))
	}
	return nil
}

// Extension is whether a method needs DuckDB's extension for PostgreSQL.
func (s *Suite) Extension() bool {
	return slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Extension })
}

func (s *Suite) methodIDs() []string {
	var out []string
	for _, m := range s.Methods {
		out = append(out, m.ID)
	}
	return out
}

func (s *Suite) operationIDs() []string {
	var out []string
	for _, o := range s.Operations {
		out = append(out, o.ID)
	}
	return out
}

// folders are what belongs to the suite, as paths in the tree.
func (s *Suite) folders() []string { return append([]string{s.folder()}, s.Shared...) }

func (s *Suite) folder() string { return suitesFolder + "/" + s.Name }

// digest tells one state of the suite's files from another.
func (s *Suite) digest(tree fs.FS) (string, error) {
	h := sha256.New()
	err := s.walk(tree, func(file string, text []byte) error {
		fmt.Fprintf(h, "%s %d\n", file, len(text))
		h.Write(text)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}

// unpack writes the suite's files below a folder.
func (s *Suite) unpack(tree fs.FS, dir string) error {
	return s.walk(tree, func(file string, text []byte) error {
		to := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
}

func (s *Suite) walk(tree fs.FS, visit func(file string, text []byte) error) error {
	for _, folder := range s.folders() {
		err := fs.WalkDir(tree, folder, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(tree, file)
			if err != nil {
				return err
			}
			return visit(file, text)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// expand puts the tools' paths into a command.
func (s Step) expand(tools map[string]string) []string {
	out := make([]string, len(s))
	for i, word := range s {
		for tool, path := range tools {
			word = strings.ReplaceAll(word, "${"+tool+"}", path)
		}
		out[i] = word
	}
	return out
}
