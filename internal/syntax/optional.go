package syntax

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// Optional parts: lines of a statement that are there under a condition, which a comment says that starts with --?.

// Term is what a condition asks for: a parameter that is given or a flag that is on, or with Not that it is not; or the
// label of a choice.
type Term struct {
	Name, Label string
	Not         bool
	Span        source.Span
}

// Same reports whether two terms ask for one thing, or one for what the other asks not to be.
func (t Term) Same(u Term) bool { return t.Name == u.Name && t.Label == u.Label }

// Stretch is text of a statement that is there when all of its terms hold.
type Stretch struct {
	When []Term
	Span source.Span
}

// Alternative is terms of which one holds at least, whatever is given.
type Alternative struct {
	Terms []Term
	Span  source.Span
}

// Optional reports whether parts of the statement depend on what is given.
func (b *Block) Optional() bool {
	return slices.ContainsFunc(b.Stretches, func(s Stretch) bool { return len(s.When) > 0 })
}

// Variant is the block with those stretches only that are there.
func (b *Block) Variant(there func(stretch int) bool) *Block {
	out := *b
	out.Parts, out.Uses = nil, nil
	for _, part := range b.Parts {
		if !there(part.Stretch) {
			continue
		}
		if part.Param >= 0 {
			name := b.Uses[part.Param]
			if part.Param = slices.Index(out.Uses, name); part.Param < 0 {
				part.Param = len(out.Uses)
				out.Uses = append(out.Uses, name)
			}
		}
		out.Parts = append(out.Parts, part)
	}
	terms := b.Terms()
	out.Fields = slices.DeleteFunc(slices.Clone(b.Fields), func(o FieldOptions) bool {
		known := slices.Contains(b.Uses, o.Name) ||
			slices.ContainsFunc(terms, func(t Term) bool { return t.Name == o.Name })
		return o.Param && known && !slices.Contains(out.Uses, o.Name)
	})
	return &out
}

// Terms are what parts of the statement depend on, each once, in the order of the text; labels of a choice are
// together, in its order.
func (b *Block) Terms() (terms []Term) {
	for _, s := range b.Stretches {
		for _, t := range s.When {
			if !slices.ContainsFunc(terms, t.Same) {
				terms = append(terms, t)
			}
		}
	}
	return terms
}

const optionForm = "write --? behind a line, --? a, b or --? !a to say what it depends on, or --? a { and --? } on lines of their own around several"

// isOption reports whether a comment says what a part of a statement depends on.
func (p *parser) isOption(t token) bool {
	return t.kind == lineComment && strings.HasPrefix(p.file.Text[t.start:t.end], "--?")
}

