// Package testserver is `sqg test-server`: a command with a throw-away PostgreSQL server.
package testserver

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// Command makes `sqg test-server`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test-server -- COMMAND [ARGUMENTS…]",
		Short: "Run a command, such as that of your tests, with a throw-away PostgreSQL server",
		Long: "sqg test-server starts PostgreSQL on a free port of 127.0.0.1, with an empty data folder, and runs COMMAND. COMMAND\n" +
			"finds the server in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE. Signals reach COMMAND, and its\n" +
			"exit code is that of sqg. The server is gone afterwards, with all databases.",
		Example: "  sqg test-server -- go test ./...\n  sqg test-server -- pytest",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &app.UsageError{Msg: "there is no command to run",
					Hint: "name it behind `--`, as in `sqg test-server -- pytest`"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), a, args) },
	}
	cmd.Flags().SetInterspersed(false) // what comes behind COMMAND is COMMAND's
	return cmd
}

// cannotRun are the exit codes of shells for a command that is not there, or cannot be run.
const (
	notFound  = 127
	cannotRun = 126
)

func run(ctx context.Context, a *app.App, args []string) (err error) {
	path, err := exec.LookPath(args[0])
	if err != nil {
		code := app.CommandExit(cannotRun)
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			code = notFound
		}
		return failed(a, code, &environment.Error{Msg: "cannot run " + args[0] + ": " + err.Error(),
			Hint: "check the name of the command, and PATH"})
	}
	options := pgserver.FromEnvironment(a.Env, a.Options(nil).Log)
	server, err := pgserver.StartGuarded(ctx, options)
	if ctx.Err() != nil {
		return app.Interrupted
	}
	if err != nil {
		return failed(a, app.CommandExit(app.Environment), err)
	}
	defer func() {
		if stopped := server.Close(); stopped != nil {
			err = failed(a, app.CommandExit(app.Environment), stopped)
		}
	}()
	cmd := exec.Command(path, args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.In, a.Out, a.Err
	cmd.Env = variables(os.Environ(), server.Environment())
	code, err := ended(cmd, app.Terminal(a.In))
	if err != nil {
		return failed(a, cannotRun, &environment.Error{Msg: "cannot run " + args[0] + ": " + err.Error()})
	}
	return code
}

// variables are those of a command: what would send it to another server is not among them.
func variables(environ []string, ours map[string]string) (env []string) {
	for _, v := range environ {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "PG") && ours[name] == "" {
			env = append(env, v)
		}
	}
	for name, value := range ours {
		env = append(env, name+"="+value)
	}
	return env
}

// ended runs a command, hands on signals, and returns its exit code: as shells do, 128 and the signal's number where
// one has ended it. A terminal sends its signals to the command, too.
func ended(cmd *exec.Cmd, terminal bool) (app.CommandExit, error) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				if fromTerminal := s == syscall.SIGINT || s == syscall.SIGQUIT; !terminal || !fromTerminal {
					_ = cmd.Process.Signal(s) // a command that has ended needs none
				}
			case <-done:
				return
			}
		}
	}()
	err := cmd.Wait()
	close(done)
	if cmd.ProcessState == nil {
		return 0, err
	}
	if status, is := cmd.ProcessState.Sys().(syscall.WaitStatus); is && status.Signaled() {
		return app.CommandExit(128 + int(status.Signal())), nil
	}
	return app.CommandExit(cmd.ProcessState.ExitCode()), nil
}

// failed says what is wrong, and how the run ends.
func failed(a *app.App, code app.CommandExit, err error) error {
	_ = a.Finish(app.Report{Command: "test-server", Diagnostics: []diag.Diagnostic{app.Failure(err)}}, "")
	return code
}
