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
	a := &arrowLoad{loader: b, view: fmt.Sprintf("_sqg_rows_%016x", rand.Uint64())}
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
	a.buffers, b.batches = [][]buffers{first}, a
	a.begin()
	return nil
}

// arrowBatches is how many batches one statement inserts, each on a thread of DuckDB, and arrowBytes from how many
// bytes of texts on it inserts fewer.
const arrowBatches, arrowBytes = 4, 512 << 20

// arrowLoad has the rows of a loader in batches of Arrow, which DuckDB reads from a view of the transaction.
type arrowLoad struct {
	*loader
	schema  *arrow.Schema
	view    string
	release func()
	buffers [][]buffers // of each batch and vector; the batches of the next statement have them again
	columns []buffers   // of the batch that is being filled
	held    int         // bytes of texts
	ready   []arrow.RecordBatch
	batch   arrow.RecordBatch // that DuckDB reads
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

// begin begins a batch.
func (a *arrowLoad) begin() {
	if len(a.ready) == len(a.buffers) {
		more := slices.Clone(a.buffers[0])
		for i, b := range more {
			more[i] = newBuffers(b.DataType, b.column)
			more[i].list = b.list
		}
		a.buffers = append(a.buffers, more)
	}
	a.columns = a.buffers[len(a.ready)]
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
	a.held += len(v)
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
	if a.row < groupRows && a.held < arrowBytes {
		return nil
	}
	a.complete()
	if len(a.ready) < arrowBatches && a.held < arrowBytes {
		a.begin()
		return nil
	}
	return a.insert(ctx)
}

// complete ends a batch.
func (a *arrowLoad) complete() {
	columns := make([]arrow.Array, len(a.types))
	for i := range columns {
		columns[i] = array.MakeFromData(a.data(i, a.row))
	}
	a.ready = append(a.ready, array.NewRecordBatch(a.schema, columns, int64(a.row)))
	a.pending += int64(a.row)
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

// pin leaves bytes where they are until they are inserted.
func (a *arrowLoad) pin(b []byte) *memory.Buffer {
	if len(b) > 0 {
		a.pinned.Pin(unsafe.SliceData(b))
	}
	return memory.NewBufferBytes(b)
}

// insert inserts the rows that there are.
func (a *arrowLoad) insert(ctx context.Context) error {
	if a.row > 0 {
		a.complete()
	}
	if a.pending == 0 {
		return nil
	}
	statement := fmt.Sprintf("WITH appended AS NOT MATERIALIZED (FROM %s) %s", a.view, a.chunks.insert)
	if _, err := a.tx.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("rows %d to %d: %w", a.inserted+1, a.inserted+a.pending, err)
	}
	a.inserted, a.pending, a.held = a.inserted+a.pending, 0, 0
	a.drop()
	a.begin()
	return nil
}

// drop drops the batches that are ready.
func (a *arrowLoad) drop() {
	a.Release()
	for _, batch := range a.ready {
		batch.Release()
	}
	a.ready = a.ready[:0]
	a.pinned.Unpin()
}

// close drops the view, too, which a transaction that goes on would keep otherwise.
func (a *arrowLoad) close() {
	a.tx.ExecContext(context.WithoutCancel(a.tx.ctx), "DROP VIEW "+a.view)
	a.drop()
	a.release()
}

// Next is called by DuckDB's threads, one at a time, while a statement runs.
func (a *arrowLoad) Next() bool {
	a.Release()
	if len(a.ready) == 0 {
		return false
	}
	a.batch, a.ready = a.ready[0], a.ready[1:]
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
