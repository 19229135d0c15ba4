package libduckdb

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unsafe"
)

// Error is what DuckDB says is wrong.
type Error struct{ Msg string }

func (e *Error) Error() string { return e.Msg }

// ErrSeveral says that a text is not one statement.
var ErrSeveral = errors.New("DuckDB makes several statements of this one")

// Conn is the connection to a database in memory, which is gone with it. It is not safe for concurrent use.
type Conn struct {
	library  *Library
	db, conn uintptr
	failed   error // once DuckDB has failed in itself
}

// fatal says that DuckDB has given up a database. It then answers every statement with its last error in full, in which
// all those before stand: so it is asked nothing more.
const fatal = "database has been invalidated because of a previous fatal error"

// kept keeps it in mind where an error is such a failure.
func (c *Conn) kept(err error) error {
	var e *Error
	if c.failed == nil && errors.As(err, &e) && strings.Contains(e.Msg, fatal) {
		c.failed = &Error{"DuckDB has failed at a statement before this one, and answers no more. Mend that one first"}
	}
	return cmp.Or(c.failed, err)
}

// Connect makes an empty database.
func (l *Library) Connect() (*Conn, error) {
	c := &Conn{library: l}
	if l.open(nil, &c.db) != 0 {
		return nil, errors.New("DuckDB does not start")
	}
	if l.connect(c.db, &c.conn) != 0 {
		l.closeDB(&c.db)
		return nil, errors.New("DuckDB does not connect")
	}
	return c, nil
}

// Version of DuckDB.
func (c *Conn) Version() string { return c.library.Version() }

// Second reports whether DuckDB is one of 2.
func (c *Conn) Second() bool { return strings.HasPrefix(c.Version(), "2.") }

// Close ends the connection and the database.
func (c *Conn) Close() {
	c.library.disconnect(&c.conn)
	c.library.closeDB(&c.db)
}

// Exec runs the statements of a text, the last with arguments, and returns how many rows that one changed.
func (c *Conn) Exec(ctx context.Context, sql string, args ...string) (changed int64, err error) {
	err = c.run(ctx, sql, args, func(r *result) error {
		changed = int64(c.library.changed(r))
		return nil
	})
	return changed, err
}

// Query runs the statements of a text and visits the rows of the last.
func (c *Conn) Query(ctx context.Context, sql string, visit func(row []any), args ...string) error {
	return c.run(ctx, sql, args, func(r *result) error {
		for {
			chunk := c.library.fetch(*r)
			if chunk == 0 {
				break
			}
			columns := make([][]any, c.library.width(chunk))
			n := c.library.rows(chunk)
			for i := range columns {
				columns[i] = c.library.values(c.library.vector(chunk, uint64(i)), n)
			}
			c.library.freeChunk(&chunk)
			for k := range n {
				row := make([]any, len(columns))
				for i := range columns {
					row[i] = columns[i][k]
				}
				visit(row)
			}
		}
		if msg := c.library.resultError(r); msg != "" {
			return &Error{msg}
		}
		return nil
	})
}

// run runs the statements of a text; last gets the result of the last.
func (c *Conn) run(ctx context.Context, sql string, args []string, last func(*result) error) error {
	if err := cmp.Or(ctx.Err(), c.failed); err != nil {
		return err
	}
	defer c.interruptible(ctx)()
	err := c.each(sql, func(prepared uintptr, isLast bool) error {
		if isLast {
			for i, a := range args {
				if c.library.bindText(prepared, uint64(i+1), a, uint64(len(a))) != 0 {
					return &Error{c.library.prepareError(prepared)}
				}
			}
		}
		r := &result{}
		defer c.library.freeResult(r)
		if c.library.execute(prepared, r) != 0 {
			return &Error{c.library.resultError(r)}
		}
		if isLast {
			return last(r)
		}
		return nil
	})
	return c.kept(cmp.Or(ctx.Err(), err))
}

// interruptible stops what runs once the context is done, until the result is called. DuckDB forgets an interrupt that
// comes before the work starts, so there is more than one.
func (c *Conn) interruptible(ctx context.Context) (end func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-over:
			return
		case <-ctx.Done():
		}
		for {
			c.library.interrupt(c.conn)
			select {
			case <-over:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	return func() { close(over); <-gone }
}

// each prepares the statements of a text one after the other.
func (c *Conn) each(sql string, visit func(prepared uintptr, last bool) error) error {
	statements, n, err := c.extract(sql)
	defer c.library.freeExtract(&statements)
	if err != nil {
		return err
	}
	for i := range n {
		if err := c.one(statements, i, func(prepared uintptr) error { return visit(prepared, i == n-1) }); err != nil {
			return err
		}
	}
	return nil
}

// extract finds the statements of a text, which are to be freed also where there is an error.
func (c *Conn) extract(sql string) (statements uintptr, n uint64, err error) {
	n = c.library.extract(c.conn, sql, &statements)
	switch msg := c.library.extractError(statements); {
	case n > 0:
	case msg != "":
		err = &Error{msg}
	default:
		err = &Error{"there is no statement"}
	}
	return statements, n, err
}

func (c *Conn) one(statements uintptr, i uint64, visit func(prepared uintptr) error) error {
	var prepared uintptr
	defer c.library.freePrepared(&prepared)
	if c.library.prepare(c.conn, statements, i, &prepared) != 0 {
		return &Error{c.library.prepareError(prepared)}
	}
	return visit(prepared)
}

// Prepared is what DuckDB says of a statement that it has prepared.
type Prepared struct {
	Kind   Kind
	Names  []string // of the columns that are known already
	Types  []*Type  // of those columns
	Params []*Type  // of the parameters, by number
	Open   bool     // nothing gives some parameter a type
}

// Prepare prepares one statement, and runs nothing.
func (c *Conn) Prepare(ctx context.Context, sql string) (Prepared, error) {
	if err := cmp.Or(ctx.Err(), c.failed); err != nil {
		return Prepared{}, err
	}
	defer c.interruptible(ctx)()
	p, err := c.prepared(sql)
	return p, c.kept(cmp.Or(ctx.Err(), err))
}

func (c *Conn) prepared(sql string) (p Prepared, err error) {
	l := c.library
	statements, n, err := c.extract(sql)
	defer l.freeExtract(&statements)
	switch {
	case err != nil:
		return p, err
	case n > 1:
		return p, ErrSeveral
	}
	return p, c.one(statements, 0, func(prepared uintptr) error {
		p.Kind = Kind(l.kind(prepared))
		for i := range l.params(prepared) {
			p.Open = p.Open || l.paramType(prepared, i+1) == 0
			p.Params = append(p.Params, l.typeOf(l.paramLogical(prepared, i+1)))
		}
		for i := range l.columns(prepared) {
			p.Names = append(p.Names, l.owned(l.columnName(prepared, i)))
			p.Types = append(p.Types, l.typeOf(l.columnType(prepared, i)))
		}
		return nil
	})
}

// text copies a text that ends with a zero byte.
func text(p unsafe.Pointer) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// Kind of a statement, as the library numbers them.
type Kind int32

// The kinds of statements that have a plan, and that of several in one: DuckDB 2.0 tells it instead of ErrSeveral.
const (
	Select Kind = 1
	Insert Kind = 2
	Update Kind = 3
	Delete Kind = 5
	Merge  Kind = 30
	Multi  Kind = 27
)
