package ir

// Named collects the enumerations, row types and unions that types are made of, each once, in order of first use; a row
// type that another holds comes before it, and so does a union.
type Named struct {
	Enums   []*EnumType
	Structs []*StructType
	Unions  []*StructType
	seen    map[any]bool
}

// Add collects what a type is made of.
func (n *Named) Add(t *Type) {
	if n.seen == nil {
		n.seen = map[any]bool{}
	}
	if o := t.Override; o != nil && o.Decode == "" && o.Encode == "" { // the driver's value is one of the program's type
		return
	}
	if t.Key != nil {
		n.Add(t.Key)
	}
	switch {
	case t.Elem != nil:
		n.Add(t.Elem)
	case t.Enum != nil && !n.seen[t.Enum]:
		n.seen[t.Enum] = true
		n.Enums = append(n.Enums, t.Enum)
	case t.Struct != nil && !n.seen[t.Struct]:
		n.seen[t.Struct] = true
		for i := range t.Struct.Fields {
			n.Add(&t.Struct.Fields[i].Type)
		}
		if t.Kind == Union {
			n.Unions = append(n.Unions, t.Struct)
		} else {
			n.Structs = append(n.Structs, t.Struct)
		}
	}
}
