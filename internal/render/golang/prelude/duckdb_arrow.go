//go:build ignore

package prelude

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// useArrow inserts the rows that there are, and has the others go in batches of Arrow. It goes on with data chunks
// where that cannot be: a view stands in the current database, and a transaction changes only one.
func (b *loader) useArrow(ctx context.Context) error {
	a := &arrowLoad{loader: b, filling: &batchGroup{}, sent: &batchGroup{}, view: fmt.Sprintf("_sqg_rows_%016x", rand.Uint64())}
	first, fields := a.fields()
	var path string
	failed := b.tx.conn.QueryRowContext(ctx, currentSchema).Scan(&path)
	usable := failed == nil && fields != nil
	if err := b.tx.raw(ctx, func(conn mapping.Connection) error {
		var there mapping.PreparedStatement
		defer mapping.DestroyPrepare(&there)
		usable = usable && mapping.Prepare(conn, "FROM "+path+"."+b.table, &there) == mapping.StateSuccess
		return b.send()
	}); err != nil || !usable {
		return err
	}
	if err := b.insert(ctx); err != nil {
		return err
	}
	a.schema = arrow.NewSchema(fields, nil)
	err := b.tx.conn.Raw(func(conn any) error {
		from, err := duckdb.NewArrowFromConn(conn.(driver.Conn))
		if err == nil {
			a.release, err = from.RegisterView(a, a.view)
		}
		return err
	})
	if err != nil {
		return err
	}
	a.shape, b.batches = first, a
	a.filling.buffers = [][]buffers{first}
	a.begin()
	return nil
}

// arrowBatches is how many batches one statement inserts, each on a thread of DuckDB, and arrowBytes from how many
// bytes of texts on it inserts fewer.
const arrowBatches, arrowBytes = 4, 256 << 20

// arrowLoad has the rows of a loader in batches of Arrow, which DuckDB reads from a view of the transaction. While it
// inserts those of a group, the next group is filled.
type arrowLoad struct {
	*loader
	schema  *arrow.Schema
	view    string
	release func()
	shape   []buffers // what the buffers of a batch are
	columns []buffers // of the batch that is being filled
	filling *batchGroup
	sent    *batchGroup
	ended   chan error        // of the statement that inserts the group that is sent; nil where none runs
	batch   arrow.RecordBatch // that DuckDB reads
}

// batchGroup has the batches that one statement inserts.
type batchGroup struct {
	buffers [][]buffers // of each batch and vector; the batches of the group after the next have them again
	ready   []arrow.RecordBatch
	rows    int64
	held    int // bytes of texts
	pinned  runtime.Pinner
}

// buffers are those of a vector. What has no fixed size has in data where each of its values ends.
type buffers struct {
	arrow.DataType
	size   int // of a value in data
	column int
	list   int // where those of a list's elements are; 0 where this is none of lists
	room   int

	data, nulls, texts []byte
}

// currentSchema is where unqualified names are, in a database of DuckDB's.
const currentSchema = `SELECT format('"{}"."{}"', replace(current_database(), '"', '""'), replace(current_schema(), '"', '""'))
FROM duckdb_databases() WHERE database_name = current_database() AND type = 'duckdb'`

// fields are the columns in Arrow's types, and the buffers of a batch; nil where a type has none.
func (a *arrowLoad) fields() (all []buffers, fields []arrow.Field) {
	var inner [][]arrow.DataType
	for i, t := range a.types {
		f, ok := arrowField(t)
		if !ok {
			return nil, nil
		}
		f.Name = a.names[i]
		fields = append(fields, f)
		types := []arrow.DataType{f.Type}
		for list, ok := f.Type.(*arrow.LargeListType); ok; list, ok = list.Elem().(*arrow.LargeListType) {
			types = append(types, list.Elem())
		}
		all, inner = append(all, newBuffers(f.Type, i)), append(inner, types[1:])
	}
	for i, types := range inner {
		at := i
		for _, t := range types {
			all[at].list = len(all)
			at = len(all)
			all = append(all, newBuffers(t, i))
		}
	}
	return all, fields
}

func newBuffers(t arrow.DataType, column int) buffers {
	b := buffers{DataType: t, size: 8, column: column, room: groupRows}
	if fixed, ok := t.(arrow.FixedWidthDataType); ok {
		b.size = fixed.Bytes()
	}
	b.data = make([]byte, (b.room+1)*b.size)
	return b
}

