package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/bench"
	"github.com/sqg-dev/sqg/internal/bench/report"
	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/write"
)

func listCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the suites", Args: app.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all := load()
			if a.JSON {
				a.WriteJSON(map[string]any{"command": "bench list", "suites": all}, "  ")
				return nil
			}
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			for _, s := range all {
				fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Title)
			}
			return w.Flush()
		},
	}
}

func reportCommand(a *app.App) *cobra.Command {
	out := "."
	cmd := &cobra.Command{
		Use: "report FILE…", Short: "Make one report of result files; of two runs of a suite, compare them",
		Long: "sqg bench report reads result files of `sqg bench` and writes one report, SUITE.html, or report.html where there are several\n" +
			"suites. Where several files have the same suite, the first is what the others are compared with: what has become slower by\n" +
			"more than the runs' own spread is marked.",
		Example: "  sqg bench report python-20260105-101500.jsonl\n  sqg bench report before.jsonl after.jsonl --out reports",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &app.UsageError{Msg: "`sqg bench report` needs a result file",
					Hint: "`sqg bench SUITE` writes one"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var files [][]bench.Record
			for _, path := range args {
				records, err := bench.ReadFile(path)
				if err != nil {
					d := diag.Diagnostic{Code: diag.Environment, Msg: err.Error()}
					var other *bench.NotAResult
					if errors.As(err, &other) {
						d.Hint = other.Hint()
					}
					return a.Finish(app.Report{Command: "bench report", Diagnostics: []diag.Diagnostic{d}}, "")
				}
				files = append(files, records)
			}
			if err := writable(out); err != nil {
				return cannotWrite(a, "bench report", out, err)
			}
			name := "report"
			if names := bench.SuitesOf(files); len(names) == 1 {
				name = names[0]
			}
			return finish(cmd.Context(), a, "bench report", files, filepath.Join(out, name+".html"), "")
		},
	}
	cmd.Flags().StringVar(&out, "out", out, outFlag)
	return cmd
}

// outFlag is what --out means, wherever it is.
const outFlag = "the folder for the report, and for new results"

// cannotWrite shows why nothing can be written to a folder.
func cannotWrite(a *app.App, command, out string, err error) error {
	d := diag.Diagnostic{Code: diag.WriteFailed, Msg: err.Error(),
		Hint: "`--out` names a folder; the files in it are named by the suite"}
	return a.Finish(app.Report{Command: command, Diagnostics: []diag.Diagnostic{d}}, "")
}

// failures are the methods that failed in a new run. Those that failed for one reason, as where the run was stopped,
// have a line each.
func failures(records []bench.Record, html string) []diag.Diagnostic {
	var reasons []string
	failed := map[string][]string{}
	for _, r := range records {
		if r.Failed == "" {
			continue
		}
		if failed[r.Failed] == nil {
			reasons = append(reasons, r.Failed)
		}
		what := fmt.Sprintf("%s of %s by `%s`", r.Operation, app.Plural(r.Rows, "row"), r.Method)
		if r.Connections > 1 {
			what += " over " + app.Plural(r.Connections, "connection")
		}
		failed[r.Failed] = append(failed[r.Failed], what)
	}
	var out []diag.Diagnostic
	for _, reason := range reasons {
		d := diag.Diagnostic{Code: diag.Environment, Hint: "the other results stand: see " + html}
		if all := failed[reason]; len(all) == 1 {
			d.Msg = all[0] + " failed: " + reason
		} else {
			d.Msg = fmt.Sprintf("%d methods have no result: %s", len(all), reason)
			for _, what := range all {
				d.Notes = append(d.Notes, diag.Note{Msg: what})
			}
		}
		out = append(out, d)
	}
	return out
}

