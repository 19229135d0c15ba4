//go:build ignore

package prelude

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// copyTable is a table that rows are copied into.
type copyTable[R any] struct {
	name    string
	columns []string
	sql     string
	encode  func(b *copyBuffer, r *R)
}

// copySize is how many bytes of rows are sent at a time.
const copySize = 64 << 10

// bulkInsert copies rows into a table, all or none, and returns their number.
func bulkInsert[R any](ctx context.Context, db DBTX, table *copyTable[R], rows iter.Seq[R]) (copied int64, err error) {
	next, stop := iter.Pull2(copyChunks(ctx, table, rows, func(sent []byte) []byte { return sent }))
	source := &copyReader{next: pulled(next)}
	defer source.end(stop)
	first, err := source.next()
	if err == nil {
		if len(first) < copySize {
			copied, err = copyFew(ctx, db, table.sql, first)
		} else {
			source.data = append(append(source.data, copyHead...), first...)
			copied, err = copyMany(ctx, db, table.sql, source)
		}
	}
	if err != nil {
		return 0, copyError(table.name, err)
	}
	return copied, nil
}

// bulkInsertOver does the same over several connections of a pool, each of which commits its part of the rows.
func bulkInsertOver[R any](ctx context.Context, db DBTX, connections int, table *copyTable[R],
	rows iter.Seq[R]) (int64, error) {
	if _, ok := db.(*pgxpool.Pool); !ok || connections < 2 {
		return bulkInsert(ctx, db, table, rows)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	chunks, free := make(chan []byte), make(chan []byte, connections)
	var copied atomic.Int64
	var all sync.WaitGroup
	start := func() {
		var last []byte
		source := &copyReader{data: []byte(copyHead), next: func() ([]byte, error) {
			if last != nil {
				select {
				case free <- last:
				default:
				}
			}
			var open bool
			select {
			case last, open = <-chunks:
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
			if !open {
				return nil, io.EOF
			}
			return last, nil
		}}
		n, err := copyMany(ctx, db, table.sql, source)
		copied.Add(n)
		if err != nil {
			cancel(err)
		}
	}
	started := 0
	for chunk, err := range copyChunks(ctx, table, rows, func([]byte) []byte {
		select {
		case b := <-free:
			return b
		default:
			return nil
		}
	}) {
		if err != nil {
			cancel(err)
			break
		}
		if started < connections {
			started++
			all.Go(start)
		}
		select {
		case chunks <- chunk:
		case <-ctx.Done():
		}
	}
	close(chunks)
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return copied.Load(), copyError(table.name, err)
	}
	return copied.Load(), nil
}

// copyError says where the server found the error.
func copyError(table string, err error) error {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) && pgErr.Where != "" {
		return fmt.Errorf("bulk insert into %s: %w (%s)", table, err, pgErr.Where)
	}
	return fmt.Errorf("bulk insert into %s: %w", table, err)
}

// withConn calls fn with the connection of db; a pool gives one meanwhile.
func withConn(ctx context.Context, db DBTX, fn func(conn *pgx.Conn) error) error {
	switch db := db.(type) {
	case *pgx.Conn:
		return fn(db)
	case *pgxpool.Pool:
		return db.AcquireFunc(ctx, func(conn *pgxpool.Conn) error { return fn(conn.Conn()) })
	case interface{ Conn() *pgx.Conn }:
		return fn(db.Conn())
	}
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error { return fn(tx.Conn()) })
}

// copyFew copies what fits into one message. Statement and rows are sent at once, so that they take one round trip.
func copyFew(ctx context.Context, db DBTX, sql string, rows []byte) (copied int64, err error) {
	err = withConn(ctx, db, func(conn *pgx.Conn) error {
		pg := conn.PgConn()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case pg.IsClosed():
			return errors.New("the connection is closed")
		case pg.IsBusy():
			return errors.New("the connection is busy with another statement")
		}
		open := pg.TxStatus() != 'I'
		if open {
			sql = "SAVEPOINT sqg; " + sql + "; RELEASE sqg"
		}
		front := pg.Frontend()
		front.SendQuery(&pgproto3.Query{String: sql})
		front.Send(&pgproto3.CopyData{Data: slices.Concat([]byte(copyHead), rows, []byte(copyEnd))})
		front.Send(&pgproto3.CopyDone{})
		if err := front.Flush(); err != nil {
			return errors.Join(err, conn.Close(ctx))
		}
		if copied, err = copyAnswer(ctx, pg); err != nil && open && !pg.IsClosed() {
			err = undone(ctx, conn, err)
		}
		return err
	})
	return copied, err
}

