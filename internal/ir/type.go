package ir

import (
	"slices"
)

// Kind is what a value is, independent of how an engine spells its type or a language holds it.
type Kind int

const (
	Unknown     Kind = iota
	Any              // a value whose type differs by row (SQLite ANY, or a column whose rows may disagree)
	Bool             //
	Int8             //
	Int16            //
	Int32            //
	Int64            //
	HugeInt          // 128 bits
	UInt8            // unsigned, as the next three
	UInt16           //
	UInt32           //
	UInt64           //
	UHugeInt         // unsigned, 128 bits
	OID              // unsigned, 32 bits: numbers of PostgreSQL's own objects
	Float32          //
	Float64          //
	Decimal          // exact number
	Money            // exact number whose scale and text depend on the server's locale
	Text             //
	XML              //
	Blob             //
	Bits             // a string of bits
	Date             // calendar day
	Time             // time of day
	TimeTZ           // time of day with an offset
	Timestamp        // date and time without zone
	TimestampTZ      // an instant
	Interval         // months, days and microseconds, each by itself
	UUID             //
	JSON             //
	Inet             // a host's address, with the length of its network's prefix
	CIDR             // a network's address
	MACAddr          // 6 bytes
	MACAddr8         // 8 bytes
	TSVector         //
	Enum             // one of Type.Enum's labels
	Array            // of Type.Elem, of any length
	Struct           // Type.Struct's fields
	Map              // from Type.Key to Type.Elem
	Union            // one of Type.Struct's fields
	Range            // of Type.Elem
	Multirange       // of Type.Elem, each with gaps to the next
	Other            // a type that no language has a counterpart of: its text
	Nested           // an object of columns of the row, as Type.Row has them: no type of a column
)

var kindNames = [...]string{"unknown", "any", "bool", "int8", "int16", "int32", "int64",
	"hugeint", "uint8", "uint16", "uint32", "uint64", "uhugeint", "oid", "float32", "float64", "decimal", "money",
	"text", "xml", "blob", "bits", "date", "time", "timetz", "timestamp", "timestamptz", "interval", "uuid", "json",
	"inet", "cidr", "macaddr", "macaddr8", "tsvector", "enum", "array", "struct", "map", "union", "range", "multirange",
	"other", "nested"}

func (k Kind) String() string { return kindNames[k] }

// Type is a column's or parameter's type.
type Type struct {
	Kind             Kind
	SQL              string // the engine's own name for it, as `sqg inspect` shows it
	Precision, Scale int    // of Decimal, 0 where not given; Precision is also the length of Bits, and a time's digits of a second where it can be other than 6
	Length           int    // of an Array whose length the type says; 0 for any
	Key              *Type  // of Map
	Ref              string // how SQL names it in a cast, without modifiers, quoted where it must be; "" where the engine has no casts worth writing
	OID              uint32 // PostgreSQL's number of a built-in type, the same on every server; 0 for a type that a schema makes; of a domain its base type's
	Domain           *Domain
	Elem             *Type  // of Array: what it holds; of Range and Multirange: what its bounds are
	ElemNullable     bool   // an Array may hold NULLs
	Via              string // what values travel as, of which the statement makes the type SQL and back: "text", "text[]", "real[]"; "" where that is the type itself
	Reads            string // what makes that of a value "#"; "" for a cast
	Extension        string // of an Array, a Map or bytes: the type of an extension that it stands for, which has a binary format of its own; see Extensions
	Spelled          bool   // it is the text of a type of Extensions, which the table of one call has as that type
	Enum             *EnumType
	Struct           *StructType
	Row              *Row      // of Nested
	Override         *Override // of what another type is made of: a language type that the config asks for; a field has its own
}

// Choice reports whether a parameter of the type is no value in the statement, but picks one of several texts. The
// first label is the default.
func (t Type) Choice() bool { return t.Enum != nil && t.Enum.Choice != "" }

// Domain is a type with constraints over a base type, which the rest of a Type describes.
type Domain struct {
	Schema  string
	Name    Name
	NotNull bool     // it refuses NULL; a value may be NULL all the same where no row was there to check
	Over    []string // the names of its base type, with and without modifiers, and of those of a domain that it is over
}

