package sqlite

import (
	"math/bits"
	"slices"

	"github.com/sqg-dev/sqg/internal/ir"
)

// A value's type is a set. The low bits are SQLite's storage classes as computed values have them, then classes of
// literals, which take on the type of what they are mixed with; from firstAtom on, the statement's own: declared column
// types and parameters.
const (
	tInt typeSet = 1 << iota
	tReal
	tText
	tBlob
	litBool // 0, 1
	litInt
	litReal
	litText
	litDate
	litTime
	litTimestamp
	litTimestampTZ
	litUUID
	litJSON
	litList     // '[]'
	litNow      // 'now'
	litModifier // '-1 day'
	litEpoch    // 'unixepoch': the date before it is a number
	litSubsec   // 'subsec': seconds have a fraction
	litFormat   // '%Y-%m': what strftime knows
	intReal     // REAL until it is stored in a transient table, then INTEGER where it has no fraction
	tooMany     // the statement has more types than fit
)

const (
	firstAtom = 22
	maxAtoms  = 64 - firstAtom
	tStorage  = tInt | tReal | tText | tBlob
	tNumber   = tInt | tReal
	tAll      = tStorage
	litTexts  = litText | litDate | litTime | litTimestamp | litTimestampTZ | litUUID | litJSON | litList | litNow |
		litModifier | litEpoch | litSubsec | litFormat
	literals = litBool | litInt | litReal | litTexts
)

// atom is what a bit from firstAtom on stands for.
type atom struct {
	typ   ir.Type
	sure  doubt  // up to which the type is what values are
	param int    // parameter number, or 0
	shape *shape // of JSON that the statement makes
}

// kindStorage says how values of a kind are stored, and as which class they count when mixed with another kind.
var kindStorage = map[ir.Kind]struct{ may, as typeSet }{
	ir.Unknown:     {tAll, tAll},
	ir.Any:         {tAll, tAll},
	ir.Bool:        {tInt, tInt},
	ir.Int64:       {tInt, tInt},
	ir.Float64:     {tReal, tReal},
	ir.Decimal:     {tNumber, tNumber},
	ir.Text:        {tText, tText},
	ir.Blob:        {tBlob, tBlob},
	ir.Date:        {tNumber | tText, tText},
	ir.Time:        {tNumber | tText, tText},
	ir.Timestamp:   {tNumber | tText, tText},
	ir.TimestampTZ: {tNumber | tText, tText},
	ir.UUID:        {tText | tBlob, tText},
	ir.JSON:        {tText | tBlob, tText},
	ir.Struct:      {tText, tText}, // JSON, as a column of a result
	ir.Array:       {tText, tText},
}

// literalFits says which literals are values of a kind.
var literalFits = map[ir.Kind]typeSet{
	ir.Bool:        litBool,
	ir.Int64:       litBool | litInt,
	ir.Float64:     litReal,
	ir.Decimal:     litBool | litInt | litReal,
	ir.Text:        litTexts,
	ir.Date:        litDate,
	ir.Time:        litTime,
	ir.Timestamp:   litDate | litTimestamp,
	ir.TimestampTZ: litTimestamp | litTimestampTZ,
	ir.UUID:        litUUID,
	ir.JSON:        litJSON | litList,
}

// typeTable gives a statement's declared types and parameters their bits.
type typeTable struct {
	atoms  []atom
	byDecl []typeSet         // by index into the schema's types; 0 where not used yet
	shapes map[int32]typeSet // JSON, by the place that makes it
	schema *schema
	doubt  doubt
}

// doubt is what an interpretation does not take for granted, beside what SQLite itself sees to.
type doubt uint8

const (
	trusting doubt = iota // declared types hold, and arithmetic on INTEGER stays INTEGER
	overflow              // arithmetic may overflow to REAL
	declared              // and a column holds anything where its type is only declared
)

func (t *typeTable) reset(s *schema) {
	t.atoms, t.schema = t.atoms[:0], s
	t.byDecl = append(t.byDecl[:0], make([]typeSet, len(s.types))...)
	t.shapes = map[int32]typeSet{}
}

func (t *typeTable) add(a atom) typeSet {
	if len(t.atoms) == maxAtoms {
		return tooMany
	}
	t.atoms = append(t.atoms, a)
	return typeSet(1) << (firstAtom + len(t.atoms) - 1)
}

// rests reports whether a column in use is of a type that is sure up to a doubt only.
func (t *typeTable) rests(on doubt) bool {
	return slices.ContainsFunc(t.atoms, func(a atom) bool { return a.param == 0 && a.sure == on })
}

// boolean is the type set of a truth value.
func (t *typeTable) boolean() typeSet {
	return t.add(atom{typ: ir.Type{Kind: ir.Bool, SQL: "BOOLEAN"}, sure: declared})
}

// column is the type set of a column's values.
func (t *typeTable) column(c *column) typeSet { return t.declared(c.decl) | c.also }

