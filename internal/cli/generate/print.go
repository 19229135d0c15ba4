package generate

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/cli/app"
)

// printed prints the code of SQL files, each file of it behind its name where there are several.
func printed(ctx context.Context, a *app.App, generator string, files []string) error {
	t, err := app.Generator(generator)
	switch {
	case err != nil:
		return err
	case len(files) == 0:
		return &app.UsageError{Msg: "which SQL files?",
			Hint: "name them: `sqg --generator " + generator + " queries.sql`"}
	case a.JSON:
		return &app.UsageError{Msg: "--generator prints code, and --format asks for a report",
			Hint: "leave one of them out"}
	}
	p, err := a.CompileFiles(ctx, t, files)
	if err != nil {
		return err
	}
	if !p.Diags.Failed() {
		for _, f := range p.Files() {
			if len(p.Files()) > 1 {
				fmt.Fprintf(a.Out, "==> %s <==\n", filepath.ToSlash(f.Path))
			}
			fmt.Fprint(a.Out, f.Text)
		}
	}
	return a.Finish(app.Report{Command: "generate", Diagnostics: p.Diags.All()}, "")
}
