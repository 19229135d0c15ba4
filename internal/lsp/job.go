package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/source"
)

// contentModified is the protocol's code of an answer that a change of the text has overtaken.
const contentModified = -32801

var overtaken = &jsonrpc2.Error{Code: contentModified, Message: "the text has changed meanwhile: ask again"}

// job is something to ask the engines, which the worker alone does. A change of the project's texts ends it.
type job struct {
	of   *project
	do   func(asking) error
	ctx  context.Context // of the request
	done chan error
}

// asking is a project as it is now, for a job.
type asking struct {
	ctx     context.Context // ends when the text changes, or nobody waits any more
	engines context.Context // of the server: what an engine begins it may end
	config  *config.Config
	read    source.Reader
	cache   *compile.Cache
	server  *Server
}

// options are those of a run that ends with the job, over texts that are otherwise in some files.
func (a asking) options(texts map[string]string) compile.Options {
	return compile.Options{Version: a.server.Version, Until: a.ctx, Cache: a.cache, Getenv: a.server.Getenv,
		Read: func(path string) (*source.File, error) {
			if text, is := texts[path]; is {
				return source.Decode(path, []byte(text))
			}
			return a.read(path)
		}}
}

// ask does a job and waits for its end.
func (s *Server) ask(ctx context.Context, p *project, do func(asking) error) error {
	s.mu.Lock()
	if s.stop != nil && !s.job && s.runs.analysed == s.runs.now {
		s.stop() // what is left of that round is code to render, which can wait
	}
	s.asking++
	s.mu.Unlock()
	j := &job{p, do, ctx, make(chan error, 1)}
	var err error
	select {
	case s.jobs <- j:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	s.asking--
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return <-j.done
}

// perform does a job. A fault of it is its error.
func (s *Server) perform(end context.Context, j *job) {
	var err error
	defer func() {
		if fault := recover(); fault != nil {
			s.log(end, fmt.Sprintf("%v\n%s", fault, debug.Stack()))
			err = fmt.Errorf("a fault of sqg: %v", fault)
		}
		j.done <- err
	}()
	ctx, stop := context.WithCancel(j.ctx)
	defer stop()
	defer context.AfterFunc(end, stop)()
	s.mu.Lock()
	docs := maps.Clone(s.docs)
	active := s.active()[j.of]
	s.stop, s.runs, s.job = stop, j.of, true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.stop, s.runs, s.job = nil, nil, false
		s.mu.Unlock()
	}()
	if !active {
		err = errors.New("no file of this project is open")
		return
	}
	if j.of.cache == nil {
		j.of.cache = compile.NewCache()
	}
	a := asking{ctx: ctx, engines: end, cache: j.of.cache, server: s, read: readerOf(docs)}
	if a.config, _ = config.LoadBy(a.read, j.of.path, s.Getenv, s.Trust); a.config == nil {
		err = errors.New("sqg.yaml is wrong: mend that first")
		return
	}
	if err = j.do(a); ctx.Err() != nil && j.ctx.Err() == nil {
		err = overtaken
	}
}

// readerOf reads files, and of those that are open what the editor has.
func readerOf(docs map[string]*document) source.Reader {
	return func(path string) (*source.File, error) {
		if d := docs[path]; d != nil {
			return d.file, d.err
		}
		return source.Read(path)
	}
}

// owner is the project that answers for a document; nil for none.
func (s *Server) owner(uri string) *project {
	s.mu.Lock()
	defer s.mu.Unlock()
	if list := s.owners(pathOf(uri)); len(list) > 0 {
		return list[0]
	}
	return nil
}
