package emit

import "strconv"

// Scope hands out identifiers that are unique in it and are none of the language's reserved words.
type Scope struct {
	taken    map[string]bool
	reserved map[string]bool
	escape   func(string) string // how the language's users write a reserved word: class_ or klass
}

// NewScope makes a scope; escape is applied to reserved words.
func NewScope(reserved map[string]bool, escape func(string) string) *Scope {
	return &Scope{taken: map[string]bool{}, reserved: reserved, escape: escape}
}

// Claim returns name, or the nearest free form of it, and takes it.
func (s *Scope) Claim(name string) string {
	if s.reserved[name] {
		name = s.escape(name)
	}
	out := name
	for i := 2; s.taken[out] || s.reserved[out]; i++ {
		out = name + strconv.Itoa(i)
	}
	s.taken[out] = true
	return out
}

// Has tells whether a name is taken.
func (s *Scope) Has(name string) bool { return s.taken[name] }
