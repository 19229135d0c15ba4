package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// A row that a statement makes has no type that a program could know: a record says of its fields what number each has
// as a type, and the numbers of enums, domains and composite types differ between servers. So these come as what every
// server has: an enum as its label, a domain as its base type. JSON has no types at all; where the statement makes it
// of values, the program sends the statement with rows in its place:
//
//	json_agg(json_build_object('id', i.id, 'mood', i.mood))
//	array_agg(ROW(i.id, CAST(i.mood AS text)))

const (
	oidUnknown = 705
	oidRecords = 2287 // record[]
)

// gathered is a statement as it is sent: with rows in the place of JSON.
type gathered struct {
	stmt  engine.Stmt
	p     *prepared
	types map[int]ir.Type // of the columns that are rows or lists of them, by their numbers
	edits []syntax.Edit
}

// rows are the columns of a statement that are rows or lists of them, and the statement that makes them.
func (s *session) rows(ctx context.Context, c *catalog, in engine.Stmt, p *prepared,
	proven *querytree.Result) (gathered, error) {
	written, types := gathered{stmt: in, p: p}, map[int]ir.Type{}
	if len(p.Fields) != len(proven.Columns) {
		return written, nil
	}
	var edits []syntax.Edit
	for i, col := range proven.Columns {
		if col.Shape == nil || slices.Contains(in.Stays, p.Fields[i].Name) {
			continue
		}
		t, ok, err := c.shaped(ctx, col.Shape, in.PlainRows)
		if err != nil {
			return written, err
		}
		own, found := edit(in.SQL, col.Parts, c)
		if !ok || !found || in.Written && len(own) > 0 {
			continue
		}
		types[i] = t
		edits = append(edits, own...)
	}
	if len(edits) == 0 {
		written.types = types
		return written, nil
	}
	slices.SortStableFunc(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Start, b.Start) })
	stmt := in
	stmt.SQL = engine.Edited(in.SQL, edits)
	as, err := s.prepare(ctx, stmt)
	var refused *engine.Error
	if err != nil && !errors.As(err, &refused) {
		return written, err
	}
	taken := err == nil && len(as.Fields) == len(p.Fields) && slices.Equal(as.types, p.types)
	for i, t := range types {
		taken = taken && (as.Fields[i].DataTypeOID == t.OID || t.OID == 0)
	}
	if !taken { // something else of the statement needs it as it was written
		return written, nil
	}
	return gathered{stmt, as, types, edits}, nil
}

// shaped is the type of a value with a shape; false where a part of it has none that all drivers read. In plain rows
// there are no lists and no ranges.
func (c *catalog) shaped(ctx context.Context, s *querytree.Shape, plain bool) (t ir.Type, ok bool, err error) {
	if s.Items != nil {
		if s.Items.Shape == nil {
			t, err = c.typeOf(ctx, typeID{oid: c.arrayOf(s.Items.Type), mod: -1})
			return holding(t, s.Items.Nullable), t.Kind == ir.Array, err
		}
		elem, ok, err := c.shaped(ctx, s.Items.Shape, plain)
		return ir.Type{Kind: ir.Array, SQL: "record[]", Ref: "record[]", OID: oidRecords, Elem: &elem,
			ElemNullable: s.Items.Nullable}, ok, err
	}
	made := &ir.StructType{Name: ir.NewName("record"), Anonymous: true}
	var key strings.Builder
	for i := range s.Fields {
		col := &s.Fields[i]
		f := ir.Field{Name: ir.NewName(col.Name), Column: col.Name, Nullable: col.Nullable, Why: col.Why,
			Source: c.ref(col.Source)}
		f.Type, ok, err = c.fieldType(ctx, col, plain)
		if err != nil || !ok || plain && !isPlain(f.Type) {
			return ir.Type{}, false, err
		}
		made.Fields = append(made.Fields, f)
		fmt.Fprintf(&key, "%q %v %v %s\n", f.Name.SQL, f.Nullable, f.Source, identity(f.Type))
	}
	if known := c.made[key.String()]; known != nil {
		made = known
	}
	c.made[key.String()] = made
	return ir.Type{Kind: ir.Struct, SQL: "record", Ref: "record", OID: ir.OIDRecord, Struct: made}, true, nil
}

// isPlain reports whether asyncpg, too, reads a type within a row: it asks the server for those of columns alone.
func isPlain(t ir.Type) bool {
	texts := t.OID == ir.OIDTexts || t.Kind == ir.Array && t.Elem.Kind == ir.Enum
	return t.Kind != ir.Range && t.Kind != ir.Multirange && (t.Kind != ir.Array || texts)
}

