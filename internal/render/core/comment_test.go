package core

import "testing"

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb é 日本": "a\tb é 日本", "a\x00b": "a\ufffdb", "a\u202eb\u2066": "a\ufffdb\ufffd",
		"a\u2028b\r": "a\ufffdb\ufffd",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
