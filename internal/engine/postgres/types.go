package postgres

import (
	"context"
	"fmt"

	"github.com/sqg-dev/sqg/internal/ir"
)

// typeID is a type with what a declaration says beside it.
type typeID struct {
	oid  uint32
	mod  int32 // its modifier, -1 for none
	dims int   // of an array: how many dimensions it is declared with; none is one
}

// extended are the types of extensions that are represented as a built-in type.
var extended = map[string]ir.Kind{"citext": ir.Text}

// madeBy are the extensions that make types: others may have the name.
var madeBy = map[string]string{"vector": "vector", "halfvec": "vector", "hstore": "hstore",
	"geometry": "postgis", "geography": "postgis"}

// anyArray is the number of the type anyarray.
const anyArray = 2277

// lastPinned is the last number that a built-in type has on every server; those above, up to 16383, depend on the
// version.
const lastPinned = 9999

// typeOf is a type as the model has it.
func (c *catalog) typeOf(ctx context.Context, id typeID) (ir.Type, error) {
	p := c.types[id.oid]
	if p == nil {
		return ir.Type{}, nil
	}
	if p.class == 'd' {
		id.mod, id.dims = -1, 0 // the server tells its base type's, which are not the domain's
	}
	if t, ok := c.built[id]; ok {
		return t, nil
	}
	if id.dims > 1 {
		t, err := c.typeOf(ctx, typeID{oid: id.oid, mod: id.mod})
		return nested(t, id.dims), err
	}
	t, err := c.build(ctx, p, id.mod)
	if err != nil {
		return ir.Type{}, err
	}
	t.SQL, t.Ref = p.ref, p.ref
	if p.class != 'd' { // a domain's values are sent as its base type's
		t.OID = 0
	}
	if p.oid <= lastPinned {
		t.OID = p.oid
	}
	if id.mod >= 0 {
		if t.SQL, err = c.formatted(ctx, id); err != nil {
			return ir.Type{}, err
		}
	}
	c.built[id] = t
	return t, nil
}

// nested is an array of several dimensions, as lists in lists. The server has one type for arrays of any number of
// them.
func nested(t ir.Type, dims int) ir.Type {
	for ; t.Kind == ir.Array && dims > 1; dims-- {
		inner := t
		t.Elem, t.SQL, t.ElemNullable = &inner, t.SQL+"[]", false
	}
	return t
}

// holding is an array type whose elements may be NULL or not; those of several dimensions lie in the innermost lists.
func holding(t ir.Type, nulls bool) ir.Type {
	switch {
	case t.Kind != ir.Array || t.Extension != "":
	case t.Nested():
		inner := holding(*t.Elem, nulls)
		t.Elem = &inner
	default:
		t.ElemNullable = nulls
	}
	return t
}

// formatted is the type's name with its modifiers, as the server writes it.
func (c *catalog) formatted(ctx context.Context, id typeID) (string, error) {
	rs, err := c.conn.Exec(ctx, fmt.Sprintf("SELECT pg_catalog.format_type(%d, %d)", id.oid, id.mod)).ReadAll()
	if err != nil {
		return "", err
	}
	return string(rs[0].Rows[0][0]), nil
}

// build is the type but for its names.
func (c *catalog) build(ctx context.Context, p *pgType, mod int32) (ir.Type, error) {
	switch {
	case p.class == 'd':
		return c.domain(ctx, p)
	case p.class == 'e':
		return ir.Type{Kind: ir.Enum, Enum: c.enum(p)}, nil
	case p.class == 'r' || p.class == 'm':
		kinds := map[byte]ir.Kind{'r': ir.Range, 'm': ir.Multirange}
		elem, err := c.typeOf(ctx, typeID{oid: p.elem, mod: -1})
		return ir.Type{Kind: kinds[p.class], Elem: &elem}, err
	case p.class == 'c' && c.relations[p.relation] == nil: // the row of one of the server's own tables
		return ir.Type{Kind: ir.Other}, nil
	case p.class == 'c':
		st, err := c.composite(ctx, p)
		return ir.Type{Kind: ir.Struct, Struct: st}, err
	case p.oid == anyArray: // of pg_stats, each row's is another
		return ir.Type{Kind: ir.Other}, nil
	case p.class == 'p':
		return ir.Type{}, nil
	case p.category == 'A' && p.elem != 0:
		elem, err := c.typeOf(ctx, typeID{oid: p.elem, mod: mod})
		kind := ir.Array
		if elem.Kind == ir.Unknown {
			kind = ir.Unknown
		}
		return ir.Type{Kind: kind, Elem: &elem, ElemNullable: true}, err
	}
	t := ir.Type{Kind: ir.Other}
	if k, ok := ir.Builtin[p.oid]; ok {
		t.Kind = k
	} else if k, ok := extended[p.name]; ok && p.oid > lastPinned {
		t.Kind = k
	} else if own, ok := ir.Extensions[p.name]; ok && p.extension == madeBy[p.name] {
		t = own
		if t.Via, t.Extension = "", p.name; p.extension == "vector" {
			t.Length = max(0, int(mod)) // pgvector's modifier
		}
	}
	switch {
	case mod < 0:
	case t.Kind == ir.Decimal:
		t.Precision, t.Scale = numericModifier(mod)
	case t.Kind == ir.Bits:
		t.Precision = int(mod)
	}
	return t, nil
}

// numericModifier is numeric's precision and scale: the scale has 11 bits and a sign.
func numericModifier(mod int32) (precision, scale int) {
	mod -= 4
	return int(mod >> 16 & 0xffff), int((mod&0x7ff ^ 1024) - 1024)
}

// domain is the base type under the domain's name. A domain over another has the rules of both.
func (c *catalog) domain(ctx context.Context, p *pgType) (ir.Type, error) {
	t, err := c.typeOf(ctx, typeID{p.base, p.baseMod, p.dims})
	if t.Extension == "hstore" { // its name does not tell the schema of the functions that take it apart
		t = ir.Type{Kind: ir.Other}
	}
	d := &ir.Domain{Schema: p.schema, Name: ir.NewName(p.name), NotNull: p.notNull || t.Domain != nil &&
		t.Domain.NotNull}
	if d.Over = []string{t.SQL, t.Ref}; t.Domain != nil {
		d.Over = append(d.Over, t.Domain.Over...)
	}
	t.Domain = d
	return t, err
}

func (c *catalog) enum(p *pgType) *ir.EnumType {
	e := c.enums[p.oid]
	if e == nil {
		e = &ir.EnumType{Schema: p.schema, Name: ir.NewName(p.name), Labels: p.labels}
		c.enums[p.oid] = e
	}
	return e
}

// composite is a row type. Any of its fields may be NULL: a table's constraints do not hold for rows made elsewhere.
func (c *catalog) composite(ctx context.Context, p *pgType) (*ir.StructType, error) {
	if st := c.structs[p.oid]; st != nil {
		return st, nil
	}
	rel := c.relations[p.relation]
	st := &ir.StructType{Schema: p.schema, Name: ir.NewName(p.name), Table: rel.kind != 'c'}
	c.structs[p.oid] = st
	for _, col := range rel.columns {
		t, err := c.typeOf(ctx, col.typ)
		if err != nil {
			return nil, err
		}
		st.Fields = append(st.Fields, ir.Field{Name: ir.NewName(col.name), Column: col.name, Type: t, Nullable: true,
			Why: "a field of a composite value may be NULL"})
	}
	return st, nil
}
