package suite

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"net"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"sqg.example/suite/gen/pg/appender"
	"sqg.example/suite/gen/pg/batch"
	"sqg.example/suite/gen/pg/bulk"
	"sqg.example/suite/gen/pg/migrated"
)

// narrowRows are rows whose keys count from a number on.
func narrowRows(from, n int) iter.Seq[appender.NarrowRow] {
	text := "text"
	return func(yield func(appender.NarrowRow) bool) {
		for i := range n {
			if !yield(appender.NarrowRow{K: int32(from + i), V: &text}) {
				return
			}
		}
	}
}

func wanted[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: %v, not %v", what, got, want)
	}
}

func TestPgxBulk(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(appender.Migrations(), "CREATE UNIQUE INDEX ON narrow (k)")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	pool := newPool(t, url+" pool_max_conns=4", "SELECT")
	count := func(q *appender.Appender) int64 {
		t.Helper()
		summary, err := q.NarrowSummary(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return summary.Rows
	}
	q := appender.New(conn)
	from := 0
	for _, db := range []appender.DBTX{conn, pool} {
		q := appender.New(db)
		for _, n := range []int{0, 1, 2, 3000, 20_000} { // one message holds about 3,000
			before := count(q)
			got, err := q.BulkInsertNarrow(ctx, narrowRows(from, n))
			if err != nil {
				t.Fatal(err)
			}
			wanted(t, "rows inserted", got, int64(n))
			wanted(t, "rows there", count(q), before+int64(n))
			from += n
		}
	}
	for _, n := range []int{2, 20_000} {
		before := count(q)
		twice := func(yield func(appender.NarrowRow) bool) {
			for r := range narrowRows(from, n) {
				if !yield(r) {
					return
				}
			}
			yield(appender.NarrowRow{K: int32(from)})
		}
		var pgErr *pgconn.PgError
		if _, err := q.BulkInsertNarrow(ctx, twice); !errors.As(err, &pgErr) || pgErr.Code != "23505" {
			t.Fatalf("a key twice: %v", err)
		}
		wanted(t, "rows after an error", count(q), before)

		// In a transaction, whoever began it, what came before stays.
		for what, begin := range map[string]func(func(q *appender.Appender) error) error{
			"InTx": func(f func(*appender.Appender) error) error { return q.InTx(ctx, f) },
			"BEGIN": func(f func(*appender.Appender) error) error {
				_, err := conn.Exec(ctx, "BEGIN")
				_, end := conn.Exec(ctx, map[bool]string{true: "COMMIT", false: "ROLLBACK"}[f(q) == nil])
				return errors.Join(err, end)
			},
		} {
			err := begin(func(q *appender.Appender) error {
				if _, err := q.BulkInsertNarrow(ctx, narrowRows(from, 3)); err != nil {
					return err
				}
				if _, err := q.BulkInsertNarrow(ctx, twice); err == nil {
					return errors.New("a key twice is no error")
				}
				wanted(t, "rows within "+what, count(q), before+3)
				if n == 2 {
					return nil
				}
				return errors.New("roll back")
			})
			if n == 2 && err != nil {
				t.Fatal(what, err)
			}
			if wanted(t, what, conn.PgConn().TxStatus(), 'I'); n == 2 {
				before, from = before+3, from+3
			}
			wanted(t, "rows after "+what, count(q), before)
		}
	}

	// What cannot be encoded or stored is named.
	far := time.Date(300_000, 1, 1, 0, 0, 0, 0, time.UTC)
	rows := []appender.EveryTypeRow{{ID: 1, D: far, Ts: time.Now(), Tz: time.Now()}}
	rows[0].Dec.Valid, rows[0].Tm.Valid, rows[0].J = false, true, []byte("{}")
	rows[0].Ts = far
	if _, err := q.BulkInsertEveryType(ctx, slices.Values(rows)); err == nil ||
		!strings.Contains(err.Error(), "row 1, column ts:") {
		t.Fatal("a moment too far:", err)
	}
	rows[0].Ts = time.Now()
	if _, err := q.BulkInsertEveryType(ctx, slices.Values(rows)); err == nil ||
		!strings.Contains(err.Error(), "every_type, line 1)") {
		t.Fatal("NULL for a number:", err)
	}

	// Several connections.
	before := count(q)
	got, err := appender.New(pool).BulkInsertNarrowOver(ctx, 3, narrowRows(from, 50_000))
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "rows over three connections", got, 50_000)
	wanted(t, "rows there", count(q), before+50_000)
	if _, err := appender.New(pool).BulkInsertNarrowOver(ctx, 3, narrowRows(from, 50_000)); err == nil {
		t.Fatal("keys twice over three connections")
	}

	// A cancelled context ends an endless load, and leaves nothing.
	before = count(q)
	cancelled, cancel := context.WithCancel(ctx)
	n := 0
	_, err = appender.New(pool).BulkInsertNarrow(cancelled, func(yield func(appender.NarrowRow) bool) {
		for r := range narrowRows(1_000_000, math.MaxInt32-1_000_000) {
			if n++; n == 100_000 {
				cancel()
			}
			if !yield(r) {
				return
			}
		}
	})
	if !errors.Is(err, context.Canceled) || n > 200_000 {
		t.Fatalf("after %d rows: %v", n, err)
	}
	wanted(t, "rows after a cancelled load", count(q), before)
	if _, err := appender.New(pool).BulkInsertNarrow(ctx, narrowRows(1_000_000, 5)); err != nil {
		t.Fatal("the pool works:", err)
	}
}

