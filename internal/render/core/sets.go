package core

import (
	"maps"
	"strings"
)

// Set is the words of texts.
func Set(texts ...string) map[string]bool {
	set := map[string]bool{}
	for _, t := range texts {
		for w := range strings.FieldsSeq(t) {
			set[w] = true
		}
	}
	return set
}

// Union is a set of its own with what the sets have.
func Union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, s := range sets {
		maps.Copy(all, s)
	}
	return all
}
