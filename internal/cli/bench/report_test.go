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
