package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"

	"drivers/gen/sensors"
)

// reading is a sensor reading; bulk/sensors has the table, and the formula of its rows.
type reading = sensors.SensorReadingsRow

var (
	factors = []int64{0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973}
	cities  = []string{"Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna"}
	tags    = []string{"indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"}
	began   = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
)

func h(k int, i int64) int64 { return (i*factors[k] + int64(k)*12345) % 2147483647 }

func device(d int64) (id [16]byte) {
	digits := fmt.Appendf(nil, "%08x%04x4%03x8%03x%04x%08x", h(1, d), h(2, d)%65536, h(3, d)%4096, h(4, d)%4096,
		h(5, d)%65536, h(6, d))
	_, _ = hex.Decode(id[:], digits)
	return id
}

func readings(rows int) []reading {
	devices := make([][16]byte, 1000)
	for d := range devices {
		devices[d] = device(int64(d))
	}
	out := make([]reading, rows)
	for n := range out {
		i := int64(n)
		city, tag := h(7, i), h(8, i)
		out[n] = reading{
			DeviceID: devices[h(1, i)%1000], Timestamp: began.Add(time.Duration(i*1000003) * time.Microsecond),
			Temperature: float64(h(2, i)%6000-2000) / 100, Humidity: float64(h(3, i)%10000) / 100,
			Pressure:     pgtype.Numeric{Int: big.NewInt(95000 + h(4, i)%10000), Exp: -2, Valid: true},
			BatteryLevel: int16(h(5, i) % 101), IsAnomaly: h(6, i)%50 == 0,
			Location: cities[city%8] + " " + strconv.FormatInt(city%500, 10), Tags: []*string{},
		}
		for t := range tag % 4 {
			out[n].Tags = append(out[n].Tags, &tags[(tag+t)%6])
		}
	}
	return out
}

var readingColumns = []string{"device_id", "timestamp", "temperature", "humidity", "pressure", "battery_level",
	"is_anomaly", "location", "tags"}

func values(r *reading) []any {
	return []any{r.DeviceID, r.Timestamp, r.Temperature, r.Humidity, r.Pressure, r.BatteryLevel, r.IsAnomaly,
		r.Location, r.Tags}
}

// sensorInsert loads readings into an emptied table, by one connection or two; or few rows a call.
type sensorInsert struct {
	few         bool
	within      bool // all calls in one transaction
	rows        int  // of a call
	connections int
	loads       [][]reading   // of each call
	pool        *pgxpool.Pool // of as many connections
	conns       []*pgx.Conn   // the connections of those who divide the rows themselves
	db          *sql.DB
	lib         *sql.Conn // of lib/pq
	backends    []uint32
	pooled      sync.Map // the server's processes for the pool
	control     *sensors.Sensors
	watcher     *pgx.Conn
	expected    sensors.ChecksumRow
	encoded     [][][]byte // the bytes of each call, a part for each connection
}

func insertSensors(few, within bool) func(context.Context, *plan, int, int) (contest, error) {
	return func(ctx context.Context, p *plan, rows, connections int) (contest, error) {
		c := &sensorInsert{few: few, within: within, rows: rows, connections: connections}
		all := readings(rows * c.calls())
		c.loads = slices.Collect(slices.Chunk(all, rows))
		if err := c.open(ctx, p.Server); err != nil {
			return nil, err
		}
		return c, c.fill(ctx, len(all))
	}
}

func (c *sensorInsert) open(ctx context.Context, s *server) (err error) {
	if c.watcher, err = pgx.Connect(ctx, s.dsn()); err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(s.dsn() + fmt.Sprintf(" pool_max_conns=%d pool_min_conns=%[1]d", c.connections))
	if err != nil {
		return err
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		c.pooled.Store(conn.PgConn().PID(), true)
		return nil
	}
	if c.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return err
	}
	c.control = sensors.New(c.watcher)
	if c.db, err = sql.Open("postgres", s.dsn()); err != nil {
		return err
	}
	if c.lib, err = c.db.Conn(ctx); err != nil {
		return err
	}
	var pid uint32
	if err := c.lib.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return err
	}
	c.backends = append(c.backends, pid)
	for range c.connections {
		conn, err := pgx.Connect(ctx, s.dsn())
		if err != nil {
			return err
		}
		c.conns, c.backends = append(c.conns, conn), append(c.backends, conn.PgConn().PID())
	}
	return nil
}

// fill makes the table, and what the server itself computes that it must hold.
func (c *sensorInsert) fill(ctx context.Context, rows int) error {
	script := `DROP TABLE IF EXISTS sensor_readings, reference, devices CASCADE;
DROP FUNCTION IF EXISTS device; DROP FUNCTION IF EXISTS hex; DROP FUNCTION IF EXISTS h; `
	if _, err := c.watcher.Exec(ctx, script+strings.Join(sensors.Migrations(), "; ")); err != nil {
		return err
	}
	if _, err := c.control.FillReference(ctx, int64(rows)); err != nil {
		return err
	}
	checksum, err := c.control.Expected(ctx, int64(rows))
	c.expected = sensors.ChecksumRow{Rows: int64(rows), Checksum: checksum}
	return err
}

