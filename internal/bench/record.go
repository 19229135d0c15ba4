// Package bench runs benchmark suites and reads what they measured: a suite is a folder with data that says what it is
// and a runner in its own language; every suite writes records of one form, and one report reads them.
package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
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
	PerSecond   float64           `json:"rows_per_s,omitempty"` // calls where the suite counts calls
	ClientCPU   float64           `json:"client_cpu_ms,omitempty"`
	ServerCPU   float64           `json:"server_cpu_ms,omitempty"`
	PeakRSS     float64           `json:"peak_rss_mb,omitempty"`
	WAL         float64           `json:"wal_mb,omitempty"`
	Verified    bool              `json:"verified"`
	Skipped     string            `json:"skipped_reason,omitempty"`
	Versions    map[string]string `json:"versions"`
	Machine     Machine           `json:"machine"`
	StartedAt   time.Time         `json:"started_at"` // of the run of the suite
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
	r.PerSecond = math.Round(float64(things) / r.MedianMS * 1000)
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// check says what is wrong with a record from a file.
func (r *Record) check() error {
	switch {
	case r.Suite == "" || r.Operation == "" || r.Method == "":
		return errors.New("it has no suite, operation or method")
	case r.Skipped != "":
		return nil
	case len(r.RunsMS) == 0 || slices.Min(r.RunsMS) <= 0:
		return errors.New("it has no runs_ms, or one that is not positive")
	case !r.Verified:
		return errors.New("its data was not verified")
	}
	return nil
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
		err := json.Unmarshal(in.Bytes(), &r)
		if err == nil {
			err = r.check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d is not a record of a benchmark: %w", path, line, err)
		}
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
