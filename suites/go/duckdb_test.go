package suite

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

func init() {
	drivers = append(drivers, driver{"go/duckdb", "duckdb", "duckdb", openDuckdb("duckdb")},
		driver{"go/duckdb", "duckdb", "duckdb-null", openDuckdb("duckdb-null")})
	parsers[reflect.TypeFor[duckdb.Decimal]()] = func(text, _ string) (any, error) { return decimal(text) }
	parsers[reflect.TypeFor[*big.Int]()] = func(text, _ string) (any, error) {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return nil, fmt.Errorf("%q is no integer", text)
		}
		return n, nil
	}
	parsers[reflect.TypeFor[duckdb.Interval]()] = func(text, _ string) (any, error) { return interval(text) }
	comparers[reflect.TypeFor[duckdb.Decimal]()] = func(got, expected any) bool {
		a, b := got.(duckdb.Decimal), expected.(duckdb.Decimal)
		if a.Value == nil || b.Value == nil { // of a NULL
			return a.Value == b.Value
		}
		return rational(a).Cmp(rational(b)) == 0
	}
	comparers[reflect.TypeFor[*big.Int]()] = func(got, expected any) bool {
		a, b := got.(*big.Int), expected.(*big.Int)
		return a == b || a != nil && b != nil && a.Cmp(b) == 0
	}
}

// openDuckdb opens generated code of a folder on a database in memory, with a corpus file's schema.
func openDuckdb(folder string) func(t *testing.T, feature, file string, settings []string, testdata bool) any {
	return func(t *testing.T, feature, file string, settings []string, testdata bool) any {
		unit := unitOf(t, folder, feature, "")
		db := newDuckdb(t, "")
		all := append([]string{"SET TimeZone = 'Asia/Kolkata'"}, settings...) // which no value may depend on
		all = append(all, unit.Migrations()...)
		if testdata {
			all = append(all, testData(t, feature, file)...)
		}
		for _, script := range all {
			if _, err := db.Exec(script); err != nil {
				t.Fatal(script, err)
			}
		}
		if feature == "commands" {
			t.Chdir(t.TempDir()) // whose statements write files
		}
		return unit.Open(db)
	}
}

// newDuckdb is a database with one connection, as state of it may matter.
func newDuckdb(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// duckdbFile is a database's file.
func duckdbFile(t *testing.T) string { return filepath.Join(t.TempDir(), "test.duckdb") }

func decimal(text string) (duckdb.Decimal, error) {
	whole, digits, _ := strings.Cut(text, ".")
	n, ok := new(big.Int).SetString(whole+digits, 10)
	if !ok {
		return duckdb.Decimal{}, fmt.Errorf("%q is no decimal number", text)
	}
	return duckdb.Decimal{Width: 38, Scale: uint8(len(digits)), Value: n}, nil
}

func rational(d duckdb.Decimal) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Scale)), nil)
	return new(big.Rat).SetFrac(d.Value, scale)
}

// interval reads what DuckDB writes: years, months, days, and a time.
func interval(text string) (v duckdb.Interval, err error) {
	words := strings.Fields(text)
	for len(words) > 1 {
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return v, err
		}
		switch strings.TrimSuffix(words[1], "s") {
		case "year":
			v.Months += int32(12 * n)
		case "month":
			v.Months += int32(n)
		case "day":
			v.Days += int32(n)
		}
		words = words[2:]
	}
	if len(words) == 0 {
		return v, nil
	}
	clock, negative := strings.CutPrefix(words[0], "-")
	parts := strings.SplitN(clock, ":", 3)
	if len(parts) < 3 {
		return v, fmt.Errorf("%q is no interval", text)
	}
	hours, _ := strconv.ParseInt(parts[0], 10, 64)
	minutes, _ := strconv.ParseInt(parts[1], 10, 64)
	seconds, err := strconv.ParseFloat(parts[2], 64)
	v.Micros = (hours*3600+minutes*60)*1e6 + int64(math.Round(seconds*1e6))
	if negative {
		v.Micros = -v.Micros
	}
	return v, err
}

// infinite are the moments that stand for infinities.
var infinite = map[string]time.Time{"infinity": time.UnixMicro(math.MaxInt64).UTC(),
	"-infinity": time.UnixMicro(-math.MaxInt64).UTC()}
