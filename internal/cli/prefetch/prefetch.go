// Package prefetch is `sqg prefetch`: what sqg fetches when a project first needs it, fetched now.
package prefetch

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// getter puts something into the cache, unless it is there, and returns where it is.
type getter func(ctx context.Context, getenv func(string) string, log func(string)) (string, error)

// things are what a project may need, by name.
var things = map[string]getter{
	"postgres-scanner": extension.Postgres.Fetch,
	"postgres": func(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
		return pgserver.Prefetch(ctx, pgserver.FromEnvironment(getenv, log))
	},
	"pgvector": func(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
		return pgserver.PrefetchVector(ctx, pgserver.FromEnvironment(getenv, log))
	},
}

// usual is what is fetched where nothing is named.
var usual = []string{"duckdb", "postgres", "postgres-scanner"}

func init() {
	for i, release := range libduckdb.Releases() {
		name := "duckdb"
		if i > 0 { // not the default
			name += "-" + release
		}
		things[name] = libduckdb.Fetch(release)
	}
}

// fetched is what --format json prints of a thing.
type fetched struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// Command makes `sqg prefetch`.
func Command(a *app.App) *cobra.Command {
	for i := range extension.All {
		if e := &extension.All[i]; e.Opens == "" {
			things["duckdb-"+e.Name] = e.Fetch
		}
	}
	names := slices.Sorted(maps.Keys(things))
	return &cobra.Command{
		Use:   "prefetch [NAME]...",
		Short: "Fetch now what projects need later, for machines without a network",
		Long: "sqg prefetch fills the cache with what sqg otherwise fetches when a project first needs it: PostgreSQL's server,\n" +
			"DuckDB's library, and DuckDB's extension for PostgreSQL; with names, with these only, such as DuckDB 2.0's\n" +
			"library, an extension of DuckDB that sqg.yaml names, or PostgreSQL's extension pgvector, which its servers then have.",
		Example: "  sqg prefetch\n  sqg prefetch postgres\n  sqg prefetch duckdb duckdb-spatial",
		Args: func(_ *cobra.Command, args []string) error {
			for _, name := range args {
				if things[name] == nil {
					return &app.UsageError{Msg: "`" + name + "` is nothing that sqg fetches",
						Hint: app.DidYouMean(name, names, "it fetches "+strings.Join(names, ", "))}
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = usual
			}
			return run(cmd.Context(), a, args)
		},
	}
}

func run(ctx context.Context, a *app.App, names []string) error {
	var ds []diag.Diagnostic
	got := []fetched{}
	for _, name := range names {
		path, err := things[name](ctx, a.Env, a.Options(nil).Log)
		if ctx.Err() != nil {
			return app.Interrupted
		}
		if err != nil {
			ds = append(ds, app.Failure(err))
			continue
		}
		f := fetched{name, path, size(path)}
		got = append(got, f)
		if !a.JSON {
			fmt.Fprintf(a.Out, "%-16s %4d MB  %s\n", name, (f.Bytes+500_000)/1_000_000, path)
		}
	}
	if len(ds) == 0 && a.JSON {
		a.WriteJSON(map[string]any{"command": "prefetch", "fetched": got}, "  ")
		return nil
	}
	return a.Finish(app.Report{Command: "prefetch", Diagnostics: ds}, "")
}

// size is how many bytes a file, or all files of a folder have.
func size(path string) (bytes int64) {
	filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}