// nothingInCommon says which comparisons compare nothing.
func nothingInCommon(files [][]bench.Record) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, suite := range bench.SuitesOf(files) {
		if runs := bench.RunsOf(files, suite); len(runs) > 1 && len(bench.Compare(runs[0], runs[len(runs)-1])) == 0 {
			out = append(out, diag.Diagnostic{Code: diag.Environment, Severity: diag.Warning,
				Msg: "the first and the last run of `" + suite +
					"` have nothing in common: there is nothing to compare",
				Hint: "runs compare where the same method did the same operation with the same number of rows in both"})
		}
	}
	return out
}

// finish writes the report, and the results as data where they are new, and says who won.
func finish(ctx context.Context, a *app.App, command string, files [][]bench.Record, html, data string) error {
	r := app.Report{Command: command, Diagnostics: nothingInCommon(files)}
	if data != "" {
		r.Diagnostics = append(r.Diagnostics, failures(files[0], html)...)
	}
	home, err := cache.Dir(a.Env(cache.Variable))
	lib := &report.Library{}
	if err == nil {
		lib, err = report.Fetch(ctx, filepath.Join(home, "bench", "report"))
	}
	if err != nil {
		lib = &report.Library{}
		r.Diagnostics = append(r.Diagnostics,
			diag.Diagnostic{Code: diag.Environment, Severity: diag.Warning,
				Msg: "the report has no chart: " + err.Error()})
	}
	page, err := report.HTML(files, load(), lib)
	if err != nil {
		return err
	}
	outputs := map[string][]byte{html: page}
	if data != "" {
		var lines bytes.Buffer
		if err := bench.Write(&lines, files[0]); err != nil {
			return err
		}
		outputs[data] = lines.Bytes()
	}
	for _, path := range slices.Sorted(maps.Keys(outputs)) {
		if err := os.WriteFile(path, outputs[path], 0o644); err != nil {
			r.Diagnostics = append(r.Diagnostics, diag.Diagnostic{Code: diag.WriteFailed, Msg: err.Error()})
			continue
		}
		r.Files = append(r.Files, write.Outcome{Path: path, State: write.Created})
	}
	if !a.JSON && data != "" {
		table(a.Out, files[0])
	}
	return a.Finish(r, "")
}

// table prints the results as text: a block for each operation and number of rows, the fastest first.
func table(out io.Writer, records []bench.Record) {
	type block struct {
		operation         string
		rows, connections int
	}
	var order []block
	blocks := map[block][]bench.Record{}
	for _, r := range records {
		b := block{r.Operation, r.Rows, r.Connections}
		if blocks[b] == nil {
			order = append(order, b)
		}
		blocks[b] = append(blocks[b], r)
	}
	for _, b := range order {
		fmt.Fprintf(out, "%s, %s, %s\n", b.operation, app.Plural(b.rows, "row"),
			app.Plural(b.connections, "connection"))
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		list := slices.SortedStableFunc(slices.Values(blocks[b]),
			func(x, y bench.Record) int { return cmp.Compare(y.PerSecond, x.PerSecond) })
		leaders := bench.Leaders(list)
		for _, r := range list {
			switch {
			case r.Skipped != "":
				fmt.Fprintf(w, "\t%s\t\t\tnot run: %s\t\n", r.Method, r.Skipped)
			case r.Failed != "":
				fmt.Fprintf(w, "\t%s\t\t\tfailed\t\n", r.Method)
			default:
				fmt.Fprintf(w, "\t%s\t%.3f ms\t%.0f/s\t%s\t\n", r.Method, r.MedianMS/float64(r.Calls), r.PerSecond,
					standing(r, leaders))
			}
		}
		w.Flush()
	}
}

// standing is how a method did against the fastest ones.
func standing(r bench.Record, leaders []bench.Record) string {
	ahead := slices.ContainsFunc(leaders, func(l bench.Record) bool { return l.Method == r.Method })
	switch {
	case r.Ceiling:
		return "ceiling"
	case ahead && len(leaders) == 1:
		return "fastest"
	case ahead:
		return "level"
	}
	return fmt.Sprintf("%.2f× slower", leaders[0].PerSecond/r.PerSecond)
}
