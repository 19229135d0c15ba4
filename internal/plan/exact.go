package plan

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// What a driver reads or binds with a loss travels in another form: days, times and intervals as their text, a union as
// a struct of its tag and its members.

// asText are the kinds whose text is exact where a driver's value is not.
var asText = map[ir.Kind]bool{
	ir.Date: true, ir.Time: true, ir.TimeTZ: true, ir.Timestamp: true, ir.TimestampTZ: true, ir.Interval: true, ir.Other: true,
}

// boundExactly are the kinds whose values every driver gives the type that they have.
var boundExactly = map[ir.Kind]bool{ir.Bool: true, ir.Text: true, ir.Float64: true, ir.Blob: true, ir.UUID: true}

// Reshaped reports whether values of a type are read in another form than their own.
func Reshaped(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool {
		return t.Kind == ir.Union || asText[t.Kind] || t.Kind == ir.Map && t.Key.Struct != nil
	})
}

// columns are a result's columns in the form that they are read in, and whether that is another than their own.
func (b *builder) columns(r *ir.Row) (list string, reshaped bool) {
	if r == nil || !b.target.Inexact {
		return "", false
	}
	out := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		out[i] = read("#"+strconv.Itoa(i+1), f.Type, 1)
		reshaped = reshaped || Reshaped(f.Type)
	}
	return strings.Join(out, ", "), reshaped
}

// read is the expression for a value in the form that it is read in; depth numbers the names of lambdas.
func read(e string, t ir.Type, depth int) string {
	if !Reshaped(t) {
		return e
	}
	return ir.Fold(t, reading{e: e, depth: depth})
}

type reading struct {
	ir.NoRanges[string]
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
	if asText[t.Elem.Kind] && t.Elem.Kind != ir.TimestampTZ {
		return r.e + "::VARCHAR[]"
	}
	return r.each(r.e, func(x string) string { return read(x, *t.Elem, r.depth+1) })
}

func (r reading) Map(t ir.Type) string {
	return r.each("map_entries("+r.e+")", func(x string) string {
		return "{'key': " + read(x+".key", *t.Key, r.depth+1) + ", 'value': " + read(x+".value", *t.Elem, r.depth+1) + "}"
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
		all = append(all, name+": "+read(extract+r.e+", "+name+")", f.Type, r.depth))
	}
	return "CASE WHEN " + r.e + " IS NOT NULL THEN {" + strings.Join(all, ", ") + "} END"
}

// typed is a placeholder as a value of a type; parts of it may be bound as text, a union as a struct of its tag and
// members.
func typed(e string, t ir.Type) string {
	if wire := Wire(t); wire != t.Ref {
		e += "::" + wire
	}
	return e + "::" + t.Ref
}

func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
