package golang

import "testing"

// TestDocText: no comment holds what compilers refuse, or what shows as something else.
func TestDocText(t *testing.T) {
	if got, want := docText([]string{"a\x00b", "c\u202ed"}, ""), "// a\ufffdb\n// c\ufffdd\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
