package syntax_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

func blocksOf(n int) string {
	var out strings.Builder
	out.WriteString("-- MIGRATE 1\nCREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);\n")
	for i := range n {
		fmt.Fprintf(&out,
			"\n-- Finds user %d.\n/* QUERY find_%d :one\n  result: {id: not null}\n*/\n@set id = %d\nSELECT id, 'it''s' AS \"x y\"\nFROM users WHERE id = ${id} AND name <> ${name}; -- end\n", i, i, i)
	}
	return out.String()
}

// TestLinear compares the work of a file with that of one eight times its size, which is eight times as much if it is
// linear and sixty-four times if it is quadratic. The files are such as to provoke that. Work is the thread's own time
// on a processor, whatever else the machine does.
func TestLinear(t *testing.T) {
	const small, factor, limit = 1000, 8, 24
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, text := range map[string]func(n int) string{
		"blocks":            blocksOf,
		"unclosed strings":  func(n int) string { return strings.Repeat("-- QUERY q\nSELECT 'a\n", n) + "'" },
		"unclosed comments": func(n int) string { return strings.Repeat("-- QUERY q\nSELECT 1 /* a\n", n) },
		"unclosed tags": func(n int) string {
			var out strings.Builder
			for i := range n {
				fmt.Fprintf(&out, "-- QUERY q\nSELECT $t%d$ a\n", i)
			}
			return out.String()
		},
		"open parameters": func(n int) string { return "-- QUERY q\nSELECT " + strings.Repeat("${a, ", n) },
		"parameters":      func(n int) string { return "-- QUERY q\nSELECT " + strings.Repeat("${a}\r\n", n) },
		"sets":            func(n int) string { return "-- QUERY q\n" + strings.Repeat("@set a = 1\n", n) + "SELECT 1" },
		"comments":        func(n int) string { return strings.Repeat("-- Query\n", n) + "-- QUERY q\nSELECT 1" },
		"signs":           func(n int) string { return "-- QUERY q\nSELECT " + strings.Repeat("-/$@:?[(", n) },
	} {
		measure := func(n int) time.Duration {
			file := source.New("q.sql", text(n))
			best := time.Duration(math.MaxInt64)
			for range 5 { // the best of them: a collection of garbage may fall into a run
				start := threadTime(t)
				syntax.Parse(file, engine.Postgres.Dialect)
				best = min(best, threadTime(t)-start)
			}
			return max(best, 20*time.Microsecond)
		}
		// What is quadratic takes 64 times as long whenever it is measured; caches that others use are no reason to
		// fail.
		ratio := math.Inf(1)
		for attempt := 0; attempt < 10 && ratio > limit; attempt++ {
			one, many := measure(small), measure(small*factor)
			ratio = min(ratio, float64(many)/float64(one))
		}
		if ratio > limit {
			t.Errorf("%s: %d times the text takes %.0f times as long", name, factor, ratio)
		}
	}
}

func threadTime(t *testing.T) time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		t.Fatal(err)
	}
	return time.Duration(now.Nano())
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1000, 20000} {
		file := source.New("q.sql", blocksOf(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(file.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if blocks, diags := syntax.Parse(file, engine.SQLite.Dialect); len(blocks) != n+1 || len(diags) != 0 {
					b.Fatal(len(blocks), diags)
				}
			}
		})
	}
}
