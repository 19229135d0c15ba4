package ir

// Named collects the enumerations and row types that types are made of, each once, in order of first use; a row type that
// another holds comes before it.
type Named struct {
	Enums   []*EnumType
	Structs []*StructType
	seen    map[any]bool
}

// Add collects what a type is made of.
func (n *Named) Add(t *Type) {
	if n.seen == nil {
		n.seen = map[any]bool{}
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
		n.Structs = append(n.Structs, t.Struct)
	}
}
