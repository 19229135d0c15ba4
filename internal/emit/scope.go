package emit

import (
	"slices"
	"strconv"
)

// Scope hands out identifiers that are unique in it and are none of the language's reserved words.
type Scope struct {
	taken    map[string]bool
	reserved []map[string]bool   // not copied: one may hold the names of a whole program, for each row type again
	escape   func(string) string // how the language's users write a reserved word: class_ or klass
}

// NewScope makes a scope; escape is applied to reserved words.
func NewScope(reserved map[string]bool, escape func(string) string) *Scope {
	return &Scope{taken: map[string]bool{}, reserved: []map[string]bool{reserved}, escape: escape}
}

// Reserve adds reserved words, and returns the scope.
func (s *Scope) Reserve(words map[string]bool) *Scope {
	s.reserved = append(s.reserved, words)
	return s
}

func (s *Scope) isReserved(name string) bool {
	return slices.ContainsFunc(s.reserved, func(words map[string]bool) bool { return words[name] })
}

// Claim returns name, or the nearest free form of it, and takes it.
func (s *Scope) Claim(name string) string {
	if s.isReserved(name) {
		name = s.escape(name)
	}
	out := name
	for i := 2; s.taken[out] || s.isReserved(out); i++ {
		out = name + strconv.Itoa(i)
	}
	s.taken[out] = true
	return out
}

// Has tells whether a name is taken.
func (s *Scope) Has(name string) bool { return s.taken[name] }
