package core

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	var got []string
	const code = "a.b1 = _c(2d, 3) + x"
	Words(code, func(name string, start, end int) {
		if code[start:end] != name {
			t.Errorf("%s at %d to %d", name, start, end)
		}
		got = append(got, name)
	})
	if want := []string{"a", "b1", "_c", "x"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
