package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"slices"

	parts "sqg.example/bench/parts/gen"
)

// pageSize is how many rows a page has.
const pageSize = 20

// deep prints the processor time of a page behind so many rows, by its cursor and by OFFSET: medians of rounds in which
// these take turns.
func deep(ctx context.Context, db *sql.DB, rows int64, rounds int) {
	q := parts.New(db)
	fmt.Print("\n| rows before the page | by cursor | OFFSET |\n")
	var after *string
	step := rows / 100
	for at := int64(0); at < rows; at += step {
		if slices.Contains([]int64{0, 1, 10, 50, 99}, at/step) {
			byCursor := func() (ids []int64) {
				page := must(q.ListItems(ctx, parts.ListItemsParams{Size: pageSize, After: after}))
				for _, row := range page.Rows {
					ids = append(ids, row.ID)
				}
				return ids
			}
			byOffset := func() (ids []int64) {
				found := must(db.QueryContext(ctx, "SELECT id, name, c01 FROM item ORDER BY c01, id LIMIT ? OFFSET ?",
					pageSize+1, at))
				defer found.Close()
				for found.Next() {
					var row parts.ListItemsRow
					must(0, found.Scan(&row.ID, &row.Name, &row.C01))
					ids = append(ids, row.ID)
				}
				must(0, found.Err())
				return ids[:pageSize]
			}
			if a, b := byCursor(), byOffset(); !slices.Equal(a, b) {
				log.Fatalf("behind %d rows: %v, and by OFFSET %v", at, a, b)
			}
			var times [2][]float64
			for range rounds {
				for i, way := range []func() []int64{byCursor, byOffset} {
					calls := 10
					from := processorTime()
					for range calls {
						way()
					}
					times[i] = append(times[i], float64(processorTime()-from)/float64(calls)/1000)
				}
			}
			fmt.Printf("| %d | %.0f µs | %.0f µs |\n", at, median(times[0]), median(times[1]))
		}
		after = must(q.ListItems(ctx, parts.ListItemsParams{Size: step, After: after})).Next
	}
}
