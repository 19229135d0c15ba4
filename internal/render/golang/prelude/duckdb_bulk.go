//go:build ignore

package prelude

import (
	"cmp"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"reflect"
	"runtime"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// chunks is how the rows of a table go in data chunks.
type chunks struct {
	values values // where there is no connection to send chunks on
	shape  string // a query of the chunks' columns
	insert string // what inserts the rows of the chunks
	table  string // which one, where batches of Arrow may take their place
}

// chunkRows is how many rows a data chunk has.
const chunkRows = 2048

// groupRows is how many rows are inserted at a time: those of a row group.
const groupRows = 122_880

// arrowFrom is how many rows go in data chunks before others go in batches.
const arrowFrom = 8 * chunkRows

// batches take the rows of a loader in another form.
type batches interface {
	bytes(v string)
	null()
	end(list int)        // ends the row of a list, whose elements end there
	grow(list, size int) // makes room for the elements of lists
	next(ctx context.Context) error
	insert(ctx context.Context) error
	close()
}

// bulkLoad inserts rows into a table, all or none, and returns their number.
func bulkLoad[R any](ctx context.Context, db DBTX, table string, c chunks, rows iter.Seq[R],
	put func(b *loader, r R)) (n int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		n, err = loadRows(ctx, tx, c, rows, put)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", table, ended(ctx, err))
	}
	return n, nil
}

func loadRows[R any](ctx context.Context, tx DBTX, c chunks, rows iter.Seq[R],
	put func(b *loader, r R)) (int64, error) {
	b := &loader{names: c.values.columns, chunks: c}
	err := b.open(ctx, tx, c)
	if errors.Is(err, errNoChunks) {
		return insertValues(c.values, rows, func(args []any, r R) []any {
			b.args = args
			put(b, r)
			return b.args
		}, func(text string) (execution, error) { return overSQL(ctx, tx, text) })
	}
	if err != nil {
		return 0, err
	}
	defer b.close()
	for r := range rows {
		put(b, r)
		if err := b.next(ctx); err != nil {
			return 0, err
		}
	}
	err = b.insert(ctx)
	return b.inserted, err
}

// connField is where the driver keeps DuckDB's own connection, which it does not hand out.
var connField, hasConn = reflect.TypeFor[duckdb.Conn]().FieldByName("conn")

// errNoChunks says that there is no connection to send chunks on: within a *sql.Tx, and where the driver has changed.
var errNoChunks = errors.New("no connection for data chunks")

// raw calls fn with DuckDB's own connection, which nothing else uses meanwhile, unless the transaction has ended.
func (t *transaction) raw(ctx context.Context, fn func(mapping.Connection) error) error {
	return t.conn.Raw(func(conn any) error {
		c, ok := conn.(*duckdb.Conn)
		if !ok || !hasConn || connField.Type != reflect.TypeFor[mapping.Connection]() || mapping.VectorSize() != chunkRows {
			return errNoChunks
		}
		if err := cmp.Or(ctx.Err(), t.ctx.Err()); err != nil {
			return err
		}
		return fn(mapping.Connection{Ptr: reflect.ValueOf(c).Elem().FieldByIndex(connField.Index).Field(0).UnsafePointer()})
	})
}

// loader takes the values of rows, one after another: into the vectors of a data chunk or, without one, as arguments.
type loader struct {
	chunks
	names   []string // of the columns
	args    []any
	at      int // the column whose value is next
	row     int // of the chunk
	err     error
	tx      *transaction
	types   []mapping.LogicalType
	lists   []int // how deep the lists of each column are
	chunk   mapping.DataChunk
	vectors []vector // those of the columns, and behind them those of what lists hold
	texts   []byte   // has the long texts of the chunk, from where the last ones began that had no room
	pinned  runtime.Pinner

	appender          mapping.Appender
	batches           batches // where the rows go in batches of Arrow; nil for data chunks
	pending, inserted int64   // rows
}

// vector has a column's values of a chunk, or the elements of all its lists.
type vector struct {
	mapping.Vector
	data   unsafe.Pointer
	nulls  unsafe.Pointer // a bit for each value that is not NULL; nil where none is
	column int
	list   int // where the vector of a list's elements is; 0 where this is none of lists
	used   int // how many values there are of the elements
	room   int
}

// cell is the place of a value, by its number.
func cell[T any](data unsafe.Pointer, n int) *T {
	return (*T)(unsafe.Add(data, uintptr(n)*unsafe.Sizeof(*new(T))))
}

// place is the place of the next value.
func place[T any](b *loader) *T { return cell[T](b.vectors[b.at].data, b.row) }

