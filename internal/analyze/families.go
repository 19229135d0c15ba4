package analyze

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Twelve conditions that are there or not make 4,096 texts. The engine prepares each of them. If it also says that a
// condition does nothing but leave rows out, the descriptions of a few texts hold for all.

// families are the texts of a statement by what they have besides such conditions.
type families struct {
	filters [][]int             // the stretches of each condition
	of      map[string][]string // the texts, in their order, by the one without conditions
	covered map[string]bool     // texts that need no description
}

// familiesOf finds what may be such conditions: what stands in a part that starts with AND, or with the comma of a SET,
// and whose parameters stand nowhere else.
func familiesOf(b *syntax.Block, texts []string) *families {
	f := &families{of: map[string][]string{}, covered: map[string]bool{}}
	for i, s := range b.Stretches {
		if len(s.When) == 0 || slices.ContainsFunc(s.When, func(t syntax.Term) bool { return t.Not || t.Label != "" }) {
			continue
		}
		same := func(of []int) bool { return slices.EqualFunc(b.Stretches[of[0]].When, s.When, syntax.Term.Same) }
		if at := slices.IndexFunc(f.filters, same); at >= 0 {
			f.filters[at] = append(f.filters[at], i)
		} else {
			f.filters = append(f.filters, []int{i})
		}
	}
	f.filters = slices.DeleteFunc(f.filters, func(stretches []int) bool { return !isFilter(b, stretches) })
	if len(f.filters) > 1 {
		for _, there := range texts {
			bare := f.without(there, f.filters...)
			f.of[bare] = append(f.of[bare], there)
		}
	}
	return f
}

// isFilter reports whether each stretch starts with AND or a comma, and none of their parameters stands elsewhere.
func isFilter(b *syntax.Block, stretches []int) bool {
	begun := map[int]bool{}
	own := map[int]bool{}
	for _, p := range b.Parts {
		if !slices.Contains(stretches, p.Stretch) {
			continue
		}
		if !begun[p.Stretch] {
			words := strings.Fields(p.Text)
			if p.Param >= 0 || len(words) > 0 && !strings.EqualFold(words[0], "AND") &&
				!strings.HasPrefix(words[0], ",") {
				return false
			}
			begun[p.Stretch] = len(words) > 0
		}
		if p.Param >= 0 {
			own[p.Param] = true
		}
	}
	return !slices.ContainsFunc(b.Parts,
		func(p syntax.Part) bool { return own[p.Param] && !slices.Contains(stretches, p.Stretch) })
}

// without is a text without some of the conditions.
func (f *families) without(there string, filters ...[]int) string {
	out := []byte(there)
	for _, stretches := range filters {
		for _, i := range stretches {
			out[i] = 0
		}
	}
	return string(out)
}

// cover asks about the other texts of a family, once that with all of its conditions is described.
func (c *combined) cover(f *families, whole string) {
	coverer, is := c.session.(engine.Coverer)
	all := f.of[f.without(whole, f.filters...)]
	if !is || len(all) == 0 || all[0] != whole {
		return
	}
	bare := f.without(whole, f.filters...)
	sent := c.sent(whole)
	family := engine.Family{Whole: c.stmt(sent, whole), Bare: c.stmt(sent, bare)}
	less := map[string]bool{}
	for _, stretches := range f.filters {
		less[f.without(whole, stretches)] = true
	}
	isBare := false
	for _, there := range all {
		switch {
		case there == whole:
		case there == bare:
			isBare = true
		case less[there]:
			family.Less = append(family.Less, c.stmt(sent, there))
		default:
			family.Rest = append(family.Rest, c.stmt(sent, there))
		}
	}
	if !isBare || len(family.Less) < len(f.filters) {
		return // a text of these is not asked for
	}
	if is, err := coverer.Covers(c.ctx, family); err != nil || !is {
		return // describing each says what is wrong
	}
	for _, there := range all {
		f.covered[there] = there != whole && there != bare
	}
}

// sent is the block with the parts that the program sends, as far as a text has told them.
func (c *combined) sent(there string) *syntax.Block {
	out := *c.block
	out.Parts = nil
	for i, parts := range c.parts {
		if there[i] == 0 {
			continue
		}
		for j, p := range parts {
			if p.Param >= 0 {
				p.Param = slices.Index(out.Uses, c.uses[i][j])
			}
			p.Stretch = i
			out.Parts = append(out.Parts, p)
		}
	}
	return &out
}

// stmt is a text of a block with the parts that the program sends.
func (c *combined) stmt(sent *syntax.Block, there string) engine.Stmt {
	v := sent.Variant(stretches(there))
	params, order := c.unit.params(v)
	hints := c.hints(v, params)
	for i, h := range hints {
		if isList(v, h.Name) {
			hints[i] = engine.ParamHint{Name: h.Name}
		}
	}
	marks := c.marks(params)
	return engine.Stmt{SQL: v.Statement(func(use int) string { return marks[order[use]] }).SQL, Params: hints,
		Finite: c.Finite}
}