// way inserts the rows of call number i.
type way func(ctx context.Context, i int) error

func (c *sensorInsert) way(method string) way {
	_, name, _ := strings.Cut(method, "-")
	return map[string]way{
		"ceiling":   c.ceiling,
		"generated": c.generated,
		"copy":      c.copy,
		"batch":     c.batch,
		"unnest":    c.unnest,
		"values":    c.multiValues,
		"pq":        c.libCopy,
	}[name]
}

func (c *sensorInsert) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	insert := c.way(method)
	if insert == nil {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	if strings.HasSuffix(method, "-ceiling") && c.encoded == nil {
		if err := c.encode(ctx); err != nil {
			return nil, nil, err
		}
	}
	if err := c.control.Clear(ctx); err != nil {
		return nil, nil, err
	}
	if c.rows >= blockRows { // or one falls upon whoever fills the log
		if _, err := c.watcher.Exec(ctx, "CHECKPOINT"); err != nil {
			return nil, nil, err
		}
	}
	if err := c.transaction(ctx, method, "BEGIN"); err != nil {
		return nil, nil, err
	}
	run = func() error {
		for i := range c.loads {
			if err := insert(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	finish = func() error {
		return errors.Join(c.transaction(ctx, method, "COMMIT"), c.verify(ctx))
	}
	return run, finish, nil
}

// transaction begins or ends the one that few rows are inserted in. Where each call is one, no COMMIT waits for the
// disk, or that would be all that is measured.
func (c *sensorInsert) transaction(ctx context.Context, method, statement string) (err error) {
	if !c.within {
		statement = "SET synchronous_commit = off"
	}
	switch {
	case !c.few:
	case strings.HasSuffix(method, "-pq"):
		_, err = c.lib.ExecContext(ctx, statement)
	default:
		_, err = c.conns[0].Exec(ctx, statement)
	}
	return err
}

func (c *sensorInsert) verify(ctx context.Context) error {
	stored, err := c.control.Checksum(ctx)
	if err == nil && stored != c.expected {
		err = fmt.Errorf("the table holds %v, and must hold %v", stored, c.expected)
	}
	return err
}

// over calls fn with a part of the rows of a call for each connection, at a time.
func (c *sensorInsert) over(i int, fn func(conn *pgx.Conn, part int, rows []reading) error) error {
	if c.connections == 1 {
		return fn(c.conns[0], 0, c.loads[i])
	}
	failed := make(chan error)
	size := (c.rows + c.connections - 1) / c.connections
	for part, conn := range c.conns {
		go func() { failed <- fn(conn, part, c.loads[i][part*size:min((part+1)*size, c.rows)]) }()
	}
	var err error
	for range c.conns {
		err = errors.Join(err, <-failed)
	}
	return err
}

// encode has the server itself make the bytes of each call.
func (c *sensorInsert) encode(ctx context.Context) error {
	c.encoded = make([][][]byte, len(c.loads))
	for i := range c.loads {
		c.encoded[i] = make([][]byte, c.connections)
		if err := c.over(i, func(conn *pgx.Conn, part int, rows []reading) error {
			var out bytes.Buffer
			_, err1 := conn.Exec(ctx, "CREATE TEMP TABLE part (LIKE sensor_readings)")
			_, err2 := conn.CopyFrom(ctx, pgx.Identifier{"part"}, readingColumns, source(rows))
			_, err3 := conn.PgConn().CopyTo(ctx, &out, "COPY part TO STDOUT (FORMAT binary)")
			_, err4 := conn.Exec(ctx, "DROP TABLE part")
			c.encoded[i][part] = out.Bytes()
			return errors.Join(err1, err2, err3, err4)
		}); err != nil {
			return err
		}
	}
	return nil
}

func (c *sensorInsert) ceiling(ctx context.Context, i int) error {
	return c.over(i, func(conn *pgx.Conn, part int, _ []reading) error {
		_, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(c.encoded[i][part]),
			"COPY sensor_readings FROM STDIN (FORMAT binary)")
		return err
	})
}

func (c *sensorInsert) generated(ctx context.Context, i int) error {
	var err error
	if c.connections == 1 {
		_, err = sensors.New(c.conns[0]).BulkInsertSensorReadings(ctx, slices.Values(c.loads[i]))
	} else {
		_, err = sensors.New(c.pool).BulkInsertSensorReadingsOver(ctx, c.connections, slices.Values(c.loads[i]))
	}
	return err
}

func source(rows []reading) pgx.CopyFromSource {
	return pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return values(&rows[i]), nil })
}

