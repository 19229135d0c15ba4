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
	x := "x" + strconv.Itoa(depth)
	switch {
	case !Reshaped(t):
		return e
	case t.Kind == ir.TimestampTZ: // its own text depends on TimeZone, and lacks the seconds of old offsets
		return "(" + e + " AT TIME ZONE 'UTC')::VARCHAR"
	case t.Kind == ir.Array && asText[t.Elem.Kind] && t.Elem.Kind != ir.TimestampTZ:
		return e + "::VARCHAR[]"
	case t.Kind == ir.Array:
		return "list_transform(" + e + ", lambda " + x + ": " + read(x, *t.Elem, depth+1) + ")"
	case t.Kind == ir.Map:
		return "list_transform(map_entries(" + e + "), lambda " + x + ": {'key': " + read(x+".key", *t.Key, depth+1) + ", 'value': " + read(x+".value", *t.Elem, depth+1) + "})"
	case t.Kind == ir.Struct:
		return unlessNull(e, structure(t.Struct, func(f ir.Field) string {
			return read("struct_extract("+e+", "+quoteText(f.Column)+")", f.Type, depth)
		}))
	case t.Kind == ir.Union:
		return unlessNull(e, quoteText(TagName(t.Struct))+": union_tag("+e+")::VARCHAR, "+structure(t.Struct, func(f ir.Field) string {
			return read("union_extract("+e+", "+quoteText(f.Column)+")", f.Type, depth)
		}))
	}
	return e + "::VARCHAR"
}

// typed is a placeholder as a value of a type; parts of it may be bound as text, a union as a struct of its tag and
// members.
func typed(e string, t ir.Type) string {
	if wire := Wire(t); wire != t.Ref {
		e += "::" + wire
	}
	return e + "::" + t.Ref
}

func unlessNull(e, fields string) string {
	return "CASE WHEN " + e + " IS NOT NULL THEN {" + fields + "} END"
}

func structure(s *ir.StructType, value func(ir.Field) string) string {
	fields := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = quoteText(f.Column) + ": " + value(f)
	}
	return strings.Join(fields, ", ")
}

func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
