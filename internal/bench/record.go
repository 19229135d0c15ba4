// Package bench runs benchmark suites and reads what they measured: a suite is a folder with data that says what it is
// and a runner in its own language; every suite writes records of one form, and one report reads them.
package bench

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// Record is a line of a result file: what one method took for one operation on one number of rows.
type Record struct {
	Suite       string            `json:"suite"`
	Case        string            `json:"case"` // the data, such as sensors
	Language    string            `json:"language"`
	Engine      string            `json:"engine"`
	Driver      string            `json:"driver"`
	Operation   string            `json:"operation"` // insert, update, delete, upsert, or the name of a query
	Method      string            `json:"method"`
	Generated   bool              `json:"generated,omitempty"` // by sqg
	Ceiling     bool              `json:"ceiling,omitempty"`   // what the engine could do at best; not ranked
	Connections int               `json:"connections"`
	Rows        int               `json:"rows"`
	Calls       int               `json:"calls"` // of the operation in one run
	RunsMS      []float64         `json:"runs_ms,omitempty"`
	MedianMS    float64           `json:"median_ms,omitempty"`
	MinMS       float64           `json:"min_ms,omitempty"`
	MaxMS       float64           `json:"max_ms,omitempty"`
	LowMS       float64           `json:"low_ms,omitempty"` // where the median lies, as far as the runs tell: see spread
	HighMS      float64           `json:"high_ms,omitempty"`
	PerSecond   float64           `json:"rows_per_s,omitempty"` // calls where the suite counts calls
	ClientCPU   float64           `json:"client_cpu_ms,omitempty"`
	ServerCPU   float64           `json:"server_cpu_ms,omitempty"`
	Memory      float64           `json:"memory_mb,omitempty"` // the most that a run took beyond what was there before it
	WAL         float64           `json:"wal_mb,omitempty"`
	Verified    bool              `json:"verified"`
	Skipped     string            `json:"skipped_reason,omitempty"`
	Failed      string            `json:"failed,omitempty"` // what went wrong: there are no runs then
	Versions    map[string]string `json:"versions"`
	Machine     Machine           `json:"machine"`
	StartedAt   time.Time         `json:"started_at"` // of the run of the suite
}

// Measured reports whether the record has figures.
func (r *Record) Measured() bool { return r.Skipped == "" && r.Failed == "" }

// fail makes of a record one of a failure.
func (r *Record) fail(why string) {
	r.Failed, r.RunsMS, r.Verified = why, nil, false
}

// Key tells records apart that measure different things.
type Key struct {
	Suite, Case, Language, Engine, Driver, Operation, Method string
	Connections, Rows                                        int
}

// Key is what the record measures.
func (r *Record) Key() Key {
	return Key{r.Suite, r.Case, r.Language, r.Engine, r.Driver, r.Operation, r.Method, r.Connections, r.Rows}
}

// summarize fills in what follows from the runs. things is how many things a run does: rows or calls.
func (r *Record) summarize(things int) {
	sorted := slices.Sorted(slices.Values(r.RunsMS))
	r.MedianMS = median(sorted)
	r.MinMS, r.MaxMS = sorted[0], sorted[len(sorted)-1]
	r.LowMS, r.HighMS = spread(sorted)
	r.PerSecond = math.Round(float64(things) / r.MedianMS * 1000)
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// spread is the interval that holds the median of a method with a certainty of 95 %, whatever the runs' distribution:
// the runs so far from both ends of their order that a coin, thrown as often as there are runs, would fall that far
// from even in one of forty cases. Up to eight runs it is all of them; the more there are, the more they tell.
func spread(sorted []float64) (low, high float64) {
	n := len(sorted)
	cut, chance, sum := 0, math.Pow(0.5, float64(n)), 0.0
	for i := range n / 2 {
		if sum += chance; sum > 0.025 {
			break
		}
		cut = i
		chance *= float64(n-i) / float64(i+1)
	}
	return sorted[cut], sorted[n-1-cut]
}

// LeastChange is what two medians must differ by, however steady the runs were.
const LeastChange = 0.05

// apart reports whether the records' times differ by more than their spread: anything less is no difference.
func apart(a, b *Record) bool {
	x, y := float64(a.Calls), float64(b.Calls)
	ratio := (a.MedianMS / x) / (b.MedianMS / y)
	return (a.LowMS/x > b.HighMS/y || a.HighMS/x < b.LowMS/y) && (ratio > 1+LeastChange || ratio < 1/(1+LeastChange))
}

// Leaders are the methods of one contest that are as fast as the fastest, the fastest first: those whose times are not
// apart from its. Ceilings and what was not measured take no part.
func Leaders(records []Record) []Record {
	list := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return !r.Measured() || r.Ceiling })
	slices.SortStableFunc(list, func(a, b Record) int { return cmp.Compare(b.PerSecond, a.PerSecond) })
	return slices.DeleteFunc(list, func(r Record) bool { return apart(&list[0], &r) })
}

// check says what is wrong with a record from a file.
func (r *Record) check() error {
	switch {
	case r.Suite == "" || r.Operation == "" || r.Method == "":
		return errors.New("it has no `suite`, `operation` or `method`")
	case !r.Measured():
		return nil
	case len(r.RunsMS) == 0 || slices.Min(r.RunsMS) <= 0:
		return errors.New("it has no `runs_ms`, or one that is not positive")
	case !r.Verified:
		return errors.New("its data was not verified")
	}
	return nil
}

// NotAResult is a line of a file that is no result file, or a damaged one.
type NotAResult struct {
	Path string
	Line int
	Text string // how it begins
	Err  error
}

func (e *NotAResult) Error() string {
	return fmt.Sprintf("%s:%d is not a result of `sqg bench`: %v", e.Path, e.Line, e.Err)
}

// Hint says what was expected, and what is there.
func (e *NotAResult) Hint() string {
	const like = `{"suite": "python", "operation": "insert-sqlite", "method": "sqlite-single", "rows": 100, "runs_ms": [1.5, 1.4], "verified": true}`
	return fmt.Sprintf("expected a JSON object such as %s, as `sqg bench SUITE` writes one a line; the line is `%s`",
		like, e.Text)
}

// ReadFile reads a result file.
func ReadFile(path string) ([]Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Record
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for line := 1; in.Scan(); line++ {
		if len(in.Bytes()) == 0 {
			continue
		}
		var r Record
		err := errors.New("it is not such a JSON object")
		if json.Unmarshal(in.Bytes(), &r) == nil {
			err = r.check()
		}
		if err != nil {
			return nil, &NotAResult{Path: path, Line: line, Text: beginning(in.Text()), Err: err}
		}
		if r.Measured() {
			r.LowMS, r.HighMS = spread(slices.Sorted(slices.Values(r.RunsMS)))
		}
		r.Calls = max(r.Calls, 1)
		out = append(out, r)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no records", path)
	}
	return out, nil
}

// beginning is the first part of a line, for a message.
func beginning(line string) string {
	const most = 60
	if r := []rune(strings.TrimSpace(line)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.TrimSpace(line)
}

// Write writes a result file.
func Write(w io.Writer, records []Record) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range records {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