// arrowTypes are what DuckDB reads as a type of its own. A bool is a byte, which is cast when it is stored.
var arrowTypes = map[mapping.Type]arrow.DataType{
	mapping.TypeBoolean:     arrow.PrimitiveTypes.Uint8,
	mapping.TypeTinyInt:     arrow.PrimitiveTypes.Int8,
	mapping.TypeSmallInt:    arrow.PrimitiveTypes.Int16,
	mapping.TypeInteger:     arrow.PrimitiveTypes.Int32,
	mapping.TypeBigInt:      arrow.PrimitiveTypes.Int64,
	mapping.TypeUTinyInt:    arrow.PrimitiveTypes.Uint8,
	mapping.TypeUSmallInt:   arrow.PrimitiveTypes.Uint16,
	mapping.TypeUInteger:    arrow.PrimitiveTypes.Uint32,
	mapping.TypeUBigInt:     arrow.PrimitiveTypes.Uint64,
	mapping.TypeFloat:       arrow.PrimitiveTypes.Float32,
	mapping.TypeDouble:      arrow.PrimitiveTypes.Float64,
	mapping.TypeVarchar:     arrow.BinaryTypes.LargeString,
	mapping.TypeBlob:        arrow.BinaryTypes.LargeBinary,
	mapping.TypeDate:        arrow.PrimitiveTypes.Date32,
	mapping.TypeTimestamp:   &arrow.TimestampType{Unit: arrow.Microsecond},
	mapping.TypeTimestampTZ: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"},
	mapping.TypeUUID:        &arrow.FixedSizeBinaryType{ByteWidth: 16},
}

func arrowField(t mapping.LogicalType) (f arrow.Field, ok bool) {
	f.Nullable = true
	switch id := mapping.GetTypeId(t); id {
	case mapping.TypeDecimal:
		width, scale := int32(mapping.DecimalWidth(t)), int32(mapping.DecimalScale(t))
		if f.Type = (&arrow.Decimal64Type{Precision: width, Scale: scale}); width <= 9 {
			f.Type = &arrow.Decimal32Type{Precision: width, Scale: scale}
		}
		return f, width <= 18
	case mapping.TypeList:
		elem := mapping.ListTypeChildType(t)
		defer mapping.DestroyLogicalType(&elem)
		item, ok := arrowField(elem)
		item.Name = "item"
		f.Type = arrow.LargeListOfField(item)
		return f, ok
	case mapping.TypeUUID:
		f.Metadata = arrow.MetadataFrom(map[string]string{"ARROW:extension:name": "arrow.uuid"})
		fallthrough
	default:
		f.Type, ok = arrowTypes[id]
		return f, ok
	}
}

// begin begins a batch. Its texts are likely to be as long as those of the last one.
func (a *arrowLoad) begin() {
	g := a.filling
	if len(g.ready) == len(g.buffers) {
		more := slices.Clone(a.shape)
		for i, b := range more {
			more[i] = newBuffers(b.DataType, b.column)
			more[i].list = b.list
			if a.columns != nil {
				more[i].texts = make([]byte, 0, len(a.columns[i].texts)/16*17)
			}
		}
		g.buffers = append(g.buffers, more)
	}
	a.columns = g.buffers[len(g.ready)]
	a.row, a.vectors = 0, a.vectors[:0]
	for i := range a.columns {
		c := &a.columns[i]
		c.nulls, c.texts = c.nulls[:0], c.texts[:0]
		a.vectors = append(a.vectors, vector{data: unsafe.Pointer(&c.data[0]), column: c.column, list: c.list, room: c.room})
	}
}

func (a *arrowLoad) bytes(v string) {
	c := &a.columns[a.at]
	c.texts = append(c.texts, v...)
	a.filling.held += len(v)
	a.end(len(c.texts))
}

func (a *arrowLoad) end(at int) { *cell[int64](a.vectors[a.at].data, a.row+1) = int64(at) }

func (a *arrowLoad) null() {
	v, c := &a.vectors[a.at], &a.columns[a.at]
	if len(c.nulls) == 0 {
		c.fillNulls()
		v.nulls = unsafe.Pointer(&c.nulls[0])
	}
	*cell[uint64](v.nulls, a.row/64) &^= 1 << (a.row % 64)
	switch c.DataType.(type) {
	case *arrow.LargeListType:
		a.end(a.vectors[v.list].used)
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		a.end(len(c.texts))
	}
}

// fillNulls makes room for the bits of all values, which are not NULL.
func (c *buffers) fillNulls() {
	for size := (c.room + 63) / 64 * 8; len(c.nulls) < size; {
		c.nulls = append(c.nulls, 0xff)
	}
}

func (a *arrowLoad) grow(list, room int) {
	v, c := &a.vectors[list], &a.columns[list]
	c.room = room
	c.data = append(c.data, make([]byte, (room+1)*c.size-len(c.data))...)
	v.data = unsafe.Pointer(&c.data[0])
	if len(c.nulls) > 0 {
		c.fillNulls()
		v.nulls = unsafe.Pointer(&c.nulls[0])
	}
}