func (b *loader) open(ctx context.Context, db DBTX, c chunks) error {
	tx, ok := db.(*transaction)
	if !ok {
		return errNoChunks
	}
	b.tx = tx
	return tx.raw(ctx, func(conn mapping.Connection) error {
		var shape mapping.PreparedStatement
		defer mapping.DestroyPrepare(&shape)
		if mapping.Prepare(conn, c.shape, &shape) == mapping.StateError {
			return errors.New(mapping.PrepareError(shape))
		}
		for i := range mapping.PreparedStatementColumnCount(shape) {
			t := mapping.PreparedStatementColumnLogicalType(shape, i)
			b.types, b.lists = append(b.types, t), append(b.lists, listDepth(t))
		}
		if mapping.AppenderCreateQuery(conn, c.insert, b.types, "appended", b.names, &b.appender) == mapping.StateError {
			err := errors.New(mapping.AppenderError(b.appender))
			b.free()
			return err
		}
		b.chunk = mapping.CreateDataChunk(b.types)
		b.clear()
		return nil
	})
}

func listDepth(t mapping.LogicalType) int {
	if mapping.GetTypeId(t) != mapping.TypeList {
		return 0
	}
	elem := mapping.ListTypeChildType(t)
	defer mapping.DestroyLogicalType(&elem)
	return listDepth(elem) + 1
}

// clear makes the chunk one without rows.
func (b *loader) clear() {
	mapping.DataChunkReset(b.chunk)
	b.pinned.Unpin()
	b.row, b.vectors, b.texts = 0, b.vectors[:0], b.texts[:0]
	if cap(b.texts) > 0 {
		b.pinned.Pin(unsafe.SliceData(b.texts))
	}
	for i := range b.types {
		v := mapping.DataChunkGetVector(b.chunk, mapping.IdxT(i))
		b.vectors = append(b.vectors, vector{Vector: v, data: mapping.VectorGetData(v), column: i})
	}
	for i, depth := range b.lists {
		for at := i; depth > 0; depth-- {
			elems := mapping.ListVectorGetChild(b.vectors[at].Vector)
			b.vectors[at].list = len(b.vectors)
			at = len(b.vectors)
			b.vectors = append(b.vectors, vector{Vector: elems, data: mapping.VectorGetData(elems), column: i, room: chunkRows})
		}
	}
}

// close drops the rows that are not inserted yet.
func (b *loader) close() {
	if b.batches != nil {
		b.batches.close()
	}
	b.tx.conn.Raw(func(any) error {
		mapping.AppenderClear(b.appender)
		b.free()
		return nil
	})
}

func (b *loader) free() {
	b.pinned.Unpin()
	mapping.AppenderDestroy(&b.appender)
	mapping.DestroyDataChunk(&b.chunk)
	for i := range b.types {
		mapping.DestroyLogicalType(&b.types[i])
	}
}

// next ends a row.
func (b *loader) next(ctx context.Context) error {
	b.row++
	b.at = 0
	switch {
	case b.err != nil:
		return fmt.Errorf("row %d: %w", b.inserted+b.pending+int64(b.row), b.err)
	case b.batches != nil:
		return b.batches.next(ctx)
	case b.row < chunkRows:
		return nil
	case b.inserted == 0 && b.pending+chunkRows == arrowFrom && b.table != "":
		return b.useArrow(ctx)
	case b.pending+chunkRows < groupRows:
		return b.tx.raw(ctx, func(mapping.Connection) error { return b.send() })
	}
	return b.insert(ctx)
}

// send appends the chunk to the next insert.
func (b *loader) send() error {
	mapping.DataChunkSetSize(b.chunk, mapping.IdxT(b.row))
	for _, v := range b.vectors {
		if v.list > 0 {
			mapping.ListVectorSetSize(v.Vector, mapping.IdxT(b.vectors[v.list].used))
		}
	}
	if mapping.AppendDataChunk(b.appender, b.chunk) == mapping.StateError {
		return errors.New(mapping.AppenderError(b.appender))
	}
	b.pending += int64(b.row)
	b.clear()
	return nil
}

// insert inserts the rows that there are. A context that ends interrupts it.
func (b *loader) insert(ctx context.Context) error {
	if b.batches != nil {
		return b.batches.insert(ctx)
	}
	return b.tx.raw(ctx, func(conn mapping.Connection) error {
		if err := b.send(); err != nil || b.pending == 0 {
			return err
		}
		interrupted := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			mapping.Interrupt(conn)
			close(interrupted)
		})
		state := mapping.AppenderFlush(b.appender)
		if !stop() {
			<-interrupted // lest it hits what comes next
		}
		if state == mapping.StateError {
			return fmt.Errorf("rows %d to %d: %s", b.inserted+1, b.inserted+b.pending, mapping.AppenderError(b.appender))
		}
		b.inserted, b.pending = b.inserted+b.pending, 0
		return nil
	})
}

