package lsp

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// paramAt is the name of the parameter at an offset, of which ${…} or the @set stands there; "" for none.
func paramAt(b *syntax.Block, offset int) (name string, at source.Span) {
	for _, s := range paramSpans(b, "") {
		if s.at.Start <= offset && offset < s.at.End {
			return s.name, s.at
		}
	}
	return "", source.Span{}
}

// named is a place of a parameter.
type named struct {
	name string
	at   source.Span
	set  bool
}

// paramSpans are the places of a parameter; with "" of all of them.
func paramSpans(b *syntax.Block, name string) (list []named) {
	for _, s := range b.Sets {
		if name == "" || s.Name == name {
			list = append(list, named{s.Name, s.Span, true})
		}
	}
	for _, f := range b.Fields {
		if f.Param && (name == "" || f.Name == name) {
			list = append(list, named{f.Name, f.Span, false})
		}
	}
	for _, c := range b.Choices {
		if name == "" || c.Name == name {
			list = append(list, named{c.Name, c.Span, false})
		}
	}
	for _, p := range b.Parts {
		if p.Param >= 0 && (name == "" || b.Uses[p.Param] == name) {
			list = append(list, named{b.Uses[p.Param], p.Span, false})
		}
	}
	for _, s := range b.Stretches {
		for _, t := range s.When {
			// A mark without a name is about the parameters of its line, and stands where they do.
			if (name == "" || t.Name == name) &&
				!slices.ContainsFunc(list,
					func(n named) bool { return n.at.Start <= t.Span.Start && t.Span.Start < n.at.End }) {
				list = append(list, named{t.Name, t.Span, false})
			}
		}
	}
	return list
}

// param is what the analysis says of a parameter; nil for nothing.
func param(q *ir.Query, name string) *ir.Param {
	if q == nil {
		return nil
	}
	i := slices.IndexFunc(q.Params, func(p ir.Param) bool { return p.Name.SQL == name })
	if i < 0 {
		return nil
	}
	return &q.Params[i]
}
