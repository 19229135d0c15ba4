package compile

import (
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// Rendered are the files of a program by themselves, without what its folder shares; nil where its names clash.
func Rendered(p *plan.Program) []emit.File {
	out, diags := plan.Lay(p)
	if len(diags) > 0 {
		return nil
	}
	return Languages[p.Target.Language].Render(out).Files
}

// Written are the files that a generator writes of a model, where it writes them, without what their folder shares.
func Written(m *ir.Model, g config.Gen, project, version string) []OutFile {
	r := &run{Options: Options{Version: version}, result: &Result{}}
	r.render(m, g, project)
	return r.result.Files
}

// Signature is the declaration of a statement's method in the code of a program; "" where it has none.
func Signature(p *plan.Program, q *ir.Query) string {
	for _, f := range Rendered(p) {
		if s := surface.Signature(p.Target.Language, f.Text, q.Name.SQL); s != "" {
			return s
		}
	}
	return ""
}
