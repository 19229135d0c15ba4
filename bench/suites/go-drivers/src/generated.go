package main

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"

	"drivers/gen/mattn"
	"drivers/gen/modernc"
	copies "drivers/gen/pgx"
	"drivers/gen/zombiezen"
)

// Structs of the same fields as the generated packages have for the tables, which convert to theirs.
type (
	wideRow   struct{ C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16 string }
	narrowRow struct{ C1, C2, C3 string }
)

func wideOf(v []string) wideRow {
	return wideRow{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]}
}

func narrowOf(v []string) narrowRow { return narrowRow{v[0], v[1], v[2]} }

// generated are the generated bulk inserts of a package.
type generated[W, N any] interface {
	BulkInsertWide(ctx context.Context, rows iter.Seq[W]) (int64, error)
	BulkInsertNarrow(ctx context.Context, rows iter.Seq[N]) (int64, error)
}

// generatedLoad makes the rows of a load as a package has them, and returns what inserts them.
func generatedLoad[W, N any](ctx context.Context, q generated[W, N], d *data, wideRow func([]string) W,
	narrowRow func([]string) N) func() error {
	if d.shape == wide {
		return inserting(ctx, d, wideRow, q.BulkInsertWide)
	}
	return inserting(ctx, d, narrowRow, q.BulkInsertNarrow)
}

func inserting[R any](ctx context.Context, d *data, row func([]string) R,
	insert func(context.Context, iter.Seq[R]) (int64, error)) func() error {
	block := make([]R, len(d.block))
	for i, values := range d.block {
		block[i] = row(values)
	}
	return func() error {
		_, err := insert(ctx, func(yield func(R) bool) {
			for i := range d.rows {
				if !yield(block[i%len(block)]) {
					return
				}
			}
		})
		return err
	}
}

func mattnGenerated(ctx context.Context, d *data, file string) (loader, error) {
	db, err := openSQL(ctx, "sqlite3", file)
	if err != nil {
		return loader{}, err
	}
	return loader{generatedLoad(ctx, mattn.NewLoads(db), d,
		func(v []string) mattn.WideRow { return mattn.WideRow(wideOf(v)) },
		func(v []string) mattn.NarrowRow { return mattn.NarrowRow(narrowOf(v)) }), db.Close}, nil
}

func moderncGenerated(ctx context.Context, d *data, file string) (loader, error) {
	db, err := openSQL(ctx, "sqlite", file)
	if err != nil {
		return loader{}, err
	}
	return loader{generatedLoad(ctx, modernc.NewLoads(db), d,
		func(v []string) modernc.WideRow { return modernc.WideRow(wideOf(v)) },
		func(v []string) modernc.NarrowRow { return modernc.NarrowRow(narrowOf(v)) }), db.Close}, nil
}

func zombiezenGenerated(ctx context.Context, d *data, file string) (loader, error) {
	conn, err := zombiezenOpen(file)
	if err != nil {
		return loader{}, err
	}
	return loader{generatedLoad(ctx, zombiezen.NewLoads(conn), d,
		func(v []string) zombiezen.WideRow { return zombiezen.WideRow(wideOf(v)) },
		func(v []string) zombiezen.NarrowRow { return zombiezen.NarrowRow(narrowOf(v)) }), conn.Close}, nil
}

func (c *postgresInsert) generated(ctx context.Context) func() error {
	return generatedLoad(ctx, copies.NewLoads(c.pgx), c.data,
		func(v []string) copies.WideRow { return copies.WideRow(wideOf(v)) },
		func(v []string) copies.NarrowRow { return copies.NarrowRow(narrowOf(v)) })
}

// generatedReader reads by generated methods.
func generatedReader[O, S any](ctx context.Context, one func(context.Context, int64) (O, error),
	some func(context.Context, int64) ([]S, error),
	storedOne func(O) stored, storedSome func(S) stored, done func() error) reader {
	return reader{
		one: func(id int64) (stored, error) {
			row, err := one(ctx, id)
			return storedOne(row), err
		},
		some: func(limit int) (func() []stored, error) {
			rows, err := some(ctx, int64(limit))
			return func() []stored {
				out := make([]stored, len(rows))
				for i, row := range rows {
					out[i] = storedSome(row)
				}
				return out
			}, err
		},
		close: done,
	}
}

func mattnGeneratedReader(ctx context.Context, file string) (reader, error) {
	db, err := openSQL(ctx, "sqlite3", file)
	if err != nil {
		return reader{}, err
	}
	db.SetMaxOpenConns(1)
	q := mattn.PreparedLoads(db)
	return generatedReader(ctx, q.OneStored, q.SomeStored, func(r mattn.StoredRow) stored { return stored(r) },
		func(r mattn.StoredRow) stored { return stored(r) }, db.Close), nil
}

func moderncGeneratedReader(ctx context.Context, file string) (reader, error) {
	db, err := openSQL(ctx, "sqlite", file)
	if err != nil {
		return reader{}, err
	}
	q := modernc.PreparedLoads(db)
	return generatedReader(ctx, q.OneStored, q.SomeStored, func(r modernc.StoredRow) stored { return stored(r) },
		func(r modernc.StoredRow) stored { return stored(r) }, db.Close), nil
}

func zombiezenGeneratedReader(ctx context.Context, file string) (reader, error) {
	conn, err := zombiezenOpen(file)
	if err != nil {
		return reader{}, err
	}
	q := zombiezen.NewLoads(conn)
	return generatedReader(ctx, q.OneStored, q.SomeStored, func(r zombiezen.StoredRow) stored { return stored(r) },
		func(r zombiezen.StoredRow) stored { return stored(r) }, conn.Close), nil
}

func pgxGeneratedReader(ctx context.Context, conn *pgx.Conn) reader {
	q := copies.NewLoads(conn)
	return generatedReader(ctx, q.OneStored, q.SomeStored, func(r copies.StoredRow) stored { return stored(r) },
		func(r copies.StoredRow) stored { return stored(r) }, func() error { return nil })
}
