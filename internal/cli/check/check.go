// Package check is `sqg check`: do the generated files agree with the SQL?
package check

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/write"
)

// Command makes `sqg check`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [sqg.yaml]",
		Short: "Fail where generated files are stale, missing or left over",
		Args:  app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), a, app.ConfigPath(args))
		},
	}
	app.StrictFlag(cmd, a)
	return cmd
}

func run(ctx context.Context, a *app.App, path string) error {
	p, err := a.Compile(ctx, path, nil)
	if err != nil {
		return err
	}
	r := app.Report{Command: "check"}
	summary := ""
	if !p.Diags.Failed() {
		files := p.Files()
		outcomes, diags := write.Check(files)
		p.Diags.Add(diags...)
		r.Files = outcomes
		for _, o := range outcomes {
			p.Diags.Add(app.Stale(o, path))
		}
		summary = "up to date: " + app.Plural(len(files), "file")
	}
	r.Diagnostics = p.Diags.All()
	return a.Finish(r, summary)
}
