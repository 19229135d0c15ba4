package postgres

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/refusal"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Apply runs a script as psql does: statement by statement, each in a transaction of its own unless the script begins
// one.
func (s *session) Apply(ctx context.Context, script string) error {
	return s.env.Within(ctx, "PostgreSQL", "script", func(ctx context.Context) error { return s.apply(ctx, script) })
}

func (s *session) apply(ctx context.Context, script string) error {
	if err := s.reset(ctx); err != nil {
		return err
	}
	if err := s.runAll(ctx, script, nil); err != nil {
		return err
	}
	if s.conn.TxStatus() != 'I' {
		if err := s.exec(ctx, "ROLLBACK"); err != nil {
			return err
		}
		return refusal.Unended()
	}
	return s.settle(ctx)
}

// runAll runs the statements of a script, and something after each that has run.
func (s *session) runAll(ctx context.Context, script string, after func(context.Context, syntax.Command) error) error {
	s.catalog = nil
	for _, c := range dialect.Split(script) {
		err := s.run(ctx, script, c)
		if err == nil && after != nil {
			err = after(ctx, c)
		}
		if err != nil {
			if s.conn.TxStatus() != 'I' && ctx.Err() == nil {
				_ = s.exec(ctx, "ROLLBACK") // of a script that failed already
			}
			return err
		}
	}
	return nil
}

func (s *session) run(ctx context.Context, script string, c syntax.Command) error {
	if err := cmp.Or(plain(script, c), notApplied.Command(c)); err != nil {
		return err
	}
	sql := script[c.Start:c.End]
	if s.isInstalled(sql, c) {
		return nil
	}
	if s.database.Shared {
		if err := notShared.Command(c); err != nil {
			return err
		}
	}
	err := s.exec(ctx, sql)
	if err == nil {
		return nil
	}
	var e *engine.Error
	if err = s.explain(ctx, err, sql, nil); errors.As(err, &e) {
		e.Offset = c.Start + max(e.Offset, 0)
	}
	return err
}

// value is the one that the last statement of a text returns.
func (s *session) value(ctx context.Context, sql string) (string, error) {
	rs, err := s.conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return "", err
	}
	return string(rs[len(rs)-1].Rows[0][0]), nil
}

func (s *session) exec(ctx context.Context, sql string) error {
	return s.conn.Exec(ctx, sql).Close()
}

// pathSQL tells the search path, and the one that the database has for new connections.
const pathSQL = `SELECT pg_catalog.current_setting('search_path'), (SELECT pg_catalog.substr(o, 13)
	FROM pg_catalog.pg_db_role_setting r JOIN pg_catalog.pg_database d ON d.oid = r.setdatabase, LATERAL pg_catalog.unnest(r.setconfig) AS o
	WHERE d.datname = pg_catalog.current_database() AND r.setrole = 0 AND o LIKE 'search_path=%')`

// reset takes back what a script set for its session, but for the search path that it leaves.
func (s *session) reset(ctx context.Context) error {
	return s.exec(ctx, "RESET SESSION AUTHORIZATION; RESET ROLE; RESET ALL; SET search_path = "+s.path)
}

// settle notes the search path that a script leaves: like in psql, it holds for what follows. An empty one does not, as
// that is how pg_dump makes sure of its own names. One that the script gave the database holds as it would for a
// program that connects.
func (s *session) settle(ctx context.Context) error {
	rs, err := s.conn.Exec(ctx, pathSQL).ReadAll()
	if err != nil {
		return err
	}
	now, database := string(rs[0].Rows[0][0]), string(rs[0].Rows[0][1])
	switch {
	case now != s.path && strings.Trim(now, `"`) != "":
		s.path = now
	case database != s.databasePath && database != "":
		s.path = database
	}
	s.databasePath = database
	return nil
}

// Settings keeps the search path, since nothing else that a script sets outlives it. One that a script gives the
// database stays.
func (s *session) Settings(context.Context) (restore func(context.Context) error, err error) {
	path, database := s.path, s.databasePath
	return func(context.Context) error {
		if s.databasePath != database && s.databasePath != "" {
			path = s.databasePath
		}
		s.path = path
		return nil
	}, nil
}
