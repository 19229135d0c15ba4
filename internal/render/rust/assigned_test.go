package rust

import (
	"strings"
	"testing"
)

// TestAssigned: where a text begins is where rustfmt leaves it.
func TestAssigned(t *testing.T) {
	long := strings.Repeat("x", 90)
	for _, c := range []struct {
		text string
		next bool // on a line of its own
	}{
		{`"` + long + "\ny\"", true},
		{`r#""` + long[:87] + "\ny\"#", false},
		{`"short` + "\ny\"", false},
	} {
		if got := assigned("    sql:", c.text, ","); strings.Contains(got, "sql:\n") != c.next {
			t.Errorf("%s", got)
		}
	}
}
