package suite

import (
	"context"
	"database/sql"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sqg.example/suite/app"
	duckdbdocs "sqg.example/suite/gen/duckdb/overrides"
	mattnnull "sqg.example/suite/gen/mattn-null/overrides"
	mattndocs "sqg.example/suite/gen/mattn/overrides"
	moderncdocs "sqg.example/suite/gen/modernc/overrides"
	pgnull "sqg.example/suite/gen/pg-null/overrides"
	pgdocs "sqg.example/suite/gen/pg/overrides"
	zombiezendocs "sqg.example/suite/gen/zombiezen/overrides"
)

// documents are the methods of corpus/overrides: of rows R with keys ID, and parameters P.
type documents[R, P, ID any] interface {
	AddDocument(ctx context.Context, p P) (int64, error)
	BulkInsertDocument(ctx context.Context, rows iter.Seq[R]) (int64, error)
	GetDocument(ctx context.Context, id ID) (R, error)
	AllMeta(ctx context.Context) ([]app.Document, error)
	SetMeta(ctx context.Context, meta app.Document, id ID) (int64, error)
	FindByMeta(ctx context.Context, meta app.Document) ([]ID, error)
}

// playDocuments writes and reads types of the application; exec makes the labels ones that it does not know.
func playDocuments[R, P any, ID int32 | int64](t *testing.T, q documents[R, P, ID], exec func(string), params func(R) P,
	row func(id ID, meta, extra app.Document, state app.State, cents int64) R) {
	t.Helper()
	ctx := t.Context()
	meta := app.Document{"name": "one", "tags": []any{"a", nil}, "n": 1.5}
	rows := []R{row(1, meta, app.Document{"x": true}, 1, 1250), row(2, app.Document{}, nil, 0, -1)}
	if n, err := q.BulkInsertDocument(ctx, slices.Values(rows)); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	rows = append(rows, row(3, app.Document{"z": ""}, app.Document{}, 1, -1))
	if n, err := q.AddDocument(ctx, params(rows[2])); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	for i, want := range rows {
		if got, err := q.GetDocument(ctx, ID(i+1)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v %v, not %+v", got, err, want)
		}
	}
	if n, err := q.SetMeta(ctx, app.Document{"new": 1.0}, 2); n != 1 || err != nil {
		t.Error(n, err)
	}
	if got, err := q.AllMeta(ctx); err != nil ||
		!reflect.DeepEqual(got, []app.Document{meta, {"new": 1.0}, {"z": ""}}) {
		t.Error(got, err)
	}
	if got, err := q.FindByMeta(ctx, app.Document{"new": 1.0}); err != nil || !slices.Equal(got, []ID{2}) {
		t.Error(got, err)
	}
	refused := func(err error, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%v says nothing of %q", err, part)
			}
		}
	}
	_, err := q.SetMeta(ctx, app.Document{"f": t.Name}, 2)
	refused(err, "set_meta", "unsupported type")
	_, err = q.BulkInsertDocument(ctx, slices.Values([]R{row(4, meta, nil, 0, -1), row(5, meta, nil, 7, -1)}))
	refused(err, "row 2", "state", "7 is no state")
	if got, err := q.AllMeta(ctx); err != nil || len(got) != 3 {
		t.Error(got, err)
	}
	exec("UPDATE document SET state = 'gone'")
	_, err = q.GetDocument(ctx, 1)
	refused(err, "get_document", "state", `"gone" is no state`)
}

// null is nil for what is not there.
func null(d app.Document) *app.Document {
	if d == nil {
		return nil
	}
	return &d
}

func cents(n int64) *app.Cents {
	if n < 0 {
		return nil
	}
	c := app.Cents(n)
	return &c
}

