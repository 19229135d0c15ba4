package querytree

import (
	"testing"
)

// BenchmarkLoad reads the schema of the truth table.
func BenchmarkLoad(b *testing.B) {
	db := openTruth(b)
	for b.Loop() {
		db.load()
	}
}

// BenchmarkAnalyze reads and analyses the statements of the truth table.
func BenchmarkAnalyze(b *testing.B) {
	db := openTruth(b)
	var trees []string
	for _, e := range readTruth(b) {
		if e.since <= db.version {
			_, tree, err := db.describe(e.sql)
			if err != nil {
				b.Fatal(err)
			}
			trees = append(trees, tree)
		}
	}
	n := 0
	for b.Loop() {
		for _, tree := range trees {
			q, err := Parse(tree)
			if err != nil {
				b.Fatal(err)
			}
			n += len(db.catalog.Analyze(q, nil).Columns)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(trees)), "µs/statement")
}
