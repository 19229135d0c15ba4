package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// A type that no language has a counterpart of is its text as the server writes it. Drivers that ask the server for
// text have that by themselves. For those that read and write binary format, and for lists, whose text no two drivers
// take apart alike, the statement makes the text and the value of it.

// carried is a type as the driver carries it. An override is given the text of all of it.
func (b *builder) carried(t ir.Type, overridden bool) ir.Type {
	switch {
	case !overridden && t.Spatial():
		return b.spatial(t)
	case !overridden && t.Extension != "":
		if !b.target.Named {
			own := ir.Extensions[t.Extension]
			if t.Via = own.Via; own.Reads != "" { // no cast makes an array of it
				t.Reads = schemaOf(t) + own.Reads
			}
		}
		return t
	case t.Extension == "" && !t.Opaque():
		return t
	}
	text := ir.Type{Kind: ir.Text, OID: ir.OIDText, SQL: "text", Ref: "text"}
	spelled := t.Extension != "" || t.Spatial()
	postgres := b.target.Engine == "postgres"
	switch {
	case postgres && !overridden && t.TextForm() == "text[]":
		text.Override = t.Elem.Override
		t.OID, t.Elem, t.Via = ir.OIDTexts, &text, "text[]"
		return t
	case postgres && b.target.Binary:
		text.SQL, text.Ref, text.Via, text.Spelled = t.SQL, t.Ref, "text", spelled
		return text
	}
	return ir.Type{Kind: ir.Other, SQL: t.SQL, Ref: t.Ref, Spelled: spelled}
}

// spatial is a value of PostGIS, or a list of those, as the driver carries it: as bytea, which holds EWKB, or as the
// text that the config asks for. What PostGIS reads as text tells WKT from GeoJSON by itself.
func (b *builder) spatial(t ir.Type) ir.Type {
	elem := t
	if t.Kind == ir.Array {
		elem = *t.Elem
	}
	c := ir.Type{Kind: ir.Blob, OID: ir.OIDBytea, SQL: elem.SQL, Ref: elem.Ref, Via: "bytea"}
	list := ir.OIDByteas
	if function := spatialText[b.opts.Geometry]; function != "" {
		c.Kind, c.OID, c.Via, c.Spelled, list = ir.Text, ir.OIDText, "text", true, ir.OIDTexts
		c.Reads = schemaOf(elem) + function + "(#)"
	}
	if t.Kind != ir.Array {
		return c
	}
	t.OID, t.Via, t.Spelled, t.Domain = list, c.Via+"[]", c.Spelled, nil
	if t.Elem = &c; c.Reads != "" {
		t.Reads = "CASE WHEN # IS NOT NULL THEN ARRAY(SELECT " + strings.ReplaceAll(c.Reads, "#", "v") +
			" FROM unnest(#) WITH ORDINALITY AS u (v, n) ORDER BY n) END"
	}
	c.Via, c.Reads = "", ""
	return t
}

// spatialText are PostGIS's functions that write a value, by the values of the option geometry.
var spatialText = map[string]string{"wkt": "st_asewkt", "geojson": "st_asgeojson"}

// schemaOf is what stands in front of the names of the functions that come with a type of an extension.
func schemaOf(t ir.Type) string {
	name := t.Ref
	if t.Domain != nil {
		name = t.Domain.Over[len(t.Domain.Over)-1]
	}
	return strings.TrimSuffix(name, t.Extension)
}

// via is what values of a type travel as: an expression of the type, and back.
func via(e string, t ir.Type) string {
	if t.Reads != "" {
		return strings.ReplaceAll(t.Reads, "#", e)
	}
	return e + "::" + t.Via
}

// listed is a statement for many rows of params, whose lists are carried, too.
func (b *builder) listed(many *ir.Many, params []ir.Param) *ir.Many {
	c := *many
	if c.Params = slices.Clone(many.Params); many.SQL == nil { // there are no lists
		return &c
	}
	for i := range c.Params {
		list := b.within(c.Params[i].Type)
		c.Params[i].Type = b.carried(list, false)
		switch {
		case list.Elem == nil || list.Elem.Extension == "" || list.Spatial():
		case b.target.Named:
			c.Params[i].Type = list
		default: // each is made a text by the program
			c.Params[i].Type.Elem = list.Elem
		}
		if i < len(params) {
			c.Params[i].Name = params[i].Name
		}
	}
	return &c
}