// copyAnswer reads the server's answers to statements, one of them a COPY.
func copyAnswer(ctx context.Context, pg *pgconn.PgConn) (copied int64, err error) {
	for {
		message, failed := pg.ReceiveMessage(ctx)
		if failed != nil {
			return 0, errors.Join(err, failed)
		}
		switch m := message.(type) {
		case *pgproto3.CommandComplete:
			copied += pgconn.NewCommandTag(string(m.CommandTag)).RowsAffected()
		case *pgproto3.ErrorResponse:
			err = pgconn.ErrorResponseToPgError(m)
		case *pgproto3.ReadyForQuery:
			return copied, err
		}
	}
}

// copyMany copies what a source gives.
func copyMany(ctx context.Context, db DBTX, sql string, source *copyReader) (copied int64, err error) {
	err = withConn(ctx, db, func(conn *pgx.Conn) error {
		load := func(DBTX) error {
			tag, err := conn.PgConn().CopyFrom(ctx, source, sql)
			copied = tag.RowsAffected()
			if own := source.failure(); own != nil {
				return own
			}
			return err
		}
		if conn.PgConn().TxStatus() == 'I' {
			return load(conn)
		}
		return inTx(ctx, conn, load)
	})
	return copied, err
}

// copyReader gives rows to the driver, which reads in a goroutine that may outlive its call.
type copyReader struct {
	mu   sync.Mutex
	next func() ([]byte, error)
	data []byte // that is not read yet
	err  error  // io.EOF when the last of the data is on its way
}

func (r *copyReader) Read(p []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n < len(p) {
		if len(r.data) == 0 {
			if r.err != nil {
				return n, r.err
			}
			if r.data, r.err = r.next(); r.err == io.EOF {
				r.data = []byte(copyEnd)
			}
		}
		read := copy(p[n:], r.data)
		n, r.data = n+read, r.data[read:]
	}
	return n, nil
}

// failure is the error of the source of rows.
func (r *copyReader) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// end stops the source when nothing reads from it any more.
func (r *copyReader) end(stop func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stop()
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
}

// pulled is the next of what an iterator yields, with io.EOF at its end.
func pulled(next func() ([]byte, error, bool)) func() ([]byte, error) {
	return func() ([]byte, error) {
		chunk, err, ok := next()
		if !ok {
			return nil, io.EOF
		}
		return chunk, err
	}
}

// copyHead starts binary data for COPY.
const copyHead = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// copyEnd ends it.
const copyEnd = "\xff\xff"

// copyChunks yields rows in binary format, some at a time; the last chunk is a short one. The next chunk goes into what
// reuse makes of the last one.
func copyChunks[R any](ctx context.Context, table *copyTable[R], rows iter.Seq[R],
	reuse func(sent []byte) []byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		b := copyBuffer{data: make([]byte, 0, 1<<10)}
		done, n := ctx.Done(), 0
		var row R
		for row = range rows {
			select {
			case <-done:
				yield(nil, context.Cause(ctx))
				return
			default:
			}
			n++
			b.row = len(b.data)
			b.data = binary.BigEndian.AppendUint16(b.data, uint16(len(table.columns)))
			table.encode(&b, &row)
			if b.err != nil {
				yield(nil, fmt.Errorf("row %d, column %s: %w", n, table.columns[b.failed], b.err))
				return
			}
			if len(b.data) >= copySize {
				if !yield(b.data, nil) {
					return
				}
				b.data = reuse(b.data)[:0]
			}
		}
		yield(b.data, nil)
	}
}

// copyBuffer holds rows in PostgreSQL's binary format until they are sent.
type copyBuffer struct {
	data   []byte
	row    int   // where the last row begins
	err    error // what is wrong with the row
	failed int   // and with which column
	types  *pgtype.Map
}

// unfinished is the length of a value that is not complete.
const unfinished = 0xfffffffe

// fail keeps the error of the value that is being put.
func (b *copyBuffer) fail(format string, args ...any) {
	if b.err != nil {
		return
	}
	b.err = fmt.Errorf(format, args...)
	for at := b.row + 2; at < len(b.data); b.failed++ {
		n := binary.BigEndian.Uint32(b.data[at:])
		if n == unfinished {
			return
		}
		if at += 4; n < unfinished {
			at += int(n)
		}
	}
}

func putNull(b *copyBuffer) { b.data = append(b.data, 0xff, 0xff, 0xff, 0xff) }

func putOrNull[T any](b *copyBuffer, v *T, put func(*copyBuffer, T)) {
	if v == nil {
		putNull(b)
	} else {
		put(b, *v)
	}
}

// putSliceOrNull puts bytes or numbers; nil is NULL.
func putSliceOrNull[S ~[]T, T any](b *copyBuffer, v S, put func(*copyBuffer, S)) {
	if v == nil {
		putNull(b)
	} else {
		put(b, v)
	}
}

