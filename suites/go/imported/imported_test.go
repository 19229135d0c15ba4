// Package imported runs statements of a project that `sqg import sqlc` has made.
package imported

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	db "sqg.example/suite/gen/imported/sqlc"
)

func TestImported(t *testing.T) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("SQG_TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "CREATE TEMP TABLE author (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "+
		"name text NOT NULL, note text, price numeric(10,2) NOT NULL, tags text[] NOT NULL, "+
		"made timestamptz NOT NULL DEFAULT now())"); err != nil {
		t.Fatal(err)
	}
	q := db.NewQueries(conn)
	var price pgtype.Numeric
	if err := price.Scan("12.50"); err != nil {
		t.Fatal(err)
	}
	added, err := q.AddAuthor(ctx, db.AddAuthorParams{Name: "Ada", Price: price})
	if err != nil || added.Name != "Ada" || added.Note != nil || len(added.Tags) != 0 {
		t.Fatal(added, err)
	}
	if n, err := q.RenameAuthor(ctx, "Bob", added.ID); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if got, err := q.GetAuthor(ctx, added.ID); err != nil || got.Name != "Bob" {
		t.Fatal(got, err)
	}
	if names, err := q.NamesAuthor(ctx, []int64{added.ID}); err != nil || !slices.Equal(names, []string{"Bob"}) {
		t.Fatal(names, err)
	}
	if all, err := q.FindAuthor(ctx, nil); err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if n, err := q.TouchAuthorBatch(ctx, slices.Values([]int64{added.ID, added.ID + 1})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := q.DropAuthor(ctx, added.ID); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := q.GetAuthor(ctx, added.ID); !errors.Is(err, pgx.ErrNoRows) {
		t.Fatal(err)
	}
}
