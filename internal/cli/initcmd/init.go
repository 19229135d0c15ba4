// Package initcmd is `sqg init`: a small project that generates, compiles and runs as it is.
package initcmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/docs/skill"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
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
			"generated code. On a terminal it asks for what the flags do not say. Generators:\n\n  " +
			strings.Join(target.IDs(), "\n  "),
		Args: app.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), a, c, force) },
	}
	cmd.Flags().StringVarP(&c.generator, "generator", "g", "", "`language/engine[/driver]` to generate code for")
	cmd.Flags().StringVarP(&c.output, "output", "o", "",
		"the `folder` to make the project in (default the current one)")
	cmd.Flags().StringVar(&c.agent, "agent", "",
		"add what a program that writes code has to know of sqg, to a `folder` of skills (.agents/skills); without --generator nothing else")
	cmd.Flags().Lookup("agent").NoOptDefVal = ".agents/skills"
	cmd.Flags().StringVar(&c.ci, "ci", "",
		"add the file by which a `service` runs sqg check, github or gitlab; without --generator nothing else")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that are there")
	return cmd
}

// choice is what the user wants; "" where nothing was said.
type choice struct{ generator, output, agent, ci string }

// added are the files beside the project: the one that a program reads which writes code, and those of a service. The
// user has to do what todo says.
func (c choice) added() (files []write.File, todo string, err error) {
	if c.agent != "" {
		files = append(files, write.File{Text: skill.Text,
			Path: filepath.Join(c.output, filepath.FromSlash(c.agent), "sqg", "SKILL.md")})
	}
	if c.ci != "" {
		var more []write.File
		more, todo, err = checked(c.ci, c.output)
		files = append(files, more...)
	}
	return files, todo, err
}

func run(ctx context.Context, a *app.App, c choice, force bool) error {
	added, todo, err := c.added()
	if err != nil {
		return err
	}
	if c.generator == "" && len(added) > 0 {
		return finish(a, added, force, strings.TrimRight(todo, "\n"))
	}
	if c.generator == "" {
		if a.JSON || !app.Terminal(a.In) || !app.Terminal(a.Err) {
			return &app.UsageError{Msg: "which generator?",
				Hint: "add --generator with one of " + strings.Join(target.IDs(), ", ")}
		}
		if c, err = (&wizard{in: a.In, out: a.Err}).ask(ctx, c); err != nil {
			return err
		}
	}
	t, err := app.Generator(c.generator)
	if err != nil {
		return err
	}
	if c.output == "" {
		c.output = "."
	}
	program, err := os.Executable()
	if err != nil {
		program = "sqg"
	}
	start := command(c.output, a.Env, program)
	files, err := Scaffold(t, c.output, start)
	if err != nil {
		return err
	}
	inApp := !force && existing(c.output, files)
	if inApp {
		files = slices.DeleteFunc(files,
			func(f write.File) bool { return !slices.Contains(ours, filepath.Base(f.Path)) })
	}
	steps := strings.TrimRight(next(t, c.output, start, inApp)+"\n"+todo, "\n")
	return finish(a, append(files, added...), force, steps)
}

// finish writes the files and says what to do next.
func finish(a *app.App, files []write.File, force bool, next string) error {
	for i := range files {
		files[i].Replace = force
		files[i].Foreign, files[i].Hint = "is there already", "--force overwrites it; --output names another folder"
	}
	outcomes, diags := write.Files(files)
	return a.Finish(app.Report{Command: "init", Files: outcomes, Diagnostics: diags}, next)
}

var (
	// ours are the files that sqg needs; all others make a program around them.
	ours = []string{config.DefaultPath, "queries.sql"}
	// manifests say that a folder holds an application.
	manifests = []string{"package.json", "deno.json", "pom.xml", "build.gradle", "build.gradle.kts", "pyproject.toml",
		"requirements.txt", "setup.py"}
)

// existing reports whether there is an application in a folder already, which needs no second one.
func existing(dir string, files []write.File) bool {
	for _, name := range manifests {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err == nil && !slices.ContainsFunc(files,
			func(f write.File) bool { return f.Path == path && f.Text == string(text) }) {
			return true
		}
	}
	return false
}

// next says what to do in the new project, or in the application that it is now part of; start starts sqg.
func next(t *target.Target, dir, start string, inApp bool) string {
	var b strings.Builder
	d := drivers[t.ID()]
	if d.Needs != "" {
		fmt.Fprintf(&b, "\nIt needs %s.\n", d.Needs)
	}
	b.WriteString("\nnext:\n")
	if filepath.Clean(dir) != "." {
		fmt.Fprintf(&b, "  cd %s\n", shell(dir))
	}
	b.WriteString("  " + start + "\n")
	if inApp {
		fmt.Fprintf(&b, "There is an application here, so sqg.yaml and queries.sql are all that was added.\n"+
			"Adjust output: and what else is in sqg.yaml; the generated code needs %s.\n", t.Package)
		return strings.TrimRight(b.String(), "\n")
	}
	for _, line := range d.steps(start) {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	if d.Server {
		fmt.Fprintf(&b, "test-server starts an empty PostgreSQL server, which is gone when the program ends.\n"+
			"With a server of yours, set DATABASE_URL to its URL, such as\n%s, and leave test-server out.\n",
			exampleURL)
	}
	return strings.TrimRight(b.String(), "\n")
}

var plainPath = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// shell is a path as a shell takes it.
func shell(path string) string {
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