// putEncoded puts what a function of the program makes of a value.
func putEncoded[T, V any](b *copyBuffer, v T, encode func(T) (V, error), put func(*copyBuffer, V)) {
	encoded, err := encode(v)
	if err != nil {
		b.fail("%w", err)
		return
	}
	put(b, encoded)
}

// putEncodedOrNull is the same for a value that may be NULL.
func putEncodedOrNull[T, V any](b *copyBuffer, v *T, encode func(T) (V, error), put func(*copyBuffer, V)) {
	if v == nil {
		putNull(b)
	} else {
		putEncoded(b, *v, encode, put)
	}
}

// putCodec puts a value by the driver's own codec.
func putCodec(b *copyBuffer, v any, typ *pgtype.Type) {
	if b.types == nil {
		b.types = newTypes()
	}
	at := len(b.data)
	b.data = binary.BigEndian.AppendUint32(b.data, unfinished)
	data, err := b.types.Encode(typ.OID, pgtype.BinaryFormatCode, v, b.data)
	switch {
	case err != nil:
		b.fail("%w", err)
	case data == nil:
		b.data = b.data[:at]
		putNull(b)
	default:
		b.data = data
		b.finish(at)
	}
}

// finish sets the length of a value that began at a place.
func (b *copyBuffer) finish(at int) {
	binary.BigEndian.PutUint32(b.data[at:], uint32(len(b.data)-at-4))
}

// putList puts a list of a type that has a number.
func putList[T any](b *copyBuffer, list []T, elem uint32, put func(*copyBuffer, T)) {
	at := len(b.data)
	b.data = binary.BigEndian.AppendUint32(b.data, unfinished)
	if len(list) == 0 {
		b.data = append(b.data, 0, 0, 0, 0, 0, 0, 0, 0)
		b.data = binary.BigEndian.AppendUint32(b.data, elem)
	} else {
		b.data = append(b.data, 0, 0, 0, 1, 0, 0, 0, 1) // one dimension, and a NULL may be there
		b.data = binary.BigEndian.AppendUint32(b.data, elem)
		b.data = binary.BigEndian.AppendUint32(b.data, uint32(len(list)))
		b.data = append(b.data, 0, 0, 0, 1)
		for _, v := range list {
			put(b, v)
		}
	}
	b.finish(at)
}

// putListOrNull puts a list; nil is NULL.
func putListOrNull[T any](b *copyBuffer, list []T, elem uint32, put func(*copyBuffer, T)) {
	if list == nil {
		putNull(b)
	} else {
		putList(b, list, elem, put)
	}
}

// nullable puts the elements of a list of pointers.
func nullable[T any](put func(*copyBuffer, T)) func(*copyBuffer, *T) {
	return func(b *copyBuffer, v *T) { putOrNull(b, v, put) }
}

// sliceOrNull is the same for bytes; nil is NULL.
func sliceOrNull[S ~[]byte](put func(*copyBuffer, S)) func(*copyBuffer, S) {
	return func(b *copyBuffer, v S) { putSliceOrNull(b, v, put) }
}

func putBool(b *copyBuffer, v bool) {
	bit := byte(0)
	if v {
		bit = 1
	}
	b.data = append(b.data, 0, 0, 0, 1, bit)
}

func putInt2(b *copyBuffer, v int16) {
	b.data = append(b.data, 0, 0, 0, 2, byte(v>>8), byte(v))
}

func putInt4(b *copyBuffer, v int32) { putOID(b, uint32(v)) }

