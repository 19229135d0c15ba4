// Package watch is `sqg watch`: generate whenever a file is saved, with everything kept warm.
package watch

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/generate"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/write"
)

// quiet is how long no file may change before a cycle starts: an editor saves in several steps (truncate, write,
// rename), and several files are often saved at once.
const quiet = 5 * time.Millisecond

// Command makes `sqg watch`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch [sqg.yaml]",
		Short: "Generate whenever a file is saved, until Ctrl-C",
		Args:  app.OneConfig,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), a, app.ConfigPath(args))
		},
	}
	app.ProjectFlags(cmd, a)
	return cmd
}

func run(ctx context.Context, a *app.App, path string) error {
	r := &rounds{app: a, path: path, cache: compile.NewCache()}
	defer r.cache.Close()
	err := Follow(ctx, path, func() {
		// Ctrl-C is how a watch ends, but not in the middle of a round: what is on disk then agrees with the last save.
		r.generate(context.WithoutCancel(ctx))
		runtime.GC() // now, while nobody waits, and not in the middle of the next round
	})
	if err != nil {
		return a.Finish(app.Report{Command: "watch", Diagnostics: []diag.Diagnostic{cannotWatch(path, err)}}, "")
	}
	return nil
}

// Follow calls round at once, and then after each change of what the project reads, until ctx ends.
func Follow(ctx context.Context, path string, round func()) error {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer fs.Close()
	w := &watcher{fs: fs, scope: newScope(path)}
	for more := true; more; {
		if err := w.look(); err != nil {
			return err
		}
		round()
		if more, err = w.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

func cannotWatch(path string, err error) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.Environment, Msg: fmt.Sprintf("cannot watch the files of %s: %v", path, err),
		Hint: "where the system's limit of watches is reached, a larger fs.inotify.max_user_watches helps (Linux)"}
}

// rounds are those of `sqg watch`.
type rounds struct {
	app   *app.App
	path  string
	cache *compile.Cache
}

func (r *rounds) generate(ctx context.Context) {
	start := time.Now()
	report, _, err := generate.Generate(ctx, r.app, r.path, r.cache)
	if err == nil { // else interrupted
		r.show(report, time.Since(start))
	}
}

type watcher struct {
	fs    *fsnotify.Watcher
	scope *scope
}

// look follows the config as it is now. The folders are watched before a round reads their files, so that no change
// falls between the two.
func (w *watcher) look() error {
	w.scope.reload()
	return w.follow()
}

// follow watches every folder of the scope that is not watched yet.
func (w *watcher) follow() error {
	for _, dir := range w.scope.folders() {
		// one that vanishes meanwhile is reported by its parent
		if err := w.fs.Add(dir); err != nil && existing(dir) == dir {
			return err
		}
	}
	return nil
}

// show prints one line a cycle, after the diagnostics where there are any.
func (r *rounds) show(report app.Report, took time.Duration) {
	report.Command = "watch"
	if r.app.JSON {
		report.Timings = []app.Timing{{Stage: "cycle", MS: float64(took.Microseconds()) / 1000}}
		r.app.Line(report)
		return
	}
	r.app.Diagnostics(report.Diagnostics)
	what := app.Count(report.Diagnostics)
	if what == "" || report.Files != nil {
		what = changed(report.Files) + sep(what)
	}
	fmt.Fprintf(r.app.Out, "%s  %s (%.0f ms)\n", time.Now().Format(time.TimeOnly), what,
		float64(took.Microseconds())/1000)
}

func sep(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

// changed names what a cycle wrote: one file by its path, more by their number.
func changed(files []write.Outcome) string {
	var paths []string
	for _, f := range files {
		if f.State != write.Unchanged {
			paths = append(paths, f.Path)
		}
	}
	switch len(paths) {
	case 0:
		return "nothing changed"
	case 1:
		return "wrote " + paths[0]
	}
	return "wrote " + app.Plural(len(paths), "file")
}

// wait returns once files of the scope have changed and then kept quiet, or when ctx ends, and reports whether another
// round is due. A save just before the end still has its round.
func (w *watcher) wait(ctx context.Context) (more bool, err error) {
	var settled <-chan time.Time
	end := ctx.Done()
	for {
		select {
		case <-end:
			end = nil
			if settled == nil {
				settled = time.After(quiet) // events may be on their way
			}
		case <-settled:
			return more, nil
		case e := <-w.fs.Events:
			if w.scope.concerns(e) {
				settled, more = time.After(quiet), true
			}
		case err := <-w.fs.Errors:
			if err != fsnotify.ErrEventOverflow {
				return false, err
			}
			settled, more = time.After(quiet), true // some events are lost: look at everything
		}
	}
}
