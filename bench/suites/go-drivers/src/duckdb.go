package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory/mallocator"
	"github.com/duckdb/duckdb-go/v2"

	loads "drivers/gen/duckdb"
)

// duckdbInsert loads rows into a new file of DuckDB, that a database in memory attaches.
type duckdbInsert struct {
	*data
	file string
	db   *sql.DB
	conn *sql.Conn
}

func insertDuckdb(s shape) func(context.Context, *plan, int, int) (contest, error) {
	return func(ctx context.Context, p *plan, rows, _ int) (_ contest, err error) {
		c := &duckdbInsert{data: newData(s, rows), file: filepath.Join(p.Dir, s.table+".duckdb")}
		if c.db, err = sql.Open("duckdb", ""); err != nil {
			return nil, err
		}
		if c.conn, err = c.db.Conn(ctx); err != nil {
			return nil, errors.Join(err, c.db.Close())
		}
		if err := c.fillReference(ctx, filepath.Join(p.Dir, s.table+".csv")); err != nil {
			return nil, errors.Join(err, c.close())
		}
		return c, nil
	}
}

// fillReference has DuckDB read the rows of the block from a file of CSV, and repeat them as the load does.
func (c *duckdbInsert) fillReference(ctx context.Context, file string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer os.Remove(file)
	if err := errors.Join(csv.NewWriter(out).WriteAll(c.block), out.Close()); err != nil {
		return err
	}
	read := fmt.Sprintf("read_csv('%s', header = false, all_varchar = true, delim = ',', quote = '\"', escape = '\"', names = ['%s'])",
		file, strings.Join(c.names(), "', '"))
	return c.exec(ctx, "CREATE TABLE block AS SELECT * FROM "+read,
		fmt.Sprintf("CREATE TABLE reference AS SELECT block.* FROM range(%d) t(i), block WHERE block.rowid + i * %d < %[2]d * %[1]d",
			c.rows/len(c.block), len(c.block)))
}

