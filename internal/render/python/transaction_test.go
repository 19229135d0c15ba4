package python

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
)

// TestTransactions: the options of each engine's transactions, which stand among the helpers.
func TestTransactions(t *testing.T) {
	all := ""
	for _, engine := range []string{"sqlite", "postgres", "duckdb"} {
		all += "== " + engine + "\n"
		for _, d := range transactions(engine) {
			all += d.Text + "\n\n"
		}
	}
	golden.Check(t, "testdata/transactions.txt", all)
}
