package golang

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/render/rendertest"
)

// TestTransactions: the options of each engine's transactions, which stand among the helpers.
func TestTransactions(t *testing.T) {
	golden.Check(t, "testdata/transactions.txt", rendertest.Transactions(txOptions))
}