func TestPgxBatch(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, batch.Migrations()...)
	q := batch.New(newPool(t, url, "SELECT"))
	value := 1.5
	rows := func(n int) iter.Seq[batch.InsertReadingParams] {
		return func(yield func(batch.InsertReadingParams) bool) {
			for i := range n {
				if !yield(batch.InsertReadingParams{Sensor: "a", At: int32(i), Value: &value}) {
					return
				}
			}
		}
	}
	if n, err := q.InsertReadingBatch(ctx, rows(2500)); err != nil || n != 2500 {
		t.Fatal(n, err)
	}
	if n, err := q.DeleteSensorBatch(ctx, slices.Values([]string{"a", "b"})); err != nil || n != 2500 {
		t.Fatal(n, err)
	}
	twice := func(yield func(batch.InsertReadingParams) bool) {
		rows(1234)(yield)
		rows(1)(yield)
	}
	if _, err := q.InsertReadingBatch(ctx, twice); err == nil ||
		!strings.HasPrefix(err.Error(), "insert_reading: row 1235: ") {
		t.Fatal("a key twice:", err)
	}
	err := q.InTx(ctx, func(q *batch.Batch) error {
		if _, err := q.InsertReadingBatch(ctx, rows(10)); err != nil {
			t.Error(err)
		}
		return context.Canceled
	})
	all, failed := q.AllReadings(ctx)
	if !errors.Is(err, context.Canceled) || failed != nil || len(all) != 0 {
		t.Fatal(err, failed, len(all))
	}
}

