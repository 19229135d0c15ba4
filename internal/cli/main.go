// Package cli is the command line: it alone knows every part of sqg.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/bench"
	"github.com/sqg-dev/sqg/internal/cli/check"
	"github.com/sqg-dev/sqg/internal/cli/generate"
	"github.com/sqg-dev/sqg/internal/cli/importcmd"
	"github.com/sqg-dev/sqg/internal/cli/initcmd"
	"github.com/sqg-dev/sqg/internal/cli/inspect"
	"github.com/sqg-dev/sqg/internal/cli/lsp"
	"github.com/sqg-dev/sqg/internal/cli/mcp"
	"github.com/sqg-dev/sqg/internal/cli/prefetch"
	"github.com/sqg-dev/sqg/internal/cli/pull"
	"github.com/sqg-dev/sqg/internal/cli/reference"
	"github.com/sqg-dev/sqg/internal/cli/testserver"
	"github.com/sqg-dev/sqg/internal/cli/ui"
	"github.com/sqg-dev/sqg/internal/cli/watch"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/version"
)

// heapGoal is what sqg keeps to as long as it holds less. Five hundred tables with 3,600 statements hold half of it.
const heapGoal = 320 << 20

// Main runs sqg with the arguments after the program's name and returns the exit code: 0 done, 1 the user's input is
// wrong, 2 usage, 3 the environment, 130 interrupted.
func Main(args []string, in io.Reader, out, err io.Writer, env func(string) string) (code int) {
	a := &app.App{In: in, Out: out, Err: err, Env: env}
	if env("GOGC") == "" {
		debug.SetGCPercent(400) // a short run with a small heap: collecting less often saves a third of its time
	}
	if env("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapGoal) // but more often where the heap is not small
	}
	defer func() {
		if p := recover(); p != nil {
			code = end(a, a.Finish(app.Report{Diagnostics: []diag.Diagnostic{{
				Code: diag.Internal, Msg: fmt.Sprint(p),
				Hint:  "this is a fault of sqg: please report it with the files that show it",
				Notes: []diag.Note{{Msg: string(debug.Stack())}},
			}}}, ""))
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	root := command(a, args)
	root.SetArgs(append([]string{}, args...))
	own := args // without those of a command that sqg runs
	if i := slices.Index(args, "--"); i >= 0 {
		own = args[:i]
	}
	for _, f := range formats[1:] {
		if slices.Contains(own, "--format="+f) || strings.Contains(strings.Join(own, "\x00"), "--format\x00"+f) {
			setFormat(a, f) // also for errors that the flag parser finds before it comes to this flag
		}
	}
	return end(a, root.ExecuteContext(ctx))
}

// formats are the forms of the output.
var formats = []string{"text", "json", "sarif", "line"}

func setFormat(a *app.App, format string) {
	a.JSON, a.SARIF, a.Lines = format == "json" || format == "sarif", format == "sarif", format == "line"
}

// command makes the root command; given are the words of the command line.
func command(a *app.App, given []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "sqg [sqg.yaml]",
		Short: "Compile annotated SQL to typed code",
		Long: "sqg compiles annotated SQL files to typed data-access code. A real database engine checks every statement;\n" +
			"the code depends on nothing but the database's driver.",
		Example:       "  sqg init                 make a project that works at once\n  sqg                      generate what ./sqg.yaml says\n  sqg --validate           check it, write nothing\n  sqg watch                generate whenever a file is saved",
		Args:          app.CommandOrConfig,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(app.FlagError)
	root.PersistentFlags().Var(app.NewChoice(func(f string) { setFormat(a, f) }, formats...), "format",
		"form of the output")
	root.PersistentFlags().BoolVarP(&a.Verbose, "verbose", "v", false,
		"say more: unchanged files, renamed columns, times")
	generate.Setup(root, a)
	showVersion := root.Flags().Bool("version", false, "print the version")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *showVersion {
			return printVersion(a)
		}
		if a.Verbose && len(args) == 0 && !cmd.Flags().Changed("validate") && slices.Contains(given, "-v") {
			// Many programs print their version then; that one generates nobody expects.
			return &app.UsageError{Msg: "`-v` alone says nothing to do",
				Hint: "`sqg version` prints the version, `sqg generate -v` generates and says more"}
		}
		return run(cmd, args)
	}
	gen := &cobra.Command{Use: "generate [sqg.yaml]", Short: "Generate code; the same as no command",
		Args: app.OneConfig}
	generate.Setup(gen, a)
	validate := &cobra.Command{Use: "validate [sqg.yaml]",
		Short: "Check sqg.yaml and the SQL, write nothing; the same as --validate", Args: app.OneConfig}
	generate.SetupValidate(validate, a)
	root.AddCommand(gen, validate, check.Command(a), bench.Command(a), watch.Command(a), lsp.Command(a), mcp.Command(a),
		ui.Command(a), inspect.Command(a), inspect.ExplainCommand(a), prefetch.Command(a), testserver.Command(a),
		initcmd.Command(a), pull.Command(a), importcmd.Command(a), reference.Syntax(a), reference.Schema(a),
		reference.ExplainError(a),
		&cobra.Command{Use: "version", Short: "Print the versions of sqg and its engines", Args: app.NoArgs,
			RunE: func(*cobra.Command, []string) error { return printVersion(a) }})
	return root
}

func printVersion(a *app.App) error {
	engines := map[string]string{}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(compile.Engines)) {
		if v := compile.Engines[name].Version; v != "" {
			engines[name] = v
			parts = append(parts, name+" "+v)
		}
	}
	if a.JSON {
		a.WriteJSON(map[string]any{"command": "version", "version": version.Version, "engines": engines}, "  ")
		return nil
	}
	fmt.Fprintf(a.Out, "sqg %s (%s)\n", version.Version, strings.Join(parts, ", "))
	return nil
}

// end says what a command's error has not said yet and returns the exit code.
func end(a *app.App, err error) int {
	var exit app.Exit
	var command app.CommandExit
	var usage *app.UsageError
	switch {
	case err == nil:
		return int(app.Done)
	case errors.As(err, &command):
		return int(command)
	case errors.As(err, &exit):
		if exit == app.Interrupted {
			fail(a, exit, "interrupted; nothing was written", "")
		}
		return int(exit)
	case !errors.As(err, &usage): // the command-line library's own
		usage = &app.UsageError{Msg: err.Error(), Hint: "`sqg --help` says what it takes"}
	}
	fail(a, app.BadUsage, usage.Msg, usage.Hint)
	return int(app.BadUsage)
}

func fail(a *app.App, exit app.Exit, msg, hint string) {
	if a.JSON {
		a.WriteJSON(app.Report{Exit: exit, Error: msg, Hint: hint}, "  ")
		return
	}
	fmt.Fprintln(a.Err, "error: "+msg)
	if hint != "" {
		fmt.Fprintln(a.Err, "help: "+hint)
	}
}
