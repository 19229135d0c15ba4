package bench

import "slices"

// SuitesOf names the suites of files, in order of their first record.
func SuitesOf(files [][]Record) []string {
	var out []string
	for _, r := range slices.Concat(files...) {
		if !slices.Contains(out, r.Suite) {
			out = append(out, r.Suite)
		}
	}
	return out
}

// RunsOf are the runs of a suite: one of each file that has it.
func RunsOf(files [][]Record, suite string) [][]Record {
	var out [][]Record
	for _, records := range files {
		own := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Suite != suite })
		if len(own) > 0 {
			out = append(out, own)
		}
	}
	return out
}

// Change is how a later run differs from an earlier one.
type Change struct {
	Key    Key     `json:"key"`
	Before float64 `json:"before_ms"`
	After  float64 `json:"after_ms"`
	Ratio  float64 `json:"ratio"` // of the times: above 1 is slower
	// Real is whether the difference is more than the runs' own spread.
	Real bool `json:"real"`
}

// Compare finds what both runs measured.
func Compare(before, after []Record) []Change {
	was := map[Key]*Record{}
	for i := range before {
		if before[i].Measured() {
			was[before[i].Key()] = &before[i]
		}
	}
	var out []Change
	for i := range after {
		a := &after[i]
		b := was[a.Key()]
		if b == nil || !a.Measured() {
			continue
		}
		// A run may have more calls than the other one's.
		x, y := float64(b.Calls), float64(a.Calls)
		c := Change{Key: a.Key(), Before: b.MedianMS / x, After: a.MedianMS / y}
		c.Ratio, c.Real = c.After/c.Before, apart(a, b)
		out = append(out, c)
	}
	return out
}