func putOID(b *copyBuffer, v uint32) {
	b.data = append(b.data, 0, 0, 0, 4, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func putInt8(b *copyBuffer, v int64) {
	b.data = binary.BigEndian.AppendUint64(append(b.data, 0, 0, 0, 8), uint64(v))
}

func putFloat4(b *copyBuffer, v float32) { putOID(b, math.Float32bits(v)) }

func putFloat8(b *copyBuffer, v float64) { putInt8(b, int64(math.Float64bits(v))) }

func putText[T ~string](b *copyBuffer, v T) {
	b.data = append(binary.BigEndian.AppendUint32(b.data, uint32(len(v))), v...)
}

// putChar puts the one byte of a "char", which the server writes \\ooo where it is not ASCII.
func putChar(b *copyBuffer, v string) {
	char, err := uint64(0), error(nil)
	switch {
	case len(v) == 1:
		char = uint64(v[0])
	case len(v) == 4 && v[0] == '\\':
		char, err = strconv.ParseUint(v[1:], 8, 8)
	case v != "":
		err = errors.New("too long")
	}
	if err != nil {
		b.fail("%q is not one byte: %w", v, err)
		return
	}
	b.data = append(b.data, 0, 0, 0, 1, byte(char))
}

func putBytes[T ~[]byte](b *copyBuffer, v T) {
	b.data = append(binary.BigEndian.AppendUint32(b.data, uint32(len(v))), v...)
}

func putJSONB[T ~[]byte](b *copyBuffer, v T) {
	b.data = append(append(binary.BigEndian.AppendUint32(b.data, uint32(len(v)+1)), 1), v...)
}

func putUUID(b *copyBuffer, v [16]byte) { b.data = append(append(b.data, 0, 0, 0, 16), v[:]...) }

// The seconds of 2000-01-01, from which PostgreSQL counts.
const year2000 = 946684800

func putDate(b *copyBuffer, v time.Time) {
	_, offset := v.Zone()
	days := floorDiv(v.Unix()+int64(offset)-year2000, 86400)
	if days != int64(int32(days)) {
		b.fail("%s is beyond what PostgreSQL holds", v)
		return
	}
	putInt4(b, int32(days))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func putTimestamp(b *copyBuffer, v time.Time) {
	_, offset := v.Zone()
	putMicros(b, v, v.Unix()+int64(offset)-year2000)
}

func putTimestampTZ(b *copyBuffer, v time.Time) { putMicros(b, v, v.Unix()-year2000) }

func putMicros(b *copyBuffer, v time.Time, seconds int64) {
	if seconds > math.MaxInt64/1_000_000-1 || seconds < math.MinInt64/1_000_000+1 {
		b.fail("%s is beyond what PostgreSQL holds", v)
		return
	}
	putInt8(b, seconds*1_000_000+int64(v.Nanosecond()/1000))
}

func putTime(b *copyBuffer, v pgtype.Time) {
	if !v.Valid {
		putNull(b)
		return
	}
	putInt8(b, v.Microseconds)
}

func putInterval(b *copyBuffer, v pgtype.Interval) {
	if !v.Valid {
		putNull(b)
		return
	}
	b.data = binary.BigEndian.AppendUint64(append(b.data, 0, 0, 0, 16), uint64(v.Microseconds))
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(v.Days))
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(v.Months))
}

func putBits(b *copyBuffer, v pgtype.Bits) {
	if !v.Valid {
		putNull(b)
		return
	}
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(len(v.Bytes)+4))
	b.data = append(binary.BigEndian.AppendUint32(b.data, uint32(v.Len)), v.Bytes...)
}

func putInet(b *copyBuffer, v netip.Prefix) { putNetwork(b, v, 0) }

func putCIDR(b *copyBuffer, v netip.Prefix) { putNetwork(b, v, 1) }

func putNetwork(b *copyBuffer, v netip.Prefix, isCIDR byte) {
	if !v.IsValid() {
		b.fail("%s is not an address", v)
		return
	}
	family, address := byte(3), v.Addr().AsSlice()
	if v.Addr().Is4() {
		family = 2
	}
	b.data = append(b.data, 0, 0, 0, byte(len(address)+4), family, byte(v.Bits()), isCIDR, byte(len(address)))
	b.data = append(b.data, address...)
}

// putNumeric puts a number that has few digits by itself, as groups of four of them.
func putNumeric(b *copyBuffer, v pgtype.Numeric) {
	digits, ok := int64(0), false
	if v.Valid && v.Int != nil && v.Int.IsInt64() && v.Exp <= 0 && v.Exp >= -18 {
		digits, ok = v.Int.Int64(), true
	}
	sign, n := uint16(0), uint64(digits)
	if digits < 0 {
		sign, n = 0x4000, -n
	}
	scale := int(-v.Exp)
	pad := [...]uint64{1, 1000, 100, 10}[scale&3]
	if !ok || n > math.MaxUint64/1000 {
		putCodec(b, v, numericType)
		return
	}
	n *= pad
	var groups [5]uint16
	weight, first, last := -1-(scale+3)/4, 5, 5
	for ; n > 0; n /= 10000 {
		first--
		weight++
		groups[first] = uint16(n % 10000)
	}
	for last > first && groups[last-1] == 0 {
		last--
	}
	if first == last {
		weight = 0
	}
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(8+2*(last-first)))
	b.data = binary.BigEndian.AppendUint16(b.data, uint16(last-first))
	b.data = binary.BigEndian.AppendUint16(b.data, uint16(weight))
	b.data = binary.BigEndian.AppendUint16(b.data, sign)
	b.data = binary.BigEndian.AppendUint16(b.data, uint16(scale))
	for _, group := range groups[first:last] {
		b.data = binary.BigEndian.AppendUint16(b.data, group)
	}
}

var numericType = builtin("numeric")
