//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// migration is a change of the schema. Its checksum is that of its statements; earlier ones count where they were
// recorded. Steps are its statements where it does not run in a transaction.
type migration struct {
	name, checksum string
	earlier        []string
	sql            string
	steps          []migrationStep
}

// migrationStep is a statement that runs by itself. The query undo returns the statements that remove a partial result.
type migrationStep struct{ undo, sql string }

func scripts(migrations []migration) []string {
	all := make([]string, len(migrations))
	for i, m := range migrations {
		all[i] = m.sql
	}
	return all
}

// partsOf yields up to n of rows at a time.
func partsOf[P any](rows iter.Seq[P], n int) iter.Seq[[]P] {
	return func(yield func([]P) bool) {
		var some []P
		for p := range rows {
			if some = append(some, p); len(some) == n {
				if !yield(some) {
					return
				}
				some = nil
			}
		}
		if len(some) > 0 {
			yield(some)
		}
	}
}

// counted are rows that come behind others, with their numbers.
func counted[P any](rows iter.Seq[P], before int) iter.Seq2[int, P] {
	return func(yield func(int, P) bool) {
		row := before
		for p := range rows {
			if row++; !yield(row, p) {
				return
			}
		}
	}
}

// decode calls the user's decoder with a column's value.
func decode[V, T any](column string, from func(V) (T, error), value V) (T, error) {
	t, err := from(value)
	if err != nil {
		return t, fmt.Errorf("column %s: %w", column, err)
	}
	return t, nil
}

// decodeNull is the same for a value that may be NULL.
func decodeNull[V, T any](column string, from func(V) (T, error), value *V) (*T, error) {
	if value == nil {
		return nil, nil
	}
	t, err := decode(column, from, *value)
	return &t, err
}

// decodeNil is the same for a slice; nil is NULL.
func decodeNil[S ~[]E, E, T any](column string, from func(S) (T, error), value S) (*T, error) {
	if value == nil {
		return nil, nil
	}
	t, err := decode(column, from, value)
	return &t, err
}

// asNil is a value that was decoded, whose own nil is NULL.
func asNil[T any](value *T, err error) (v T, _ error) {
	if value != nil {
		v = *value
	}
	return v, err
}

// asNull is a value that was decoded, as users have one that may be NULL.
func asNull[T any](value *T, err error) (sql.Null[T], error) { return nullOf(value), err }

// nullBy is the same by a function of another package.
func nullBy[T, N any](of func(*T) N) func(*T, error) (N, error) {
	return func(value *T, err error) (N, error) { return of(value), err }
}

// Observer is called with a query's name when it starts. It returns the context that the query has, and a function that
// is called when it has ended, with the number of its rows and the error.
type Observer func(ctx context.Context, query string) (context.Context, func(rows int64, err error))

func observe(ctx context.Context, observer Observer, query string) (context.Context, func(rows int64, err error)) {
	if observer == nil {
		return ctx, func(int64, error) {}
	}
	return observer(ctx, query)
}

// observed runs a query. That there is no row is no error to an observer.
func observed[T any](ctx context.Context, observer Observer, query string, count func(T) int64,
	run func(ctx context.Context) (T, error)) (T, error) {
	ctx, ended := observe(ctx, observer, query)
	found, err := run(ctx)
	switch {
	case err == nil:
		ended(count(found), nil)
	case errors.Is(err, sql.ErrNoRows):
		ended(0, nil)
	default:
		ended(0, err)
	}
	return found, err
}

// observedRun runs a statement that has no rows.
func observedRun(ctx context.Context, observer Observer, query string, run func(ctx context.Context) error) error {
	ctx, ended := observe(ctx, observer, query)
	err := run(ctx)
	ended(0, err)
	return err
}

// observedEach yields rows. They have ended when the loop has, however it does.
func observedEach[T any](ctx context.Context, observer Observer, query string,
	rows func(ctx context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, ended := observe(ctx, observer, query)
		n, failed := int64(0), error(nil)
		defer func() { ended(n, failed) }()
		for row, err := range rows(ctx) {
			if err == nil {
				n++
			}
			failed = err
			if !yield(row, err) {
				return
			}
		}
	}
}

// The functions below count the rows of a result.

func countOne[T any](T) int64 { return 1 }

func countRows[T any](rows []T) int64 { return int64(len(rows)) }

func countChanged(rows int64) int64 { return rows }

func countLists[T any](lists [][]T) (n int64) {
	for _, rows := range lists {
		n += int64(len(rows))
	}
	return n
}

func countFound[T any](rows []*T) (n int64) {
	for _, row := range rows {
		if row != nil {
			n++
		}
	}
	return n
}

// nullOf is a value that may be NULL, as users have it.
func nullOf[T any](value *T) (n sql.Null[T]) {
	if value != nil {
		n.V, n.Valid = *value, true
	}
	return n
}

// pointer is nil for NULL.
func pointer[T any](n sql.Null[T]) *T {
	if !n.Valid {
		return nil
	}
	return &n.V
}

// lookEach runs a query for each row. An error names the row.
func lookEach[P, T any](rows iter.Seq[P], ask func(P) (T, error)) (all []T, err error) {
	for p := range rows {
		found, err := ask(p)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(all)+1, err)
		}
		all = append(all, found)
	}
	return all, nil
}

// perRow is a list of one value of each row.
func perRow[P, T any](rows []P, of func(P) T) []T {
	list := make([]T, len(rows))
	for i, p := range rows {
		list[i] = of(p)
	}
	return list
}

// firstOrNil is the first of each list, nil for none.
func firstOrNil[T any](lists [][]T, err error) ([]*T, error) {
	firsts := make([]*T, len(lists))
	for i, rows := range lists {
		if len(rows) > 0 {
			firsts[i] = &rows[0]
		}
	}
	return firsts, err
}

// firstOrNull is the first of each list, NULL for none.
func firstOrNull[T any](lists [][]T, err error) ([]T, error) {
	firsts := make([]T, len(lists))
	for i, rows := range lists {
		if len(rows) > 0 {
			firsts[i] = rows[0]
		}
	}
	return firsts, err
}

// rowOrNil is the row that a query has found, or nil.
func rowOrNil[T any](row T, err error) (*T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

// valueOrNull is the value that a query has found, or NULL.
func valueOrNull[T any](value T, err error) (T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, err
}

// pendingOf are the migrations that a project has not had. What it has had is known by checksums; nil is any.
func pendingOf(migrations []migration, project string, known map[string]*string) (pending []*migration, err error) {
	for i := range migrations {
		m := &migrations[i]
		switch checksum, ok := known[m.name]; {
		case !ok:
			pending = append(pending, m)
		case checksum != nil && *checksum != m.checksum && !slices.Contains(m.earlier, *checksum):
			return nil, m.failed(trackingSQL.changed, project, *checksum)
		case len(pending) > 0:
			return nil, pending[0].failed(trackingSQL.late, project, m.name)
		}
	}
	return pending, nil
}

// pendingMigrations returns the names of the migrations that a database lacks.
func pendingMigrations(ctx context.Context, db DBTX, migrations []migration, project string) ([]string, error) {
	pending, err := pendingIn(ctx, db, migrations, project)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(pending))
	for i, m := range pending {
		names[i] = m.name
	}
	return names, nil
}

// failed is the error of a migration.
func (m *migration) failed(text, project, other string) error {
	fill := strings.NewReplacer("{id}", m.name, "{project}", project, "{other}", other)
	return errors.New(fill.Replace(text))
}

// of says which migration an error is about.
func (m *migration) of(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("migration %q: %w", m.name, err)
}
