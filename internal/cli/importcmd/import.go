// Package importcmd is `sqg import`: a project out of one of another tool.
package importcmd

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/importer/pgtyped"
	"github.com/sqg-dev/sqg/internal/importer/sqlc"
	"github.com/sqg-dev/sqg/internal/importer/sqldelight"
	"github.com/sqg-dev/sqg/internal/importer/sqlx"
	"github.com/sqg-dev/sqg/internal/write"
)

// tool is one whose projects sqg imports.
type tool struct {
	name    string
	configs []string // what its configuration may be called; none where it is that of a build, and a folder is read
	schema  bool     // it takes --schema, since the tool asks a database
	claims  bool     // sqg reads what its generated code says of NULL
	// read makes a project of it; nil where files are rewritten in their place.
	read func(config string, schema []string) (*importer.Project, []diag.Diagnostic)
}

var tools = []tool{
	{"sqlc", []string{"sqlc.yaml", "sqlc.yml", "sqlc.json"}, false, true, sqlc.Import},
	{"sqlx", []string{"Cargo.toml"}, true, true, sqlx.Import},
	{"sqldelight", nil, false, false, sqldelight.Import},
	{"pgtyped", []string{"config.json", "pgtyped.json"}, true, true, pgtyped.Import},
	{"sqg-0.x", []string{"sqg.yaml"}, false, false, nil},
}

// Command makes `sqg import`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import TOOL [CONFIG]",
		Short: "Make a project out of one of sqlc, SQLx, PgTyped, SQLDelight or SQG 0.x",
		Long: "Make a project out of one of another tool, beside it: sqg.yaml and SQL files in the folder sqg. TOOL is sqlc, sqlx,\n" +
			"pgtyped or sqldelight, CONFIG its configuration, or the folder that has it. Nothing of the other tool's is changed. What it leaves to you is listed, with the place.\n" +
			"With sqg-0.x, the files of a project of SQG 0.x are rewritten in their place.",
		Example: "  sqg import sqlc\n  sqg import sqlc service/sqlc.yaml\n  sqg import sqlx path/to/crate\n  sqg import pgtyped --schema migrations\n  sqg import sqlc --check\n  sqg import sqg-0.x",
	}
	var force, check bool
	var schema []string
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that are there and differ")
	cmd.Flags().BoolVar(&check, "check", false,
		"write nothing: list the columns of whose NULL sqg says something else than the other tool's generated code")
	cmd.Flags().StringSliceVar(&schema, "schema", nil,
		"`files` or folders that make the schema, where the tool asks a database for it")
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 || len(args) > 2 || toolOf(args[0]) == nil {
			return &app.UsageError{Msg: "import a project of which tool?",
				Hint: "sqg import sqlc, sqlx, sqldelight, sqg-0.x, or pgtyped --schema migrations"}
		}
		if len(schema) > 0 && !toolOf(args[0]).schema {
			return &app.UsageError{Msg: args[0] + " knows where the schema is", Hint: "leave out --schema"}
		}
		if check && !toolOf(args[0]).claims {
			return &app.UsageError{Msg: "sqg does not read the generated code of " + args[0], Hint: "leave out --check"}
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, path := toolOf(args[0]), ""
		if len(args) == 2 {
			path = args[1]
		}
		if t.read == nil {
			config, _ := t.config(path)
			return upgraded(cmd.Context(), a, config)
		}
		if check {
			return compare(cmd.Context(), a, t, path, schema)
		}
		return run(cmd.Context(), a, t, path, schema, force)
	}
	return cmd
}

func toolOf(name string) *tool {
	for i := range tools {
		if tools[i].name == name {
			return &tools[i]
		}
	}
	return nil
}

// config is the configuration that a path means, a file or that of a folder, and the folder of the project.
func (t *tool) config(path string) (config, dir string) {
	if len(t.configs) == 0 {
		return cmp.Or(path, "."), cmp.Or(path, ".")
	}
	if info, err := os.Stat(path); path != "" && (err != nil || !info.IsDir()) {
		return path, filepath.Dir(path)
	}
	for _, name := range t.configs {
		if _, err := os.Stat(filepath.Join(path, name)); err == nil {
			return filepath.Join(path, name), cmp.Or(path, ".")
		}
	}
	return filepath.Join(path, t.configs[0]), cmp.Or(path, ".")
}

// files are a project's, below a folder.
func files(p *importer.Project, dir string, replace bool) (list []write.File) {
	for name, text := range p.Texts() {
		list = append(list, write.File{Path: filepath.Join(dir, filepath.FromSlash(name)), Text: text, Replace: replace,
			Foreign: "is there already, with another text", Hint: "--force overwrites it"})
	}
	slices.SortFunc(list, func(a, b write.File) int { return strings.Compare(a.Path, b.Path) })
	return list
}

func run(ctx context.Context, a *app.App, t *tool, path string, schema []string, force bool) error {
	config, dir := t.config(path)
	project, diags := t.read(config, schema)
	report := app.Report{Command: "import", Diagnostics: diags}
	if project == nil {
		return a.Finish(report, "")
	}
	r := refiner{app: a, project: project}
	if len(project.Units) > 0 {
		if err := r.refine(ctx); err != nil {
			return err
		}
	}
	report.Diagnostics = append(report.Diagnostics, r.diags...)
	report.Diagnostics = append(report.Diagnostics, nothing(project, config)...)
	if diag.Failed(report.Diagnostics) {
		return a.Finish(report, "")
	}
	outcomes, failed := write.Files(files(project, dir, force))
	report.Files, report.Diagnostics = outcomes, append(report.Diagnostics, failed...)
	return a.Finish(report, "\n"+r.summary(dir))
}

// nothing is the error of a project of which nothing is left.
func nothing(p *importer.Project, config string) []diag.Diagnostic {
	if len(p.Units) > 0 {
		return nil
	}
	return []diag.Diagnostic{{Code: diag.NoFiles,
		Msg: "there is nothing in " + filepath.ToSlash(config) + " that sqg can import"}}
}
