package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// What a driver reads or binds with a loss travels in another form: days, times and intervals as their text, a union as
// a struct of its tag and its members.

// forms says what a driver reads in another form than its own.
type forms struct {
	text   map[ir.Kind]bool // as text
	tells  []string         // types of kind Other that are read as text all the same
	unions bool
	keys   func(key ir.Type) bool // a map with such keys is read as its entries
	what   string                 // the same in words
}

// inexact are those of a driver that loses something of many types; parsed those of one that parses JSON, and has no
// maps of what cannot be compared; arrow those of one that reads Arrow's values, where a TIMETZ has no offset, a union
// that is NULL looks like its first member, and a BIT is DuckDB's own bytes.
var (
	inexact = forms{text: asText, unions: true, keys: func(key ir.Type) bool { return key.Struct != nil }}
	parsed  = forms{text: map[ir.Kind]bool{ir.JSON: true, ir.Time: true, ir.Other: true},
		keys: func(key ir.Type) bool {
			bytes := key.Kind == ir.Blob || key.Kind == ir.Bits || key.Kind == ir.UUID
			return key.Struct != nil || key.Elem != nil || bytes
		}, what: "JSON, TIME or a map of such keys"}
	arrow = forms{text: map[ir.Kind]bool{ir.TimeTZ: true, ir.Bits: true, ir.Other: true}, unions: true,
		keys: func(ir.Type) bool { return false },
		what: "TIMETZ, UNION, BIT or BIGNUM"}
)

func (f forms) reshape(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool {
		return t.Kind == ir.Union && f.unions || f.text[t.Kind] && !slices.Contains(f.tells, t.SQL) ||
			t.Kind == ir.Map && f.keys(*t.Key)
	})
}

// asText are the kinds whose text is exact where a driver's value is not.
var asText = map[ir.Kind]bool{
	ir.Date: true, ir.Time: true, ir.TimeTZ: true, ir.Timestamp: true, ir.TimestampTZ: true, ir.Interval: true,
	ir.Other: true,
}

// boundExactly are the kinds whose values every driver gives the type that they have.
var boundExactly = map[ir.Kind]bool{ir.Bool: true, ir.Text: true, ir.Float64: true, ir.Blob: true, ir.UUID: true}

// Reshaped reports whether values of a type are read in another form than their own.
func Reshaped(t ir.Type) bool { return inexact.reshape(t) }

// forms are those of the target's driver; nil for one that reads everything in its own form. All read as text what no
// language has a counterpart of.
func (b *builder) forms() *forms {
	switch t := b.target; {
	case t.Inexact:
		return &inexact
	case t.Parsed:
		return &parsed
	case t.Arrow:
		return &arrow
	case t.Engine == "duckdb":
		return &forms{text: map[ir.Kind]bool{ir.Other: true}, tells: t.Tells, keys: func(ir.Type) bool { return false },
			what: "GEOMETRY or VARIANT, and what holds one"}
	}
	return nil
}

// columns are a result's columns in the form that they are read in, and whether that is another than their own.
func (b *builder) columns(r *ir.Row) (list string, reshaped bool) {
	forms := b.forms()
	if r == nil || forms == nil {
		return "", false
	}
	out := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		out[i] = forms.read("#"+strconv.Itoa(i+1), f.Type, 1)
		if forms.reshape(f.Type) {
			reshaped = true
			if b.target.Arrow { // an error names the column as the result does
				out[i] += " AS " + ir.Quote(f.Column)
			}
		}
	}
	return strings.Join(out, ", "), reshaped
}

// read is the expression for a value in the form that it is read in; depth numbers the names of lambdas.
func (f forms) read(e string, t ir.Type, depth int) string {
	if !f.reshape(t) {
		return e
	}
	return ir.Fold(t, reading{forms: f, e: e, depth: depth})
}

type reading struct {
	ir.NoRanges[string]
	forms forms
	e     string
	depth int
}

func (r reading) Scalar(t ir.Type) string {
	if t.Kind == ir.TimestampTZ { // its own text depends on TimeZone, and lacks the seconds of old offsets
		return "(" + r.e + " AT TIME ZONE 'UTC')::VARCHAR"
	}
	return r.e + "::VARCHAR"
}

func (r reading) Enum(ir.Type) string { return r.e }

func (r reading) List(t ir.Type) string {
	if r.forms.text[t.Elem.Kind] && t.Elem.Kind != ir.TimestampTZ {
		return r.e + "::VARCHAR[]"
	}
	return r.each(r.e, func(x string) string { return r.forms.read(x, *t.Elem, r.depth+1) })
}

func (r reading) Map(t ir.Type) string {
	return r.each("map_entries("+r.e+")", func(x string) string {
		return "{'key': " + r.forms.read(x+".key", *t.Key, r.depth+1) + ", 'value': " +
			r.forms.read(x+".value", *t.Elem, r.depth+1) + "}"
	})
}

func (r reading) each(list string, item func(x string) string) string {
	x := "x" + strconv.Itoa(r.depth)
	return "list_transform(" + list + ", lambda " + x + ": " + item(x) + ")"
}

func (r reading) Record(t ir.Type) string { return r.members(t, "struct_extract(") }

func (r reading) Union(t ir.Type) string {
	return r.members(t, "union_extract(", quoteText(TagName(t.Struct))+": union_tag("+r.e+")::VARCHAR")
}

func (r reading) members(t ir.Type, extract string, all ...string) string {
	for _, f := range t.Struct.Fields {
		name := quoteText(f.Column)
		all = append(all, name+": "+r.forms.read(extract+r.e+", "+name+")", f.Type, r.depth))
	}
	return "CASE WHEN " + r.e + " IS NOT NULL THEN {" + strings.Join(all, ", ") + "} END"
}

// wrapped has a query return what it finds in the form that the driver loses nothing of.
func (b *builder) wrapped(q *ir.Query, text []Piece, columns string) []Piece {
	if !q.Cursor {
		b.diags = append(b.diags, diag.Diagnostic{Code: diag.UnsupportedType, Span: q.Span,
			Msg: q.Name.SQL + " returns what " + b.target.ID() + " reads exactly from a SELECT only: " +
				b.forms().what,
			Hint: "cast it to VARCHAR"})
		return text
	}
	return around(text, "SELECT "+columns+" FROM (\n", "\n)", 0)
}

// typed is a placeholder as a value of a type; parts of it may be bound as text, a union as a struct of its tag and
// members.
func typed(e string, t ir.Type) string { return e + structCasts(t) + "::" + t.Ref }

func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