// EnumType is an enumeration. Types of one model share it by pointer.
type EnumType struct {
	Schema    string
	Name      Name
	Anonymous bool     // the engine has no name for it: Name is made of those of the table or statement and the column
	Choice    string   // the parameter that picks SQL by these labels, and by nothing else; "" of a type of the engine
	Labels    []string // in the type's order
}

// StructType is a row type by name (PostgreSQL: composite). Types of one model share it by pointer.
type StructType struct {
	Schema    string
	Name      Name
	Anonymous bool // as in EnumType
	Table     bool // a row of a table or a view: its fields come and go with the columns
	Fields    []Field
}

// BuiltIn reports whether a type of PostgreSQL, or the base type of a domain, has the same number on every server: no
// schema and no extension makes it.
func (t Type) BuiltIn() bool { return t.OID != 0 }

// PartOID is the number that the server gives a field of a composite value or an element of an array of this type; 0
// where it differs between servers, as that of a domain does.
func (t Type) PartOID() uint32 {
	if t.Domain != nil {
		return 0
	}
	return t.OID
}

// Parts yields a type and all types that it is made of: keys, elements and fields, each behind what holds it.
func (t Type) Parts(yield func(Type) bool) { t.parts(yield) }

// Within yields the same without the type itself.
func (t Type) Within(yield func(Type) bool) { t.within(yield) }

func (t Type) parts(yield func(Type) bool) bool { return yield(t) && t.within(yield) }

func (t Type) within(yield func(Type) bool) bool {
	if t.Key != nil && !t.Key.parts(yield) || t.Elem != nil && !t.Elem.parts(yield) {
		return false
	}
	return t.Struct == nil || !slices.ContainsFunc(t.Struct.Fields, func(f Field) bool { return !f.Type.parts(yield) })
}

// Holds reports whether something is true of a type or of one that it is made of.
func (t Type) Holds(is func(Type) bool) bool {
	for part := range t.Parts {
		if is(part) {
			return true
		}
	}
	return false
}

// Plainly is the type without its override.
func (t Type) Plainly() *Type {
	t.Override = nil
	return &t
}

// Unchanged is the type without its override and those of what it holds, but for a struct's fields.
func (t Type) Unchanged() Type {
	t.Override = nil
	for _, part := range []**Type{&t.Key, &t.Elem} {
		if *part != nil {
			of := (**part).Unchanged()
			*part = &of
		}
	}
	return t
}

// Overridden reports whether the config asks for a language type for a type, or for one that it is made of.
func (t Type) Overridden() bool { return t.Holds(func(t Type) bool { return t.Override != nil }) }

// Mixed reports whether a type's values are INTEGER in some rows of SQLite's and REAL in others.
func (t Type) Mixed() bool { return t.Kind == Float64 && t.SQL == "NUMERIC" }

// Opaque reports whether a type is, or holds, one that no language has a counterpart of. What holds a type of an
// extension is one, too: its number is another on each server.
func (t Type) Opaque() bool {
	if t.Extension != "" || t.Spatial() {
		return false
	}
	return t.Holds(func(t Type) bool { return t.Kind == Other || t.Extension != "" })
}

// MadeJSON reports whether it is an object or a list that a statement makes as JSON, in an engine without such types.
func (t Type) MadeJSON() bool { return t.SQL == "JSON" && t.Composed() }

// Spatial reports whether a type is PostGIS's, or a list of one, whose values are bytes.
func (t Type) Spatial() bool {
	if t.Kind == Array && t.Extension == "" && !t.Nested() {
		t = *t.Elem
	}
	return t.Kind == Blob && t.Extension != ""
}

// TextForm is what values of PostgreSQL travel as that have no form but their text: one text, or a list of those of the
// elements; "" where they have another form.
func (t Type) TextForm() string {
	switch {
	case !t.Opaque():
		return ""
	case t.Kind == Array && !t.Nested():
		return "text[]"
	}
	return "text"
}

// Plain is the type that values of an extension's type travel as; those of a list of them travel as texts.
func (t Type) Plain() Type {
	if t.Via == "real[]" {
		return Type{Kind: Array, Elem: &float4, OID: OIDReals, SQL: t.Via, Ref: t.Via}
	}
	return Type{Kind: Array, Elem: &text, ElemNullable: true, OID: OIDTexts, SQL: "text[]", Ref: "text[]"}
}

