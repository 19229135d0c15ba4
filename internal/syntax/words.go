package syntax

import "slices"

// Entry is a word of the annotations as the reference has it.
type Entry struct{ Name, Form, Doc string }

// Annotations are the words that start a block.
func Annotations() (list []Entry) {
	for _, k := range keywords {
		list = append(list, Entry{k.kind.String(), k.form, k.doc})
	}
	return list
}

// ModifiersOf are the modifiers that go with a kind of block.
func ModifiersOf(k Kind) (list []Entry) {
	for _, m := range modifiers {
		if slices.Contains(m.kinds, k) {
			list = append(list, Entry{":" + m.name, m.form, m.doc})
		}
	}
	return list
}
