// Package inspect is `sqg inspect`: the analysed model as JSON, the contract for plugins and tools.
package inspect

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
)

// Command makes `sqg inspect`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inspect [sqg.yaml | --engine E FILE.sql…]",
		Short: "Print the analysed model as JSON, write nothing",
		Long: "Print the analysed model as JSON: statements with the types and nullability of their parameters and columns,\n" +
			"and what proves them. The schema is docs/inspect.schema.json. With --engine it reads bare SQL files.",
	}
	engine := cmd.Flags().String("engine", "", "the engine of bare SQL files, or of units without gen: ("+strings.Join(engines(), ", ")+")")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return run(cmd.Context(), a, args, *engine)
	}
	return cmd
}

func engines() []string { return slices.Sorted(maps.Keys(compile.Engines)) }

func addEngine() string { return "add --engine " + strings.Join(engines(), " or --engine ") }

func run(ctx context.Context, a *app.App, args []string, engine string) error {
	if _, known := compile.Engines[engine]; engine != "" && !known {
		return &app.UsageError{Msg: "there is no engine `" + engine + "`", Hint: app.DidYouMean(engine, engines(), "there is "+strings.Join(engines(), ", "))}
	}
	bare := len(args) > 0 && !isConfig(args[0])
	switch {
	case bare && engine == "":
		return &app.UsageError{Msg: "SQL files need an engine to read them", Hint: addEngine()}
	case !bare && len(args) > 1:
		return &app.UsageError{Msg: "one sqg.yaml at a time", Hint: "SQL files go with --engine"}
	}
	show, clear := a.Progress()
	opts := a.Options(show)
	var result *compile.Result
	var units []config.Unit
	var diags diag.List
	if bare {
		result = compile.Analyze(ctx, engine, unitName(args[0]), inputs(args), opts)
	} else {
		cfg, ds := config.Load(app.ConfigPath(args), a.Env)
		diags.Add(ds...)
		if cfg == nil {
			return a.Finish(app.Report{Command: "inspect", Diagnostics: diags.All()}, "")
		}
		for _, u := range cfg.Units {
			if len(u.Gens) == 0 && engine == "" {
				return &app.UsageError{Msg: "unit " + u.Name + " has no gen: to tell its engine", Hint: addEngine()}
			}
		}
		result, units = compile.Models(ctx, cfg, engine, opts), cfg.Units
	}
	clear()
	if ctx.Err() != nil {
		return app.Interrupted
	}
	diags.Add(result.Diags.All()...)
	if diags.Failed() {
		return a.Finish(app.Report{Command: "inspect", Diagnostics: diags.All()}, "")
	}
	if !a.JSON { // warnings; with --format json standard output holds the model and nothing else
		a.Diagnostics(diags.All())
	}
	out := Of(result.Models)
	for i, m := range result.Models {
		for _, u := range units {
			if u.Name == m.Name.SQL {
				out.Units[i].addLoads(m, u.Gens)
			}
		}
	}
	a.WriteJSON(out, "  ")
	return nil
}

// isConfig tells a sqg.yaml, or a folder with one, from an SQL file.
func isConfig(arg string) bool {
	ext := strings.ToLower(filepath.Ext(app.ConfigPath([]string{arg})))
	return ext == ".yaml" || ext == ".yml"
}

func unitName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func inputs(args []string) []config.InputFile {
	files := make([]config.InputFile, len(args))
	for i, arg := range args {
		files[i] = config.InputFile{Path: filepath.ToSlash(arg), Name: filepath.ToSlash(arg)}
	}
	return files
}
