// Package ui is `sqg ui`: a page in the browser with a project's SQL, the code that becomes of it, and what it returns
// on TESTDATA. The page is a client of the language server; nothing is analysed here.
package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/cli/loopback"
	"github.com/sqg-dev/sqg/internal/cli/pull"
	"github.com/sqg-dev/sqg/internal/cli/watch"
	"github.com/sqg-dev/sqg/internal/config"
)

// Command makes `sqg ui`.
func Command(a *app.App) *cobra.Command {
	var address, database string
	cmd := &cobra.Command{
		Use:   "ui [sqg.yaml]",
		Short: "Open a project in the browser: edit SQL, see its code and rows as you type",
		Long: "Serve a page for the browser of this machine, until Ctrl-C: the project's statements and schema, an editor, the code of a\n" +
			"statement in each language while you type, and its rows on TESTDATA. The link that it prints opens one tab. Files are\n" +
			"written where you save them, and nothing else is.",
		Args: app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), a, app.ConfigPath(args), address, database)
		},
	}
	cmd.Flags().StringVar(&address, "listen", "127.0.0.1:0",
		"serve on an `address` of this machine; port 0 is any that is free")
	cmd.Flags().StringVar(&database, "database", "",
		"run queries on this `database`, too, where the page is asked to; it is only read. A SQLite or DuckDB file, or an address of PostgreSQL")
	app.TrustFlag(cmd, a)
	return cmd
}

// liveOf is the database that the user names; nil for none.
func liveOf(a *app.App, database string) (*ask.Database, error) {
	if database == "" {
		return nil, nil
	}
	kind, err := pull.EngineOf(database)
	if err != nil {
		return nil, err
	}
	return &ask.Database{Engine: kind, Address: database, Name: pull.Name(database), Getenv: a.Env}, nil
}

// patience is how long requests may take to end when the command does.
const patience = 2 * time.Second

// run serves until ctx ends, and returns when nothing is left of it.
func run(ctx context.Context, a *app.App, path, address, database string) error {
	if _, err := os.Stat(path); err != nil {
		return &app.UsageError{Msg: "there is no " + path,
			Hint: "`sqg init` makes a project; `sqg ui PATH` opens one elsewhere"}
	}
	if filepath.Base(path) != config.DefaultPath {
		return &app.UsageError{Msg: "sqg ui opens a " + config.DefaultPath + ", and this is " + path,
			Hint: "rename it, or make a folder for it"}
	}
	if !whole() {
		return &app.UsageError{Msg: "this sqg was built without CodeMirror, the editor of the page",
			Hint: "run editors/ui/run.sh and build sqg again, or take sqg from npm, PyPI or a release"}
	}
	path, err := filepath.Abs(path) // a page knows files by their addresses
	if err != nil {
		return err
	}
	live, err := liveOf(a, database)
	if err != nil {
		return err
	}
	l, err := loopback.Socket(address)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := newServer(ctx, a, path, "http://"+l.Addr().String())
	if err != nil {
		l.Close()
		return err
	}
	s.live = live
	defer s.close()
	h := &http.Server{Handler: s.handler()}
	s.group.Go(func() {
		<-ctx.Done()
		soon, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if h.Shutdown(soon) != nil {
			h.Close()
		}
	})
	s.group.Go(func() {
		if err := watch.Follow(ctx, path, s.changed); err != nil {
			fmt.Fprintln(a.Err, "warning: changes of files are not seen:", err)
		}
	})
	s.invite()
	err = h.Serve(l)
	stop()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
