package ask

import (
	"context"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/engine"
)

// Database is one that programs use.
type Database struct {
	Engine  string
	Address string // or file
	Name    string // for people
	Getenv  func(string) string
}

// Run runs a statement on the database, which is only read.
func (d Database) Run(ctx context.Context, p Project, in Trial) (Outcome, error) {
	out := Outcome{Runs: []Ran{}}
	env := engine.Environment{Getenv: d.Getenv, Log: func(string) {}}
	err := p.trying(ctx, in, func(ctx context.Context, t analyze.Tried) error {
		if t.Engine != d.Engine {
			return nil
		}
		result, err := try(ctx, t, in, func(ctx context.Context, trial engine.Trial) (*engine.Rows, error) {
			return compile.Engines[d.Engine].Live(ctx, env, d.Address, t.Stmt, t.Is, trial)
		}, "on "+d.Name)
		out.Runs = append(out.Runs, Ran{t.Unit, t.Engine, result})
		return err
	})
	if err == nil && len(out.Runs) == 0 {
		err = &app.UsageError{Msg: in.Name + " is not for the engine of " + d.Name}
	}
	return out, err
}
