package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// TestTransactions: every engine says how its transactions begin and meet. What an option requires comes before
// it.
func TestTransactions(t *testing.T) {
	for _, e := range engine.All {
		data := TransactionsOf(e.Name)
		if data.Begin == "" || len(data.Conflicts) == 0 {
			t.Errorf("%s: %+v", e.Name, data)
		}
		var before []string
		for _, o := range data.Options {
			if o.After != "" && !slices.ContainsFunc(before,
				func(sql string) bool { return strings.HasSuffix(o.After, sql) }) {
				t.Errorf("%s: nothing before %s ends what it requires", e.Name, o.Name)
			}
			for _, text := range o.Texts() {
				before = append(before, text[1])
			}
		}
	}
	got := TransactionOption{Values: []string{"a b"}, SQL: " LEVEL {value}"}.Texts()
	if want := [][2]string{{"a b", " LEVEL A B"}}; !slices.Equal(got, want) {
		t.Error(got)
	}
}
