package java

import "testing"

func TestCodeOf(t *testing.T) {
	for text, want := range map[string]string{
		"a / b // c\nd":                             "a / b  \nd",
		"a /* b * / */ c":                           "a   c",
		`f("x \" y", 'z', '\'') + g`:                `f( ,  ,  ) + g`,
		"s = \"\"\"\n  \\\"\"\" it's \"\n  \"\"\";": "s =  ;",
		"end // of it":                              "end  ",
	} {
		if got := codeOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