// TestPgxMany: calls of :bulk on all that New takes are all or none, and say which row fails.
func TestPgxMany(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(bulk.Migrations(), "INSERT INTO stock VALUES (1, 9000)")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	stock, left := bulk.New(conn), int32(9000)
	add := func(from, n, last int) iter.Seq[bulk.AddReadingParams] {
		return func(yield func(bulk.AddReadingParams) bool) {
			for i := range n {
				if !yield(bulk.AddReadingParams{Sensor: "a", At: int32(from + i)}) {
					return
				}
			}
			if last > 0 {
				yield(bulk.AddReadingParams{Sensor: "a", At: int32(last)})
			}
		}
	}
	from := 1
	for what, q := range map[string]*bulk.Bulk{"a connection": stock, "a pool": bulk.New(newPool(t, url, "SELECT"))} {
		for _, n := range []int{0, 1, 2, 999, 4999, 5000} {
			if got, err := q.AddReadingBulk(ctx, add(from, n, 0)); err != nil || got != int64(n) {
				t.Fatalf("%s, %d rows: %d, %v", what, n, got, err)
			}
			if n > 0 {
				want := fmt.Sprintf("add_reading: row %d: ", n+1)
				if _, err := q.AddReadingBulk(ctx, add(from+n, n, from)); err == nil ||
					!strings.HasPrefix(err.Error(), want) {
					t.Fatalf("%s, %d rows and a key twice: %v", what, n, err)
				}
			}
			from += n
		}
	}
	readings, err := stock.AllReadings(ctx)
	if err != nil || len(readings) != from-1 {
		t.Fatal(len(readings), from-1, err)
	}
	// Rows of one key take turns; with many of them each is run by itself.
	for _, n := range []int{2, 10, 1500} {
		take := slices.Repeat([]bulk.TakeParams{{N: 1, ID: 1}}, n)
		left -= int32(n)
		err := stock.InTx(ctx, func(q *bulk.Bulk) error {
			got, err := q.TakeBulk(ctx, slices.Values(take))
			wanted(t, "rows changed", got, int64(n))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		err = stock.InTx(ctx, func(q *bulk.Bulk) error {
			if _, err := q.TakeBulk(ctx, slices.Values([]bulk.TakeParams{{N: 1, ID: 2},
				{N: 9001, ID: 1}})); err == nil || !strings.Contains(err.Error(), "row 2: ") {
				t.Fatal("taking too much:", err)
			}
			_, err := q.SetStock(ctx, 2, 1) // the transaction is usable
			return err
		})
		all, failed := stock.AllStock(ctx)
		if err != nil || failed != nil || all[0].N != left {
			t.Fatal(err, failed, all, left)
		}
	}
}

// TestPgxStaged: what many rows of :bulk mean through a table is what they mean as lists, and the table does not stay.
func TestPgxStaged(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	const n = 6000
	fill := fmt.Sprintf("INSERT INTO sample (id) SELECT lpad(to_hex(i), 32, '0')::uuid FROM generate_series(1, %d) AS i", n)
	scripts(t, url, append(bulk.Migrations(), fill)...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	q := bulk.New(conn)
	var samples []bulk.SetSampleParams
	var tags []bulk.SetTagsParams
	for i := range n {
		id := [16]byte{14: byte((i + 1) >> 8), 15: byte(i + 1)}
		p := bulk.SetSampleParams{ID: id}
		if i%3 > 0 {
			p.Level = new([]bulk.Level{bulk.LevelLow, bulk.LevelHigh}[i%2])
			p.Price = &pgtype.Numeric{Int: big.NewInt(int64(i*7919 - 1_000_000)), Exp: -3, Valid: true}
			p.Detail = fmt.Appendf(nil, `{"i": %d, "text": "\"Zoë\""}`, i)
			p.Raw = []byte{0, byte(i), 255}
			p.Day = new(time.Date(-50+i, 2, 28, 0, 0, 0, 0, time.UTC))
			p.At = new(time.Date(1999, 12, 31, 23, 0, i, 123_456_000, time.FixedZone("", 3600)))
			p.OnOff, p.Small = new(i%2 == 0), new(int16(i*13))
		}
		samples = append(samples, p)
		tags = append(tags, bulk.SetTagsParams{ID: id, Tags: []*string{new(fmt.Sprint("a,", i)), nil}[:i%3]})
	}
	set := func(at int) []bulk.AllSamplesRow {
		t.Helper()
		scripts(t, url,
			"UPDATE sample SET level = NULL, price = NULL, detail = NULL, raw = NULL, day = NULL, at = NULL, on_off = NULL, small = NULL, tags = NULL")
		var changed int64
		for from := 0; from < n; from += at {
			end := min(from+at, n)
			a, err := q.SetSampleBulk(ctx, slices.Values(samples[from:end]))
			b, failed := q.SetTagsBulk(ctx, slices.Values(tags[from:end]))
			if err != nil || failed != nil {
				t.Fatal(err, failed)
			}
			changed += a + b
		}
		wanted(t, "rows changed", changed, 2*n)
		all, err := q.AllSamples(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if lists, staged := set(1000), set(n); !reflect.DeepEqual(lists, staged) {
		for i := range lists {
			if !reflect.DeepEqual(lists[i], staged[i]) {
				t.Fatalf("%+v\n%+v", lists[i], staged[i])
			}
		}
	}

	readings := func(sensor string, n int) iter.Seq[bulk.KeepReadingParams] {
		return func(yield func(bulk.KeepReadingParams) bool) {
			for i := range n {
				if !yield(bulk.KeepReadingParams{Sensor: sensor, At: int32(i)}) {
					return
				}
			}
		}
	}
	gone := func(when string) {
		t.Helper()
		var gone bool
		if err := conn.QueryRow(ctx, "SELECT to_regclass('pg_temp.sqg_rows') IS NULL").Scan(&gone); err != nil ||
			!gone {
			t.Fatal("the table of rows is there", when, err)
		}
	}
	statements := func(sensor string, want int64) {
		t.Helper()
		got, err := q.StatementsFor(ctx, sensor)
		if err != nil || got != want {
			t.Fatal("statements for", sensor, got, want, err)
		}
	}
	if got, err := q.KeepReadingBulk(ctx, readings("one", 100_001)); err != nil || got != 100_001 {
		t.Fatal(got, err)
	}
	statements("one", 2)
	gone("after a call")
	err = q.InTx(ctx, func(q *bulk.Bulk) error {
		_, err := q.KeepReadingBulk(ctx, readings("two", 6000))
		gone("in the transaction")
		same := append(slices.Repeat([]bulk.TakeParams{{N: 0, ID: 1}}, 5000), bulk.TakeParams{N: -1, ID: 1})
		if _, err := q.TakeBulk(ctx, slices.Values(same)); err != nil {
			t.Fatal(err)
		}
		gone("after rounds that were too many")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	statements("two", 1)

	// Who may not make a table has lists.
	scripts(t, url, "CREATE ROLE sqg_no_temp", "GRANT SELECT, INSERT ON reading TO sqg_no_temp",
		"DO $$ BEGIN EXECUTE format('REVOKE TEMP ON DATABASE %I FROM PUBLIC', current_database()); END $$")
	t.Cleanup(func() { scripts(t, url, "DROP OWNED BY sqg_no_temp", "DROP ROLE sqg_no_temp") })
	if _, err := conn.Exec(ctx, "SET ROLE sqg_no_temp"); err != nil {
		t.Fatal(err)
	}
	if got, err := q.KeepReadingBulk(ctx, readings("three", 8000)); err != nil || got != 8000 {
		t.Fatal(got, err)
	}
	statements("three", 2)
}

// TestPgxUnfinished: a call of :bulk or :upsert that fails at row 70,000 leaves nothing and names the row, and the
// connection works unless that is what is gone.
func TestPgxUnfinished(t *testing.T) {
	ctx, url := t.Context(), newDatabase(t)
	scripts(t, url, bulk.Migrations()...)
	other := newPool(t, url, "SELECT")
	long, ends := "much too long", func(pid uint32) {
		if _, err := other.Exec(ctx, "SELECT pg_terminate_backend($1, 10000)", pid); err != nil {
			t.Error(err)
		}
	}
	for what, load := range map[string]func(q *bulk.Bulk, rows iter.Seq[bulk.ReadingRow]) (int64, error){
		"upsert": func(q *bulk.Bulk, rows iter.Seq[bulk.ReadingRow]) (int64, error) {
			return q.UpsertReadingBulk(ctx, rows)
		},
		"insert": func(q *bulk.Bulk, rows iter.Seq[bulk.ReadingRow]) (int64, error) {
			return q.AddReadingBulk(ctx, func(yield func(bulk.AddReadingParams) bool) {
				for r := range rows {
					if !yield(bulk.AddReadingParams{Sensor: r.Sensor, At: r.At, Note: r.Note}) {
						return
					}
				}
			})
		},
	} {
		for _, killed := range []bool{false, true} {
			conn, err := pgx.Connect(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			_, err = load(bulk.New(conn), func(yield func(bulk.ReadingRow) bool) {
				for i := range int32(80_000) {
					r := bulk.ReadingRow{Sensor: "s", At: i}
					if i+1 == 70_000 && killed {
						ends(conn.PgConn().PID())
					} else if i+1 == 70_000 {
						r.Note = &long
					}
					if !yield(r) {
						return
					}
				}
			})
			if err == nil || conn.IsClosed() != killed || !killed && !strings.Contains(err.Error(), "row 70000: ") {
				t.Errorf("%s, killed %v: %v, closed %v", what, killed, err, conn.IsClosed())
			}
			q := bulk.New(other)
			if !killed {
				q = bulk.New(conn)
			}
			if all, err := q.AllReadings(ctx); err != nil || len(all) > 0 {
				t.Errorf("%s, killed %v: %d rows, %v", what, killed, len(all), err)
			}
			if err := noStaging(t, other); err != nil {
				t.Errorf("%s, killed %v: %v", what, killed, err)
			}
			if err := conn.Close(ctx); err != nil && !killed {
				t.Error(err)
			}
		}
	}
}

// TestPgxEndedBehindCopy: the server ends a session whose rows of :bulk are staged, while the statement that takes them
// runs, in its own transaction and in the caller's.
func TestPgxEndedBehindCopy(t *testing.T) {
	ctx, url := t.Context(), newDatabase(t)
	scripts(t, url, bulk.Migrations()...)
	other := newPool(t, url+" pool_max_conns=4", "SELECT")
	for _, own := range []bool{true, false} {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := other.Begin(ctx) // so that the statement waits
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lock.Exec(ctx, "LOCK TABLE reading"); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			const end = "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE pid = $1 AND NOT granted"
			for {
				done := false
				err := other.QueryRow(ctx, end, conn.PgConn().PID()).Scan(&done)
				if !errors.Is(err, pgx.ErrNoRows) {
					ended <- err
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		load := func(q *bulk.Bulk) error {
			_, err := q.UpsertReadingBulk(ctx, func(yield func(bulk.ReadingRow) bool) {
				for i := range int32(20_000) {
					if !yield(bulk.ReadingRow{Sensor: "s", At: i}) {
						return
					}
				}
			})
			return err
		}
		if q := bulk.New(conn); own {
			err = load(q)
		} else {
			err = q.InTx(ctx, load)
		}
		if err == nil || !conn.IsClosed() {
			t.Errorf("own %v: %v, closed %v", own, err, conn.IsClosed())
		}
		if err := errors.Join(<-ended, lock.Rollback(ctx), noStaging(t, other)); err != nil {
			t.Errorf("own %v: %v", own, err)
		}
		if all, err := bulk.New(other).AllReadings(ctx); err != nil || len(all) > 0 {
			t.Errorf("own %v: %d rows, %v", own, len(all), err)
		}
	}
}

// TestPgxMigrations: of programs that start at once, one applies all.
func TestPgxMigrations(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	pool, err := pgxpool.New(ctx, url+" pool_max_conns=6")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var mu sync.Mutex
	var all sync.WaitGroup
	applied := map[int]int{}
	pending, err := migrated.PendingMigrations(ctx, pool, "")
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "pending", len(pending), len(migrated.Migrations()))
	for range 5 {
		all.Go(func() {
			names, err := migrated.ApplyMigrations(ctx, pool, "")
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			applied[len(names)]++
			mu.Unlock()
		})
	}
	all.Wait()
	wanted(t, "those who applied all", applied[len(migrated.Migrations())], 1)
	wanted(t, "those who applied none", applied[0], 4)
	if pending, err = migrated.PendingMigrations(ctx, pool, ""); err != nil || len(pending) > 0 {
		t.Fatal(pending, err)
	}
	scripts(t, url, "UPDATE _sqg_migrations SET checksum = repeat('a', 64) WHERE migration_id = '005 view'")
	if names, err := migrated.ApplyMigrations(ctx, pool, ""); err != nil || len(names) > 0 {
		t.Fatal("one that was changed on purpose:", names, err)
	}
	scripts(t, url, "DELETE FROM _sqg_migrations WHERE migration_id = '014_lock'")
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	during := func(disturb func(context.Context) error) (names []string, err error) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- disturb(ctx) }()
		for {
			if begun, err := migrated.New(pool).KeptOut(ctx); err != nil || len(done) > 0 {
				t.Fatal(err)
			} else if begun {
				break
			}
		}
		names, err = migrated.ApplyMigrations(ctx, pool, "")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		return names, err
	}
	if names, err := during(migrated.New(conn).KeepOut); err != nil || len(names) != 1 {
		t.Fatal("one that waits for a lock again:", names, err)
	}
	scripts(t, url, "DROP INDEX setting_once",
		"DELETE FROM _sqg_migrations WHERE migration_id IN ('013_unique', '014_lock')")
	if names, err := during(migrated.New(conn).Interrupt); err == nil {
		t.Fatal("one whose session ends:", names)
	}
	if names, err := migrated.ApplyMigrations(ctx, pool, ""); err != nil || len(names) != 2 {
		t.Fatal("the next start:", names, err)
	}
	indexes, err := migrated.New(pool).Indexes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "indexes", strings.Join(indexes, ", "), "account_in_nok, audit by account, setting_once")
	scripts(t, url, "UPDATE _sqg_migrations SET checksum = 'x' WHERE migration_id = '003_data'")
	_, err = migrated.ApplyMigrations(ctx, pool, "")
	if err == nil || !strings.HasPrefix(err.Error(), `migration "003_data"`) ||
		!strings.HasSuffix(err.Error(), ":was(x)") {
		t.Fatal("a changed migration:", err)
	}
	if _, err := migrated.PendingMigrations(ctx, pool, ""); err == nil ||
		!strings.Contains(err.Error(), `migration "003_data"`) {
		t.Fatal("a changed migration:", err)
	}
	if _, err := migrated.ApplyMigrations(ctx, pool, "other"); err == nil ||
		!strings.Contains(err.Error(), `migration "001_tables"`) {
		t.Fatal("another project:", err)
	}
}

// writes counts what a connection sends.
type writes struct {
	net.Conn
	sent *int
}

func (w writes) Write(b []byte) (int, error) {
	*w.sent++
	return w.Conn.Write(b)
}

// TestPgxSavepoint: in a transaction, a call of :bulk takes one round trip with its savepoint, and leaves the
// transaction usable.
func TestPgxSavepoint(t *testing.T) {
	ctx, url := t.Context(), newDatabase(t)
	scripts(t, url, append(bulk.Migrations(), "INSERT INTO stock VALUES (1, 9), (2, 9)")...)
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	sent, dial := 0, config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return writes{conn, &sent}, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	take := func(rows ...bulk.TakeParams) (int64, error) {
		return bulk.New(conn).TakeBulk(ctx, slices.Values(rows))
	}
	stock := func(want ...int32) {
		t.Helper()
		all, err := bulk.New(conn).AllStock(ctx)
		if err != nil || all[0].N != want[0] || all[1].N != want[1] {
			t.Fatal(all, err)
		}
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	exec("BEGIN")
	for _, rows := range [][]bulk.TakeParams{{{N: 1, ID: 1}}, {{N: 1, ID: 1}, {N: 1, ID: 2}}} {
		for call := range 2 {
			sent = 0
			got, err := take(rows...)
			if err != nil || got != int64(len(rows)) || call > 0 && sent != 1 {
				t.Fatal(len(rows), "rows:", got, err, "sent", sent)
			}
		}
	}
	stock(5, 7)
	for range 2 {
		if got, err := take(bulk.TakeParams{N: 1, ID: 2}, bulk.TakeParams{N: 9, ID: 1}); err == nil ||
			!strings.HasPrefix(err.Error(), "take: row 2: ") {
			t.Fatal(got, err)
		}
		if got, err := take(bulk.TakeParams{N: 9, ID: 1}); err == nil ||
			!strings.HasPrefix(err.Error(), "take: row 1: ") {
			t.Fatal(got, err)
		}
		stock(5, 7)
	}
	if got, err := take(bulk.TakeParams{N: 1, ID: 1}, bulk.TakeParams{N: 2, ID: 1}); err != nil || got != 2 {
		t.Fatal(got, err)
	}
	if got, err := take(bulk.TakeParams{N: 1, ID: 7}, bulk.TakeParams{N: 2, ID: 8}); err != nil || got != 0 {
		t.Fatal(got, err)
	}
	stock(2, 7)
	if err := conn.DeallocateAll(ctx); err != nil {
		t.Fatal(err)
	}
	if got, err := take(bulk.TakeParams{N: 1, ID: 1}); err != nil || got != 1 {
		t.Fatal(got, err)
	}
	exec("COMMIT; BEGIN")
	if _, err := take(bulk.TakeParams{N: 1, ID: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, "RELEASE SAVEPOINT sqg"); err == nil {
		t.Fatal("the savepoint is still there")
	}
	for range 2 {
		var failed *pgconn.PgError
		if _, err := take(bulk.TakeParams{N: 1, ID: 1}); !errors.As(err, &failed) || failed.Code != "25P02" ||
			strings.Contains(err.Error(), "sqg") {
			t.Fatal(err)
		}
	}
	exec("ROLLBACK")
	stock(1, 7)
}