func (c *duckdbInsert) exec(ctx context.Context, statements ...string) error {
	for _, statement := range statements {
		if _, err := c.conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (c *duckdbInsert) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	generated := generatedLoad(ctx, loads.NewLoads(c.conn), c.data,
		func(v []string) loads.WideRow { return loads.WideRow(wideOf(v)) },
		func(v []string) loads.NarrowRow { return loads.NarrowRow(narrowOf(v)) })
	chunks := generatedLoad(ctx, chunkLoads{loads.NewLoads(c.conn)}, c.data,
		func(v []string) loads.WideRow { return loads.WideRow(wideOf(v)) },
		func(v []string) loads.NarrowRow { return loads.NarrowRow(narrowOf(v)) })
	run = map[string]func() error{
		"duckdb-ceiling": func() error {
			return c.exec(ctx, fmt.Sprintf("INSERT INTO %s SELECT * FROM memory.reference", c.table))
		},
		"duckdb-row":       func() error { return inTx(ctx, c.conn, c.row) },
		"duckdb-appender":  func() error { return inTx(ctx, c.conn, c.appender) },
		"duckdb-arrow":     func() error { return inTx(ctx, c.conn, c.arrow) },
		"duckdb-generated": generated,
		"duckdb-chunks":    chunks,
	}[method]
	if run == nil {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	if err := c.exec(ctx, "USE memory", "DETACH DATABASE IF EXISTS target"); err != nil {
		return nil, nil, err
	}
	for _, end := range []string{"", ".wal"} {
		if err := os.Remove(c.file + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
	}
	if err := c.exec(ctx, fmt.Sprintf("ATTACH '%s' AS target", c.file), "USE target", c.create()); err != nil {
		return nil, nil, err
	}
	return run, func() error { return c.verify(ctx) }, nil
}

// chunkLoads are the generated bulk inserts of the tables by their schema's name, which send data chunks.
type chunkLoads struct{ q *loads.Loads }

func (c chunkLoads) BulkInsertWide(ctx context.Context, rows iter.Seq[loads.WideRow]) (int64, error) {
	return c.q.BulkInsertWideChunks(ctx, rows)
}

func (c chunkLoads) BulkInsertNarrow(ctx context.Context, rows iter.Seq[loads.NarrowRow]) (int64, error) {
	return c.q.BulkInsertNarrowChunks(ctx, rows)
}

// verify compares what is stored with the reference: the same rows, in whatever order.
func (c *duckdbInsert) verify(ctx context.Context) error {
	query := fmt.Sprintf("SELECT count(*) || ' rows, ' || sum(hash(%s)::HUGEINT) FROM ", strings.Join(c.names(), ", "))
	var stored, expected string
	err := errors.Join(c.conn.QueryRowContext(ctx, query+c.table).Scan(&stored),
		c.conn.QueryRowContext(ctx, query+"memory.reference").Scan(&expected))
	if err == nil && stored != expected {
		err = fmt.Errorf("the table holds %s, and must hold %s", stored, expected)
	}
	return err
}

// row is a prepared statement, executed for each row.
func (c *duckdbInsert) row(ctx context.Context, tx *sql.Tx) error {
	return prepared(ctx, tx, c.data, 1)
}

// appender is the driver's way for many rows.
func (c *duckdbInsert) appender(context.Context, *sql.Tx) error {
	return c.conn.Raw(func(conn any) error {
		appender, err := duckdb.NewAppender(conn.(*duckdb.Conn), "target", "main", c.table)
		if err != nil {
			return err
		}
		args := make([]driver.Value, c.columns)
		for row := range c.all() {
			for i, value := range row {
				args[i] = value
			}
			if err := appender.AppendRow(args...); err != nil {
				return errors.Join(err, appender.Close())
			}
		}
		return appender.Close()
	})
}

// arrowRows is how many rows a batch has: those of a row group.
const arrowRows = 122_880

// arrow has DuckDB scan batches that are built meanwhile, which takes the build tag duckdb_arrow.
func (c *duckdbInsert) arrow(ctx context.Context, tx *sql.Tx) error {
	fields := make([]arrow.Field, c.columns)
	for i, name := range c.names() {
		fields[i] = arrow.Field{Name: name, Type: arrow.BinaryTypes.String}
	}
	schema := arrow.NewSchema(fields, nil)
	rows := &batches{data: c.data, builder: array.NewRecordBuilder(mallocator.NewMallocator(), schema)}
	defer rows.builder.Release()
	var release func()
	err := c.conn.Raw(func(conn any) error {
		view, err := duckdb.NewArrowFromConn(conn.(driver.Conn))
		if err == nil {
			release, err = view.RegisterView(rows, "batches")
		}
		return err
	})
	if err != nil {
		return err
	}
	defer release()
	_, err = tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s SELECT * FROM batches; DROP VIEW batches", c.table))
	return err
}

// batches builds a batch when it is asked for one. DuckDB asks from threads of its own, in which Go cannot resume an
// iterator.
type batches struct {
	*data
	builder *array.RecordBuilder
	batch   arrow.RecordBatch
	at      int
}

func (b *batches) Next() bool {
	b.Release()
	end := min(b.at+arrowRows, b.rows)
	more := b.at < end
	for ; b.at < end; b.at++ {
		for i, value := range b.block[b.at%len(b.block)] {
			b.builder.Field(i).(*array.StringBuilder).Append(value)
		}
	}
	b.batch = b.builder.NewRecordBatch()
	return more
}

func (b *batches) Retain() {}

func (b *batches) Release() {
	if b.batch != nil {
		b.batch.Release()
		b.batch = nil
	}
}

func (b *batches) Schema() *arrow.Schema          { return b.builder.Schema() }
func (b *batches) RecordBatch() arrow.RecordBatch { return b.batch }
func (b *batches) Record() arrow.RecordBatch      { return b.batch }
func (b *batches) Err() error                     { return nil }

func (c *duckdbInsert) calls() int        { return 1 }
func (c *duckdbInsert) serverMS() float64 { return 0 }
func (c *duckdbInsert) close() error      { return errors.Join(c.conn.Close(), c.db.Close()) }
