package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// patience is how long a request waits for the analysis of the text that it is about: a server may have to start first.
const patience = 3 * time.Second

// view is what is known of an SQL document, for one project, unit and engine.
type view struct {
	project *project
	schema  int // tells schemas of the unit apart
	doc     *document
	engine  *engine.Info
	config  *config.Config
	unit    config.Unit
	blocks  []*syntax.Block // of the document
	all     []*syntax.Block // of the unit
	model   *ir.Model       // nil where there is none of this text
	tables  []*ir.Table     // of the schema as it was when it was last right
	units   encoding
}

// view waits for the analysis of a document as it is now; nil where no project has it.
func (s *Server) view(ctx context.Context, uri string) (*view, error) {
	s.mu.Lock()
	doc := s.docs[pathOf(uri)]
	if doc == nil {
		s.mu.Unlock()
		return nil, unknown(uri)
	}
	owners := s.owners(doc.path)
	if len(owners) == 0 {
		s.mu.Unlock()
		return nil, nil
	}
	p := owners[0]
	late := time.After(patience)
	for wanted := p.now; p.analysed < wanted; {
		settled := s.settled
		s.mu.Unlock()
		select {
		case <-settled:
		case <-late:
			wanted = 0
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		s.mu.Lock()
	}
	state := p.state
	s.mu.Unlock()
	if state.config == nil {
		return nil, nil
	}
	return s.viewOf(doc, p, state), nil
}

// viewOf is what an analysis knows of a document; nil for nothing.
func (s *Server) viewOf(doc *document, p *project, state analysis) *view {
	if doc.file == nil {
		return nil
	}
	for _, u := range state.config.Units {
		if !slices.ContainsFunc(u.Files, func(f config.InputFile) bool { return f.Path == doc.path }) ||
			len(u.Gens) == 0 {
			continue
		}
		name := u.Gens[0].Target.Engine
		v := &view{project: p, doc: doc, engine: engine.Find(name), config: state.config, unit: u, units: s.units,
			tables: state.tables[[2]string{u.Name, name}]}
		for _, k := range state.known {
			if k.Unit == u.Name && k.Engine == name {
				v.all, v.model, v.schema = k.Blocks, k.Model, k.Schema
			}
		}
		v.blocks = ofFile(v.all, doc.path)
		if len(v.blocks) == 0 || v.blocks[0].Span.File.Text != doc.file.Text {
			v.blocks, _ = syntax.Parse(doc.file, v.engine.Dialect)
			v.all = slices.Concat(slices.DeleteFunc(slices.Clone(v.all),
				func(b *syntax.Block) bool { return b.Span.File.Path == doc.path }), v.blocks)
			v.model = nil
		}
		return v
	}
	return nil
}

func ofFile(blocks []*syntax.Block, path string) (list []*syntax.Block) {
	for _, b := range blocks {
		if b.Span.File.Path == path {
			list = append(list, b)
		}
	}
	return list
}

// block is the one that an offset of the document is in; nil where that is before the first.
func (v *view) block(offset int) *syntax.Block {
	var last *syntax.Block
	for _, b := range v.blocks {
		if b.Span.Start > offset {
			break
		}
		last = b
	}
	return last
}

// query is what the analysis says of a block; nil where that is nothing.
func (v *view) query(b *syntax.Block) *ir.Query {
	if v.model == nil || b == nil {
		return nil
	}
	for _, q := range v.model.Queries {
		if q.Span == b.NameSpan {
			return q
		}
	}
	return nil
}

// location of a span.
func (s *Server) location(at source.Span) Location {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.docs[at.File.Path]
	uri := uriOf(at.File.Path)
	if in != nil {
		uri = in.uri
	}
	return Location{uri, s.rangeOf(at, in)}
}
