package sqlite

import (
	"context"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Live runs a statement on the database in a file, which is only read.
func Live(ctx context.Context, env engine.Environment, file string, in engine.Stmt, d *engine.Description,
	t engine.Trial) (*engine.Rows, error) {
	c, err := open(file, sqlite3.SQLITE_OPEN_READONLY)
	if err != nil {
		return nil, err
	}
	s := &session{conn: c, env: env}
	defer s.Close()
	if err := c.alone(); err != nil {
		return nil, err
	}
	return s.Run(ctx, in, d, t)
}
