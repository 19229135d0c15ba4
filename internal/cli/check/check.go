// Package check is `sqg check`: do the generated files agree with the SQL?
package check

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/write"
)

// Command makes `sqg check`.
func Command(a *app.App) *cobra.Command {
	var diff bool
	cmd := &cobra.Command{
		Use:   "check [sqg.yaml]",
		Short: "Fail where generated files are stale, missing or left over",
		Args:  app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), a, app.ConfigPath(args), diff)
		},
	}
	app.ProjectFlags(cmd, a)
	cmd.Flags().BoolVar(&diff, "diff", false, "show what would change in stale files")
	return cmd
}

func run(ctx context.Context, a *app.App, path string, diff bool) error {
	a.Review = true
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
		for i, o := range outcomes {
			p.Diags.Add(app.Stale(o, path))
			switch {
			case diff && a.JSON:
				outcomes[i].Diff = o.Unified()
			case diff:
				fmt.Fprint(a.Out, o.Unified())
			}
		}
		summary = "up to date: " + app.Plural(len(files), "file")
	}
	r.Diagnostics = p.Diags.All()
	return a.Finish(r, summary)
}
