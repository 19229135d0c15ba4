package suite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

func init() {
	drivers = append(drivers, driver{"go/postgres/pgx", "postgres", "pg", openPgx("pg")},
		driver{"go/postgres/pgx", "postgres", "pg-null", openPgx("pg-null")})
	// pgx forgets with how many zeros a zero was written.
	comparers[reflect.TypeFor[pgtype.Numeric]()] = func(got, expected any) bool {
		a, b := got.(pgtype.Numeric), expected.(pgtype.Numeric)
		if a.Valid && b.Valid && a.Int != nil && b.Int != nil && a.Int.Sign() == 0 {
			return b.Int.Sign() == 0
		}
		return reflect.DeepEqual(a, b)
	}
}

func init() {
	parsers[reflect.TypeFor[pgtype.Range[int32]]()] = func(text, _ string) (any, error) {
		var r pgtype.Range[int32]
		err := pgtype.NewMap().Scan(pgtype.Int4rangeOID, pgtype.TextFormatCode, []byte(text), &r)
		return r, err
	}
}

// usual are settings that the text which the server makes of values depends on.
const usual = `SET DateStyle = ISO; SET IntervalStyle = postgres; SET bytea_output = hex; SET extra_float_digits = 1;
	SET TimeZone = UTC`

// openPgx is generated code on a pool of a database of its own, with a corpus file's schema.
func openPgx(driver string) func(t *testing.T, feature, file string, settings []string, testdata bool) any {
	return func(t *testing.T, feature, file string, settings []string, testdata bool) any {
		unit := unitOf(t, driver, feature, strings.TrimPrefix(file, "postgres"))
		url := newDatabase(t)
		scripts(t, url, settings...)
		scripts(t, url, unit.Migrations()...)
		if testdata {
			scripts(t, url, testData(t, feature, file)...)
		}
		return unit.Open(newPool(t, url, usual))
	}
}

var databases atomic.Int64

// newDatabase is the URL of a database that is gone when the test ends.
func newDatabase(t *testing.T) string {
	t.Helper()
	url := os.Getenv("SQG_TEST_POSTGRES_URL")
	name := fmt.Sprintf("sqg_go_%d_%d", os.Getpid(), databases.Add(1))
	scripts(t, url, "CREATE DATABASE "+name+" STRATEGY FILE_COPY")
	t.Cleanup(func() { scripts(t, url, "DROP DATABASE "+name+" WITH (FORCE)") })
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("host=%s port=%d user=%s password='%s' dbname=%s", config.Host, config.Port, config.User,
		config.Password, name)
}

// scripts runs scripts on a connection of their own.
func scripts(t *testing.T, url string, all ...string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, script := range all {
		if _, err := conn.Exec(ctx, script); err != nil {
			t.Fatal(script, err)
		}
	}
}

// newPool is a pool whose connections have run a script. It has one connection, as state of a session may matter.
func newPool(t *testing.T, url, script string) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = 1
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, script)
		return err
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

var blockHead = regexp.MustCompile(`(?m)^-- ([A-Z]{4,})\b.*\n`)

// testData are the TESTDATA blocks of a corpus file.
func testData(t *testing.T, feature, file string) (blocks []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpus, feature, file+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	heads := append(blockHead.FindAllSubmatchIndex(text, -1), []int{len(text)})
	for i, h := range heads[:len(heads)-1] {
		if string(text[h[2]:h[3]]) == "TESTDATA" {
			blocks = append(blocks, string(text[h[1]:heads[i+1][0]]))
		}
	}
	return blocks
}

// TestNilLists: nil is an empty list where the parameter is never NULL, and NULL where it can be, with a type of one's
// own as well.
func TestNilLists(t *testing.T) {
	for _, driver := range []string{"pg", "pg-null"} {
		t.Run(driver, func(t *testing.T) {
			q := openPgx(driver)(t, "params", "postgres", nil, true).(interface {
				InArray(ctx context.Context, ids []int32) ([]int32, error)
				NotInArray(ctx context.Context, names []string) ([]int32, error)
				AskedList(ctx context.Context, categories []string) ([]int32, error)
				SaidList(ctx context.Context, categories []string) ([]int32, error)
			})
			expect := func(what string, got []int32, err error, rows int) {
				t.Helper()
				if err != nil || len(got) != rows {
					t.Errorf("%s: %v, %v, want %d rows", what, got, err, rows)
				}
			}
			got, err := q.InArray(t.Context(), nil)
			expect("in nothing", got, err, 0)
			got, err = q.NotInArray(t.Context(), nil)
			expect("not in nothing", got, err, 5)
			got, err = q.AskedList(t.Context(), nil)
			expect("NULL where the statement asks", got, err, 5)
			got, err = q.AskedList(t.Context(), []string{})
			expect("empty where the statement asks", got, err, 0)
			got, err = q.SaidList(t.Context(), nil)
			expect("NULL where the file says so", got, err, 5)
		})
	}
}
