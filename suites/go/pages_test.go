package suite

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"sqg.example/suite/gen/modernc/pages"
)

// TestErrPage: a program can tell a page that cannot be asked for from what the database says.
func TestErrPage(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q, text := pages.New(db), "x"
	for what, p := range map[string]pages.ByPriceParams{
		"no rows":        {Size: 0},
		"no cursor":      {Size: 1, After: &text},
		"two cursors":    {Size: 1, After: &text, Before: &text},
		"another cursor": {Size: 1, Before: new(string)},
	} {
		if _, err := q.ByPrice(context.Background(), p); !errors.Is(err, pages.ErrPage) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := q.ByPrice(context.Background(), pages.ByPriceParams{Size: 1}); err == nil ||
		errors.Is(err, pages.ErrPage) {
		t.Errorf("without tables: %v", err)
	}
}
