package java

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// Short texts of lists are written in their place where no column behind them has texts that DuckDB looks into.
func TestLastLists(t *testing.T) {
	number, text := ir.Type{Kind: ir.Int32}, ir.Type{Kind: ir.Text}
	texts := ir.Type{Kind: ir.Array, Elem: &text}
	millis := ir.Type{Kind: ir.Timestamp, Precision: 3}
	for _, c := range []struct {
		name           string
		types          []ir.Type
		direct, unread bool
		want           int
	}{
		{"at the end", []ir.Type{number, text, texts}, true, true, 2},
		{"two of them, and a number behind", []ir.Type{text, texts, number, texts, number}, true, true, 1},
		{"a text behind", []ir.Type{texts, text}, true, true, -1},
		{"bytes behind", []ir.Type{texts, {Kind: ir.Blob}}, true, true, -1},
		{"what goes as text behind", []ir.Type{texts, millis}, false, true, -1},
		{"no list", []ir.Type{number, text}, true, true, -1},
		{"a table with a CHECK", []ir.Type{text, texts}, true, false, -1},
		{"the temporary table before one", []ir.Type{text, texts}, false, false, 1},
	} {
		row := &ir.Row{}
		for _, typ := range c.types {
			row.Fields = append(row.Fields, ir.Field{Type: typ})
		}
		a := &appender{Appender: &plan.Appender{
			Appender: &ir.Appender{Table: &ir.Table{Unread: c.unread}, Row: row}}}
		if got := lastLists(a, &plan.Source{Direct: c.direct}); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

// Only what goes as bytes may hold DuckDB up on its way to the texts of a list in front of it.
func TestFixedWidths(t *testing.T) {
	texts := ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Text}}
	p := program("p")
	p.Target = target.Find("java/duckdb")
	for _, kind := range engine.Find("duckdb").Kinds {
		for _, precision := range []int{3, 6} {
			behind := typeOf(kind)
			behind.Precision = precision
			if behind.Elem != nil || behind.Key != nil || behind.Struct != nil {
				continue // they go another way
			}
			row := rowOf("r", ir.Field{Type: texts}, ir.Field{Type: behind})
			a := &appender{Appender: &plan.Appender{Appender: &ir.Appender{Table: &ir.Table{Unread: true}, Row: row}}}
			encoder := newGenerator(p).columnEncoder()
			encoder.name = emit.Text("name")
			call := printed(encoder.appended(behind, emit.Text("value")))
			bytes := kind == ir.Blob || strings.Contains(call, "checkedText(")
			if fixed := lastLists(a, &plan.Source{Direct: true}) == 0; fixed == bytes {
				t.Errorf("%s, precision %d: fixed width: %v, but %s", kind, precision, fixed, call)
			}
		}
	}
}
