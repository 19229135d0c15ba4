package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Info is what is known of an engine without running it: plain data, for every package that needs some of it. What runs
// an engine is in its own package, and compile.Engines holds both.
type Info struct {
	Name      string // in a generator's id
	Title     string // in a sentence
	Dialect   syntax.Dialect
	Mark      string // what the numbered placeholders of analysed statements start with
	Schema    string // whose tables a plain name means
	MaxParams int    // bound parameters of one statement
	ManyHint  string // how one parameter holds many values
	List      List   // how a condition has a list of values as one parameter
	Nulls     Nulls
	Hex       string // what makes of a BLOB, %[1]s, a text that sorts as it does
	Indexes   bool   // with one, a statement need not read every row, and its plan says so
	AlterView View
	WholeRows bool      // a table's name in SELECT is its whole row
	Untyped   bool      // a parameter has the type of its value: a comparison with a column does not tell it
	Stored    []ir.Kind // kinds of which each value is stored in one form, where programs make those of others; nil for all
	Kinds     []ir.Kind // what a column can be; tests loop over them, so that no target forgets one
}

var (
	SQLite = &Info{
		Name: "sqlite", Title: "SQLite", Mark: "?", Schema: "main", MaxParams: 32766,
		Dialect: syntax.Dialect{Nothing: "SELECT 1", BracketNames: true, BacktickNames: true, IsCompares: true,
			Placeholders: "?$:@"},
		Nulls:    Nulls{Ascending: true, Same: "IS"},
		Hex:      "hex(%[1]s)",
		Untyped:  true,
		Indexes:  true,
		Stored:   []ir.Kind{ir.Int64, ir.Float64, ir.Text},
		ManyHint: "pass them as one of JSON, and select from json_each(${values})",
		List: List{In: "IN (SELECT value FROM json_each(#))", NotIn: "NOT IN (SELECT value FROM json_each(#))",
			Of: map[ir.Kind][2]string{ir.Blob: {"SELECT value", "SELECT unhex(value)"}}},
		Kinds: []ir.Kind{ir.Any, ir.Bool, ir.Int64, ir.Float64, ir.Decimal, ir.Text, ir.Blob, ir.Date, ir.Time,
			ir.Timestamp,
			ir.TimestampTZ, ir.UUID, ir.JSON},
	}
	DuckDB = &Info{
		Name: "duckdb", Title: "DuckDB", Mark: "$", Schema: "main", MaxParams: 65535,
		Dialect: syntax.Dialect{DollarQuotes: true, Nothing: "SELECT 1", EscapeStrings: true, NestedComments: true,
			FromFirst: true, Placeholders: "?$"},
		Nulls:     Nulls{Same: "IS NOT DISTINCT FROM"},
		Hex:       "hex(%[1]s)",
		AlterView: View{Rename: "ALTER VIEW"},
		WholeRows: true,
		ManyHint:  "pass them as a list: = ANY(${values}::INTEGER[]), or unnest(${values}::INTEGER[])",
		List:      List{In: "IN (SELECT unnest(#::@[]))", NotIn: "NOT IN (SELECT unnest(#::@[]))"},
		Kinds: []ir.Kind{ir.Bool, ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.HugeInt, ir.UInt8, ir.UInt16, ir.UInt32,
			ir.UInt64,
			ir.UHugeInt, ir.Float32, ir.Float64, ir.Decimal, ir.Text, ir.Blob, ir.Bits, ir.Date, ir.Time, ir.TimeTZ,
			ir.Timestamp,
			ir.TimestampTZ, ir.Interval, ir.UUID, ir.JSON, ir.Enum, ir.Array, ir.Struct, ir.Map, ir.Union, ir.Other},
	}
	Postgres = &Info{
		Name: "postgres", Title: "PostgreSQL", Mark: "$", Schema: "public", MaxParams: 65535,
		Dialect: syntax.Dialect{DollarQuotes: true, Nothing: "DO 'BEGIN END'", EscapeStrings: true,
			NestedComments: true, FoldsNames: true, Arguments: true,
			Placeholders: "$"},
		Nulls:     Nulls{Descending: true, Same: "IS NOT DISTINCT FROM"},
		Hex:       "encode(%[1]s, 'hex')",
		AlterView: View{Rename: "ALTER TABLE", RenameColumn: "ALTER TABLE"}, // of materialized views, too
		WholeRows: true,
		Indexes:   true,
		ManyHint:  "pass them as an array: = ANY(${values}), or FROM unnest(${values}::integer[])",
		List:      List{In: "= ANY (#::@[])", NotIn: "<> ALL (#::@[])"},
		Kinds:     append(builtin(), ir.Enum, ir.Array, ir.Struct, ir.Range, ir.Multirange, ir.Other),
	}
)

// builtin are the kinds of PostgreSQL's own types.
func builtin() []ir.Kind {
	return slices.Compact(slices.Sorted(maps.Values(ir.Builtin)))
}

// All engines, by name.
var All = []*Info{DuckDB, Postgres, SQLite}

// Find returns the engine of a name, nil where there is none.
func Find(name string) *Info {
	if i := slices.IndexFunc(All, func(e *Info) bool { return e.Name == name }); i >= 0 {
		return All[i]
	}
	return nil
}

// List is a condition that a value is in a list, or is not: # stands for the parameter, @ for its values' type.
type List struct {
	In, NotIn string
	Of        map[ir.Kind][2]string // what is otherwise with values of a kind, and how
}

// View is how statements start that rename a view, and a column of one; "" where the engine has none.
type View struct{ Rename, RenameColumn string }

// Nulls is what an engine makes of NULL.
type Nulls struct {
	Ascending, Descending bool   // NULL comes first in such an ORDER BY, where nothing else is said
	Same                  string // how two values are compared of which each may be NULL
}

// Leads reports whether NULL comes first in an order that does not say it.
func (n Nulls) Leads(desc bool) bool { return desc && n.Descending || !desc && n.Ascending }

// Keeps reports whether a value of a kind is stored in one form alone.
func (e *Info) Keeps(kind ir.Kind) bool { return e.Stored == nil || slices.Contains(e.Stored, kind) }

// InList is the condition that a value is in the list that a parameter holds, or not.
func (e *Info) InList(param string, elem ir.Type, not bool) string {
	form := e.List.In
	if not {
		form = e.List.NotIn
	}
	if other, is := e.List.Of[elem.Kind]; is {
		form = strings.Replace(form, other[0], other[1], 1)
	}
	return strings.NewReplacer("#", param, "@", elem.Ref).Replace(form)
}

// Placeholder n of an analysed statement, from 1.
func (e *Info) Placeholder(n int) string { return e.Mark + strconv.Itoa(n) }
