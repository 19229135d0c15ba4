package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
)

// Question is a command of an editor about a statement: in is its argument, and the answer is shown as text where the
// editor has no panel for it.
type Question func(ctx context.Context, cfg *config.Config, opts compile.Options, in json.RawMessage) (answer any,
	text string, err error)

func (s *Server) commands() []string {
	return append(slices.Sorted(maps.Keys(s.Commands)), addIndex, listCalls)
}

// execute runs a command.
func (s *Server) execute(ctx context.Context, p CommandParams) (any, error) {
	question := s.Commands[p.Command]
	if question == nil && p.Command != listCalls && p.Command != addIndex {
		return nil, fmt.Errorf("there is no command %s", p.Command)
	}
	var of OfColumn
	if len(p.Arguments) != 1 {
		return nil, fmt.Errorf("%s takes one argument, which names a statement and its document", p.Command)
	}
	if err := json.Unmarshal(p.Arguments[0], &of); err != nil {
		return nil, err
	}
	if p.Command == listCalls {
		return s.callsOf(ctx, of.OfStatement)
	}
	if p.Command == addIndex {
		return nil, s.indexed(ctx, of)
	}
	owner := s.owner(of.URI)
	if owner == nil {
		return nil, unknown(of.URI)
	}
	var answer any
	var text string
	err := s.ask(ctx, owner, func(a asking) (err error) {
		answer, text, err = question(a.engines, a.config, a.options(nil), p.Arguments[0])
		return err
	})
	if err == nil && !s.panels {
		s.notify(ctx, "window/showMessage", LogParams{Type: 3, Message: text})
	}
	return answer, err
}

// callsOf are the places that call a block's methods; an editor without a list for them is told.
func (s *Server) callsOf(ctx context.Context, of OfStatement) ([]Location, error) {
	v, err := s.outlined(of.URI)
	if err != nil {
		return nil, err
	}
	out := []Location{}
	if v != nil {
		for _, b := range v.blocks {
			if b.Name == of.Name && hasMethods(b) {
				out = append(out, s.callers(v, b)...)
			}
		}
	}
	if !s.panels {
		text := fmt.Sprintf("%s is called in %d places", of.Name, len(out))
		for _, at := range out {
			text += fmt.Sprintf("\n%s:%d", pathOf(at.URI), at.Range.Start.Line+1)
		}
		s.notify(ctx, "window/showMessage", LogParams{Type: 3, Message: text})
	}
	return out, nil
}
