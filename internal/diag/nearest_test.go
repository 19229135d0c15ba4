package diag

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"version", "name", "sql", "gen", "generator", "output", "config"}
	if got := Nearest("p", []string{"pi", "P"}); got != "P" {
		t.Errorf("a single letter is near %q", got)
	}
	for word, want := range map[string]string{
		"versoin": "version", "Version": "version", "nmae": "name", "generatr": "generator", "outptu": "output",
		"conf": "", "x": "", "": "", "sqll": "sql", "flies": "", "q": "", "Q": "", "ql": "sql",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"query", "query", 0}, {"querry", "query", 1}, {"qery", "query", 1},
		{"qurey", "query", 1},
		{"quary", "query", 1}, {"yreuq", "query", 4}, {"größe", "grösse", 2}, {"ca", "abc", 3},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	few, many := []string{"one", "all"}, make([]string, 13)
	for word, want := range map[string]string{"onee": "did you mean one?", "nonsense": "known: one, all"} {
		if got := Suggest(word, few); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Suggest("nonsense", many) + Suggest("nonsense", nil); got != "" {
		t.Errorf("a long or empty list of words is shown: %q", got)
	}
}
