// Package importcmd is `sqg import`: a project out of one of another tool.
package importcmd

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/importer/sqlc"
	"github.com/sqg-dev/sqg/internal/write"
)

// Command makes `sqg import`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import TOOL [CONFIG]",
		Short: "Make a project out of one of sqlc",
		Long: "Make a project out of one of another tool, beside it: sqg.yaml and SQL files in the folder sqg. TOOL is sqlc, CONFIG its\n" +
			"configuration. Nothing of the other tool's is changed. What it leaves to you is listed, with the place.",
		Example: "  sqg import sqlc\n  sqg import sqlc service/sqlc.yaml",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] != "sqlc" || len(args) > 2 {
				return &app.UsageError{Msg: "import a project of which tool?", Hint: "sqg import sqlc [sqlc.yaml]"}
			}
			return nil
		},
	}
	var force bool
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that are there and differ")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		path := ""
		if len(args) == 2 {
			path = args[1]
		}
		return run(cmd.Context(), a, configOf(path), force)
	}
	return cmd
}

// configOf is the configuration that a path means: a file, or that of a folder.
func configOf(path string) string {
	if info, err := os.Stat(path); path != "" && (err != nil || !info.IsDir()) {
		return path
	}
	for _, name := range []string{"sqlc.yaml", "sqlc.yml", "sqlc.json"} {
		if at := filepath.Join(path, name); exists(at) {
			return at
		}
	}
	return filepath.Join(path, "sqlc.yaml")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func run(ctx context.Context, a *app.App, path string, force bool) error {
	report := app.Report{Command: "import"}
	project, diags := sqlc.Import(path)
	report.Diagnostics = diags
	if project == nil {
		return a.Finish(report, "")
	}
	r := refiner{app: a, project: project}
	if err := r.refine(ctx); err != nil {
		return err
	}
	report.Diagnostics = append(report.Diagnostics, r.diags...)
	if diag.Failed(report.Diagnostics) || len(project.Units) == 0 {
		return a.Finish(report, "")
	}
	texts := project.Texts()
	var files []write.File
	for name, text := range texts {
		files = append(files, write.File{Path: filepath.Join(filepath.Dir(path), filepath.FromSlash(name)), Text: text, Replace: force})
	}
	slices.SortFunc(files, func(a, b write.File) int { return strings.Compare(a.Path, b.Path) })
	outcomes, failed := write.Files(files)
	for i := range failed {
		if failed[i].Code == diag.ForeignFile {
			failed[i].Msg = strings.Replace(failed[i].Msg, "was not written by sqg, so it is left as it is", "is there already, with another text", 1)
			failed[i].Hint = "--force overwrites it"
		}
	}
	report.Files, report.Diagnostics = outcomes, append(report.Diagnostics, failed...)
	return a.Finish(report, "\n"+r.summary())
}
