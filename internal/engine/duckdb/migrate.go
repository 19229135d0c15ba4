package duckdb

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Migrate runs a migration as applyMigrations() of a program does, which is in a transaction.
func (s *session) Migrate(ctx context.Context, m engine.Migration) error {
	if m.Alone {
		return engine.AlwaysInTransaction("DuckDB")
	}
	if err := notInTransaction.Script(dialect, m.Script); err != nil {
		return err
	}
	return s.within(ctx, "script", func(ctx context.Context) error {
		if err := engine.InTransaction(ctx, func() error { return s.whole(ctx, m.Script) },
			func() error { return s.apply(ctx, m.Script) }); err != nil {
			return err
		}
		return s.lake.migrate(ctx, m.Script)
	})
}

func (s *session) whole(ctx context.Context, script string) error {
	before, err := s.first(ctx, trackingSQL)
	if err != nil {
		return err
	}
	if err := s.committed(ctx, script); err != nil {
		return err
	}
	switch after, err := s.first(ctx, trackingSQL); {
	case err != nil:
		return err
	case after != before:
		return engine.LeavesTracking()
	}
	switch name, err := s.first(ctx, temporarySQL); {
	case err != nil:
		return err
	case name != "":
		return engine.LeavesTemporary("the " + name)
	}
	return s.unused(ctx)
}

// committed runs a script in a transaction.
func (s *session) committed(ctx context.Context, script string) error {
	if err := s.exec(ctx, "BEGIN"); err != nil {
		return err
	}
	if err := s.runAll(ctx, script); err != nil {
		return err
	}
	err := s.run(ctx, "COMMIT", -1)
	if err != nil {
		_, _ = s.rollback()
	}
	return err
}

// first is the text that a query gives in its first row; "" where it has none.
func (s *session) first(ctx context.Context, query string) (text string, err error) {
	err = s.each(ctx, query+" LIMIT 1", func(r row) { text = r.text(0) })
	return text, err
}

const (
	trackingSQL = "SELECT sql FROM duckdb_tables() WHERE database_name = '" + own +
		"' AND schema_name = 'main' AND table_name = '" + engine.Tracking + "'"

	// temporarySQL names what is the connection's own.
	temporarySQL = `SELECT name FROM (
	SELECT 'table ' || table_name FROM duckdb_tables() WHERE database_name = 'temp'
	UNION ALL SELECT 'view ' || view_name FROM duckdb_views() WHERE database_name = 'temp' AND NOT internal
	UNION ALL SELECT 'sequence ' || sequence_name FROM duckdb_sequences() WHERE database_name = 'temp'
	UNION ALL SELECT 'macro ' || function_name FROM duckdb_functions() WHERE database_name = 'temp' AND NOT internal
	UNION ALL SELECT 'variable ' || name FROM duckdb_variables()
) AS t(name)`
)
