package plan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// text is a statement as the driver takes it, and what to bind to its placeholders.
func (b *builder) text(q *ir.Query) (pieces []Piece, binds []int) {
	uses := map[int]int{}
	for _, part := range q.SQL {
		uses[part.Param]++
	}
	number := map[int]int{}
	var lit strings.Builder
	now := Piece{Source: -1} // that is being gathered
	flush := func() {
		text, bind := lit.String(), now.Bind
		if lines := strings.SplitAfter(text, "\n"); len(q.Conditions) > 0 && len(lines) > 1 { // a line of code each
			now.Bind = 0
			for _, now.SQL = range lines[:len(lines)-1] {
				pieces = append(pieces, now)
			}
			text = lines[len(lines)-1]
		}
		if now.SQL, now.Bind = text, bind; text != "" || bind > 0 {
			pieces = append(pieces, now)
		}
		now.Bind = 0
		lit.Reset()
	}
	for i, part := range q.SQL {
		if part.Need != now.Need || part.Without != now.Without {
			flush()
			now.Need, now.Without = part.Need, part.Without
		}
		switch {
		case part.Param < 0:
			lit.WriteString(b.literal(part))
		case q.Params[part.Param].FileSource:
			flush()
			pieces = append(pieces, Piece{Source: part.Param})
		default:
			n, numbered := number[part.Param]
			if !numbered || b.target.Placeholder != target.Dollar {
				binds = append(binds, part.Param)
				n = len(binds)
				number[part.Param] = n
			}
			next := ""
			if i+1 < len(q.SQL) && q.SQL[i+1].Need == part.Need && q.SQL[i+1].Without == part.Without {
				next = q.SQL[i+1].Text
			}
			mark := b.mark(n)
			cast := b.cast(mark, q.Params[part.Param], uses[part.Param], next)
			if len(q.Conditions) == 0 {
				lit.WriteString(cast)
				continue
			}
			before, behind, _ := strings.Cut(cast, mark)
			lit.WriteString(before)
			now.Bind = n
			flush()
			lit.WriteString(behind)
		}
	}
	flush()
	return pieces, binds
}

// Chosen is the text for a set of conditions that hold, and what is bound to its placeholders, as indexes into Params.
func (m *Method) Chosen(mask uint32, numbered bool) (sql string, binds []int) {
	number := map[int]int{}
	for _, piece := range m.Text {
		if mask&piece.Need != piece.Need || mask&piece.Without != 0 {
			continue
		}
		if sql += piece.SQL; piece.Source >= 0 {
			sql += "${" + m.Params[piece.Source].Name.SQL + "}"
		}
		if piece.Bind == 0 {
			continue
		}
		n := number[piece.Bind]
		if n == 0 {
			binds = append(binds, m.Binds[piece.Bind-1])
			n = len(binds)
			number[piece.Bind] = n
		}
		if numbered {
			sql += "$" + strconv.Itoa(n)
		} else {
			sql += "?"
		}
	}
	return sql, binds
}

// mark is the driver's placeholder; n counts from 1.
func (b *builder) mark(n int) string {
	if b.target.Placeholder == target.Dollar {
		return "$" + strconv.Itoa(n)
	}
	return "?"
}

// literal is the user's text with what the driver would take for a placeholder made harmless.
func (b *builder) literal(p ir.Part) string {
	if b.target.Placeholder != target.QuestionDoubled || len(p.Questions) == 0 {
		return p.Text
	}
	var out strings.Builder
	from := 0
	for _, at := range p.Questions {
		out.WriteString(p.Text[from:at] + "?")
		from = at
	}
	return out.String() + p.Text[from:]
}

// cast writes a placeholder with its type where the server would not know it otherwise. next is the text behind it: a
// cast of the user's own says it already, unless the user states another type; and what binds closer than a cast needs
// parentheses around it, as does the ROWS of FETCH FIRST.
func (b *builder) cast(mark string, p ir.Param, uses int, next string) string {
	if b.target.Inexact {
		return b.exact(mark, p, next)
	}
	if p.Operand && (p.Type.Kind == ir.Decimal || p.Type.Kind == ir.Float64 && b.target.Wholes) {
		return "CAST(" + mark + " AS REAL)" // else 150 / 100 is 1
	}
	if p.Type.Via != "" || b.target.Parsed && p.Type.Kind == ir.Other {
		if mark += "::" + cmp.Or(p.Type.Via, "text"); !says(strings.TrimLeft(next, " \t\r\n"), "::"+p.Type.Ref) {
			mark = bracketed(mark+"::"+p.Type.Ref, next)
		}
		return mark
	}
	if nested := p.Type.Elem != nil || p.Type.Struct != nil; nested && b.target.BindsJSON() {
		wire, _ := jsonWire(p.Type)
		mark = strings.ReplaceAll(wire.Expr, "#", mark)
		if next = strings.TrimLeft(next, " \t\r\n"); says(next, "::"+p.Type.Ref) {
			return mark
		}
		return bracketed(mark+"::"+p.Type.Ref, next)
	}
	wire := b.target.TaggedUnions && holdsUnion(p.Type)
	if wire {
		mark += structCasts(p.Type)
	}
	rule := b.target.Casts
	needed := wire || p.Stated || rule == target.CastAll || rule == target.CastRepeated && uses > 1 ||
		rule == target.CastInexact && (p.Nullable || p.Override != nil || !carriesType[p.Type.Kind])
	next = strings.TrimLeft(next, " \t\r\n")
	known := strings.HasPrefix(next, "::")
	if p.Stated {
		known = says(next, "::"+p.Type.Ref)
	}
	if !needed || p.Type.Ref == "" || known {
		return mark
	}
	return bracketed(mark+"::"+p.Type.Ref, next)
}

