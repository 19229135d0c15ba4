package suite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sqg.example/suite/gen"
	mattnappender "sqg.example/suite/gen/mattn-null/appender"
	mattnresults "sqg.example/suite/gen/mattn-null/results"
	pgresults "sqg.example/suite/gen/pg-null/results"
)

// heard is what an observer of any package hears, and whether statements run in its context.
type heard struct{ log []string }

type traced struct{}

func (h *heard) observe(ctx context.Context, query string) (context.Context, func(rows int64, err error)) {
	h.log = append(h.log, "> "+query)
	return context.WithValue(ctx, traced{}, query), func(rows int64, err error) {
		text := fmt.Sprintf("%s %d", query, rows)
		if err != nil {
			text += " error"
		}
		h.log = append(h.log, text)
	}
}

func (h *heard) wants(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(h.log, want) {
		t.Fatalf("heard %q, not %q", h.log, want)
	}
	h.log = nil
}

// TestObserver: an observer hears of every operation, in transactions too; off means not there.
func TestObserver(t *testing.T) {
	app, _ := openSQL("sqlite3", "mattn-null")(t, "results")
	h := &heard{}
	plain := app.(*mattnresults.Results)
	q := plain.WithObserver(h.observe)
	ctx := t.Context()
	if _, err := q.AddBook(ctx, mattnresults.AddBookParams{ID: 1, Title: "One", Pages: 1,
		Price: sql.Null[float64]{V: 2, Valid: true}}); err != nil {
		t.Fatal(err)
	}
	h.wants(t, "> add_book", "add_book 1")
	_, err1 := q.AllBooks(ctx)
	_, err2 := q.FindBook(ctx, 9)
	author, err3 := q.AuthorOf(ctx, 1)
	if err1 != nil || !errors.Is(err2, sql.ErrNoRows) || err3 != nil || author.Valid {
		t.Fatal(err1, err2, err3, author)
	}
	h.wants(t, "> all_books", "all_books 1", "> find_book", "find_book 0", "> author_of", "author_of 1")
	if _, err := q.FailsAtRunTime(ctx, "{"); err == nil {
		t.Fatal("no error")
	}
	h.wants(t, "> fails_at_run_time", "fails_at_run_time 0 error")
	rows := q.EachNumberValues(ctx, 10)
	h.wants(t)
	for n := range rows {
		h.wants(t, map[bool][]string{true: {"> number_values"}}[n == 1]...)
		if n == 2 {
			break
		}
	}
	h.wants(t, "number_values 2")
	if err := q.InTx(ctx, func(q *mattnresults.Results) error { return q.ShelveIndex(ctx) }); err != nil {
		t.Fatal(err)
	}
	h.wants(t, "> shelve_index", "shelve_index 0")
	if _, err := plain.AllBooks(ctx); err != nil {
		t.Fatal(err)
	}
	h.wants(t)

	for name, want := range map[string]string{"count_books": "SELECT count(*) FROM books", "no_statement": ""} {
		if text := mattnresults.TextOf(name); text != want {
			t.Fatalf("%s is %q, not %q", name, text, want)
		}
	}

	app, _ = openSQL("sqlite3", "mattn-null")(t, "appender")
	narrow := slices.Values([]mattnappender.NarrowRow{{K: 1}, {K: 2}})
	if _, err := app.(*mattnappender.Appender).WithObserver(h.observe).BulkInsertNarrow(ctx, narrow); err != nil {
		t.Fatal(err)
	}
	h.wants(t, "> narrow", "narrow 2")
	if _, there := reflect.TypeOf(gen.Units["mattn/results"].Open((*sql.DB)(nil))).MethodByName("WithObserver"); there {
		t.Fatal("an observer that nobody asked for")
	}
}

// tracer notes in which context pgx runs what.
type tracer struct{ queries []any }

func (t *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	t.queries = append(t.queries, ctx.Value(traced{}))
	return ctx
}

func (t *tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TestObserverContext: a statement runs in the context that the observer returns, so that spans nest.
func TestObserverContext(t *testing.T) {
	url := newDatabase(t)
	scripts(t, url, pgresults.Migrations()...)
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	spans := &tracer{}
	config.Tracer = spans
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	h := &heard{}
	var q pgresults.Querier = pgresults.New(conn).WithObserver(h.observe)
	if _, err := q.AllBooks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, err := range q.EachAllBooks(t.Context()) {
		t.Fatal(err)
	}
	h.wants(t, "> all_books", "all_books 0", "> all_books", "all_books 0")
	if !slices.Equal(spans.queries, []any{"all_books", "all_books"}) {
		t.Fatal(spans.queries)
	}
}

// standIn is an implementation of the interface for a test of an application.
type standIn struct{ pgresults.Querier }

func (standIn) Titles(context.Context) ([]string, error) { return []string{"One"}, nil }

func TestQuerier(t *testing.T) {
	titles, err := pgresults.Querier(standIn{}).Titles(t.Context())
	if err != nil || strings.Join(titles, " ") != "One" {
		t.Fatal(titles, err)
	}
}