func (c *sensorInsert) copy(ctx context.Context, i int) error {
	return c.over(i, func(conn *pgx.Conn, _ int, rows []reading) error {
		_, err := conn.CopyFrom(ctx, pgx.Identifier{"sensor_readings"}, readingColumns, source(rows))
		return err
	})
}

var insertReading = fmt.Sprintf("INSERT INTO sensor_readings (%s) VALUES ", strings.Join(readingColumns, ", "))

func (c *sensorInsert) batch(ctx context.Context, i int) error {
	for rows := range slices.Chunk(c.loads[i], 1000) {
		var b pgx.Batch
		for n := range rows {
			b.Queue(insertReading+"($1, $2, $3, $4, $5, $6, $7, $8, $9)", values(&rows[n])...)
		}
		if err := c.conns[0].SendBatch(ctx, &b).Close(); err != nil {
			return err
		}
	}
	return nil
}

func (c *sensorInsert) multiValues(ctx context.Context, i int) error {
	for rows := range slices.Chunk(c.loads[i], 1000) {
		var args []any
		sql := []byte(insertReading)
		for n := range rows {
			first := len(args) + 1
			sql = fmt.Appendf(sql, "($%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d), ", first, first+1, first+2, first+3,
				first+4, first+5, first+6, first+7, first+8)
			args = append(args, values(&rows[n])...)
		}
		if _, err := c.conns[0].Exec(ctx, string(sql[:len(sql)-2]), args...); err != nil {
			return err
		}
	}
	return nil
}

const unnestReadings = ` SELECT a, b, c, d, e, f, g, h, i::text[]
FROM unnest($1::uuid[], $2::timestamptz[], $3::float8[], $4::float8[], $5::numeric[], $6::int2[], $7::bool[], $8::text[], $9::text[])
  AS t (a, b, c, d, e, f, g, h, i)`

// list is an array of texts as PostgreSQL writes it; none of these needs quotes.
func list(texts []*string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = *text
	}
	return "{" + strings.Join(all, ",") + "}"
}

func (c *sensorInsert) unnest(ctx context.Context, i int) error {
	for rows := range slices.Chunk(c.loads[i], 10_000) {
		_, err := c.conns[0].Exec(ctx, strings.TrimSuffix(insertReading, " VALUES ")+unnestReadings,
			column(rows, func(r *reading) [16]byte { return r.DeviceID }),
			column(rows, func(r *reading) time.Time { return r.Timestamp }),
			column(rows, func(r *reading) float64 { return r.Temperature }),
			column(rows, func(r *reading) float64 { return r.Humidity }),
			column(rows, func(r *reading) pgtype.Numeric { return r.Pressure }),
			column(rows, func(r *reading) int16 { return r.BatteryLevel }),
			column(rows, func(r *reading) bool { return r.IsAnomaly }),
			column(rows, func(r *reading) string { return r.Location }),
			column(rows, func(r *reading) string { return list(r.Tags) }))
		if err != nil {
			return err
		}
	}
	return nil
}

func column[T any](rows []reading, value func(*reading) T) []T {
	out := make([]T, len(rows))
	for i := range rows {
		out[i] = value(&rows[i])
	}
	return out
}

// libCopy is COPY as lib/pq's documentation has it.
func (c *sensorInsert) libCopy(ctx context.Context, i int) error {
	var tx *sql.Tx
	preparing := c.lib.PrepareContext
	if !c.within {
		var err error
		if tx, err = c.lib.BeginTx(ctx, nil); err != nil {
			return err
		}
		defer tx.Rollback()
		preparing = tx.PrepareContext
	}
	statement, err := preparing(ctx, pq.CopyIn("sensor_readings", readingColumns...))
	if err != nil {
		return err
	}
	for n := range c.loads[i] {
		v := values(&c.loads[i][n])
		r := &c.loads[i][n]
		v[0], v[4], v[8] = hex.EncodeToString(r.DeviceID[:]),
			fmt.Sprintf("%d.%02d", r.Pressure.Int.Int64()/100, r.Pressure.Int.Int64()%100), list(r.Tags)
		if _, err := statement.ExecContext(ctx, v...); err != nil {
			return err
		}
	}
	if _, err := statement.ExecContext(ctx); err != nil {
		return err
	}
	err = statement.Close()
	if tx != nil {
		err = errors.Join(err, tx.Commit())
	}
	return err
}

// calls is how often few rows are inserted.
func (c *sensorInsert) calls() int {
	if c.few {
		return 200
	}
	return 1
}

func (c *sensorInsert) serverMS() (ms float64) {
	for _, pid := range c.backends {
		ms += processMS(pid)
	}
	c.pooled.Range(func(pid, _ any) bool {
		ms += processMS(pid.(uint32))
		return true
	})
	return ms
}

func (c *sensorInsert) close() error {
	ctx := context.Background()
	c.pool.Close()
	err := errors.Join(c.lib.Close(), c.db.Close(), c.watcher.Close(ctx))
	for _, conn := range c.conns {
		err = errors.Join(err, conn.Close(ctx))
	}
	return err
}
