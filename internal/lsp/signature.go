package lsp

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// functions are those of an engine's catalogue, by name in small letters, in a schema.
type functions struct {
	schema int
	byName map[string][]engine.Function
}

// functionsOf are those that statements of a view may call. They are asked once for each schema.
func (s *Server) functionsOf(ctx context.Context, v *view) (map[string][]engine.Function, error) {
	at := [2]string{v.unit.Name, v.engine.Name}
	s.mu.Lock()
	have, is := v.project.functions[at]
	s.mu.Unlock()
	if is && have.schema == v.schema {
		return have.byName, nil
	}
	list := []engine.Function(nil)
	err := s.ask(ctx, v.project, func(a asking) (err error) {
		list, err = a.cache.Functions(a.engines, v.engine.Name, v.unit.Name)
		return err
	})
	if err != nil || list == nil {
		return have.byName, err
	}
	found := functions{v.schema, map[string][]engine.Function{}}
	for _, f := range list {
		name := strings.ToLower(f.Name)
		found.byName[name] = append(found.byName[name], f)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v.project.functions == nil {
		v.project.functions = map[[2]string]functions{}
	}
	v.project.functions[at] = found
	return found.byName, nil
}

// signatures are the ways to call the function whose arguments a place is among.
func (s *Server) signatures(ctx context.Context, p PlaceParams) (any, error) {
	v, b, offset, err := s.at(ctx, p)
	if b == nil {
		return nil, err
	}
	name, argument := v.call(v.wordsBefore(offset))
	if name == "" {
		return nil, nil
	}
	known, err := s.functionsOf(ctx, v)
	list := known[strings.ToLower(name)]
	if len(list) == 0 {
		return nil, err
	}
	out := SignatureHelp{ActiveParameter: argument}
	fits := false
	for i, f := range list {
		sig := Signature{Label: f.Signature(), Documentation: f.Doc, Parameters: []ParameterLabel{}}
		for _, a := range f.Args {
			sig.Parameters = append(sig.Parameters, ParameterLabel{a})
		}
		if !fits && argument < len(f.Args) {
			fits, out.ActiveSignature = true, i
		}
		out.Signatures = append(out.Signatures, sig)
	}
	return out, nil
}

// wordsBefore are the words of the statement at an offset that end before it.
func (v *view) wordsBefore(offset int) (before []word) {
	b := v.block(offset)
	words, _ := v.statementAt(b, offset)
	for _, w := range words {
		if w.end <= offset {
			before = append(before, w)
		}
	}
	return before
}

// call is the function whose parentheses are open behind words, and which of its arguments follows.
func (v *view) call(before []word) (name string, argument int) {
	depth := 0
	for i := len(before) - 1; i > 0; i-- {
		switch before[i].text {
		case ")", "]", "}":
			depth++
		case ",":
			if depth == 0 {
				argument++
			}
		case "[", "{":
			depth--
		case "(":
			if depth--; depth >= 0 {
				continue
			}
			if !before[i-1].name {
				return "", 0
			}
			name = before[i-1].plain()
			if i > 2 && before[i-2].text == "." && before[i-3].name {
				name = before[i-3].plain() + "." + name
			}
			return name, argument
		}
		if depth < 0 {
			return "", 0
		}
	}
	return "", 0
}
