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

func (s *Server) commands() []string { return slices.Sorted(maps.Keys(s.Commands)) }

// execute runs a command.
func (s *Server) execute(ctx context.Context, p CommandParams) (any, error) {
	question := s.Commands[p.Command]
	if question == nil {
		return nil, fmt.Errorf("there is no command %s", p.Command)
	}
	var of OfStatement
	if len(p.Arguments) != 1 {
		return nil, fmt.Errorf("%s takes one argument, which names a statement and its document", p.Command)
	}
	if err := json.Unmarshal(p.Arguments[0], &of); err != nil {
		return nil, err
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