// store stores a value that a vector has as Go does.
func store[T bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](b *loader, v T) {
	if b.vectors == nil {
		b.argument(v)
		return
	}
	*place[T](b) = v
	b.at++
}

func storeText(b *loader, v string) {
	switch {
	case b.vectors == nil:
		b.argument(v)
		return
	case !utf8.ValidString(v):
		b.fail(errors.New("the text is not valid UTF-8"))
	default:
		b.bytes(v)
	}
	b.at++
}

func storeUUID(b *loader, v [16]byte) {
	if b.vectors == nil {
		b.argument(bindUUID(v))
		return
	}
	var halves [16]byte // the lower one first, and the upper one as a signed number of the same order
	binary.NativeEndian.PutUint64(halves[:], binary.BigEndian.Uint64(v[8:]))
	binary.NativeEndian.PutUint64(halves[8:], binary.BigEndian.Uint64(v[:])^1<<63)
	if b.batches != nil {
		halves = v // Arrow's is as it is written
	}
	*place[[16]byte](b) = halves
	b.at++
}

func storeDate(b *loader, v time.Time) {
	if b.vectors == nil {
		b.argument(bindDate(v))
		return
	}
	days := int64(math.MaxInt32)
	switch {
	case v.Equal(negativeInfinity):
		days = -math.MaxInt32
	case !v.Equal(infinity):
		y, m, d := v.Date()
		if days = time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400; days <= -math.MaxInt32 || days >= math.MaxInt32 {
			b.fail(fmt.Errorf("DuckDB has no day %s", v))
		}
	}
	store(b, int32(days))
}

// storeTimestamp stores a date and time of any time zone as it reads.
func storeTimestamp(b *loader, v time.Time) {
	if b.vectors == nil {
		b.argument(bindTimestamp(v))
		return
	}
	if _, offset := v.Zone(); offset != 0 && !v.Equal(infinity) && !v.Equal(negativeInfinity) {
		v = v.Add(time.Duration(offset) * time.Second)
	}
	storeInstant(b, v)
}

func storeInstant(b *loader, v time.Time) {
	if b.vectors == nil {
		b.argument(bindInstant(v))
		return
	}
	if seconds := v.Unix(); seconds > math.MaxInt64/1_000_000 || seconds < -9223372022400 && !v.Equal(negativeInfinity) {
		b.fail(fmt.Errorf("DuckDB has no timestamp %s", v))
	}
	store(b, v.UnixMicro())
}

// storeDecimal stores a number of up to 18 digits, of which so many are behind the point.
func storeDecimal(width, scale int) func(b *loader, v duckdb.Decimal) {
	return func(b *loader, v duckdb.Decimal) {
		if b.vectors == nil {
			b.argument(bindDecimal(v))
			return
		}
		n, ok := unscaled(v, width, scale)
		if !ok {
			b.fail(fmt.Errorf("%v is no DECIMAL(%d,%d)", bindDecimal(v), width, scale))
		}
		switch {
		case width <= 4 && b.batches == nil:
			store(b, int16(n))
		case width <= 9:
			store(b, int32(n))
		default:
			store(b, n)
		}
	}
}

