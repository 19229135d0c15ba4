package sqlite

import (
	"context"
	"errors"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// conn is a connection on SQLite's own C interface. The database/sql driver is no use here: it hides the compiled
// program, the error offset and where one statement of a script ends.
type conn struct {
	tls     *libc.TLS
	db      uintptr
	scratch uintptr // room for two values that calls write to or read from
	filters filters
}

const ptrSize = unsafe.Sizeof(uintptr(0))

func openMemory() (*conn, error) {
	c, err := open(":memory:", sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE)
	if err != nil {
		return nil, err
	}
	return c, c.alone()
}

// alone keeps statements from other files: neither another database, which VACUUM INTO needs as well, nor one for what
// memory has no room for.
func (c *conn) alone() error {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	return c.query("PRAGMA temp_store = memory", func(*stmt) {})
}

// open connects to the database in a file.
func open(database string, flags int32) (*conn, error) {
	c := &conn{tls: libc.NewTLS()}
	c.scratch = libc.Xmalloc(c.tls, 16)
	if c.scratch == 0 {
		return nil, errors.New("out of memory")
	}
	name, err := libc.CString(database)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, c.scratch, flags|sqlite3.SQLITE_OPEN_NOMUTEX, 0)
	c.db = *cptr[uintptr](c.scratch)
	if rc != sqlite3.SQLITE_OK {
		err := errors.New("SQLite could not open " + database + ": " + c.message())
		c.close()
		return nil, err
	}
	// A misspelt "column" is an error, as in the drivers that leave this misfeature out, and not a text.
	c.configure(sqlite3.SQLITE_DBCONFIG_DQS_DML, false)
	c.yield()
	return c, nil
}

func (c *conn) configure(option int32, on bool) {
	value := int32(0)
	if on {
		value = 1
	}
	sqlite3.Xsqlite3_db_config(c.tls, c.db, option, libc.VaList(c.scratch, value, uintptr(0)))
}

// everything has statements compiled with all that an application may turn on: what foreign keys check and change, and
// triggers for the rows that REPLACE deletes.
func (c *conn) everything(on bool) error {
	c.configure(sqlite3.SQLITE_DBCONFIG_ENABLE_FKEY, on)
	return c.query(map[bool]string{false: "PRAGMA recursive_triggers = 0", true: "PRAGMA recursive_triggers = 1"}[on],
		func(*stmt) {})
}

// isKeyword reports whether SQL has a word for itself.
func (c *conn) isKeyword(word string) bool {
	text, err := libc.CString(word)
	if err != nil {
		return false
	}
	defer libc.Xfree(c.tls, text)
	return sqlite3.Xsqlite3_keyword_check(c.tls, text, int32(len(word))) != 0
}

// literally has statements compiled as they are written, or as SQLite does it for speed. In day = '2024-02-29' AND
// day <> ?1 it would compare the parameter with a text, and no longer with the column; and leave out an outer join that
// adds nothing to the result, with the parameters of its condition.
func (c *conn) literally(on bool) {
	const shortcuts = sqlite3.SQLITE_PropagateConst | sqlite3.SQLITE_OmitNoopJoin
	off := &cptr[sqlite3.Tsqlite3](c.db).FdbOptFlags
	*off &^= shortcuts
	if on {
		*off |= shortcuts
	}
}

func (c *conn) close() {
	sqlite3.Xsqlite3_close_v2(c.tls, c.db)
	c.deaf()
	libc.Xfree(c.tls, c.scratch)
	c.tls.Close()
}

// interruptAtEnd makes whatever statement runs when ctx ends fail; what it returns undoes that.
func (c *conn) interruptAtEnd(ctx context.Context) (undo func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		sqlite3.Xsqlite3_interrupt(c.tls, c.db)
		close(done)
	})
	return func() {
		if !stop() {
			<-done // the connection may be closed next
		}
	}
}

// message is SQLite's text for the last error.
func (c *conn) message() string {
	return libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))
}

// cptr reads C memory, which Go's collector neither moves nor frees.
func cptr[T any](p uintptr) *T {
	return *(**T)(unsafe.Pointer(&p))
}

// stmt is a prepared statement.
type stmt struct {
	c *conn
	p uintptr
}

// sqlError is a failure of prepare or step.
type sqlError struct {
	msg    string
	offset int // into the text given to prepare; -1 where SQLite does not say
}

func (e *sqlError) Error() string { return e.msg }

func (c *conn) fail() *sqlError {
	return &sqlError{c.message(), int(sqlite3.Xsqlite3_error_offset(c.tls, c.db))}
}