// TestOverrides: types of the application, and functions that read and write them, with every driver.
func TestOverrides(t *testing.T) {
	t.Run("mattn", func(t *testing.T) {
		q, exec := openSQL("sqlite3", "mattn")(t, "overrides")
		playDocuments(t, q.(*mattndocs.Overrides), exec,
			func(r mattndocs.DocumentRow) mattndocs.AddDocumentParams { return mattndocs.AddDocumentParams(r) },
			func(id int64, meta, extra app.Document, state app.State, _ int64) mattndocs.DocumentRow {
				return mattndocs.DocumentRow{ID: id, Meta: meta, Extra: null(extra), State: state}
			})
	})
	t.Run("mattn, sql.Null", func(t *testing.T) {
		q, exec := openSQL("sqlite3", "mattn-null")(t, "overrides")
		playDocuments(t, q.(*mattnnull.Overrides), exec,
			func(r mattnnull.DocumentRow) mattnnull.AddDocumentParams { return mattnnull.AddDocumentParams(r) },
			func(id int64, meta, extra app.Document, state app.State, _ int64) mattnnull.DocumentRow {
				return mattnnull.DocumentRow{ID: id, Meta: meta,
					Extra: sql.Null[app.Document]{V: extra, Valid: extra != nil}, State: state}
			})
	})
	t.Run("modernc", func(t *testing.T) {
		q, exec := openSQL("sqlite", "modernc")(t, "overrides")
		playDocuments(t, q.(*moderncdocs.Overrides), exec,
			func(r moderncdocs.DocumentRow) moderncdocs.AddDocumentParams { return moderncdocs.AddDocumentParams(r) },
			func(id int64, meta, extra app.Document, state app.State, _ int64) moderncdocs.DocumentRow {
				return moderncdocs.DocumentRow{ID: id, Meta: meta, Extra: null(extra), State: state}
			})
	})
	t.Run("zombiezen", func(t *testing.T) {
		q, exec := openZombiezen("zombiezen")(t, "overrides")
		playDocuments(t, q.(*zombiezendocs.Overrides), exec,
			func(r zombiezendocs.DocumentRow) zombiezendocs.AddDocumentParams {
				return zombiezendocs.AddDocumentParams(r)
			},
			func(id int64, meta, extra app.Document, state app.State, _ int64) zombiezendocs.DocumentRow {
				return zombiezendocs.DocumentRow{ID: id, Meta: meta, Extra: null(extra), State: state}
			})
	})
	t.Run("duckdb", func(t *testing.T) {
		unit, db := unitOf(t, "duckdb", "overrides", ""), newDuckdb(t, "")
		exec := func(script string) {
			t.Helper()
			if _, err := db.Exec(script); err != nil {
				t.Fatal(err)
			}
		}
		for _, script := range unit.Migrations() {
			exec(script)
		}
		playDocuments(t, unit.Open(db).(*duckdbdocs.Overrides), exec,
			func(r duckdbdocs.DocumentRow) duckdbdocs.AddDocumentParams { return duckdbdocs.AddDocumentParams(r) },
			func(id int32, meta, extra app.Document, state app.State, amount int64) duckdbdocs.DocumentRow {
				return duckdbdocs.DocumentRow{ID: id, Meta: meta, Extra: extra, State: state, Amount: cents(amount)}
			})
	})
	t.Run("pgx", func(t *testing.T) {
		url := newDatabase(t)
		unit := unitOf(t, "pg", "overrides", "")
		scripts(t, url, unit.Migrations()...)
		playDocuments(t, unit.Open(newPool(t, url, usual)).(*pgdocs.Overrides),
			func(script string) { scripts(t, url, script) },
			func(r pgdocs.DocumentRow) pgdocs.AddDocumentParams { return pgdocs.AddDocumentParams(r) },
			func(id int32, meta, extra app.Document, state app.State, amount int64) pgdocs.DocumentRow {
				return pgdocs.DocumentRow{ID: id, Meta: meta, Extra: null(extra), State: state, Amount: cents(amount)}
			})
	})
	t.Run("pgx, sql.Null", func(t *testing.T) {
		url := newDatabase(t)
		unit := unitOf(t, "pg-null", "overrides", "")
		scripts(t, url, unit.Migrations()...)
		playDocuments(t, unit.Open(newPool(t, url, usual)).(*pgnull.Overrides),
			func(script string) { scripts(t, url, script) },
			func(r pgnull.DocumentRow) pgnull.AddDocumentParams { return pgnull.AddDocumentParams(r) },
			func(id int32, meta, extra app.Document, state app.State, amount int64) pgnull.DocumentRow {
				return pgnull.DocumentRow{ID: id, Meta: meta,
					Extra: sql.Null[app.Document]{V: extra, Valid: extra != nil}, State: state,
					Amount: sql.Null[app.Cents]{V: app.Cents(max(amount, 0)), Valid: amount >= 0}}
			})
	})
}