// unscaled is a number without its point, rounded half away from zero; false for one that is too large.
func unscaled(v duckdb.Decimal, width, scale int) (int64, bool) {
	if v.Value == nil {
		return 0, true
	}
	n := v.Value
	if more := scale - int(v.Scale); more > 0 {
		n = new(big.Int).Mul(n, tenTo(more))
	} else if more < 0 {
		unit := tenTo(-more)
		half := new(big.Int).Rsh(unit, 1)
		n = new(big.Int).Add(new(big.Int).Abs(n), half)
		if n.Quo(n, unit); v.Value.Sign() < 0 {
			n.Neg(n)
		}
	}
	limit := int64(math.Pow10(width))
	return n.Int64(), n.IsInt64() && -limit < n.Int64() && n.Int64() < limit
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// storeBlob stores bytes that are not NULL; nil is empty.
func storeBlob(b *loader, v []byte) {
	if b.vectors == nil {
		b.argument(bindBlob(v))
		return
	}
	b.bytes(unsafe.String(unsafe.SliceData(v), len(v)))
	b.at++
}

// storeOrBind stores what has elements or, where there is no chunk, binds it.
func storeOrBind[T any](store func(b *loader, v T), bind func(T) any) func(b *loader, v T) {
	return func(b *loader, v T) {
		if b.vectors == nil {
			b.argument(bind(v))
			return
		}
		store(b, v)
	}
}

// storeList stores a list, whose elements a function stores.
func storeList[T any](store func(b *loader, v T)) func(b *loader, v []T) {
	return func(b *loader, v []T) {
		at, row := b.at, b.row
		list := b.vectors[at].list
		first := b.vectors[list].used
		if b.batches == nil {
			*place[[2]uint64](b) = [2]uint64{uint64(first), uint64(len(v))}
		} else {
			b.batches.end(first + len(v))
		}
		b.grow(at, first+len(v))
		for i := range v {
			b.at, b.row = list, first+i
			store(b, v[i])
		}
		b.at, b.row = at+1, row
	}
}

// grow makes room for the elements of lists.
func (b *loader) grow(at, size int) {
	elems := &b.vectors[b.vectors[at].list]
	if elems.used = size; size <= elems.room {
		return
	}
	elems.room = max(size, 2*elems.room)
	if b.batches != nil {
		b.batches.grow(b.vectors[at].list, elems.room)
		return
	}
	mapping.ListVectorReserve(b.vectors[at].Vector, mapping.IdxT(elems.room))
	elems.data = mapping.VectorGetData(elems.Vector)
	if elems.nulls != nil {
		elems.nulls = mapping.VectorGetValidity(elems.Vector)
	}
}

// storeOrNull stores a value by a function, and nil as NULL.
func storeOrNull[T any](store func(b *loader, v T)) func(b *loader, v *T) {
	return func(b *loader, v *T) {
		if v == nil {
			b.value(nil)
			return
		}
		store(b, *v)
	}
}

// storeSliceOrNull stores what is not nil of its own type.
func storeSliceOrNull[T any](store func(b *loader, v []T)) func(b *loader, v []T) {
	return func(b *loader, v []T) {
		if v == nil {
			b.value(nil)
			return
		}
		store(b, v)
	}
}

// bytes stores a text as DuckDB has it: its length, and itself up to 12 bytes; otherwise 4 bytes, and where it is.
// DuckDB copies it out of the chunk: so until then it is where the collector leaves it.
func (b *loader) bytes(v string) {
	if b.batches != nil {
		b.batches.bytes(v)
		return
	}
	var text [16]byte
	binary.NativeEndian.PutUint32(text[:], uint32(len(v)))
	copy(text[4:], v)
	if len(v) > 12 {
		if cap(b.texts)-len(b.texts) < len(v) {
			b.texts = make([]byte, 0, max(len(v), min(2*cap(b.texts), 4<<20), 32<<10))
			b.pinned.Pin(unsafe.SliceData(b.texts))
		}
		at := len(b.texts)
		b.texts = append(b.texts, v...)
		binary.NativeEndian.PutUint64(text[8:], uint64(uintptr(unsafe.Pointer(&b.texts[at]))))
	}
	*place[[16]byte](b) = text
}

// argument adds one that database/sql takes.
func (b *loader) argument(v any) {
	if n, ok := v.(uint64); ok {
		v = bindUint(n)
	}
	b.args = append(b.args, v)
}

// value stores a value in its bound form.
func (b *loader) value(v any) {
	if b.vectors == nil {
		b.argument(v)
		return
	}
	switch v := v.(type) {
	case nil:
		b.null()
	case error:
		b.fail(v)
	case string:
		storeText(b, v)
		return
	case []byte:
		if mapping.GetTypeId(b.types[b.at]) == mapping.TypeBlob {
			storeBlob(b, v)
		} else {
			storeText(b, string(v))
		}
		return
	case bool, int64, float64:
		b.bytes(fmt.Sprint(v))
	case time.Time:
		b.value(bindInstant(v))
		return
	default: // as database/sql does it: what is behind a pointer, or beneath a type of the program's
		known, err := driver.DefaultParameterConverter.ConvertValue(v)
		if err == nil {
			b.value(known)
			return
		}
		b.fail(err)
	}
	b.at++
}

func (b *loader) null() {
	if b.batches != nil {
		b.batches.null()
		return
	}
	v := &b.vectors[b.at]
	if v.nulls == nil {
		mapping.VectorEnsureValidityWritable(v.Vector)
		v.nulls = mapping.VectorGetValidity(v.Vector)
	}
	*cell[uint64](v.nulls, b.row/64) &^= 1 << (b.row % 64)
}

// fail keeps the first error of a row.
func (b *loader) fail(err error) {
	if b.err == nil {
		b.err = fmt.Errorf("%s: %w", b.names[b.vectors[b.at].column], err)
	}
}
