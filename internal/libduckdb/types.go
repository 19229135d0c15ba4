package libduckdb

import "unsafe"

// Type is a type in full, as the library says it.
type Type struct {
	ID           string // its name in bound plans; "" for one that the library has no number of
	Alias        string // the name that a schema or an extension gives it
	Width, Scale int    // of DECIMAL
	Size         int    // of ARRAY
	Labels       []string
	Fields       []Field // of STRUCT and UNION; a MAP's key and value; a list's elements
}

// Field is a part of a type.
type Field struct {
	Name string
	Type *Type
}

// typeNames are the library's numbers of types by their names in bound plans.
var typeNames = map[int32]string{1: "BOOLEAN", 2: "TINYINT", 3: "SMALLINT", 4: "INTEGER", 5: "BIGINT", 6: "UTINYINT",
	7: "USMALLINT", 8: "UINTEGER",
	9: "UBIGINT", 10: "FLOAT", 11: "DOUBLE", 12: "TIMESTAMP", 13: "DATE", 14: "TIME", 15: "INTERVAL", 16: "HUGEINT",
	17: "VARCHAR", 18: "BLOB",
	19: "DECIMAL", 20: "TIMESTAMP_S", 21: "TIMESTAMP_MS", 22: "TIMESTAMP_NS", 23: "ENUM", 24: "LIST", 25: "STRUCT",
	26: "MAP", 27: "UUID",
	28: "UNION", 29: "BIT", 30: "TIME WITH TIME ZONE", 31: "TIMESTAMP WITH TIME ZONE", 32: "UHUGEINT", 33: "ARRAY",
	35: "BIGNUM",
	36: "NULL", 39: "TIME_NS", 40: "GEOMETRY", 41: "VARIANT"}

// typeOf reads a type and frees it; none is one without a name.
func (l *Library) typeOf(handle uintptr) *Type {
	if handle == 0 {
		return &Type{}
	}
	defer l.freeType(&handle)
	t := &Type{ID: typeNames[l.typeID(handle)]}
	if alias := l.typeAlias(handle); alias != nil {
		t.Alias = l.owned(alias)
	}
	field := func(name string, of uintptr) { t.Fields = append(t.Fields, Field{name, l.typeOf(of)}) }
	switch t.ID {
	case "DECIMAL":
		t.Width, t.Scale = int(l.decimalWidth(handle)), int(l.decimalScale(handle))
	case "ENUM":
		for i := range uint64(l.enumSize(handle)) {
			t.Labels = append(t.Labels, l.owned(l.enumLabel(handle, i)))
		}
	case "LIST":
		field("", l.listElement(handle))
	case "ARRAY":
		t.Size = int(l.arrayLength(handle))
		field("", l.arrayElement(handle))
	case "MAP":
		field("key", l.mapKey(handle))
		field("value", l.mapValue(handle))
	case "STRUCT":
		for i := range l.structLength(handle) {
			field(l.owned(l.structName(handle, i)), l.structType(handle, i))
		}
	case "UNION":
		for i := range l.unionLength(handle) {
			field(l.owned(l.unionName(handle, i)), l.unionType(handle, i))
		}
	}
	return t
}

// owned copies a text of the library and frees it.
func (l *Library) owned(p unsafe.Pointer) string {
	defer l.free(p)
	return text(p)
}
