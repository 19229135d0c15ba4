// Package mcp is `sqg mcp`: what sqg knows of a project, as tools of the Model Context Protocol on standard input and
// output, or on a socket of this machine. Nothing is written, and nothing outside of the project is read.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/cli/loopback"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/version"
)

// Command makes `sqg mcp`.
func Command(a *app.App) *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "mcp [sqg.yaml]",
		Short: "Serve a project's tools by the Model Context Protocol, on standard input and output",
		Long: "Serve what sqg knows of a project as tools of the Model Context Protocol, on standard input and output: its\n" +
			"statements, its schema, a check of a text in the place of a file, what becomes of a statement, and what it returns on\n" +
			"TESTDATA. Nothing is written.",
		Args: app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			p := &project{app: a, path: app.ConfigPath(args), cache: compile.NewCache()}
			var err error
			if address != "" {
				err = p.listen(cmd.Context(), address)
			} else {
				err = p.server().Run(cmd.Context(),
					&mcp.IOTransport{Reader: io.NopCloser(a.In), Writer: unclosed{a.Out}})
			}
			if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
				err = nil // how a client leaves
			}
			return errors.Join(err, p.cache.Close())
		},
	}
	cmd.Flags().StringVar(&address, "listen", "",
		"serve by HTTP on an `address` of this machine, such as 127.0.0.1:0, to who knows the token that it prints")
	app.TrustFlag(cmd, a)
	return cmd
}

// listen serves by streamable HTTP until ctx ends.
func (p *project) listen(ctx context.Context, address string) error {
	l, token, err := loopback.Listen(address, "http://", p.app.Env, p.app.Err)
	if err != nil {
		return err
	}
	server := p.server()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	known := func(given string) bool { return loopback.Same(token, given) }
	h := &http.Server{Handler: loopback.Guard(known, "the token that sqg mcp has printed is missing", handler)}
	defer context.AfterFunc(ctx, func() { h.Close() })()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// unclosed is a stream that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// project is the one that is served. Its scratch databases are kept between calls.
type project struct {
	app  *app.App
	path string

	mu    sync.Mutex
	cache *compile.Cache
}

// server has a tool for each question.
func (p *project) server() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "sqg", Title: "SQG", Version: version.Version}, &mcp.ServerOptions{
		Instructions: "SQG compiles annotated SQL into typed code; a real database engine checks every statement. Look at `project` and `schema`, " +
			"write the SQL, `check` the text before you save it, `explain` what becomes of it, and `run_on_testdata` what it returns. " +
			"Generate with the command `sqg`. `search_docs` finds how something is written."})
	p.add(s)
	resources(s)
	prompts(s)
	return s
}

// add adds the tools.
func (p *project) add(s *mcp.Server) {
	tool(s, "project",
		"The project: its units with their engines, generators and SQL files, and the statements of each file.",
		answer(p, of(p, ask.Units)))
	tool(s, "schema",
		"The tables of the schema that the migrations make: columns with their types, whether they can be NULL, defaults and keys.", answer(p, of(p, ask.Tables)))
	tool(s, "check",
		"What is wrong with the project, with places and what to do; with `file` and `text`, as if the file had that text. Nothing is saved.",
		answer(p, p.check))
	tool(s, "explain",
		"What becomes of a statement or of a table with an appender: parameters, columns with what proves them NOT NULL, final SQL of each "+
			"generator, how `:bulk` runs, the engine's own plan.", answer(p, of(p, ask.Explain)))
	tool(s, "generate", "The code of one statement, for each generator or those of a language. Nothing is written.",
		answer(p, of(p, ask.Generate)))
	tool(s, "run_on_testdata",
		"What a statement returns or changes on the rows of TESTDATA, in a scratch database and for 5 seconds at most. It is rolled back. "+
			"No database of the user is touched.", answer(p, of(p, ask.Run)))
	tool(s, "variants",
		"The texts that a statement with optional parts and choices can have, and what is given for each.",
		answer(p, of(p, ask.Variants)))
	tool(s, "search_docs", "Sections of sqg's documentation that have the words.", answer(p, searchDocs))
	tool(s, "explain_error", "The page of a diagnostic's code: what it means, an example, what to do.",
		answer(p, explainError))
}

// withSteps has a schema for the steps of a plan, which have steps: the library makes none of such a type.
func withSteps() *jsonschema.ForOptions {
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[engine.Step](): {Type: "object", Required: []string{"title"},
			Description: "a step of the plan, with its details, what it costs and the steps within"},
	}}
}

// tool adds a tool that reads only.
func tool[In, Out any](s *mcp.Server, name, description string, f mcp.ToolHandlerFor[In, Out]) {
	schema, err := jsonschema.For[Out](withSteps())
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err)) // of a type of ours
	}
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: description, OutputSchema: schema,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)}}, f)
}

// answer makes a tool of a function. One call is answered at a time: they share the scratch databases.
func answer[In, Out any](p *project, f func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (result *mcp.CallToolResult, out Out, err error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		defer func() {
			if fault := recover(); fault != nil {
				err = fmt.Errorf("a fault of sqg: %v", fault)
			}
		}()
		out, err = f(ctx, in)
		return nil, out, ask.Said(err)
	}
}

// of asks of the project as it is saved.
func of[In, Out any](p *project, f func(context.Context, ask.Project, In) (Out, error)) func(context.Context, In) (Out,
	error) {
	return func(ctx context.Context, in In) (out Out, err error) {
		saved, err := p.saved()
		if err != nil {
			return out, err
		}
		return f(ctx, saved, in)
	}
}

// saved is the project as it is on disk.
func (p *project) saved() (ask.Project, error) {
	cfg, found := p.load(source.Read)
	if cfg == nil {
		return ask.Project{}, ask.Known{Diags: found}.Wrong(nil)
	}
	return ask.Project{Config: cfg, Options: p.options(source.Read)}, nil
}

func (p *project) load(read source.Reader) (*config.Config, diag.List) {
	var found diag.List
	cfg, diags := config.LoadBy(read, p.path, p.app.Env, p.app.Trust)
	found.Add(diags...)
	return cfg, found
}

func (p *project) options(read source.Reader) compile.Options {
	return compile.Options{Version: version.Version, Getenv: p.app.Env, Read: read, Cache: p.cache}
}

// name is a path as the project has it: relative to the folder of sqg.yaml.
func (p *project) name(path string) string {
	if rel, err := filepath.Rel(filepath.Dir(p.path), path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}
