// Package inspect is `sqg inspect`: the analysed model as JSON, the contract for plugins and tools; and `sqg explain`:
// one statement or table of it, for people.
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
	"github.com/sqg-dev/sqg/internal/ir"
)

// Command makes `sqg inspect`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inspect [sqg.yaml | --engine E FILE.sql…]",
		Short: "Print the analysed model as JSON, write nothing",
		Long: "Print the analysed model as JSON: statements with the types and nullability of their parameters and columns,\n" +
			"and what proves them. The schema is docs/inspect.schema.json. With --engine it reads bare SQL files.",
	}
	engine := cmd.Flags().String("engine", "",
		"the engine of bare SQL files, or of units without gen: ("+strings.Join(engines(), ", ")+")")
	texts := cmd.Flags().Bool("texts", false, "each text that the code of a generator may send for a statement")
	app.TrustFlag(cmd, a)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return run(cmd.Context(), a, args, *engine, *texts)
	}
	return cmd
}

func engines() []string { return slices.Sorted(maps.Keys(compile.Engines)) }

func addEngine() string { return "add --engine " + strings.Join(engines(), " or --engine ") }

func run(ctx context.Context, a *app.App, args []string, engine string, texts bool) error {
	models, units, err := load(ctx, a, "inspect", args, question{engine: engine})
	if err != nil {
		return err
	}
	out := describe(models, units)
	if texts {
		for i, m := range models {
			out.Units[i].addTexts(m, gensOf(m, units))
		}
	}
	a.WriteJSON(out, "  ")
	return nil
}

// load analyses a project, or bare SQL files, and shows its warnings; with --format json standard output is for the
// model and nothing else. The units are those of the project's config.
func load(ctx context.Context, a *app.App, command string, args []string, asked question) ([]*ir.Model, []config.Unit,
	error) {
	engine := asked.engine
	if _, known := compile.Engines[engine]; engine != "" && !known {
		return nil, nil, &app.UsageError{Msg: "there is no engine `" + engine + "`",
			Hint: app.DidYouMean(engine, engines(), "there is "+strings.Join(engines(), ", "))}
	}
	bare := len(args) > 0 && !isConfig(args[0])
	switch {
	case bare && engine == "":
		return nil, nil, &app.UsageError{Msg: "SQL files need an engine to read them", Hint: addEngine()}
	case !bare && len(args) > 1:
		return nil, nil, &app.UsageError{Msg: "one sqg.yaml at a time", Hint: "SQL files go with --engine"}
	}
	show, clear := a.Progress()
	opts := a.Options(show)
	opts.Plan, opts.With = asked.name, asked.with
	var result *compile.Result
	var units []config.Unit
	var diags diag.List
	if bare {
		result = compile.Analyze(ctx, engine, unitName(args[0]), inputs(args), opts)
	} else {
		cfg, ds := config.Load(app.ConfigPath(args), a.Env, a.Trust)
		diags.Add(ds...)
		if cfg == nil {
			return nil, nil, a.Finish(app.Report{Command: command, Diagnostics: diags.All()}, "")
		}
		for _, u := range cfg.Units {
			if len(u.Gens) == 0 && engine == "" {
				return nil, nil, &app.UsageError{Msg: "unit " + u.Name + " has no gen: to tell its engine",
					Hint: addEngine()}
			}
		}
		result, units = compile.Models(ctx, cfg, engine, opts), cfg.Units
	}
	clear()
	if ctx.Err() != nil {
		return nil, nil, app.Interrupted
	}
	diags.Add(result.Diags.All()...)
	if diags.Failed() {
		return nil, nil, a.Finish(app.Report{Command: command, Diagnostics: diags.All()}, "")
	}
	if !a.JSON {
		a.Diagnostics(diags.All())
	}
	return result.Models, units, nil
}

// describe is the model of a project, with the loads that its generators have for appenders.
func describe(models []*ir.Model, units []config.Unit) Model {
	out := Of(models)
	for i, m := range models {
		out.Units[i].addLoads(m, gensOf(m, units))
	}
	return out
}

// gensOf are the generators that a model is for.
func gensOf(m *ir.Model, units []config.Unit) (out []config.Gen) {
	for _, u := range units {
		for _, g := range u.Gens {
			if u.Name == m.Name.SQL && g.Target.Engine == m.Engine {
				out = append(out, g)
			}
		}
	}
	return out
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
