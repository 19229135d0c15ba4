package diag

import (
	"strings"
	"unicode/utf8"
)

// Distance counts the single mistakes between two words: a letter added, missing, wrong, or swapped with the next.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			wrong := 1
			if x[i-1] == y[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// Nearest returns the candidate that word is most likely a misspelling of, or "" where none is close: at most one
// mistake for every three letters, and none in a single letter. Case does not count. Of equally near candidates the
// first wins.
func Nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	best, limit := "", max(min(1, letters-1), letters/3)
	for _, c := range candidates {
		// Lengths that differ by more than the limit cannot be near; this keeps long lists cheap.
		if n := len(c) - len(word); n > 4*limit || -n > 4*limit {
			continue
		}
		if d := Distance(word, strings.ToLower(c)); d <= limit {
			best, limit = c, d-1
		}
		if limit < 0 {
			break
		}
	}
	return best
}

// DidYouMean is the hint for a word that is likely a misspelling, "" for any other.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// Suggest is the hint for an unknown word: the nearest known one, or all of them while they are few enough to read.
func Suggest(word string, known []string) string {
	if hint := DidYouMean(word, known); hint != "" {
		return hint
	}
	if len(known) == 0 || len(known) > 12 {
		return ""
	}
	return "known: " + strings.Join(known, ", ")
}
