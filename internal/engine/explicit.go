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

// Left is a star, or an INSERT without a list of columns, that stays.
type Left struct {
	Offset int
	Insert bool
	Why    string
}

// Expander is what an engine tells of the stars of one statement.
type Expander interface {
	// Columns are what a star stands for, as the engine writes them; none where that cannot be told.
	Columns(ctx context.Context, star syntax.Star) ([]string, error)
	// Stored are the columns that each of the INSERTs stores into by position; none where that cannot be told.
	Stored(ctx context.Context, inserts []syntax.Insert) ([][]string, error)
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
			out.Left = append(out.Left, Left{star.Start, false, "sqg does not find out which they are"})
			continue
		}
		text := strings.Join(columns, ", ")
		edit := syntax.Edit{Start: star.Start, End: star.End, Text: text}
		if star.Means != "" {
			edit.Text = strings.Replace(star.Means, "%", text, 1)
		} else {
			edit.Columns = columns
		}
		out.Edits = append(out.Edits, edit)
		if star.Close > 0 {
			out.Edits = append(out.Edits, syntax.Edit{Start: star.Close, End: star.Close, Text: ")"})
		}
	}
	inserts := d.Inserts(sql)
	if err := out.lists(ctx, inserts, e); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out.Edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Start, b.Start) })
	return out, out.prove(ctx, sql, inserts, e)
}

// lists adds the columns of INSERTs that do not name them.
func (x *Explicit) lists(ctx context.Context, inserts []syntax.Insert, e Expander) error {
	if len(inserts) == 0 {
		return nil
	}
	stored, err := e.Stored(ctx, inserts)
	if err != nil {
		return err
	}
	for i, into := range inserts {
		if len(stored[i]) == 0 {
			x.Left = append(x.Left, Left{into.At - 1, true, "sqg does not find out which they are"})
			continue
		}
		x.Edits = append(x.Edits, syntax.Edit{Start: into.At, End: into.At,
			Text: " (" + strings.Join(stored[i], ", ") + ")"})
	}
	return nil
}

// prove keeps the edits that mean the same: all of them, or else each that does so with those before it.
func (x *Explicit) prove(ctx context.Context, sql string, inserts []syntax.Insert, e Expander) error {
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
			left := Left{edit.Start, false, "the statement would mean something else with their names"}
			if slices.ContainsFunc(inserts, func(i syntax.Insert) bool { return i.At == edit.Start }) {
				left.Offset, left.Insert = edit.Start-1, true // the end of the table's name
			}
			if edit.Text != ")" { // which closes what another opens
				x.Left = append(x.Left, left)
			}
		}
	}
	slices.SortFunc(x.Left, func(a, b Left) int { return cmp.Compare(a.Offset, b.Offset) })
	return nil
}

// Apply makes the edits.
func (x *Explicit) Apply(sql string) string { return Edited(sql, x.Edits) }

// Edited is a text with edits, which are in their order.
func Edited(sql string, edits []syntax.Edit) string {
	var out strings.Builder
	from := 0
	for _, e := range edits {
		out.WriteString(sql[from:e.Start] + e.Text)
		from = e.End
	}
	return out.String() + sql[from:]
}