// prepare compiles the first statement of sql and says how many bytes it took. The statement is nil where there is only
// white space or a comment.
func (c *conn) prepare(sql string) (*stmt, int, *sqlError) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, 0, &sqlError{err.Error(), -1}
	}
	defer libc.Xfree(c.tls, text)
	tail := c.scratch + ptrSize
	rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(sql)+1), c.scratch, tail)
	if rc != sqlite3.SQLITE_OK {
		return nil, 0, c.fail()
	}
	used := min(int(*cptr[uintptr](tail)-text), len(sql))
	if p := *cptr[uintptr](c.scratch); p != 0 {
		return &stmt{c, p}, used, nil
	}
	return nil, used, nil
}

func (s *stmt) close() { sqlite3.Xsqlite3_finalize(s.c.tls, s.p) }

// step runs to the next row; false when there is none.
func (s *stmt) step() (bool, *sqlError) {
	switch sqlite3.Xsqlite3_step(s.c.tls, s.p) {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	}
	return false, s.c.fail()
}

func (s *stmt) columns() int { return int(sqlite3.Xsqlite3_column_count(s.c.tls, s.p)) }

func (s *stmt) params() int { return int(sqlite3.Xsqlite3_bind_parameter_count(s.c.tls, s.p)) }

func (s *stmt) name(i int) string {
	return libc.GoString(sqlite3.Xsqlite3_column_name(s.c.tls, s.p, int32(i)))
}

// declared is the declared type of the table column that result column i names directly, "" where it names none.
func (s *stmt) declared(i int) string {
	return libc.GoString(sqlite3.Xsqlite3_column_decltype(s.c.tls, s.p, int32(i)))
}

func (s *stmt) text(i int) string {
	p := sqlite3.Xsqlite3_column_text(s.c.tls, s.p, int32(i))
	n := sqlite3.Xsqlite3_column_bytes(s.c.tls, s.p, int32(i))
	return string(cbytes(p, int(n)))
}

func (s *stmt) int(i int) int {
	return int(sqlite3.Xsqlite3_column_int64(s.c.tls, s.p, int32(i)))
}

func cbytes(p uintptr, n int) []byte {
	if p == 0 {
		return nil
	}
	return unsafe.Slice(cptr[byte](p), n)
}

// tableInMemory is a table as SQLite itself keeps it, nil where it does not.
func (c *conn) tableInMemory(schema, name string) *sqlite3.TTable {
	db := cptr[sqlite3.Tsqlite3](c.db)
	for i := range uintptr(db.FnDb) {
		at := cptr[sqlite3.TDb](db.FaDb + i*unsafe.Sizeof(sqlite3.TDb{}))
		if at.FpSchema == 0 || libc.GoString(at.FzDbSName) != schema {
			continue
		}
		for p := cptr[sqlite3.TSchema](at.FpSchema).FtblHash.Ffirst; p != 0; {
			e := cptr[sqlite3.THashElem](p)
			if t := cptr[sqlite3.TTable](e.Fdata); libc.GoString(t.FzName) == name {
				return t
			}
			p = e.Fnext
		}
	}
	return nil
}

// columnInMemory is one of its columns.
func columnInMemory(t *sqlite3.TTable, i int) *sqlite3.TColumn {
	return cptr[sqlite3.TColumn](t.FaCol + uintptr(i)*unsafe.Sizeof(sqlite3.TColumn{}))
}

// query runs sql, which is ours, and calls row for each of its rows.
func (c *conn) query(sql string, row func(*stmt)) error {
	s, _, fault := c.prepare(sql)
	if fault != nil {
		return fault
	}
	defer s.close()
	for {
		more, fault := s.step()
		if fault != nil {
			return fault
		}
		if !more {
			return nil
		}
		row(s)
	}
}

// rollback ends an open transaction and reports whether there was one.
func (c *conn) rollback() bool {
	if sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) != 0 {
		return false
	}
	_ = c.query("ROLLBACK", func(*stmt) {})
	return true
}

// autoincrement says whether the column is an AUTOINCREMENT primary key.
func (c *conn) autoincrement(schema, table, column string) bool {
	var names [3]uintptr
	for i, n := range []string{schema, table, column} {
		p, err := libc.CString(n)
		if err != nil {
			return false
		}
		defer libc.Xfree(c.tls, p)
		names[i] = p
	}
	rc := sqlite3.Xsqlite3_table_column_metadata(c.tls, c.db, names[0], names[1], names[2], 0, 0, 0, 0, c.scratch)
	return rc == sqlite3.SQLITE_OK && *cptr[int32](c.scratch) != 0
}
