package postgres

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Migrate runs a migration as applyMigrations() of a program does.
func (s *session) Migrate(ctx context.Context, m engine.Migration) error {
	if m.Alone {
		if err := outsideTransaction.Script(dialect, m.Script); err != nil {
			return err
		}
		return s.Apply(ctx, m.Script)
	}
	if err := notInTransaction.Script(dialect, m.Script); err != nil {
		return err
	}
	return s.env.Within(ctx, "PostgreSQL", "script", func(ctx context.Context) error {
		return engine.InTransaction(ctx, func() error { return s.whole(ctx, m) },
			func() error { return s.apply(ctx, m.Script) })
	})
}

// begin begins the transaction of a migration, in a session that knows nothing of those before. The program has read
// what the database has had in it.
const begin = "DISCARD SEQUENCES; DEALLOCATE ALL; CLOSE ALL; BEGIN; SELECT 1"

func (s *session) whole(ctx context.Context, migration engine.Migration) error {
	if err := s.reset(ctx); err != nil {
		return err
	}
	home, err := s.value(ctx, "SELECT pg_catalog.current_schema()")
	if err != nil {
		return err
	}
	before, err := s.tracking(ctx, home)
	if err != nil {
		return err
	}
	if err := s.exec(ctx, begin); err != nil {
		return err
	}
	after, err := s.watching(ctx, migration.Warn)
	if err != nil {
		return err
	}
	if err := s.runAll(ctx, migration.Script, after); err != nil {
		return err
	}
	if err := s.exec(ctx, "COMMIT"); err != nil {
		return s.explain(ctx, err, migration.Script, nil)
	}
	if err := s.left(ctx, home, before); err != nil {
		return err
	}
	return s.settle(ctx)
}

// left refuses a migration for what it leaves behind.
func (s *session) left(ctx context.Context, home, before string) error {
	after, err := s.tracking(ctx, home)
	schema, _, _ := strings.Cut(before, " ")
	switch {
	case err != nil:
		return err
	case !strings.HasPrefix(after, schema):
		return engine.LeavesBehind("the migration drops the schema "+home+", in which applyMigrations() has its table "+engine.Tracking,
			"drop the objects in the schema instead")
	case after != before:
		return engine.LeavesTracking()
	}
	name, err := s.value(ctx, temporarySQL)
	if err == nil && name != "" {
		err = engine.LeavesTemporary(name)
	}
	return err
}

// tracking tells the schema of that name, and the table in it that records migrations, where they are.
func (s *session) tracking(ctx context.Context, home string) (string, error) {
	r := s.conn.ExecParams(ctx, trackingSQL, [][]byte{[]byte(home)}, nil, nil, nil).Read()
	if r.Err != nil {
		return "", r.Err
	}
	return string(r.Rows[0][0]), nil
}

const trackingSQL = `SELECT pg_catalog.concat_ws(' ', n.oid, c.oid) FROM (SELECT $1::pg_catalog.name) AS home(name)
LEFT JOIN pg_catalog.pg_namespace AS n ON n.nspname = home.name
LEFT JOIN pg_catalog.pg_class AS c ON c.relnamespace = n.oid AND c.relname = '` + engine.Tracking + `'`

// temporarySQL names an object of the session's own.
const temporarySQL = `SELECT (
	SELECT pg_catalog.concat(kind, ' ', name) FROM (
		SELECT 'the relation', relname FROM pg_catalog.pg_class WHERE relnamespace = pg_catalog.pg_my_temp_schema() AND relkind IN ('r', 'p', 'v', 'S')
		UNION ALL SELECT 'the function', proname FROM pg_catalog.pg_proc WHERE pronamespace = pg_catalog.pg_my_temp_schema()
		UNION ALL SELECT 'the prepared statement', name FROM pg_catalog.pg_prepared_statements WHERE from_sql
		UNION ALL SELECT 'the cursor', name FROM pg_catalog.pg_cursors
		UNION ALL SELECT 'the advisory lock', pg_catalog.concat_ws(', ', classid, objid) FROM pg_catalog.pg_locks
			WHERE locktype = 'advisory' AND pid = pg_catalog.pg_backend_pid()
		UNION ALL SELECT 'the type', typname FROM pg_catalog.pg_type WHERE typnamespace = pg_catalog.pg_my_temp_schema() AND typtype IN ('d', 'e', 'r')
	) AS made(kind, name) ORDER BY kind, name LIMIT 1)`
