// Package bench is `sqg bench`: the benchmark suites, rerunnable by anyone.
package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	files "github.com/sqg-dev/sqg/bench"
	"github.com/sqg-dev/sqg/internal/bench"
	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/generate"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// Command makes `sqg bench`.
func Command(a *app.App) *cobra.Command {
	var o bench.Options
	out := "."
	cmd := &cobra.Command{
		Use:   "bench SUITE",
		Short: "Run a benchmark suite and write a report",
		Long: "sqg bench runs a suite of benchmarks: every way that the drivers' documentation advises, and the generated code, in\n" +
			"turns and verified after each run. It writes the results as lines of JSON and a report that any browser shows.",
		Example: "  sqg bench list\n  sqg bench java-postgres\n  sqg bench java-postgres --sizes 1000,100000 --runs 3\n  sqg bench report before.jsonl after.jsonl",
		Args:    oneSuite,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), a, args[0], o, out)
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&o.Sizes, "sizes", nil, "numbers of rows, such as 1000,100000")
	f.BoolVar(&o.Small, "small", false, "the suite's smallest sizes, for a quick look")
	f.StringSliceVar(&o.Methods, "methods", nil, "only these methods")
	f.StringSliceVar(&o.Operations, "operations", nil, "only these operations")
	f.IntVar(&o.Runs, "runs", 0,
		"how often each is measured, after the warm-ups; the default goes by the time that a run takes")
	f.BoolVar(&o.All, "all", false, "slow methods on many rows, and sizes that take long")
	f.StringVar(&out, "out", ".", outFlag)
	cmd.AddCommand(listCommand(a), reportCommand(a))
	return cmd
}

func oneSuite(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return &app.UsageError{Msg: "`sqg bench` takes the name of one suite", Hint: "`sqg bench list` shows them"}
}

func load() []*bench.Suite {
	all, err := bench.Load(files.Files)
	if err != nil {
		panic(err) // they are part of the program, and tested
	}
	return all
}

func find(name string) (*bench.Suite, error) {
	var names []string
	for _, s := range load() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, &app.UsageError{Msg: "there is no suite `" + name + "`",
		Hint: app.DidYouMean(name, names, "`sqg bench list` shows them")}
}

func run(ctx context.Context, a *app.App, name string, o bench.Options, out string) error {
	s, err := find(name)
	if err != nil {
		return err
	}
	if o.Runs < 0 || len(o.Sizes) > 0 && slices.Min(o.Sizes) < 1 {
		return &app.UsageError{Msg: "`--sizes` and `--runs` cannot be less than 1",
			Hint: "`--sizes 1000,100000 --runs 5`"}
	}
	if err := writable(out); err != nil { // told before the suite runs, not after
		return cannotWrite(a, "bench", out, err)
	}
	home, err := cache.Dir(a.Env(cache.Variable))
	if err != nil {
		return problem(ctx, a, err)
	}
	show := &progress{a: a}
	o.Home = filepath.Join(home, "bench", s.Name)
	o.Getenv = a.Env
	if s.Extension() {
		if o.Extension, err = extension.Postgres.Find(ctx, libduckdb.Version, a.Env, show.step); err != nil {
			o.NoExtension = err.Error()
		}
	}
	o.Generate = func(ctx context.Context, config string) error { return generateCode(ctx, a, config) }
	o.StartServer = func(ctx context.Context) (*bench.Server, error) { return startServer(ctx, a) }
	o.Step, o.Progress = show.step, show.run
	records, err := bench.Run(ctx, files.Files, s, o)
	show.clear()
	if err != nil {
		return problem(ctx, a, err)
	}
	base := filepath.Join(out, s.Name+"-"+records[0].StartedAt.Format("20060102-150405"))
	return finish(ctx, a, "bench", [][]bench.Record{records}, base+".html", base+".jsonl")
}

// writable makes a folder, and tells what keeps files from being written there.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, ".sqg-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// generateCode is `sqg CONFIG` inside of a suite. sqg's own suites are trusted: they share SQL files, and stand in a
// folder of the cache, which is no repository.
func generateCode(ctx context.Context, a *app.App, config string) error {
	trusting := *a
	trusting.Trust = true
	r, _, err := generate.Generate(ctx, &trusting, config, nil)
	if err != nil {
		return err
	}
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			return fmt.Errorf("%s: %s", config, d.Msg)
		}
	}
	return nil
}

// startServer starts PostgreSQL as initdb leaves it: on TCP, as applications connect.
func startServer(ctx context.Context, a *app.App) (*bench.Server, error) {
	o := pgserver.FromEnvironment(a.Env, nil)
	o.Stock = true
	s, err := pgserver.Start(ctx, o, pgserver.EmbeddedVersion, true)
	if err != nil {
		return nil, err
	}
	return &bench.Server{Host: s.Host, Port: s.Port, Close: s.Close}, nil
}

// problem shows why a suite did not run to its end.
func problem(ctx context.Context, a *app.App, err error) error {
	var usage *bench.UsageError
	var missing *bench.Missing
	var failed *bench.CommandError
	d := diag.Diagnostic{Code: diag.Environment, Msg: err.Error()}
	switch {
	case ctx.Err() != nil:
		return app.Interrupted
	case errors.As(err, &usage):
		return &app.UsageError{Msg: usage.Msg,
			Hint: app.DidYouMean(usage.Word, usage.Candidates, "it has "+strings.Join(usage.Candidates, ", "))}
	case errors.As(err, &missing):
		d.Hint = missing.Advice
	case errors.As(err, &failed):
		d.Notes = []diag.Note{{Msg: failed.Said}}
	}
	return a.Finish(app.Report{Command: "bench", Diagnostics: []diag.Diagnostic{d}}, "")
}
