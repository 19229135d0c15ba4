// Package mcp is `sqg mcp`: what sqg knows of a project, as tools of the Model Context Protocol on standard input and
// output. Nothing is written, and nothing outside of the project is read.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/version"
)

// Command makes `sqg mcp`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp [sqg.yaml]",
		Short: "Serve a project's tools by the Model Context Protocol, on standard input and output",
		Long: "Serve what sqg knows of a project as tools of the Model Context Protocol, on standard input and output: its\n" +
			"statements, its schema, a check of a text in the place of a file, and what becomes of a statement. Nothing is written.",
		Args: app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			p := &project{app: a, path: app.ConfigPath(args), cache: compile.NewCache()}
			err := p.server().Run(cmd.Context(), &mcp.IOTransport{Reader: io.NopCloser(a.In), Writer: unclosed{a.Out}})
			if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
				err = nil // how a client leaves
			}
			return errors.Join(err, p.cache.Close())
		},
	}
	app.TrustFlag(cmd, a)
	return cmd
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
			"write the SQL, `check` the text before you save it, and `explain` what becomes of it. Generate with the command `sqg`."})
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)}
	mcp.AddTool(s, &mcp.Tool{Name: "project", Annotations: reads,
		Description: "The project: its units with their engines, generators and SQL files, and the statements of each file."}, answer(p, p.project))
	mcp.AddTool(s, &mcp.Tool{Name: "schema", Annotations: reads,
		Description: "The tables of the schema that the migrations make: columns with their types, whether they can be NULL, defaults and keys."}, answer(p, p.schema))
	mcp.AddTool(s, &mcp.Tool{Name: "check", Annotations: reads,
		Description: "What is wrong with the project, with places and what to do; with `file` and `text`, as if the file had that text. Nothing is saved."},
		answer(p, p.check))
	mcp.AddTool(s, &mcp.Tool{Name: "explain", Annotations: reads,
		Description: "What becomes of a statement or of a table with an appender: parameters, columns with what proves them NOT NULL, final SQL of each " +
			"generator, the engine's own plan."}, answer(p, p.explain))
	return s
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
		var usage *app.UsageError
		if errors.As(err, &usage) && usage.Hint != "" {
			err = fmt.Errorf("%s (%s)", usage.Msg, usage.Hint)
		}
		return nil, out, err
	}
}

// compiled is the project with a text in the place of a file.
type compiled struct {
	config *config.Config
	result *compile.Result
	diags  diag.List
}

// compile compiles the project as far as the models, or with code to the end; read has its files.
func (p *project) compile(ctx context.Context, read source.Reader, opts compile.Options, code bool) compiled {
	var out compiled
	cfg, diags := config.LoadBy(read, p.path, p.app.Env, p.app.Trust)
	out.diags.Add(diags...)
	if cfg == nil {
		return out
	}
	out.config, out.diags.Strict = cfg, cfg.Strict
	opts.Version, opts.Getenv, opts.Read, opts.Cache = version.Version, p.app.Env, read, p.cache
	run := compile.Run
	if !code {
		run = func(ctx context.Context, cfg *config.Config, opts compile.Options) *compile.Result {
			return compile.Models(ctx, cfg, "", opts)
		}
	}
	out.result = run(ctx, cfg, opts)
	out.diags.Add(out.result.Diags.All()...)
	return out
}

// known is the project as it is saved, as far as the models. What is right is known where other things are wrong.
func (p *project) known(ctx context.Context, opts compile.Options) (compiled, error) {
	c := p.compile(ctx, source.Read, opts, false)
	if c.config == nil {
		return c, c.wrong(nil)
	}
	return c, nil
}

// wrong is why a question has no answer: something is wrong with the project, or else err.
func (c compiled) wrong(err error) error {
	if !c.diags.Failed() {
		return err
	}
	return &app.UsageError{Msg: "the project has " + app.Count(c.diags.All()), Hint: "`check` lists what is wrong"}
}

// name is a path as the project has it: relative to the folder of sqg.yaml.
func (p *project) name(path string) string {
	if rel, err := filepath.Rel(filepath.Dir(p.path), path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}
