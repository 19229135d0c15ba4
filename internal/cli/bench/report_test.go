package bench

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/bench"
	"github.com/sqg-dev/sqg/internal/diag"
)

func record(operation string, rows int, median float64) bench.Record {
	return bench.Record{Suite: "s", Operation: operation, Method: "m", Rows: rows, Connections: 1, Calls: 1,
		RunsMS:   []float64{median},
		MedianMS: median, LowMS: median, HighMS: median, PerSecond: 1000 * float64(rows) / median}
}

// TestNothingInCommon: two runs that share no measurement are not compared in silence.
func TestNothingInCommon(t *testing.T) {
	first, other := []bench.Record{record("insert", 1, 1)}, []bench.Record{record("delete", 1, 1)}
	if got := nothingInCommon([][]bench.Record{first, first}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	got := nothingInCommon([][]bench.Record{first, other})
	if len(got) != 1 || got[0].Severity != diag.Warning || !strings.Contains(got[0].Msg, "nothing in common") {
		t.Errorf("%+v", got)
	}
}

// TestFailures: a method that failed is an error of the run, which says where the others' results are.
func TestFailures(t *testing.T) {
	failed := record("insert", 1, 1)
	failed.Failed = "no such table"
	got := failures([]bench.Record{record("insert", 1, 1), failed}, "out.html")
	if len(got) != 1 || got[0].Msg != "insert of 1 row by `m` failed: no such table" ||
		!strings.Contains(got[0].Hint, "out.html") {
		t.Errorf("%+v", got)
	}
}

// TestStopped: what a stopped run lacks is a line each below its reason.
func TestStopped(t *testing.T) {
	var records []bench.Record
	for _, rows := range []int{1, 10} {
		r := record("insert", rows, 1)
		r.Failed, r.Connections = "the runner ended before: context canceled", rows/10+1
		records = append(records, record("query", rows, 1), r)
	}
	got := failures(records, "out.html")
	if len(got) != 1 || got[0].Msg != "2 methods have no result: the runner ended before: context canceled" ||
		len(got[0].Notes) != 2 || got[0].Notes[0].Msg != "insert of 1 row by `m`" ||
		got[0].Notes[1].Msg != "insert of 10 rows by `m` over 2 connections" || got[0].Notes[1].Span.File != nil {
		t.Errorf("%+v", got)
	}
}

// TestTable: what is level is no winner, and one row is no rows.
func TestTable(t *testing.T) {
	var out strings.Builder
	level, slow, failed := record("insert", 1, 1.02), record("insert", 1, 2), record("insert", 1, 1)
	level.Method, slow.Method, failed.Method, failed.Failed, failed.PerSecond = "level", "slow", "batch", "x", 0
	table(&out, []bench.Record{record("insert", 1, 1), level, slow, failed})
	for _, want := range []string{"insert, 1 row, 1 connection\n", "m  1.000 ms  1000/s         level\n",
		"level  1.020 ms   980/s         level\n", "2.00× slower\n", " failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}
