package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// changed takes note that a file is otherwise than it was; "" for some file that no one named. What works on an older
// text stops.
func (s *Server) changed(file string) {
	s.mu.Lock()
	concerned := s.sorted()
	if file != "" {
		concerned = s.owners(file)
	}
	for _, p := range concerned {
		p.now++
		if s.stop != nil && p == s.runs {
			s.stop()
		}
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// work analyses projects, one after the other, until ctx ends. No scratch database outlives it.
func (s *Server) work(ctx context.Context) (err error) {
	shown := map[string]string{}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, p := range s.projects {
			if p.cache != nil {
				err = errors.Join(err, p.cache.Close())
			}
		}
	}()
	for ctx.Err() == nil {
		select {
		case j := <-s.jobs:
			s.perform(ctx, j)
			continue
		default:
		}
		p, open := s.next()
		switch {
		case p == nil:
			select {
			case <-s.wake:
			case j := <-s.jobs:
				s.perform(ctx, j)
			case <-ctx.Done():
			}
		case open:
			s.round(ctx, p, shown)
		default:
			s.leave(ctx, p, shown)
		}
	}
	return nil
}

// next is a project that has changed since it was checked, and is open; or one that is not open any more.
func (s *Server) next() (p *project, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	active := s.active()
	for _, p := range s.sorted() {
		if active[p] && (p.done < p.now || p.cache == nil) {
			return p, true
		}
		if !active[p] && p.cache != nil {
			return p, false
		}
	}
	return nil, false
}

// leave closes the scratch databases of a project of which nothing is open.
func (s *Server) leave(ctx context.Context, p *project, shown map[string]string) {
	if err := p.cache.Close(); err != nil {
		s.log(ctx, "closing the scratch databases of "+p.path+": "+err.Error())
	}
	p.cache = nil
	s.mu.Lock()
	p.state = analysis{config: p.state.config}
	s.mu.Unlock()
	s.take(ctx, p, &round{}, nil, shown)
}

// round is one analysis of a project.
type round struct {
	at       int                  // how many changes it knows
	docs     map[string]*document // the texts that it takes
	config   *config.Config
	known    []compile.Known
	complete bool
}

// round analyses a project as it is now, and tells the client what is wrong. A change of it ends the round.
func (s *Server) round(ctx context.Context, p *project, shown map[string]string) {
	end := ctx // of the server, which interrupts what an engine does
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.mu.Lock()
	r := &round{at: p.now, docs: maps.Clone(s.docs)}
	s.stop, s.runs = stop, p
	s.mu.Unlock()
	defer func() {
		if fault := recover(); fault != nil {
			s.log(ctx, fmt.Sprintf("checking %s: %v\n%s", p.path, fault, debug.Stack()))
			s.mu.Lock()
			p.done, p.analysed = r.at, r.at // the same again would end in the same
			s.mu.Unlock()
		}
		s.mu.Lock()
		s.stop, s.runs = nil, nil
		close(s.settled)
		s.settled = make(chan struct{})
		s.mu.Unlock()
	}()
	if p.cache == nil {
		p.cache = compile.NewCache()
	}
	read := readerOf(r.docs)
	var found diag.List
	var diags []diag.Diagnostic
	r.config, diags = config.LoadBy(read, p.path, s.Getenv, s.Trust)
	if r.config == nil {
		found.Add(diags...)
		r.complete = true
		s.take(ctx, p, r, found.All(), shown)
		return
	}
	take := func(result *compile.Result, complete bool) {
		found := diag.List{Strict: r.config.Strict}
		found.Add(diags...)
		found.Add(result.Diags.All()...)
		r.known, r.complete = result.Known, complete
		s.take(ctx, p, r, found.All(), shown)
	}
	result := compile.Run(end, r.config, compile.Options{
		Version: s.Version, Until: ctx, Cache: p.cache, Getenv: s.Getenv, Read: read, Review: true, Views: true,
		Analysed: func(result *compile.Result) {
			take(result, false)
			if s.wanted() {
				stop() // what is left is code to render, which can wait
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		},
	})
	take(result, true)
}

// wanted reports whether jobs wait for the worker.
func (s *Server) wanted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asking > 0
}

// take keeps what a round has found, and shows it; nothing where the text has changed meanwhile.
func (s *Server) take(ctx context.Context, p *project, r *round, diags []diag.Diagnostic, shown map[string]string) {
	if ctx.Err() != nil {
		return
	}
	found := map[string][]diag.Diagnostic{}
	for _, d := range diags {
		if d.Severity == diag.Notice {
			continue // as on the command line
		}
		path := p.path
		if d.Span.File != nil {
			path = d.Span.File.Path
		}
		found[path] = append(found[path], d)
	}
	s.mu.Lock()
	paths := slices.Collect(maps.Keys(p.found))
	p.found, p.analysed = found, r.at
	if r.complete {
		p.done = r.at
	}
	if r.config != nil {
		p.files = filesOf(r.config)
		p.state = analysis{r.config, r.known, tablesOf(r.known, p.state.tables)}
	}
	for path := range found {
		paths = append(paths, path)
	}
	for path, d := range r.docs { // a version without a problem is one, too
		if d.path == p.path || p.files[path] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	var out []PublishParams
	for _, path := range slices.Compact(paths) {
		out = append(out, s.published(path, r.docs[path]))
	}
	close(s.settled)
	s.settled = make(chan struct{})
	s.mu.Unlock()
	s.publish(ctx, out, shown)
}

// tablesOf are the tables and views of what is known now, or was last.
func tablesOf(known []compile.Known, last map[[2]string][]*ir.Table) map[[2]string][]*ir.Table {
	tables := map[[2]string][]*ir.Table{}
	for _, k := range known {
		at := [2]string{k.Unit, k.Engine}
		if tables[at] = last[at]; k.Model != nil {
			tables[at] = slices.Concat(k.Model.Tables, k.Model.Views)
		}
	}
	return tables
}
