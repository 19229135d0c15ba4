// Package generate is `sqg [sqg.yaml]`: compile and write, or with --validate compile only.
package generate

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/write"
)

// Setup makes cmd generate, as the root command and `sqg generate` do.
func Setup(cmd *cobra.Command, a *app.App) {
	validate := cmd.Flags().Bool("validate", false, "check sqg.yaml and the SQL, write nothing")
	ifChanged := cmd.Flags().Bool("if-changed", false,
		"do nothing where sqg.yaml, the SQL and the generated files are as the last run left them")
	generator := cmd.Flags().StringP("generator", "g", "",
		"print what this `language/engine[/driver]` makes of SQL files, which are the arguments then")
	app.ProjectFlags(cmd, a)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("generator") {
			return printed(cmd.Context(), a, *generator, args)
		}
		path := app.ConfigPath(args)
		switch {
		case *validate:
			return run(cmd.Context(), a, path, Validate)
		case *ifChanged:
			return generateIfChanged(cmd.Context(), a, path)
		}
		return run(cmd.Context(), a, path, Generate)
	}
}

// SetupValidate makes cmd check, as --validate does.
func SetupValidate(cmd *cobra.Command, a *app.App) {
	app.ProjectFlags(cmd, a)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return run(cmd.Context(), a, app.ConfigPath(args), Validate)
	}
}

// step is what the command does with a project.
type step func(ctx context.Context, a *app.App, path string, cache *compile.Cache) (app.Report, string, error)

func run(ctx context.Context, a *app.App, path string, do step) error {
	report, summary, err := do(ctx, a, path, nil)
	if err != nil {
		return err
	}
	return a.Finish(report, summary)
}

func generateIfChanged(ctx context.Context, a *app.App, path string) error {
	s := newStamp(a, path)
	if files, same := s.unchanged(); same {
		return a.Finish(app.Report{Command: "generate", Files: files}, "up to date: "+app.Plural(len(files), "file"))
	}
	report, said, err := Generate(ctx, a, path, nil)
	if err != nil {
		return err
	}
	if app.Count(report.Diagnostics) == "" {
		s.keep(report.Files)
	}
	return a.Finish(report, said)
}

// Generate compiles a project and writes its files unless there is an error.
func Generate(ctx context.Context, a *app.App, path string, cache *compile.Cache) (app.Report, string, error) {
	r := app.Report{Command: "generate"}
	p, err := a.Compile(ctx, path, cache)
	if err != nil {
		return r, "", err
	}
	if !p.Diags.Failed() {
		for _, o := range write.Leftovers(p.Files()) {
			d := app.Stale(o, path)
			d.Severity = diag.Warning
			p.Diags.Add(d)
		}
	}
	if !p.Diags.Failed() {
		end := a.Stage("write")
		outcomes, diags := write.Files(p.Files())
		end()
		p.Diags.Add(diags...)
		r.Files = outcomes
	}
	r.Diagnostics = p.Diags.All()
	return r, summary(r.Files), nil
}

// Validate does everything that Generate does but write.
func Validate(ctx context.Context, a *app.App, path string, cache *compile.Cache) (app.Report, string, error) {
	r := app.Report{Command: "validate"}
	p, err := a.Compile(ctx, path, cache)
	if err != nil {
		return r, "", err
	}
	said := ""
	if !p.Diags.Failed() {
		_, diags := write.Check(p.Files())
		p.Diags.Add(diags...)
		said = fmt.Sprintf("valid: %s in %s", app.Plural(p.Statements(), "statement"),
			app.Plural(len(p.Config.Units), "unit"))
	}
	r.Diagnostics = p.Diags.All()
	return r, said, nil
}

// summary counts files by what became of them: "3 files: 1 created, 2 unchanged".
func summary(files []write.Outcome) string {
	var parts []string
	for _, s := range []write.State{write.Created, write.Updated, write.Unchanged} {
		n := 0
		for _, f := range files {
			if f.State == s {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if len(parts) == 0 {
		return "nothing to generate"
	}
	return app.Plural(len(files), "file") + ": " + strings.Join(parts, ", ")
}