func (a *arrowLoad) next(ctx context.Context) error {
	g := a.filling
	if a.row < groupRows && g.held < arrowBytes {
		return nil
	}
	a.complete()
	if len(g.ready) < arrowBatches && g.held < arrowBytes {
		a.begin()
		return nil
	}
	return a.start(ctx)
}

// complete ends a batch.
func (a *arrowLoad) complete() {
	columns := make([]arrow.Array, len(a.types))
	for i := range columns {
		columns[i] = array.MakeFromData(a.data(i, a.row))
	}
	g, n := a.filling, int64(a.row)
	g.ready, g.rows = append(g.ready, array.NewRecordBatch(a.schema, columns, n)), g.rows+n
	a.pending += n
	a.row = 0
}

func (a *arrowLoad) data(i, n int) arrow.ArrayData {
	v, c := a.vectors[i], &a.columns[i]
	all, nulls := []*memory.Buffer{nil, a.pin(c.data)}, 0
	if len(c.nulls) > 0 {
		all[0], nulls = a.pin(c.nulls), array.UnknownNullCount
	}
	var elems []arrow.ArrayData
	switch c.DataType.(type) {
	case *arrow.LargeListType:
		elems = []arrow.ArrayData{a.data(v.list, a.vectors[v.list].used)}
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		all = append(all, a.pin(c.texts))
	}
	return array.NewData(c.DataType, n, all, elems, nulls, 0)
}

// pin keeps bytes in their place until they are inserted.
func (a *arrowLoad) pin(b []byte) *memory.Buffer {
	if len(b) > 0 {
		a.filling.pinned.Pin(unsafe.SliceData(b))
	}
	return memory.NewBufferBytes(b)
}

// start has DuckDB insert the rows that there are, after those before them. It needs nothing else meanwhile: rows may
// come from the same connection, which then waits for it.
func (a *arrowLoad) start(ctx context.Context) error {
	if a.row > 0 {
		a.complete()
	}
	if err := a.wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	a.filling, a.sent = a.sent, a.filling
	a.begin()
	statement := fmt.Sprintf("WITH appended AS NOT MATERIALIZED (FROM %s) %s", a.view, a.chunks.insert)
	a.ended = make(chan error, 1)
	go func() {
		_, err := a.tx.ExecContext(ctx, statement)
		a.ended <- err
	}()
	return nil
}

// wait waits until the group that is sent is inserted.
func (a *arrowLoad) wait() error {
	if a.ended == nil {
		return nil
	}
	err, n := <-a.ended, a.sent.rows
	a.ended = nil
	a.Release()
	a.sent.drop()
	if err != nil {
		return fmt.Errorf("rows %d to %d: %w", a.inserted+1, a.inserted+n, err)
	}
	a.inserted, a.pending = a.inserted+n, a.pending-n
	return nil
}

// insert inserts the rows that there are.
func (a *arrowLoad) insert(ctx context.Context) error {
	if a.row+len(a.filling.ready) > 0 {
		if err := a.start(ctx); err != nil {
			return err
		}
	}
	return a.wait()
}

// drop drops the batches that there are.
func (g *batchGroup) drop() {
	for _, batch := range g.ready {
		batch.Release()
	}
	g.ready, g.rows, g.held = g.ready[:0], 0, 0
	g.pinned.Unpin()
}

// close drops the view, too, which a transaction that goes on would keep otherwise.
func (a *arrowLoad) close() {
	a.wait()
	a.tx.ExecContext(context.WithoutCancel(a.tx.ctx), "DROP VIEW "+a.view)
	a.filling.drop()
	a.release()
}

// Next is called by DuckDB's threads, one at a time, while a statement runs.
func (a *arrowLoad) Next() bool {
	a.Release()
	g := a.sent
	if len(g.ready) == 0 {
		return false
	}
	a.batch, g.ready = g.ready[0], g.ready[1:]
	return true
}

// Retain has nothing to do: there is one reader, until the view is dropped.
func (a *arrowLoad) Retain() {}

// Release drops the batch that was read last.
func (a *arrowLoad) Release() {
	if a.batch != nil {
		a.batch.Release()
		a.batch = nil
	}
}

// Schema is that of all batches.
func (a *arrowLoad) Schema() *arrow.Schema { return a.schema }

// RecordBatch is the one that is read.
func (a *arrowLoad) RecordBatch() arrow.RecordBatch { return a.batch }

// Record is what RecordBatch is.
func (a *arrowLoad) Record() arrow.RecordBatch { return a.batch }

// Err is none: batches are complete before they are read.
func (a *arrowLoad) Err() error { return nil }
