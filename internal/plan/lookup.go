package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// lookupRows is how many rows one QUERY takes; more at a time gain nothing, and their answer is held in memory.
const lookupRows = 10_000

// lookup plans a QUERY that is one for many rows, which come as lists, or finds that the driver's code has no such.
func (b *builder) lookup(q *ir.Query, lists []ir.Field) *Bulk {
	m := &Bulk{Atomic: q.Many.Atomic, Assumes: q.Many.Assumes}
	if b.target.Bulk.Look == 0 {
		m.Way, m.Assumes, m.Why = &EachRow{}, nil, "each row by itself: the driver's code has no other way yet"
		return m
	}
	asked := func(parts []ir.Part, more int) string {
		text, _ := b.text(&ir.Query{SQL: parts, Params: q.Many.Params})
		return b.asTexts(text, q.Row, more, q.Cursor)[0].SQL
	}
	way := &Lookup{SQL: asked(q.Many.SQL, 1), Params: lists, Apart: q.Many.Apart,
		Lateral: !m.Atomic && q.Many.From == nil}
	m.Way = way
	what := "query"
	if m.Atomic {
		what = "statement"
	}
	m.Rows, m.Few = lookupRows, several
	if b.target.Bulk.Look > several {
		m.Few = max(several, cmp.Or(b.opts.BulkFrom, b.target.Bulk.Look))
	}
	few := fmt.Sprintf("; fewer than %d by the %s itself", m.Few, what)
	if way.Apart {
		few = "; where two of them have one key, that changes nothing, and each is run by itself" + few
	}
	m.Why = fmt.Sprintf("one %s for %d rows, which come as lists%s", what, lookupRows, few)
	if q.Many.Keyed != nil && b.target.Bulk.Keys && !q.Params[0].Nullable && !b.shares(q.Row) {
		way.SQL, way.Keyed, way.KeyAt, m.Rows = asked(q.Many.Keyed, 1), true, len(q.Row.Fields), stagedRows
		if q.Many.Own != nil && b.target.Bulk.OwnKeys {
			way.SQL, way.KeyAt = asked(q.Many.Own, 0), q.Many.OwnAt
		}
		m.Why = fmt.Sprintf("one query for %d keys, which come as a list; the program tells by its key whose a row "+
			"is%s", m.Rows, few)
	}
	if b.target.Bulk.Texts {
		var texts *ir.Query
		texts, way.Texts = listedAsJSON(q.Many)
		text, _ := b.text(texts)
		way.SQL = text[0].SQL
	}
	before, after := "", ""
	if columns, reshaped := b.columns(q.Row); reshaped {
		before, after = fmt.Sprintf("SELECT %s, #%d FROM (\n", columns, len(q.Row.Fields)+1), "\n)"
	}
	if f := q.Many.From; f != nil && b.target.Bulk.Scans {
		out, columns := b.scannedOf(q)
		out.All = Around{before + f.Before + "\n  SELECT " +
			strings.Join(append(named(f, columns), "n AS "+f.Number), ", ") + "\n  FROM", "\n" + f.After + after}
		way.SQL, way.Scanned = out.All.String(), out
		m.Why = fmt.Sprintf("one %s for %d rows, which joins them from a table function%s", what, lookupRows, few)
		return m
	}
	way.SQL = before + way.SQL + after
	return m
}

// shares reports whether rows that are found for equal keys would share a value that the program can change.
func (b *builder) shares(row *ir.Row) bool {
	return slices.ContainsFunc(row.Fields, func(f ir.Field) bool {
		return f.Type.Holds(func(t ir.Type) bool { return slices.Contains(b.target.Bulk.Shared, t.Kind.String()) })
	})
}

// listedAsJSON is a query that takes its lists as JSON, and which of them; bytes have no JSON.
func listedAsJSON(many *ir.Many) (*ir.Query, []bool) {
	q, texts := &ir.Query{Params: slices.Clone(many.Params)}, make([]bool, len(many.Params))
	for i, p := range many.Params {
		if texts[i] = p.Type.Elem.Kind != ir.Blob; texts[i] {
			q.Params[i].Type = ir.Type{Kind: ir.Text, SQL: "VARCHAR", Ref: "VARCHAR"}
		}
	}
	for _, part := range many.SQL {
		q.SQL = append(q.SQL, part)
		if part.Param >= 0 && texts[part.Param] {
			wire, _ := jsonWire(many.Params[part.Param].Type)
			cast := "::" + many.Params[part.Param].Type.Ref // which the query has
			q.SQL = append(q.SQL, ir.Part{Param: -1,
				Text: strings.TrimSuffix(strings.TrimPrefix(wire.Expr, "#"), cast)})
		}
	}
	return q, texts
}
