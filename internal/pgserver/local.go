package pgserver

import (
	"context"
	"errors"
	"sync"
)

// local starts a server of our own for each database: that is no slower than CREATE DATABASE, and what migrations do to
// a whole server, such as CREATE ROLE, stays between them.
type local struct {
	store *store
	again bool // who has asked for a second database asks for a third

	asked int          // for so many databases
	next  chan started // the server that is started ahead; nil for none
	stop  func()       // of its start

	ending sync.WaitGroup
	mu     sync.Mutex
	errs   []error // of those that have ended
}

// started is what a start has come to.
type started struct {
	*Server
	err error
}

func (o Options) local(in install) (source, error) {
	s, err := openStore(o, in, bare)
	if err != nil {
		return nil, err
	}
	o.logf("using PostgreSQL %s of %s", versionText(in.version), in.bin)
	return &local{store: s, again: o.Again}, nil
}

func (l *local) scratch(ctx context.Context) (*Database, error) {
	srv, err := l.take(ctx)
	if err != nil {
		return nil, err
	}
	if l.asked++; l.again && l.asked > 1 {
		l.startNext()
	}
	return &Database{
		Version: srv.Version,
		config:  ownConfig(srv.Host, srv.Port, "postgres", "", "postgres"),
		admin:   ownConfig(srv.Host, srv.Port, admin, "", "postgres"),
		drop:    func(context.Context) error { l.end(srv); return nil },
	}, nil
}

// take is a server that nobody has used.
func (l *local) take(ctx context.Context) (*Server, error) {
	if l.next != nil {
		select {
		case s := <-l.next:
			l.stop()
			if l.next = nil; s.err == nil && s.runs() {
				return s.Server, nil
			}
			if s.err == nil {
				l.end(s.Server)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return l.store.start(ctx, false)
}

// startNext starts a server ahead, which takes longer than all else when a migration is edited.
func (l *local) startNext() {
	ctx, stop := context.WithCancel(context.Background())
	next := make(chan started, 1)
	l.next, l.stop = next, stop
	go func() {
		srv, err := l.store.start(ctx, false)
		next <- started{srv, err}
	}()
}

// end stops a server; close waits for it.
func (l *local) end(srv *Server) {
	l.ending.Go(func() {
		if err := srv.Close(); err != nil {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.errs = append(l.errs, err)
		}
	})
}

func (l *local) close() error {
	if l.next != nil {
		l.stop()
		if s := <-l.next; s.err == nil {
			l.end(s.Server)
		}
	}
	l.ending.Wait()
	return errors.Join(l.errs...)
}
