//go:build ignore

package prelude

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Page is a page of rows. Next and Previous are the cursors of the pages after and before it, nil where there is none:
// After and Before take them.
type Page[T any] struct {
	Rows           []T
	Next, Previous *string
}

// paging is which page a caller asks for. A cursor is the query's tag and the values of its row's keys.
type paging struct {
	query, tag    string
	size          int64
	after, before *string
}

// ErrPage is the error for a page that cannot be asked for: a text that is not a cursor of the query and its order, two
// cursors, or less than one row.
var ErrPage = errors.New("no such page")

// openPage reads the cursor, if there is one.
func openPage(p paging, keys ...any) error {
	cursor := p.after
	switch {
	case p.size < 1:
		return fmt.Errorf("%w: a page has at least one row", ErrPage)
	case cursor == nil:
		cursor = p.before
	case p.before != nil:
		return fmt.Errorf("%w: give after or before, not both", ErrPage)
	}
	if cursor == nil {
		return nil
	}
	parts := strings.Split(*cursor, ".")
	if len(parts) != len(keys)+1 || parts[0] != hex.EncodeToString([]byte(p.tag)) {
		return fmt.Errorf("%w: not a cursor of %s", ErrPage, p.query)
	}
	for i, key := range keys {
		text, err := hex.DecodeString(parts[i+1])
		if err != nil || json.Unmarshal(text, key) != nil {
			return fmt.Errorf("%w: not a cursor of %s", ErrPage, p.query)
		}
	}
	return nil
}

// cursor is that of a row with these keys.
func (p paging) cursor(keys []any) (*string, error) {
	text := hex.EncodeToString([]byte(p.tag))
	for _, key := range keys {
		value, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		text += "." + hex.EncodeToString(value)
	}
	return &text, nil
}

// pageOf is a page of rows. One row more than asked for means another page.
func pageOf[T any](p paging, rows []T, err error, keys func(row T) []any) (page Page[T], _ error) {
	if err != nil {
		return page, err
	}
	more := int64(len(rows)) > p.size
	if more {
		rows = rows[:p.size]
	}
	next, previous := more, p.after != nil
	if p.before != nil {
		slices.Reverse(rows)
		next, previous = true, more
	}
	if page.Rows = rows; len(rows) == 0 {
		return page, nil
	}
	if next {
		page.Next, err = p.cursor(keys(rows[len(rows)-1]))
	}
	if previous && err == nil {
		page.Previous, err = p.cursor(keys(rows[0]))
	}
	return page, err
}

func countPage[T any](page Page[T]) int64 { return int64(len(page.Rows)) }
