// Package initcmd is `sqg init`: a small project that generates, compiles and runs as it is.
package initcmd

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/target"
	"github.com/sqg-dev/sqg/internal/write"
)

// Command makes `sqg init`.
func Command(a *app.App) *cobra.Command {
	var c choice
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make a project that works at once",
		Long: "Make a small project that generates, compiles and runs as it is: sqg.yaml, an SQL file, a program that uses the\n" +
			"generated code. On a terminal it asks for what the flags do not say. Generators:\n\n  " + strings.Join(target.IDs(), "\n  "),
		Args: app.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), a, c, force) },
	}
	cmd.Flags().StringVarP(&c.generator, "generator", "g", "", "`language/engine[/driver]` to generate code for")
	cmd.Flags().StringVarP(&c.output, "output", "o", "", "the `folder` to make the project in (default the current one)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that are there")
	return cmd
}

// choice is what the user wants; "" where nothing was said.
type choice struct{ generator, output string }

func run(ctx context.Context, a *app.App, c choice, force bool) error {
	if c.generator == "" {
		if a.JSON || !app.Terminal(a.In) || !app.Terminal(a.Err) {
			return &app.UsageError{Msg: "which generator?", Hint: "add --generator with one of " + strings.Join(target.IDs(), ", ")}
		}
		var err error
		if c, err = (&wizard{in: a.In, out: a.Err}).ask(ctx, c); err != nil {
			return err
		}
	}
	t := target.Find(c.generator)
	if t == nil {
		hint := app.DidYouMean(c.generator, target.IDs(), "it takes "+strings.Join(target.IDs(), ", "))
		return &app.UsageError{Msg: "there is no generator `" + c.generator + "`", Hint: hint}
	}
	if c.output == "" {
		c.output = "."
	}
	files, err := Scaffold(t, c.output)
	if err != nil {
		return err
	}
	for i := range files {
		files[i].Replace = force
	}
	outcomes, diags := write.Files(files)
	for i := range diags {
		if diags[i].Code == diag.ForeignFile {
			diags[i].Msg = strings.Replace(diags[i].Msg, "was not written by sqg, so it is left as it is", "is there already", 1)
			diags[i].Hint = "--force overwrites it; --output names another folder"
		}
	}
	return a.Finish(app.Report{Command: "init", Files: outcomes, Diagnostics: diags}, next(t, c.output))
}

// next says what to do in the new project.
func next(t *target.Target, dir string) string {
	var b strings.Builder
	b.WriteString("\nnext:\n")
	if filepath.Clean(dir) != "." {
		fmt.Fprintf(&b, "  cd %s\n", dir)
	}
	b.WriteString("  sqg\n")
	for _, line := range drivers[t.ID()].Run {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	return strings.TrimRight(b.String(), "\n")
}