// identity tells types apart.
func identity(t ir.Type) string {
	var b strings.Builder
	for part := range t.Parts {
		fmt.Fprintf(&b, "%s %v %p %p;", part.SQL, part.ElemNullable, part.Struct, part.Enum)
	}
	return b.String()
}

// arrayOf is the number of the type of arrays of a type; 0 for none.
func (c *catalog) arrayOf(elem uint32) uint32 {
	for oid, t := range c.types {
		if t.category == 'A' && t.elem == elem {
			return oid
		}
	}
	return 0
}

// idOf is the type of a field as the schema or the statement says it.
func (c *catalog) idOf(col *querytree.Column) typeID {
	if declared := c.column(col.Declared); declared != nil {
		return declared.typ
	}
	if col.Type == oidUnknown { // a text that the statement writes
		return typeID{oid: ir.OIDText, mod: -1}
	}
	return typeID{oid: col.Type, mod: col.Mod}
}

// fieldType is the type that a program has for a field; false where a record does not hold it in a way that each driver
// reads.
func (c *catalog) fieldType(ctx context.Context, col *querytree.Column, plain bool) (t ir.Type, ok bool, err error) {
	if col.Shape != nil && !col.Shape.Plain() {
		return c.shaped(ctx, col.Shape, plain)
	}
	id := c.idOf(col)
	if col.Shape != nil { // a list of values of one type
		id = typeID{oid: c.arrayOf(col.Shape.Items.Type), mod: -1}
	}
	if id.dims, err = c.dimensions(ctx, col.Source); err != nil {
		return t, false, err
	}
	if t, err = c.typeOf(ctx, id); err != nil {
		return t, false, err
	}
	nullable := col.ElemNullable
	if col.Shape != nil {
		nullable = col.Shape.Items.Nullable
	}
	t = holding(t, nullable)
	switch as := c.castOf(id.oid); {
	case as == "text" && t.Kind != ir.Enum:
		return ir.Type{Kind: ir.Text, SQL: "text", Ref: "text", OID: ir.OIDText}, true, nil
	case t.Kind == ir.Array && as != "":
		return c.castList(t, as), true, nil
	case as != "":
		return t, true, nil
	}
	// Of these pgx reads text alone, and it asks for a record in binary format.
	textual := func(t ir.Type) bool { return t.Kind == ir.Money || t.Kind == ir.TimeTZ }
	return t, t.BuiltIn() && t.Kind != ir.Unknown && !t.Opaque() && !t.Holds(textual), nil
}

// castList is a list as it is once its values are cast. One of labels keeps its elements' type, as which texts are
// read.
func (c *catalog) castList(t ir.Type, as string) ir.Type {
	switch {
	case as != "text[]": // the elements were of a domain
		elem := *t.Elem
		elem.Domain = nil
		t.Elem, t.OID = &elem, c.arrayOf(c.numberOf(strings.TrimSuffix(as, "[]")))
	case t.Elem.Kind != ir.Enum:
		t.SQL, t.Ref, t.OID = "text[]", "text[]", ir.OIDTexts
		t.Elem = &ir.Type{Kind: ir.Text, SQL: "text", Ref: "text", OID: ir.OIDText}
	}
	return t
}

// numberOf is the number of a built-in type by its name.
func (c *catalog) numberOf(name string) uint32 {
	for oid, p := range c.types {
		if p.class == 'b' && oid <= lastPinned && quoted(p.name) == name {
			return oid
		}
	}
	return 0
}

// castOf is the type that a field is cast to, which every server has under the same number; "" for its own.
func (c *catalog) castOf(oid uint32) string {
	p := c.types[oid]
	base := p
	for base != nil && base.class == 'd' {
		base = c.types[base.base]
	}
	switch {
	case base == nil:
	case base.class == 'e' || oid == oidUnknown:
		return "text"
	case base.category == 'A' && base.elem != 0 && c.castOf(base.elem) != "":
		return c.castOf(base.elem) + "[]"
	case base.oid > lastPinned:
	case base.class == 'b' && base.category != 'A' && ir.Builtin[base.oid] == 0: // no language has a counterpart
		return "text"
	case base != p: // by the server's own name: CAST(x AS character) cuts x to one
		return quoted(base.name)
	}
	return ""
}

// wordOf is what a part of a statement begins with: a name, perhaps with a schema.
func wordOf(tokens []syntax.Lexeme, at int) (first, last int, ok bool) {
	first = slices.IndexFunc(tokens, func(t syntax.Lexeme) bool { return t.Start == at })
	if first < 0 {
		return 0, 0, false
	}
	last = first
	for last+2 < len(tokens) && tokens[last+1].Text == "." {
		last += 2
	}
	return first, last, true
}

