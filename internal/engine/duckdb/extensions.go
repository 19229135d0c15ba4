package duckdb

import (
	"context"
	"fmt"
	"regexp"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
)

// loadExtensions loads those that the project names, before the scratch database is shut off. One that opens files or
// connections by itself would not be held by that: it is left to the program.
func (s *session) loadExtensions(ctx context.Context) error {
	for _, name := range s.host.env.DuckDBExtensions {
		var err error
		switch e := extension.Named(name); {
		case e == nil:
			err = s.loadFile(ctx, name, "name the file of DuckDB "+s.conn.Version()+" for this machine in sqg.yaml")
		case e.Opens == "":
			err = s.loadNamed(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadNamed loads an extension, after those that it needs.
func (s *session) loadNamed(ctx context.Context, e *extension.Extension) error {
	for _, name := range e.Needs {
		if err := s.loadNamed(ctx, extension.Named(name)); err != nil {
			return err
		}
	}
	if in, err := s.builtIn(ctx, e.Name); in || err != nil {
		return err
	}
	file, err := e.Find(ctx, s.conn.Version(), s.host.env.Getenv, s.host.env.Log)
	if err != nil {
		return engine.OfEnvironment(err)
	}
	return s.loadFile(ctx, file,
		"it is not the extension "+e.Name+" of DuckDB "+s.conn.Version()+" for this machine: "+e.Mend())
}

// builtIn reports whether DuckDB has an extension loaded, as it has those that its library brings.
func (s *session) builtIn(ctx context.Context, name string) (in bool, err error) {
	err = s.each(ctx, "SELECT extension_name FROM duckdb_extensions() WHERE loaded",
		func(r row) { in = in || r.text(0) == name })
	return in, err
}

func (s *session) loadFile(ctx context.Context, file, hint string) error {
	if err := s.exec(ctx, "LOAD "+literal(file)); err != nil {
		return &engine.Error{Msg: "DuckDB cannot load " + file + ": " + firstLine(err), Offset: -1, Hint: hint}
	}
	return nil
}

// ofExtension is DuckDB's message of what an extension has that is not loaded: what it is, its name, the extension's.
var ofExtension = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\w+) ?(?i:function)? with name "?([^" ]+)"? is not in the catalog, but it exists in the (\w+) extension`)
})

// stubs are macros that stand for functions while statements are analysed.
var stubs = map[string]string{"Scalar": "CREATE MACRO %s(a) AS NULL::DOUBLE",
	"Table": "CREATE MACRO %s(a) AS TABLE SELECT NULL::DOUBLE AS b"}

// extension tells what to do about a function or type of an extension that is not loaded.
func (f failure) extension(text string) error {
	of := ofExtension().FindStringSubmatch(f.Message)
	if of == nil {
		return nil
	}
	out := &engine.Error{Msg: of[2] + " is of DuckDB's extension " + of[3] + ", which sqg.yaml does not name",
		Offset: f.place(text),
		Hint:   "add it there: duckdb: {extensions: [" + of[3] + "]}"}
	e := extension.Named(of[3])
	if e != nil && e.Opens == "" {
		return out
	}
	out.Msg = of[2] + " is of DuckDB's extension " + of[3] + ", which sqg does not load"
	if e != nil {
		out.Msg += " because it opens " + e.Opens + " by itself"
	}
	out.Hint = "run the statement through the driver"
	if stub := stubs[of[1]]; stub != "" {
		out.Hint = "write a macro in its place for the analysis, with its parameters and types, in a TESTDATA: " +
			fmt.Sprintf(stub, of[2]) +
			"; the program loads " + of[3] + " where it opens the connection"
	}
	return out
}
