package diag

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"version", "name", "sql", "gen", "generator", "output", "config"}
	for word, want := range map[string]string{
		"versoin": "version", "Version": "version", "nmae": "name", "generatr": "generator", "outptu": "output",
		"conf": "", "x": "", "": "", "sqll": "sql", "flies": "",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
