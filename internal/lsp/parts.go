package lsp

import "context"

// Part is a part of a statement's text that is there under conditions. The method sqg/parts is none of the
// protocol: it is for clients that show in the text what a call with some parameters sends.
type Part struct {
	Range Range       `json:"range"`
	When  []Condition `json:"when"` // all of them hold
}

// Condition is a parameter that is given or a flag that is on, a label that is chosen, or that it is not.
type Condition struct {
	Name  string `json:"name"`
	Label string `json:"label,omitempty"`
	Not   bool   `json:"not,omitempty"`
}

func (s *Server) parts(_ context.Context, p DocumentParams) (any, error) {
	out := []Part{}
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return out, err
	}
	for _, b := range v.blocks {
		for _, stretch := range b.Stretches {
			if len(stretch.When) == 0 {
				continue
			}
			part := Part{Range: v.doc.lines.span(stretch.Span.Start, stretch.Span.End)}
			for _, t := range stretch.When {
				part.When = append(part.When, Condition{t.Name, t.Label, t.Not})
			}
			out = append(out, part)
		}
	}
	return out, nil
}