// says reports whether a text begins with a cast, and with no longer one.
func says(text, cast string) bool {
	rest, ok := strings.CutPrefix(text, cast)
	return ok && (rest == "" || strings.ContainsRune(" \t\r\n,)", rune(rest[0])))
}

// carriesType are the kinds whose values have their type for the driver, too: a cast of one only costs DuckDB time, 5 %
// of a lookup by key.
var carriesType = map[ir.Kind]bool{
	ir.Bool: true, ir.Int32: true, ir.Int64: true, ir.Float32: true, ir.Float64: true, ir.Text: true,
}

// exact is a placeholder for a driver that is given text where it would lose something: whatever cast follows, the
// parameter's own type comes first.
func (b *builder) exact(mark string, p ir.Param, next string) string {
	next = strings.TrimLeft(next, " \t\r\n")
	if p.Type.Ref == "" || boundExactly[p.Type.Kind] && !p.Stated {
		return mark
	}
	cast := typed("", p.Type)
	if says(next, cast) {
		return mark
	}
	return bracketed(mark+cast, next)
}

// bracketed puts a cast in parentheses where what follows would be read as part of its type.
func bracketed(cast, next string) string {
	if strings.HasPrefix(next, "[") || strings.HasPrefix(next, ".") ||
		len(next) >= 3 && strings.EqualFold(next[:3], "row") {
		return "(" + cast + ")"
	}
	return cast
}

// Wire names the type that a value is bound with by a driver that makes no unions. A union is a struct there: the
// number of the member that it has, and all members, of which DuckDB makes the union again.
func Wire(t ir.Type) string { return wireNames{}.of(t) }

// stepsTo are casts between JSON's form of a value and its type. DuckDB makes a union of a struct only where a member
// that holds other values is of its very type. So those get their types first, then the innermost unions are made.
func stepsTo(t ir.Type) (casts []string) {
	if !t.Holds(func(t ir.Type) bool { return t.Kind == ir.Union && slices.ContainsFunc(t.Struct.Fields, differs) }) {
		return nil
	}
	for depth := unionsOf(t); depth > 0; depth-- {
		casts = append(casts, "::"+wireNames{upTo: depth}.of(t))
	}
	return casts
}

// structCasts make of a value whose unions are structs what can be cast to its type; "" for a type without unions.
func structCasts(t ir.Type) string {
	if !holdsUnion(t) {
		return ""
	}
	return cmp.Or(strings.Join(stepsTo(t), ""), "::"+Wire(t))
}

// differs reports whether a union's member holds other values, and is another type as JSON.
func differs(f ir.Field) bool {
	return (f.Type.Elem != nil || f.Type.Struct != nil) && wireNames{json: true}.of(f.Type) != f.Type.Ref
}

// unionsOf is how many unions stand within one another in a type.
func unionsOf(t ir.Type) (depth int) {
	for _, part := range []*ir.Type{t.Key, t.Elem} {
		if part != nil {
			depth = max(depth, unionsOf(*part))
		}
	}
	if t.Struct != nil {
		for _, f := range t.Struct.Fields {
			depth = max(depth, unionsOf(f.Type))
		}
	}
	if t.Kind == ir.Union {
		depth++
	}
	return depth
}

// wireNames name types whose unions are structs: those that values are bound with or, of other kinds and without
// lengths, those that JSON is read as.
type wireNames struct {
	ir.NoRanges[string]
	json bool
	upTo int // only as many unions within one another are structs; 0 for all, less for none
}

func (w wireNames) of(t ir.Type) string {
	if !w.json && (w.upTo < 0 || !holdsUnion(t)) {
		return t.Ref
	}
	return ir.Fold(t, w)
}

func (w wireNames) Scalar(t ir.Type) string {
	if w.json && !jsonLeaves[t.Kind] {
		return "VARCHAR"
	}
	return t.Ref
}

func (w wireNames) List(t ir.Type) string {
	if t.Length > 0 && !w.json {
		return w.of(*t.Elem) + "[" + strconv.Itoa(t.Length) + "]"
	}
	return w.of(*t.Elem) + "[]"
}

func (w wireNames) Enum(t ir.Type) string   { return w.Scalar(t) }
func (w wireNames) Map(t ir.Type) string    { return "MAP(" + w.of(*t.Key) + ", " + w.of(*t.Elem) + ")" }
func (w wireNames) Record(t ir.Type) string { return w.members(t) }
func (w wireNames) Union(t ir.Type) string {
	switch w.upTo {
	case 0:
	case 1:
		w.upTo = -1
	default:
		w.upTo--
	}
	return w.members(t, TagName(t.Struct)+" UTINYINT")
}

func (w wireNames) members(t ir.Type, all ...string) string {
	for _, f := range t.Struct.Fields {
		all = append(all, ir.Quote(f.Column)+" "+w.of(f.Type))
	}
	return "STRUCT(" + strings.Join(all, ", ") + ")"
}

func holdsUnion(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool { return t.Kind == ir.Union })
}

// TagName is a name that no member of a union has.
func TagName(u *ir.StructType) string {
	name := "tag"
	for slices.ContainsFunc(u.Fields, func(f ir.Field) bool { return strings.EqualFold(f.Column, name) }) {
		name += "_"
	}
	return name
}

// namedTypes collects the enums and structs that fields need; an overridden field needs none of its own.
func namedTypes(p *Program) (n ir.Named) {
	for f := range p.Fields {
		if f.Override == nil || f.Override.Decode != "" || f.Override.Encode != "" {
			n.Add(&f.Type)
		}
	}
	return n
}