// asTexts has a statement return text where a driver reads nothing else; more columns stand behind those of the row.
func (b *builder) asTexts(pieces []Piece, r *ir.Row, more int, cursor bool) []Piece {
	if r == nil || !slices.ContainsFunc(r.Fields, func(f ir.Field) bool { return f.Type.Via != "" }) {
		return pieces
	}
	names := namesOf(r, more)
	values := slices.Clone(names)
	for i, f := range r.Fields {
		if f.Type.Via != "" {
			values[i] = via(values[i], f.Type)
		}
	}
	all, list := strings.Join(values, ", "), "("+strings.Join(names, ", ")+")"
	if cursor {
		return around(pieces, "SELECT "+all+"\nFROM (\n", "\n) AS q"+list, 0)
	}
	// What changes rows is a part of WITH, and stands behind those that the statement has.
	var joined strings.Builder
	for _, p := range pieces {
		joined.WriteString(p.SQL)
	}
	sql := joined.String()
	name := syntax.FreshNames(sql)("result")
	head, at := "WITH "+name+list+" AS (\n", mainStatement(engine.Find(b.target.Engine).Dialect, sql)
	if at > 0 {
		head, at = ", "+name+list+" AS (", len(strings.TrimRight(sql[:at], " \t\r\n"))
		b.refuseOptionalWith(pieces, r, at)
	}
	return around(pieces, head, "\n)\nSELECT "+all+" FROM "+name, at)
}

// refuseOptionalWith reports optional parts before an offset, where the statement's WITH goes on with what sqg adds.
func (b *builder) refuseOptionalWith(pieces []Piece, r *ir.Row, to int) {
	for _, p := range pieces {
		if to > 0 && (p.Need != 0 || p.Without != 0) {
			b.diags = append(b.diags, diag.Diagnostic{Code: diag.NotSupported, Span: r.Span,
				Msg: b.target.ID() +
					" reads values of this statement as text, which sqg adds to its WITH: no part of that can be " +
					"optional", Hint: "cast the columns to text yourself"})
			return
		}
		to -= len(p.SQL)
	}
}

// namesOf are names of a row's columns, each of them once, and of more behind them.
func namesOf(r *ir.Row, more int) []string {
	names, taken := make([]string, len(r.Fields)+more), map[string]bool{}
	for i := range names {
		name := "c" + strconv.Itoa(i+1)
		if i < len(r.Fields) && r.Fields[i].Column != "" {
			name = r.Fields[i].Column
		}
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		names[i] = ir.Quote(name)
	}
	return names
}

// mainStatement is where a statement begins behind its WITH; 0 for one that has none.
func mainStatement(d syntax.Dialect, sql string) int {
	words := d.Words(sql)
	if len(words) == 0 || words[0].Text != "WITH" {
		return 0
	}
	is := func(i int, text string) bool { return i < len(words) && words[i].Text == text }
	for i := 2; i < len(words); i++ {
		switch words[i].Text {
		case "SELECT", "TABLE":
			return words[i].Start
		case "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES": // or a part of WITH of that name
			if !is(i+1, "AS") && !(is(i+1, "(") && is(i+2, "AS")) {
				return words[i].Start
			}
		}
	}
	return 0
}

// around puts texts around a statement from an offset on.
func around(pieces []Piece, before, after string, from int) (out []Piece) {
	fixed := func(p Piece) bool { return p.Source < 0 && p.Bind == 0 && p.Need == 0 && p.Without == 0 }
	for _, p := range pieces {
		switch {
		case from < 0 || from > len(p.SQL) || p.Source >= 0 && from > 0:
			out = append(out, p)
		case fixed(p):
			p.SQL = p.SQL[:from] + before + p.SQL[from:]
			out = append(out, p)
			from = -1
			continue
		default: // it is there whether this piece is or not
			head, tail := p, p
			head.SQL, head.Bind, tail.SQL = p.SQL[:from], 0, p.SQL[from:]
			if from > 0 {
				out = append(out, head)
			}
			out = append(out, Piece{SQL: before, Source: -1})
			if tail.SQL != "" || tail.Bind > 0 || tail.Source >= 0 {
				out = append(out, tail)
			}
			from = -1
			continue
		}
		from -= len(p.SQL)
	}
	if last := &out[len(out)-1]; fixed(*last) {
		last.SQL += after
		return out
	}
	return append(out, Piece{SQL: after, Source: -1})
}
