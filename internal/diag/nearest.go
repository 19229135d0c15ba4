package diag

import "strings"

// Nearest returns the candidate that word most likely misspells, or "" where none is close. Case does not count, a
// swap of two neighbours is one slip; the first of equally near candidates wins.
func Nearest(word string, candidates []string) string {
	w := []rune(strings.ToLower(word))
	best, bestSlips := "", max(1, len(w)/3)+1
	for _, c := range candidates {
		if n := slips(w, []rune(strings.ToLower(c))); n < bestSlips {
			best, bestSlips = c, n
		}
	}
	return best
}

// slips is the edit distance of two words with transpositions (optimal string alignment).
func slips(a, b []rune) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
