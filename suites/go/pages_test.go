package suite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand"
	"slices"
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

// TestPagesOfChangingRows: rows come and go, and others change their keys, between one page and the next. Each row that
// stays as it is comes exactly once, in the order, forward and backward. So it is for each of the orders that a caller
// can choose.
func TestPagesOfChangingRows(t *testing.T) {
	ctx := context.Background()
	sorts := map[string]pages.SearchSort{
		"cheapest": pages.SearchSortCheapest, "newest": pages.SearchSortNewest, "ranked": pages.SearchSortRanked,
	}
	for name, sort := range sorts {
		for _, back := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " back ", back), func(t *testing.T) {
				db, err := sql.Open("sqlite", ":memory:")
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				db.SetMaxOpenConns(1) // another one would have a database of its own
				q := pages.New(db)
				exec := func(text string, args ...any) {
					t.Helper()
					if _, err := db.Exec(text, args...); err != nil {
						t.Fatal(err)
					}
				}
				for _, script := range pages.Migrations() {
					exec(script)
				}
				exec("INSERT INTO shop VALUES (1, 'corner')")
				random := rand.New(rand.NewSource(1))
				write := func(id int) {
					exec("INSERT OR REPLACE INTO product VALUES (?, 1, 'a', ?, nullif(?, 0), NULL, NULL, 1, ?, '', '')",
						id, random.Intn(5), random.Intn(4), fmt.Sprint("2024-01-0", 1+random.Intn(4)))
				}
				const stay, others = 300, 1000 // others have the numbers behind those that stay
				for id := 1; id <= stay+others/2; id++ {
					write(id)
				}
				search := func(size int, after, before *string) (rows []pages.SearchRow, previous, next *string) {
					t.Helper()
					p := pages.SearchParams{Sort: sort, Size: int64(size), After: after, Before: before}
					page, err := q.Search(ctx, p)
					if err != nil {
						t.Fatal(err)
					}
					return page.Rows, page.Previous, page.Next
				}
				var want, got []int64
				keep := func(list *[]int64, rows []pages.SearchRow) {
					for _, row := range rows {
						if row.ID <= stay {
							*list = append(*list, row.ID)
						}
					}
				}
				all, _, _ := search(stay+2*others, nil, nil)
				keep(&want, all)
				var rows []pages.SearchRow
				var previous, next *string
				if back { // from the last row on
					_, _, last := search(len(all)-1, nil, nil)
					rows, previous, _ = search(1, last, nil)
				} else {
					rows, _, next = search(7, nil, nil)
				}
				for {
					if back {
						slices.Reverse(rows)
					}
					keep(&got, rows)
					if back && previous == nil || !back && next == nil {
						break
					}
					for range 20 {
						id := stay + 1 + random.Intn(others)
						if random.Intn(2) == 0 {
							exec("DELETE FROM product WHERE id = ?", id)
						} else {
							write(id)
						}
					}
					if back {
						rows, previous, _ = search(7, nil, previous)
					} else {
						rows, _, next = search(7, next, nil)
					}
				}
				if back {
					slices.Reverse(got)
				}
				if !slices.Equal(got, want) {
					t.Errorf("read %d rows that stay, not %d:\n%v\n%v", len(got), len(want), got, want)
				}
			})
		}
	}
}
