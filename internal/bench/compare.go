package bench

// Change is how a later run differs from an earlier one.
type Change struct {
	Key    Key     `json:"key"`
	Before float64 `json:"before_ms"`
	After  float64 `json:"after_ms"`
	Ratio  float64 `json:"ratio"` // of the times: above 1 is slower
	// Real is whether the difference is more than the runs' own spread: no run of the one is within those of the other,
	// and the medians are a twentieth apart.
	Real bool `json:"real"`
}

// leastChange is what the medians must differ by, however steady the runs were.
const leastChange = 0.05

// Compare finds what both runs measured.
func Compare(before, after []Record) []Change {
	was := map[Key]*Record{}
	for i := range before {
		if before[i].Skipped == "" {
			was[before[i].Key()] = &before[i]
		}
	}
	var out []Change
	for i := range after {
		a := &after[i]
		b := was[a.Key()]
		if b == nil || a.Skipped != "" {
			continue
		}
		// A run may have more calls than the other one's.
		x, y := float64(b.Calls), float64(a.Calls)
		c := Change{Key: a.Key(), Before: b.MedianMS / x, After: a.MedianMS / y}
		c.Ratio = c.After / c.Before
		apart := a.MinMS/y > b.MaxMS/x || a.MaxMS/y < b.MinMS/x
		c.Real = apart && (c.Ratio > 1+leastChange || c.Ratio < 1-leastChange)
		out = append(out, c)
	}
	return out
}