// arguments are the places of what stands between parentheses, by tokens; close is the token that ends it.
func arguments(tokens []syntax.Lexeme, open int) (list [][2]int, end int) {
	depth, from := 0, open+1
	for i := open; i < len(tokens); i++ {
		switch tokens[i].Text {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 {
				if i > from {
					list = append(list, [2]int{from, i})
				}
				return list, i
			}
		case ",":
			if depth == 1 {
				list, from = append(list, [2]int{from, i}), i+1
			}
		}
	}
	return nil, -1
}

// edit has the parts of a statement in other words; false where it is not written as the server has read it.
func edit(sql string, parts []querytree.Part, c *catalog) (edits []syntax.Edit, ok bool) {
	tokens := dialect.Lexemes(sql)
	put := func(start, end int, text string) {
		edits = append(edits, syntax.Edit{Start: start, End: end, Text: text})
	}
	for _, part := range parts {
		first, last, ok := wordOf(tokens, part.At)
		if !ok {
			return nil, false
		}
		open := last + 1
		if part.Kind == querytree.RowPart && tokens[first].Text == "(" {
			open = first
		}
		calls := open < len(tokens) && tokens[open].Text == "("
		switch part.Kind {
		case querytree.WholePart:
			if first != last || calls || !tokens[first].Name {
				return nil, false
			}
			name := sql[tokens[first].Start:tokens[first].End]
			put(tokens[first].Start, tokens[first].End, c.wholeRow(name, part))
			continue
		case querytree.EmptyPart:
			end := tokens[first].End
			if calls {
				_, last := arguments(tokens, open)
				if last < 0 {
					return nil, false
				}
				end = tokens[last].End
			} else if n := first + 3; n < len(tokens) && tokens[first+1].Text == ":" && tokens[first+2].Text == ":" {
				end = tokens[n].End
			}
			put(part.At, end, "'{}'")
			continue
		}
		args, _ := arguments(tokens, open)
		if !calls || args == nil {
			return nil, false
		}
		switch part.Kind {
		case querytree.ListPart:
			put(part.At, tokens[last].End, "array_agg")
		case querytree.ConvertedPart:
			put(part.At, tokens[last].End, "")
		case querytree.ObjectPart:
			if len(args) != 2*len(part.Fields) {
				return nil, false
			}
			from := part.At
			for i := range part.Fields {
				value := args[2*i+1]
				text := ", "
				if i == 0 {
					text = "ROW("
				}
				put(from, tokens[value[0]].Start, text)
				from = tokens[value[1]-1].End
				c.cast(put, tokens, value, &part.Fields[i])
			}
		case querytree.RowPart:
			if len(args) != len(part.Fields) {
				return nil, false
			}
			for i := range part.Fields {
				c.cast(put, tokens, args[i], &part.Fields[i])
			}
		}
	}
	return edits, true
}

// cast puts a cast around a value of a row that needs one.
func (c *catalog) cast(put func(start, end int, text string), tokens []syntax.Lexeme, value [2]int,
	field *querytree.Column) {
	if as := c.castOf(c.idOfWritten(field)); as != "" {
		start, end := tokens[value[0]].Start, tokens[value[1]-1].End
		put(start, start, "CAST(")
		put(end, end, " AS "+as+")")
	}
}

// idOfWritten is the number of a field's type before anything is done about it; 0 for a row and a list of rows.
func (c *catalog) idOfWritten(col *querytree.Column) uint32 {
	switch {
	case col.Shape != nil && col.Shape.Plain():
		return c.arrayOf(col.Shape.Items.Type)
	case col.Shape != nil:
		return 0
	case col.Type == oidUnknown:
		return oidUnknown
	}
	return c.idOf(col).oid
}

// wholeRow is the row of a table or query by its name. ROW(…) of an absent one would be a row of NULLs.
func (c *catalog) wholeRow(name string, part querytree.Part) string {
	var values []string
	for i := range part.Fields {
		f := &part.Fields[i]
		value := name + "." + quoted(f.Name)
		if as := c.castOf(c.idOfWritten(f)); as != "" {
			value = "CAST(" + value + " AS " + as + ")"
		}
		values = append(values, value)
	}
	row := "ROW(" + strings.Join(values, ", ") + ")"
	if part.Absent {
		return "CASE WHEN " + name + " IS DISTINCT FROM NULL THEN " + row + " END"
	}
	return row
}
