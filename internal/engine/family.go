package engine

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
)

// Family are the texts of a statement that differ in some conditions, each of which is there or not.
type Family struct {
	Whole Stmt   // with all of these conditions
	Bare  Stmt   // with none of them
	Less  []Stmt // each without one of them
	Rest  []Stmt // the others
}

// Key tells families apart, as Stmt.Key does statements.
func (f Family) Key() string {
	h := sha256.New()
	for _, s := range slices.Concat([]Stmt{f.Whole, f.Bare}, f.Less, f.Rest) {
		key := s.Key()
		fmt.Fprintln(h, len(key), key)
	}
	return string(h.Sum(nil))
}

// Coverer is a Session that need not describe every text of a family.
type Coverer interface {
	// Covers prepares the others of a family, and reports whether what Describe says of Whole and Bare holds for them,
	// too: the conditions do nothing but leave rows out of what the statement finds, and the others have the columns
	// and parameters of Whole. If it does not, or if the engine refuses one of them, each is to be described.
	Covers(ctx context.Context, f Family) (bool, error)
}

// Apart is a statement at each WHERE that all of its rows go through, from the outermost to that of the query that is
// all it reads from.
type Apart []Level

// Level is a statement at one WHERE: the members of the AND there, and what is around them. Of an UPDATE, what it sets
// is a member, too. Parameters have their names there, as texts number them differently.
type Level struct {
	Around  string
	Members []string
}

// Filtered reports whether the texts of a family differ in members of one level: Bare is without all that is missing in
// one of Less, each of which is without others.
func (f Family) Filtered(apart func(Stmt) Apart) bool {
	var all []Apart
	for _, s := range slices.Concat([]Stmt{f.Whole, f.Bare}, f.Less) {
		a := apart(s)
		if a == nil || len(all) > 0 && len(a) != len(all[0]) {
			return false
		}
		all = append(all, a)
	}
	for level := range all[0] {
		if thinner(all, level) {
			return true
		}
	}
	return false
}

func thinner(all []Apart, level int) bool {
	for _, a := range all {
		if a[level].Around != all[0][level].Around {
			return false
		}
	}
	members := all[0][level].Members
	gone := make([]bool, len(members))
	for _, a := range all[2:] {
		left := a[level].Members
		if len(left) >= len(members) {
			return false
		}
		for i, m := range members {
			switch {
			case len(left) > 0 && left[0] == m:
				left = left[1:]
			case gone[i]:
				return false
			default:
				gone[i] = true
			}
		}
		if len(left) > 0 {
			return false
		}
	}
	var kept []string
	for i, m := range members {
		if !gone[i] {
			kept = append(kept, m)
		}
	}
	return slices.Equal(all[1][level].Members, kept)
}
