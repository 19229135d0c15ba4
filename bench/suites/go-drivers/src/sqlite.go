package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// pragmas are the settings of every connection, whatever its driver.
var pragmas = []string{"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"}

// loader inserts the rows of a load in one transaction, and is closed.
type loader struct {
	load  func() error
	close func() error
}

// loaders are the ways to insert. Each gets a file with the empty table.
var loaders = map[string]func(ctx context.Context, d *data, file string) (loader, error){
	"mattn-sql":           sqlLoader("sqlite3", 1),
	"mattn-sql-values":    sqlLoader("sqlite3", valuesRows),
	"mattn-conn":          mattnLoader(1),
	"mattn-conn-values":   mattnLoader(valuesRows),
	"modernc":             sqlLoader("sqlite", 1),
	"modernc-values":      sqlLoader("sqlite", valuesRows),
	"zombiezen":           zombiezenLoader(1),
	"zombiezen-values":    zombiezenLoader(valuesRows),
	"sqlite-ceiling":      ceilingLoader,
	"mattn-generated":     mattnGenerated,
	"modernc-generated":   moderncGenerated,
	"zombiezen-generated": zombiezenGenerated,
}

// valuesRows is how many rows a statement of several has.
const valuesRows = 32

// sqliteInsert loads rows into a new file of SQLite.
type sqliteInsert struct {
	*data
	file      string
	reference string // a file with the rows of the block
}

func insertSQLite(s shape) func(context.Context, *plan, int, int) (contest, error) {
	return func(ctx context.Context, p *plan, rows, _ int) (contest, error) {
		c := &sqliteInsert{
			data:      newData(s, rows),
			file:      filepath.Join(p.Dir, s.table+".db"),
			reference: filepath.Join(p.Dir, s.table+"-reference.db"),
		}
		return c, c.fillReference(ctx)
	}
}

func (c *sqliteInsert) fillReference(ctx context.Context) error {
	if err := createSQLite(ctx, c.reference, c.create()); err != nil {
		return err
	}
	block := &data{shape: c.shape, block: c.block, rows: len(c.block)}
	l, err := sqlLoader("sqlite", 1)(ctx, block, c.reference)
	if err != nil {
		return err
	}
	return errors.Join(l.load(), l.close())
}

// createSQLite makes a file, in place of one that is there.
func createSQLite(ctx context.Context, file string, statements ...string) error {
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(file + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	db, err := openSQL(ctx, "sqlite", file)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return db.Close()
}

// openSQL opens a file through database/sql, with one connection, which has the settings.
func openSQL(ctx context.Context, driver, file string) (*sql.DB, error) {
	db, err := sql.Open(driver, file)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, pragma := range pragmas {
		if _, err := db.ExecContext(ctx, pragma); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return db, nil
}

func (c *sqliteInsert) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	open, known := loaders[method]
	if !known {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	if err := createSQLite(ctx, c.file, c.create()); err != nil {
		return nil, nil, err
	}
	l, err := open(ctx, c.data, c.file)
	if err != nil {
		return nil, nil, err
	}
	return l.load, func() error { return errors.Join(l.close(), c.verify(ctx)) }, nil
}

// verify has SQLite compare each row with its row of the block.
func (c *sqliteInsert) verify(ctx context.Context) error {
	db, err := openSQL(ctx, "sqlite", c.file)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "ATTACH ? AS reference", c.reference); err != nil {
		return err
	}
	var same []string
	for _, name := range c.names() {
		same = append(same, fmt.Sprintf("t.%s = r.%[1]s", name))
	}
	query := fmt.Sprintf(`SELECT (SELECT count(*) FROM main.%s), count(*) FROM main.%[1]s AS t
		JOIN reference.%[1]s AS r ON r.rowid = (t.rowid - 1) %% %d + 1 WHERE %s`, c.table, len(c.block), strings.Join(same, " AND "))
	var stored, right int
	if err := db.QueryRowContext(ctx, query).Scan(&stored, &right); err != nil {
		return err
	}
	if stored != c.rows || right != c.rows {
		return fmt.Errorf("%d rows are stored, of which %d are right; there must be %d", stored, right, c.rows)
	}
	return nil
}

func (c *sqliteInsert) calls() int        { return 1 }
func (c *sqliteInsert) serverMS() float64 { return 0 }
func (c *sqliteInsert) close() error      { return nil }

// sqlLoader goes through database/sql: a prepared statement in a transaction, executed for so many rows at a time.
func sqlLoader(driver string, rows int) func(context.Context, *data, string) (loader, error) {
	return func(ctx context.Context, d *data, file string) (loader, error) {
		db, err := openSQL(ctx, driver, file)
		if err != nil {
			return loader{}, err
		}
		load := func() error {
			return inTx(ctx, db, func(ctx context.Context, tx *sql.Tx) error { return prepared(ctx, tx, d, rows) })
		}
		return loader{load, db.Close}, nil
	}
}

func inTx(ctx context.Context, db interface {
	BeginTx(ctx context.Context, opts *sql.TxOptions) (*sql.Tx, error)
}, load func(ctx context.Context, tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := load(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// prepared executes a prepared statement of database/sql for so many rows at a time.
func prepared(ctx context.Context, tx *sql.Tx, d *data, rows int) error {
	prepare := func(text string) (func(args []any) error, func() error, error) {
		statement, err := tx.PrepareContext(ctx, text)
		if err != nil {
			return nil, nil, err
		}
		return func(args []any) error {
			_, err := statement.ExecContext(ctx, args...)
			return err
		}, statement.Close, nil
	}
	return inPieces(d, rows, prepare, func(value string) any { return value })
}

// inPieces inserts the rows by a statement for so many, and the last ones by one of a row. prepare gives what executes
// a statement, and what closes it.
func inPieces[Arg any](d *data, rows int, prepare func(text string) (func([]Arg) error, func() error, error),
	arg func(string) Arg) error {
	exec, done, err := prepare(d.insert(rows))
	if err != nil {
		return err
	}
	defer done()
	args := make([]Arg, 0, rows*d.columns)
	for row := range d.all() {
		for _, value := range row {
			args = append(args, arg(value))
		}
		if len(args) == cap(args) {
			if err := exec(args); err != nil {
				return err
			}
			args = args[:0]
		}
	}
	if len(args) == 0 {
		return nil
	}
	last, lastDone, err := prepare(d.insert(len(args) / d.columns))
	if err != nil {
		return err
	}
	defer lastDone()
	return last(args)
}