// declared is the type set of what is declared, as the schema numbers it.
func (t *typeTable) declared(decl int) typeSet {
	set := &t.byDecl[decl]
	if *set == 0 {
		switch a := t.schema.types[decl]; {
		case t.doubt > a.sure:
			*set = tAll
		case len(t.atoms) == maxAtoms: // the storage class is what is left of it
			*set = kindStorage[a.typ.Kind].as
		default:
			*set = t.add(a)
		}
	}
	return *set
}

// atomOf is what the one bit of the set stands for, nil where it had no room.
func (t *typeTable) atomOf(set typeSet) *atom {
	if set>>firstAtom == 0 {
		return nil
	}
	return &t.atoms[bits.TrailingZeros64(uint64(set>>firstAtom))]
}

// each calls f for every declared type or parameter in the set.
func (t *typeTable) each(set typeSet, f func(*atom)) {
	for s := set >> firstAtom; s != 0; s &= s - 1 {
		f(&t.atoms[bits.TrailingZeros64(uint64(s))])
	}
}

// paramsOf are the parameters in a set.
func (t *typeTable) paramsOf(set typeSet) typeSet { return set &^ t.withoutParams(set) }

// withoutParams is the set without the parameters in it.
func (t *typeTable) withoutParams(set typeSet) typeSet {
	out := set
	for s := set >> firstAtom; s != 0; s &= s - 1 {
		if i := bits.TrailingZeros64(uint64(s)); t.atoms[i].param > 0 {
			out &^= 1 << (firstAtom + i)
		}
	}
	return out
}

// storage is the set of storage classes that values of the set can have.
func (t *typeTable) storage(set typeSet) typeSet {
	s := set & tStorage
	if set&(litBool|litInt) != 0 {
		s |= tInt
	}
	if set&(litReal|intReal) != 0 {
		s |= tReal
	}
	if set&litTexts != 0 {
		s |= tText
	}
	if set&tooMany != 0 {
		s |= tAll
	}
	t.each(set, func(a *atom) { s |= kindStorage[a.typ.Kind].may })
	return s
}

// knownBlob reports whether BLOBs are among the values of the set, and not only because nothing is known of them.
func (t *typeTable) knownBlob(set typeSet) bool {
	known := set&tBlob != 0 && set&tStorage != tAll
	t.each(set, func(a *atom) { known = known || a.typ.Kind == ir.Blob && a.param == 0 })
	return known
}

var storageTypes = map[typeSet]ir.Type{
	tInt:    {Kind: ir.Int64, SQL: "INTEGER"},
	tReal:   {Kind: ir.Float64, SQL: "REAL"},
	tNumber: {Kind: ir.Float64, SQL: "NUMERIC"}, // INTEGER in some rows, REAL in others
	tText:   {Kind: ir.Text, SQL: "TEXT"},
	tBlob:   {Kind: ir.Blob, SQL: "BLOB"},
}

// holds are the storage classes that values of a type have.
func holds(t ir.Type) typeSet {
	if t.Mixed() {
		return tNumber
	}
	return kindStorage[t.Kind].may
}

var anyType = ir.Type{Kind: ir.Any, SQL: "ANY"}

// resolve gives the one type that fits every value of the set. A literal takes on the type of what it stands beside;
// unlike types fall back to the storage class they share, and to ANY where they share none.
func (t *typeTable) resolve(set typeSet) (typ ir.Type) {
	if set&tooMany != 0 {
		return anyType
	}
	found, same := 0, true
	storage := set & tStorage
	if set&intReal != 0 {
		storage |= tReal
	}
	t.each(set, func(a *atom) {
		if a.typ.Kind == ir.Unknown {
			a = &atom{typ: anyType}
		}
		storage |= kindStorage[a.typ.Kind].as
		switch {
		case found == 0:
			typ = a.typ
		case a.typ.Kind != typ.Kind:
			same = false
		case a.typ != typ:
			typ = unsized(typ)
		}
		found++
	})
	lit, plain := set&literals, set&tStorage
	if found > 0 && same && plain&^besides(typ.Kind) == 0 && lit&^literalFits[typ.Kind] == 0 {
		if plain != 0 {
			typ = unsized(typ)
		}
		return typ
	}
	if typ, ok := storageTypes[storage|t.storage(lit)]; ok {
		return typ
	}
	return anyType
}

// besides are the storage classes of computed values that a column of the kind can stand beside and keep its kind.
func besides(k ir.Kind) typeSet {
	if k == ir.Int64 || k == ir.Float64 || k == ir.Text || k == ir.Blob || k == ir.Any {
		return kindStorage[k].may
	}
	return 0
}

// unsized is the type's kind without the name and size that one of several columns gave it.
func unsized(t ir.Type) ir.Type {
	if s, ok := storageTypes[kindStorage[t.Kind].may]; ok && s.Kind == t.Kind {
		return s
	}
	return ir.Type{Kind: t.Kind, SQL: kindNames[t.Kind]}
}

var kindNames = map[ir.Kind]string{ir.Bool: "BOOLEAN", ir.Decimal: "NUMERIC", ir.Date: "DATE", ir.Time: "TIME",
	ir.Timestamp:   "TIMESTAMP",
	ir.TimestampTZ: "TIMESTAMPTZ", ir.UUID: "UUID", ir.JSON: "JSON", ir.Any: "ANY"}