// AsText reports whether values of a type, or of a list's elements, travel as text because no language has another
// form.
func (t Type) AsText() bool { return t.Extension == "" && (t.Via == "text" || t.Via == "text[]") }

// Object is the row of an object of columns, or of each of a list of them; nil for any other type.
func (t Type) Object() *Row {
	if t.Kind == Array && t.Elem.Kind == Nested {
		return t.Elem.Row
	}
	return t.Row
}

// Nested reports whether an array is one of lists: of PostgreSQL, an array of several dimensions, which is one value.
// (There, an array of arrays that are values of their own holds a domain.)
func (t Type) Nested() bool {
	return t.Kind == Array && t.Elem.Kind == Array && t.Elem.Domain == nil && t.Elem.Extension == ""
}

// Innermost is the innermost of lists that are nested, and how many they are; a list of anything else is it itself.
func (t Type) Innermost() (list Type, depth int) {
	for depth = 1; t.Nested(); depth++ {
		t = *t.Elem
	}
	return t, depth
}

// Full is a list whose elements are not NULL, nor those of lists that it holds.
func (t Type) Full() Type {
	if t.Kind == Array {
		elem := t.Elem.Full()
		t.Elem, t.ElemNullable = &elem, false
	}
	return t
}

// Join is the type of lists of this type and of another that differs only in whether elements may be NULL.
func (t Type) Join(u Type) Type {
	if t.Kind == Array && u.Kind == Array {
		elem := t.Elem.Join(*u.Elem)
		t.Elem, t.ElemNullable = &elem, t.ElemNullable || u.ElemNullable
	}
	return t
}

// Wider is the type of values of this type and of another, where they differ only in what may be NULL in lists and in
// types that have no name; false where they differ in more.
func (t Type) Wider(u Type) (Type, bool) {
	switch {
	case t.Equal(u):
		return t, true
	case t.Kind == Array && u.Kind == Array:
		elem, ok := t.Elem.Wider(*u.Elem)
		own := t
		own.Elem, own.ElemNullable, u.Elem, u.ElemNullable = &elem, t.ElemNullable || u.ElemNullable, nil, false
		t.Elem, t.ElemNullable = nil, false
		return own, ok && t.Equal(u)
	case t.Kind == Struct && u.Kind == Struct && t.Struct.Anonymous && u.Struct.Anonymous:
		made, ok := t.Struct.wider(u.Struct)
		own := t
		own.Struct, t.Struct, u.Struct = made, nil, nil
		return own, ok && t.Equal(u)
	}
	return t, false
}

// wider is the first of two types without a name where no field of it may be more often NULL, and else a third.
func (s *StructType) wider(other *StructType) (*StructType, bool) {
	if len(s.Fields) != len(other.Fields) {
		return s, false
	}
	made := *s
	made.Fields = slices.Clone(s.Fields)
	same := true
	for i, g := range other.Fields {
		f := &made.Fields[i]
		typ, ok := f.Type.Wider(g.Type)
		if !ok || f.Column != g.Column {
			return s, false
		}
		same = same && typ.Equal(f.Type) && (f.Nullable || !g.Nullable) && f.Source == g.Source
		if f.Type = typ; g.Nullable && !f.Nullable {
			f.Nullable, f.Why = true, g.Why
		}
		if f.Source != g.Source {
			f.Source = ColumnRef{}
		}
	}
	if same {
		return s, true
	}
	return &made, true
}

// Equal reports whether two types are the same to a user: name, definition, and what they hold.
func (t Type) Equal(u Type) bool {
	if t.Kind != u.Kind || t.SQL != u.SQL || t.Precision != u.Precision || t.Scale != u.Scale ||
		t.ElemNullable != u.ElemNullable || t.Extension != u.Extension || t.Length != u.Length || t.Enum != u.Enum ||
		t.Struct != u.Struct ||
		t.Override != u.Override {
		return false
	}
	return equal(t.Elem, u.Elem) && equal(t.Key, u.Key)
}

func equal(t, u *Type) bool { return t == u || t != nil && u != nil && t.Equal(*u) }