var nearOption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--+\s+(?:\?(?:\s*$|\s*!?\w+(?:\s*,\s*!?\w+)*\s*\{?\s*$|\s*[{}]\s*$)|!(?:\s*!?\w+)(?:\s*\|\s*!?\w+)+\s*$)`)
})

// isAlternative reports whether a comment says that one of several things is given at least.
func (p *parser) isAlternative(t token) bool {
	return t.kind == lineComment && strings.HasPrefix(p.file.Text[t.start:t.end], "--!")
}

func (p *parser) isNearOption(t token) bool {
	return t.kind == lineComment && nearOption().MatchString(p.file.Text[t.start:t.end])
}

// region is what optional parts are while they are read: with the terms of those around it.
type region struct {
	terms []Term
	outer int // -1 of the statement
	span  source.Span
}

// piece is where a stretch stands.
type piece struct{ from, to, region int }

// stretches cuts a statement, which stands between start and end, where optional parts begin and end, and leaves out
// the comments that say what they depend on.
func (p *parser) stretches(b *Block, tokens []token, start, end int) (pieces []piece, regions []region) {
	regions = []region{{outer: -1}}
	top, pos := 0, start
	add := func(from, to, region int) {
		if from, to = max(from, start), min(to, end); from < to {
			pieces = append(pieces, piece{from, to, region})
		}
	}
	for n, t := range tokens {
		if p.isNearOption(t) {
			p.warn(diag.BadOption, p.span(t.start, t.end),
				"this comment reads like one of an optional part, and is none",
				"write --? or --! without a blank; formatters may put one in")
		}
		if p.isAlternative(t) {
			p.alternative(b, t)
			if t.lineStart {
				add(pos, p.lineStart(t.start), top)
				pos = t.end + len(lineBreak(p.file.Text[t.end:]))
			}
			continue
		}
		if !p.isOption(t) {
			continue
		}
		line, next := p.lineStart(t.start), t.end+len(lineBreak(p.file.Text[t.end:]))
		terms, brace, ok := p.terms(b, t)
		r := region{terms: terms, outer: top, span: p.span(t.start, t.end)}
		add(pos, line, top)
		switch {
		case !ok:
		case !t.lineStart && brace != 0:
			p.errorf(diag.BadOption, t.start, t.end, optionForm, "%c stands behind SQL", brace)
		case brace == '}' && top == 0:
			p.errorf(diag.BadOption, t.start, t.end, "write --? a { on a line of its own above the part",
				"this ends a part that does not begin")
		case brace == '}':
			around := &regions[top]
			if len(around.terms) == 0 {
				for _, own := range pieces { // not what stands in a part of this one
					if own.region == top {
						around.terms = p.termsOf(b, around.terms, tokens, own.from, own.to)
					}
				}
			}
			p.depends(*around)
			top = around.outer
		case brace == '{':
			top = len(regions)
			regions = append(regions, r)
		case t.lineStart:
			p.errorf(diag.BadOption, t.start, t.end, optionForm, "no SQL stands before this on its line")
		case p.inside(tokens[:n], line):
			p.errorf(diag.BadOption, t.start, t.end, "begin the line outside of it",
				"this line begins inside of a string, quoted name or comment")
		default:
			if len(terms) == 0 {
				r.terms = p.termsOf(b, nil, tokens, line, t.start)
			}
			p.depends(r)
			add(line, line+len(strings.TrimRight(p.file.Text[line:t.start], blanks)), len(regions))
			add(t.end, next, len(regions))
			regions = append(regions, r)
		}
		pos = next
	}
	if top > 0 {
		p.errorf(diag.BadOption, regions[top].span.Start, regions[top].span.End,
			"write --? } on a line of its own below the part", "this part is not closed")
	}
	add(pos, end, 0)
	return pieces, regions
}

// stretch is a stretch in a region.
func stretch(regions []region, in int) Stretch {
	s := Stretch{Span: regions[in].span}
	for r := in; r > 0; r = regions[r].outer {
		s.When = append(s.When, regions[r].terms...)
	}
	return s
}

// terms reads what a comment says of a part, and its brace, if any.
func (p *parser) terms(b *Block, t token) (terms []Term, brace byte, ok bool) {
	from := t.start + len("--?")
	said := strings.TrimRight(p.file.Text[from:t.end], blanks)
	if strings.HasSuffix(said, "{") || strings.HasSuffix(said, "}") {
		brace, said = said[len(said)-1], said[:len(said)-1]
	}
	if strings.TrimSpace(said) == "" {
		return nil, brace, true
	}
	if brace == '}' {
		p.errorf(diag.BadOption, t.start, t.end, optionForm, "--? } ends a part, and says no more")
		return nil, brace, false
	}
	for _, word := range strings.SplitAfter(said, ",") {
		name := strings.TrimSpace(strings.TrimSuffix(word, ","))
		term, ok := p.term(b, word, name, from)
		if !ok {
			p.errorf(diag.BadOption, t.start, t.end, optionForm, "%q cannot be what a part depends on", name)
			return nil, brace, false
		}
		if b.choice(term.Name) != nil {
			p.errorf(diag.BadOption, term.Span.Start, term.Span.End,
				"make it a choice of two texts, or have the part depend on a flag",
				"%s is a choice, which no part depends on", term.Name)
			return nil, brace, false
		}
		terms = append(terms, term)
		from += len(word)
	}
	return terms, brace, true
}

const alternativeForm = "write --! a | b on a line of its own, which says that a or b is given, or both"

// alternative reads what a comment says that a call gives.
func (p *parser) alternative(b *Block, t token) {
	if !t.lineStart {
		p.errorf(diag.BadOption, t.start, t.end, alternativeForm, "--! stands behind SQL")
		return
	}
	a := Alternative{Span: p.span(t.start, t.end)}
	from := t.start + len("--!")
	said := strings.TrimRight(p.file.Text[from:t.end], blanks)
	for _, word := range strings.SplitAfter(said, "|") {
		term, ok := p.term(b, word, strings.TrimSpace(strings.TrimSuffix(word, "|")), from)
		if !ok {
			p.errorf(diag.BadOption, t.start, t.end, alternativeForm, "%q cannot be what is given or not",
				strings.TrimSpace(strings.TrimSuffix(word, "|")))
			return
		}
		a.Terms = append(a.Terms, term)
		from += len(word)
	}
	if len(a.Terms) < 2 {
		p.errorf(diag.BadOption, t.start, t.end, alternativeForm, "this names one thing, and no other instead of it")
		return
	}
	b.Alternatives = append(b.Alternatives, a)
}

// term is what a word of a comment asks for; the text that the word is in begins at an offset.
func (p *parser) term(b *Block, text, word string, from int) (Term, bool) {
	plain := strings.TrimSpace(strings.TrimPrefix(word, "!"))
	if !isParameterName(plain) {
		return Term{}, false
	}
	at := from + strings.Index(text, plain)
	return Term{Name: plain, Not: word != plain, Span: p.span(at, at+len(plain))}, true
}

// unknownAlternatives reports what is said to be given or not and is nothing that a part depends on.
func (p *parser) unknownAlternatives(b *Block) {
	for _, a := range b.Alternatives {
		for _, t := range a.Terms {
			if !slices.ContainsFunc(b.Terms(), t.Same) {
				p.errorf(diag.BadOption, t.Span.Start, t.Span.End, "name what parts of the statement depend on",
					"no part of the statement depends on %s", t.Name)
			}
		}
	}
}

// termsOf adds the parameters between two places.
func (p *parser) termsOf(b *Block, terms []Term, tokens []token, from, to int) []Term {
	for _, t := range tokens {
		if t.kind != parameter || t.open || t.start < from || t.start >= to {
			continue
		}
		name := p.parameterName(t)
		if b.choice(name) == nil && !slices.ContainsFunc(terms, func(t Term) bool { return t.Name == name }) {
			terms = append(terms, Term{Name: name, Span: p.span(t.start, t.end)})
		}
	}
	return terms
}

// depends reports a part that depends on nothing.
func (p *parser) depends(r region) {
	if len(r.terms) == 0 {
		p.errorf(diag.BadOption, r.span.Start, r.span.End,
			"say what it depends on: --? name, where name is a flag that the program turns on",
			"no parameter stands in this part")
	}
}

// inside reports whether one of the tokens, which hides text, goes over a place.
func (p *parser) inside(tokens []token, at int) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.quotes() && t.start < at && at < t.end })
}
