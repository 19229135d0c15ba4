//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// prepared keeps the statements of a database, of a connection or of a transaction prepared.
type prepared struct {
	DBTX
	single bool      // it is one connection: a statement whose rows are being read cannot run meanwhile
	beyond *prepared // of the database, whose statements a transaction takes over
	mu     sync.Mutex
	known  map[string]*sql.Stmt // nil when it is closed
	busy   map[string]bool
}

// keptStatements is how many are kept. There are more only where texts are made at run time.
const keptStatements = 1000

func prepare(db DBTX) *prepared {
	_, pool := db.(*sql.DB)
	return &prepared{DBTX: db, single: !pool, known: map[string]*sql.Stmt{}, busy: map[string]bool{}}
}

// unprepared runs the statements.
func unprepared(db DBTX) DBTX {
	if p, ok := db.(*prepared); ok {
		return p.DBTX
	}
	return db
}

// within is db in a transaction.
func within(db DBTX, tx *sql.Tx) DBTX {
	p, ok := db.(*prepared)
	if !ok {
		return tx
	}
	in := prepare(tx)
	in.beyond = p
	return in
}

// take returns a text's statement until give is called; nil where the text is to be run without one.
func (p *prepared) take(ctx context.Context, text string) (s *sql.Stmt, give func(), err error) {
	p.mu.Lock()
	s, give = p.known[text], func() {}
	without := p.busy[text] || s == nil && len(p.known) >= keptStatements
	closed := p.known == nil
	if !closed && !without && p.single {
		p.busy[text] = true
		give = func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.busy[text] = false
		}
	}
	p.mu.Unlock()
	switch {
	case closed:
		return nil, give, errors.New("the statements are closed")
	case without:
		return nil, give, nil
	case s == nil:
		s, err = p.keep(ctx, text)
	}
	if err != nil {
		give()
	}
	return s, give, err
}

// keep prepares a text. No lock is held meanwhile, as that may wait for a connection.
func (p *prepared) keep(ctx context.Context, text string) (*sql.Stmt, error) {
	s, err := p.make(ctx, text)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if first := p.known[text]; first != nil || p.known == nil {
		return first, s.Close() // another goroutine was faster
	}
	p.known[text] = s
	return s, nil
}

// make prepares a text. A transaction must not ask for another connection, which there may not be.
func (p *prepared) make(ctx context.Context, text string) (*sql.Stmt, error) {
	if tx, ok := p.DBTX.(*sql.Tx); ok && p.beyond != nil {
		p.beyond.mu.Lock()
		s := p.beyond.known[text]
		p.beyond.mu.Unlock()
		if s != nil {
			return tx.StmtContext(ctx, s), nil
		}
	}
	return p.PrepareContext(ctx, text)
}

// execute runs a statement that returns no rows.
func execute(ctx context.Context, db DBTX, text string, args []any) (sql.Result, error) {
	p, ok := db.(*prepared)
	if !ok {
		return db.ExecContext(ctx, text, args...)
	}
	s, give, err := p.take(ctx, text)
	if err != nil {
		return nil, err
	}
	defer give()
	if s == nil {
		return p.ExecContext(ctx, text, args...)
	}
	return s.ExecContext(ctx, args...)
}

// rowsOf runs a query; give is to be called when its rows have been read.
func rowsOf(ctx context.Context, db DBTX, text string, args []any) (rows *sql.Rows, give func(), err error) {
	p, ok := db.(*prepared)
	if !ok {
		rows, err = db.QueryContext(ctx, text, args...)
		return rows, func() {}, err
	}
	s, give, err := p.take(ctx, text)
	switch {
	case err != nil:
		return nil, give, err
	case s == nil:
		rows, err = p.QueryContext(ctx, text, args...)
	default:
		rows, err = s.QueryContext(ctx, args...)
	}
	if err != nil {
		give()
	}
	return rows, give, err
}

// closePrepared closes what is kept.
func closePrepared(db DBTX) (err error) {
	p, ok := db.(*prepared)
	if !ok {
		return nil
	}
	p.mu.Lock()
	known := p.known
	p.known = nil
	p.mu.Unlock()
	for _, s := range known {
		err = errors.Join(err, s.Close())
	}
	return err
}
