package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/target"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

// ConfigPath is the sqg.yaml that a command's arguments mean: the one named, that of the folder named, or that of the
// current folder.
func ConfigPath(args []string) string {
	if len(args) == 0 {
		return config.DefaultPath
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return filepath.Join(args[0], config.DefaultPath)
	}
	return args[0]
}

// Project is a compiled sqg.yaml.
type Project struct {
	Config *config.Config  // nil where sqg.yaml has errors
	Result *compile.Result // nil where Config is
	Diags  diag.List
}

// Options of a compiler's run on this machine. What an engine says of its server is for --verbose.
func (a *App) Options(progress func(done, total int)) compile.Options {
	log := func(line string) {
		if a.Verbose && !a.JSON {
			fmt.Fprintln(a.Err, line)
		}
	}
	return compile.Options{Version: version.Version, Progress: progress, Getenv: a.Env, Log: log, Review: a.Review}
}

// Compile loads and compiles a project. cache may be nil. The error is Interrupted where ctx was cancelled.
func (a *App) Compile(ctx context.Context, path string, cache *compile.Cache) (*Project, error) {
	a.Config = path
	p := &Project{Diags: diag.List{Strict: a.Strict}}
	end := a.Stage("config")
	cfg, diags := config.Load(path, a.Env, a.Trust)
	end()
	p.Diags.Add(diags...)
	if cfg == nil {
		return p, nil
	}
	p.Diags.Strict = a.Strict || cfg.Strict
	return p, a.compile(ctx, p, cfg, cache)
}

// CompileFiles compiles SQL files for a generator, without a sqg.yaml.
func (a *App) CompileFiles(ctx context.Context, t *target.Target, files []string) (*Project, error) {
	p := &Project{Diags: diag.List{Strict: a.Strict}}
	return p, a.compile(ctx, p, config.Of(t, files), nil)
}

func (a *App) compile(ctx context.Context, p *Project, cfg *config.Config, cache *compile.Cache) error {
	p.Config = cfg
	show, clear := a.Progress()
	opts := a.Options(show)
	opts.Cache, opts.Stage = cache, a.Stage
	p.Result = compile.Run(ctx, cfg, opts)
	clear()
	if ctx.Err() != nil {
		return Interrupted
	}
	p.Diags.Add(p.Result.Diags.All()...)
	return nil
}

// Files are the project's outputs; only complete where no diagnostic is an error.
func (p *Project) Files() []write.File {
	files := make([]write.File, len(p.Result.Files))
	for i, f := range p.Result.Files {
		files[i] = write.File{Path: f.Path, Text: f.Text, Span: f.Span}
	}
	return files
}

// Stale says what is wrong with an output on disk.
func Stale(o write.Outcome, config string) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.StaleOutput, Msg: fmt.Sprintf("%s is %s", o.Path, o.State),
		Hint: "run `sqg " + config + "`"}
	switch {
	case o.State == write.Extra:
		d.Msg, d.Hint = o.Path+" is left over: "+o.Reason, "delete it"
	case o.Reason != "":
		d.Msg += ": " + o.Reason
	}
	return d
}

// Statements counts the queries of a project.
func (p *Project) Statements() int {
	n := 0
	for _, m := range p.Result.Models {
		n += len(m.Queries)
	}
	return n
}
