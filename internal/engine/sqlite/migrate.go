package sqlite

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Migrate runs a migration as applyMigrations() of a program does, which is in a transaction.
func (s *session) Migrate(ctx context.Context, m engine.Migration) error {
	if m.Alone {
		return engine.AlwaysInTransaction("SQLite")
	}
	if err := notInTransaction.Script(engine.SQLite.Dialect, m.Script); err != nil {
		return err
	}
	return s.within(ctx, func(ctx context.Context) error {
		return engine.InTransaction(ctx, func() error { return s.whole(ctx, m.Script) },
			func() error { return s.apply(ctx, m.Script) })
	})
}

func (s *session) whole(ctx context.Context, script string) error {
	before := s.first(trackingSQL)
	if _, err := s.run("BEGIN"); err != nil {
		return err
	}
	if err := s.runAll(ctx, script); err != nil {
		return err
	}
	if _, err := s.run("COMMIT"); err != nil {
		s.conn.rollback()
		err.Offset = -1
		return err
	}
	if s.first(trackingSQL) != before {
		return engine.LeavesTracking()
	}
	if name := s.first("SELECT type || ' ' || name FROM sqlite_temp_schema"); name != "" {
		return engine.LeavesTemporary("the " + name)
	}
	return nil
}

// first is the text that a query gives in its first row; "" where it has none.
func (s *session) first(sql string) (text string) {
	_ = s.conn.query(sql+" LIMIT 1", func(row *stmt) { text = row.text(0) })
	return text
}

const trackingSQL = "SELECT sql FROM sqlite_schema WHERE name = '" + engine.Tracking + "' COLLATE NOCASE"
