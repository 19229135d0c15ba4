package bench

import (
	"bytes"
	"cmp"
	"context"
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
	out := "report.html"
	cmd := &cobra.Command{
		Use: "report FILE…", Short: "Make one report of result files; of two runs of a suite, compare them",
		Long: "sqg bench report reads result files of `sqg bench` and writes one report. Where several files have the same suite, the first\n" +
			"is what the others are compared with: what has become slower by more than the runs' own spread is marked.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &app.UsageError{Msg: "`sqg bench report` needs a result file", Hint: "`sqg bench SUITE` writes one"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var files [][]bench.Record
			for _, path := range args {
				records, err := bench.ReadFile(path)
				if err != nil {
					return a.Finish(app.Report{Command: "bench report", Diagnostics: []diag.Diagnostic{{Code: diag.Environment, Msg: err.Error()}}}, "")
				}
				files = append(files, records)
			}
			return finish(cmd.Context(), a, "bench report", files, out, "")
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "the report")
	return cmd
}

// finish writes the report, and the results as data where they are new, and says who won.
func finish(ctx context.Context, a *app.App, command string, files [][]bench.Record, html, data string) error {
	r := app.Report{Command: command}
	home, err := cache.Dir(a.Env(cache.Variable))
	lib := &report.Library{}
	if err == nil {
		lib, err = report.Fetch(ctx, filepath.Join(home, "bench", "report"))
	}
	if err != nil {
		lib = &report.Library{}
		r.Diagnostics = append(r.Diagnostics, diag.Diagnostic{Code: diag.Environment, Severity: diag.Warning, Msg: "the report has no chart: " + err.Error()})
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
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, outputs[path], 0o644)
		}
		if err != nil {
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
		fmt.Fprintf(out, "%s, %d rows, %s\n", b.operation, b.rows, app.Plural(b.connections, "connection"))
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		list := slices.SortedStableFunc(slices.Values(blocks[b]), func(x, y bench.Record) int { return cmp.Compare(y.PerSecond, x.PerSecond) })
		best := 0.0
		for _, r := range list {
			if r.Skipped != "" {
				fmt.Fprintf(w, "\t%s\t\t\tnot run: %s\t\n", r.Method, r.Skipped)
				continue
			}
			note := "ceiling"
			if !r.Ceiling {
				best = max(best, r.PerSecond)
				note = fmt.Sprintf("%.2f× slower", best/r.PerSecond)
				if r.PerSecond == best {
					note = "best"
				}
			}
			fmt.Fprintf(w, "\t%s\t%.3f ms\t%.0f/s\t%s\t\n", r.Method, r.MedianMS, r.PerSecond, note)
		}
		w.Flush()
	}
}
