package plan

import (
	"reflect"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// statement is a query whose parts are given as text, and as numbers for parameters.
func statement(params []ir.Param, parts ...any) *ir.Query {
	q := &ir.Query{Name: ir.NewName("q"), Params: params}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			part := ir.Part{Text: p, Param: -1}
			for i := range p {
				if p[i] == '?' {
					part.Questions = append(part.Questions, i)
				}
			}
			q.SQL = append(q.SQL, part)
		case int:
			q.SQL = append(q.SQL, ir.Part{Param: p})
		}
	}
	return q
}

func TestPlaceholders(t *testing.T) {
	id := ir.Param{Field: ir.Field{Name: ir.NewName("id"),
		Type: ir.Type{Kind: ir.Int32, SQL: "integer", Ref: "integer"}}}
	tags := ir.Param{Field: ir.Field{Name: ir.NewName("tags"),
		Type: ir.Type{Kind: ir.Array, SQL: "text[]", Ref: "text[]"}}}
	stated := id
	stated.Stated = true
	operand := ir.Param{Field: ir.Field{Name: ir.NewName("p"), Type: ir.Type{Kind: ir.Float64, SQL: "REAL"}},
		Operand: true}
	maybe := id
	maybe.Nullable = true
	for _, c := range []struct {
		name   string
		target target.Target
		query  *ir.Query
		want   string
		binds  []int
	}{
		{"numbered once per parameter", target.Target{Placeholder: target.Dollar},
			statement([]ir.Param{id, tags}, "a = ", 1, " or b = ", 0, " or c = ", 1), "a = $1 or b = $2 or c = $1",
			[]int{1, 0}},
		{"operators are doubled where ? is a placeholder",
			target.Target{Placeholder: target.QuestionDoubled, Casts: target.CastRepeated},
			statement([]ir.Param{id}, "j ? 'a' and j ?| x and i = ", 0), "j ?? 'a' and j ??| x and i = ?", []int{0}},
		{"and nowhere else", target.Target{Placeholder: target.Dollar},
			statement([]ir.Param{id}, "j ? 'a' and i = ", 0), "j ? 'a' and i = $1", []int{0}},
		{"each use of a repeated parameter has its type",
			target.Target{Placeholder: target.QuestionDoubled, Casts: target.CastRepeated},
			statement([]ir.Param{id, tags}, "", 0, " is null or ", 0, " = i and t = ", 1),
			"?::integer is null or ?::integer = i and t = ?", []int{0, 0, 1}},
		{"every parameter has", target.Target{Placeholder: target.Dollar, Casts: target.CastAll},
			statement([]ir.Param{id}, "i = ", 0, ""), "i = $1::integer", []int{0}},
		{"a value that has its type for the driver needs none",
			target.Target{Placeholder: target.Dollar, Casts: target.CastInexact},
			statement([]ir.Param{id, tags, maybe}, "i = ", 0, " and t = ", 1, " and j = ", 2),
			"i = $1 and t = $2::text[] and j = $3::integer", []int{0, 1, 2}},
		{"the user's cast is enough", target.Target{Placeholder: target.Dollar, Casts: target.CastAll},
			statement([]ir.Param{id}, "", 0, " ::int8"), "$1 ::int8", []int{0}},
		{"a subscript is of the value, not of the type",
			target.Target{Placeholder: target.Dollar, Casts: target.CastAll},
			statement([]ir.Param{tags}, "", 0, "[1]"), "($1::text[])[1]", []int{0}},
		{"FETCH FIRST takes no cast without parentheses",
			target.Target{Placeholder: target.Dollar, Casts: target.CastAll},
			statement([]ir.Param{id}, "fetch first ", 0, " rows only"), "fetch first ($1::integer) rows only",
			[]int{0}},
		{"a type that only the user states is written for every driver", target.Target{Placeholder: target.Dollar},
			statement([]ir.Param{stated}, "", 0, " is null"), "$1::integer is null", []int{0}},
		{"a cast to another type comes behind the one that is stated", target.Target{Placeholder: target.Dollar},
			statement([]ir.Param{stated}, "f(", 0, "::text, ", 0, "::integer, ", 0, "::integer[])"),
			"f($1::integer::text, $1::integer, $1::integer::integer[])", []int{0}},
		{"a float is one for arithmetic, too, where the driver makes 150 of 150.0", target.Target{Wholes: true},
			statement([]ir.Param{operand, id}, "d = ", 0, " / 100 and n = ", 1), "d = CAST(? AS REAL) / 100 and n = ?",
			[]int{0, 1}},
		{"other drivers bind it as it is", target.Target{}, statement([]ir.Param{operand}, "d = ", 0, " / 100"),
			"d = ? / 100", []int{0}},
	} {
		b := &builder{target: &c.target}
		pieces, binds := b.text(c.query)
		if len(pieces) != 1 || pieces[0].SQL != c.want {
			t.Errorf("%s: %v, want %s", c.name, pieces, c.want)
		}
		if !reflect.DeepEqual(binds, c.binds) {
			t.Errorf("%s: binds %v, want %v", c.name, binds, c.binds)
		}
	}
}

// TestNamedTypes: a type that another holds comes before it, each comes once, and an overridden one is left out.
func TestNamedTypes(t *testing.T) {
	mood := &ir.EnumType{Name: ir.NewName("mood")}
	unused := &ir.EnumType{Name: ir.NewName("unused")}
	inner := &ir.StructType{Name: ir.NewName("inner"), Fields: []ir.Field{{Type: ir.Type{Kind: ir.Enum, Enum: mood}}}}
	outer := &ir.StructType{Name: ir.NewName("outer"),
		Fields: []ir.Field{{Type: ir.Type{Kind: ir.Struct, Struct: inner}}}}
	array := ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Struct, Struct: outer}}
	p := &Program{Rows: []*ir.Row{{Fields: []ir.Field{{Type: array}, {Type: array},
		{Type: ir.Type{Kind: ir.Enum, Enum: unused}, Override: &ir.Override{Type: "Mine"}}}}}}
	named := namedTypes(p)
	if !reflect.DeepEqual(named.Enums, []*ir.EnumType{mood}) ||
		!reflect.DeepEqual(named.Structs, []*ir.StructType{inner, outer}) {
		t.Errorf("enums %v, structs %v", named.Enums, named.Structs)
	}
}

// TestOverrideOfATypeWithoutCounterpart: whatever holds one comes as the server's text, also an array of them.
func TestOverrideOfATypeWithoutCounterpart(t *testing.T) {
	points := ir.Type{Kind: ir.Array, SQL: "point[]", Ref: "point[]", Elem: &ir.Type{Kind: ir.Other, SQL: "point"}}
	row := &ir.Row{Fields: []ir.Field{{Name: ir.NewName("ps"), Type: points}}}
	p, _ := build(t, &ir.Model{Rows: []*ir.Row{row}}, OverrideRule{Type: "point[]", To: ir.Override{Type: "String"}})
	if got := p.Rows[0].Fields[0].Type; got.Kind != ir.Other || got.Elem != nil || got.SQL != "point[]" {
		t.Errorf("%+v", got)
	}
	if row.Fields[0].Type.Kind != ir.Array {
		t.Error("the model was changed")
	}
}
