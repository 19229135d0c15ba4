package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/Masterminds/squirrel"

	parts "sqg.example/bench/parts/gen"
)

// item is what every way reads.
type item = parts.ItemRow

// filter is the value of each column to search by, nil for none.
type filter []*int64

// search is a way to find items.
type search func(ctx context.Context, f filter) ([]item, error)

const begin, end = "SELECT id, name FROM item WHERE true", " ORDER BY id LIMIT 10"

var columns = func() (names []string) {
	for i := range 12 {
		names = append(names, fmt.Sprintf("c%02d", i+1))
	}
	return names
}()

// way is one of those that are compared; of makes what runs for a case.
type way struct {
	name string
	of   func(db *sql.DB, f filter) search
}

var ways = []way{{"text of the case", fixed}, {"clauses", clauses}, {"sqg", generated}, {"IS NULL OR", isNullOr},
	{"squirrel", built}}

// fixed runs a text that was written for what is given in this case: what nothing can be faster than.
func fixed(db *sql.DB, f filter) search {
	text := begin
	for i, v := range f {
		if v != nil {
			text += " AND " + columns[i] + " = ?"
		}
	}
	text += end
	return func(ctx context.Context, f filter) ([]item, error) {
		args := make([]any, 0, len(f))
		for _, v := range f {
			if v != nil {
				args = append(args, *v)
			}
		}
		return read(db.QueryContext(ctx, text, args...))
	}
}

// clauses joins the clauses that are asked for in each call, as people do by hand.
func clauses(db *sql.DB, _ filter) search {
	return func(ctx context.Context, f filter) ([]item, error) {
		var text strings.Builder
		text.WriteString(begin)
		args := make([]any, 0, len(f))
		for i, v := range f {
			if v != nil {
				text.WriteString(" AND " + columns[i] + " = ?")
				args = append(args, *v)
			}
		}
		text.WriteString(end)
		return read(db.QueryContext(ctx, text.String(), args...))
	}
}

// isNullOr has one text for all cases, in which a filter that is NULL lets everything pass.
func isNullOr(db *sql.DB, f filter) search {
	text := begin
	for i := range f {
		text += fmt.Sprintf(" AND (?%d IS NULL OR %s = ?%[1]d)", i+1, columns[i])
	}
	text += end
	return func(ctx context.Context, f filter) ([]item, error) {
		args := make([]any, len(f))
		for i, v := range f {
			args[i] = v
		}
		return read(db.QueryContext(ctx, text, args...))
	}
}

func built(db *sql.DB, _ filter) search {
	return func(ctx context.Context, f filter) ([]item, error) {
		query := squirrel.Select("id", "name").From("item")
		for i, v := range f {
			if v != nil {
				query = query.Where(squirrel.Eq{columns[i]: *v})
			}
		}
		return read(query.OrderBy("id").Limit(10).RunWith(db).QueryContext(ctx))
	}
}

// generated calls the method for the number of parts.
func generated(db *sql.DB, f filter) search {
	q := parts.New(db)
	return map[int]search{
		1: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchOne(ctx, parts.SearchOneParams{C01: f[0]})
		},
		2: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchTwo(ctx, parts.SearchTwoParams{C01: f[0], C02: f[1]})
		},
		3: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchThree(ctx, parts.SearchThreeParams{C01: f[0], C02: f[1], C03: f[2]})
		},
		6: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchSix(ctx, parts.SearchSixParams{
				C01: f[0], C02: f[1], C03: f[2], C04: f[3], C05: f[4], C06: f[5],
			})
		},
		9: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchNine(ctx, parts.SearchNineParams{
				C01: f[0], C02: f[1], C03: f[2], C04: f[3], C05: f[4], C06: f[5],
				C07: f[6], C08: f[7], C09: f[8],
			})
		},
		12: func(ctx context.Context, f filter) ([]item, error) {
			return q.SearchTwelve(ctx, parts.SearchTwelveParams{
				C01: f[0], C02: f[1], C03: f[2], C04: f[3], C05: f[4], C06: f[5],
				C07: f[6], C08: f[7], C09: f[8], C10: f[9], C11: f[10], C12: f[11],
			})
		},
	}[len(f)]
}

// read reads the rows of a query.
func read(rows *sql.Rows, err error) ([]item, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var items []item
	for rows.Next() {
		var it item
		if err := rows.Scan(&it.ID, &it.Name); err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, rows.Err()
}
