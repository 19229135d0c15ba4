package lsp

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// hints are the types and NULL of parameters where they first stand, and of result columns: behind each item of what is
// selected, or where a star is among them, all behind the annotation.
func (s *Server) hints(ctx context.Context, p RangeParams) (any, error) {
	if !s.inlay {
		return nil, nil
	}
	v, err := s.view(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	start, end := v.doc.lines.offset(p.Range.Start), v.doc.lines.offset(p.Range.End)
	out := []InlayHint{}
	for _, b := range v.blocks {
		q := v.query(b)
		if q == nil || b.Span.Start > end || ends(b) < start {
			continue
		}
		add := func(at int, label string) { out = append(out, InlayHint{v.doc.lines.position(at), label, 1, true}) }
		shown := map[string]bool{}
		for _, n := range paramSpans(b, "") {
			if is := param(q, n.name); !n.set && is != nil && !shown[n.name] && !is.FileSource && !is.Flag &&
				!is.Type.Choice() {
				shown[n.name] = true
				add(n.at.End, typeText(is.Field))
			}
		}
		if q.Row == nil {
			continue
		}
		items := v.selected(b)
		if len(items) != len(q.Row.Fields) {
			var all []string
			for _, f := range q.Row.Fields {
				all = append(all, f.Name.SQL+" "+typeText(f))
			}
			add(b.Span.End, "→ "+strings.Join(all, ", "))
			continue
		}
		for i, at := range items {
			add(at, typeText(q.Row.Fields[i]))
		}
	}
	return out, nil
}

func typeText(f ir.Field) string { return f.Type.SQL + " " + ir.Nullness(f.Nullable) }

// selectedFrom is the index of the word behind SELECT or RETURNING of a statement; -1 for none.
func selectedFrom(words []word) int {
	from := -1
	depth := 0
	for i, w := range words {
		depth += depthOf(w)
		if depth == 0 && (from < 0 && w.is("SELECT") || w.is("RETURNING")) {
			from = i + 1
		}
	}
	return from
}

// selected are the ends of the items that a statement returns, as far as its words tell: nil where a star is one.
func (v *view) selected(b *syntax.Block) (list []int) {
	statements, _ := v.statements(b)
	words := statements[0]
	from := selectedFrom(words)
	if from < 0 {
		return nil
	}
	depth := 0
	for i := from; i < len(words); i++ {
		w := words[i]
		depth += depthOf(w)
		switch {
		case depth == 0 && w.text == "*" &&
			(words[i-1].is("SELECT", "DISTINCT", "RETURNING") || words[i-1].text == "." || words[i-1].text == ","):
			return nil
		case depth == 0 && w.text == ",":
			list = append(list, words[i-1].end)
		case depth < 0 || depth == 0 && w.is("FROM", "WHERE", "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "GROUP",
			"HAVING", "WINDOW", "INTO"):
			return append(list, words[i-1].end)
		}
	}
	return append(list, words[len(words)-1].end)
}

func depthOf(w word) int {
	switch w.text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}
