package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// Explicit is how a statement names what it has by position: the columns that a star stands for.
type Explicit struct {
	Edits []syntax.Edit // in their order
	Left  []Left        // what stays as it is written
}

// Left is a star that stays: the rows that it returns change with the schema.
type Left struct {
	Offset int
	Why    string
}

// Expander is what an engine tells of the stars of one statement.
type Expander interface {
	// Columns are what a star stands for, as the engine writes them; none where that cannot be told.
	Columns(ctx context.Context, star syntax.Star) ([]string, error)
	// Same reports whether a text means the same as the statement: the engine makes the same of it.
	Same(ctx context.Context, sql string) (bool, error)
}

// Expand names the columns of a statement's stars, as far as the engine shows that this means the same.
func Expand(ctx context.Context, d syntax.Dialect, sql string, e Expander) (*Explicit, error) {
	out := &Explicit{}
	for _, star := range d.Stars(sql) {
		if star.Unseen {
			continue
		}
		columns, err := e.Columns(ctx, star)
		if err != nil {
			return nil, err
		}
		if len(columns) == 0 {
			out.Left = append(out.Left, Left{star.Start, "sqg does not find out which columns it stands for"})
			continue
		}
		out.Edits = append(out.Edits, syntax.Edit{Start: star.Start, End: star.End, Text: strings.Join(columns, ", ")})
	}
	return out, out.prove(ctx, sql, e)
}

// prove keeps the edits that mean the same: all of them, or else each that does so with those before it.
func (x *Explicit) prove(ctx context.Context, sql string, e Expander) error {
	if len(x.Edits) == 0 {
		return nil
	}
	if same, err := e.Same(ctx, x.Apply(sql)); same || err != nil {
		return err
	}
	tried := x.Edits
	x.Edits = nil
	for _, edit := range tried {
		x.Edits = append(x.Edits, edit)
		same, err := e.Same(ctx, x.Apply(sql))
		if err != nil {
			return err
		}
		if !same {
			x.Edits = x.Edits[:len(x.Edits)-1]
			x.Left = append(x.Left, Left{edit.Start, "the statement would mean something else with the names of its columns"})
		}
	}
	slices.SortFunc(x.Left, func(a, b Left) int { return cmp.Compare(a.Offset, b.Offset) })
	return nil
}

// Apply makes the edits.
func (x *Explicit) Apply(sql string) string {
	var out strings.Builder
	from := 0
	for _, e := range x.Edits {
		out.WriteString(sql[from:e.Start] + e.Text)
		from = e.End
	}
	return out.String() + sql[from:]
}
