// Package docs holds the pages of the documentation that people who use sqg look into, for `sqg mcp`.
package docs

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"unicode"
)

//go:embed language.md configuration.md methods.md types.md limits.md at-run-time.md duckdb.md postgres.md
//go:embed postgres-server.md cli.md upgrading-from-0.x.md coming-from generators guides
var pages embed.FS

// Page is the text of one, by its path in this folder; "" where there is none.
func Page(path string) string {
	text, err := pages.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// Section is a part of a page below a heading.
type Section struct{ Page, Heading, Text string }

// sections are those of all pages, in the order of their paths.
func sections() (list []Section) {
	_ = fs.WalkDir(pages, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		at := Section{Page: path}
		quoted := false
		for line := range strings.Lines(Page(path)) {
			if strings.HasPrefix(line, "```") {
				quoted = !quoted
			}
			if strings.HasPrefix(line, "#") && !quoted {
				if strings.TrimSpace(at.Text) != "" {
					list = append(list, at)
				}
				at = Section{path, strings.TrimSpace(strings.TrimLeft(line, "#")), ""}
				continue
			}
			at.Text += line
		}
		list = append(list, at)
		return nil
	})
	return list
}

// Search are the sections that have most of the words, the best first. A word in a heading counts as five in the text.
func Search(words string, most int) []Section {
	asked := slices.Compact(slices.Sorted(slices.Values(wordsOf(words))))
	type scored struct {
		Section
		score float64
	}
	var found []scored
	all := sections()
	has := make([]map[string]int, len(all))
	in := map[string]int{} // how many sections have a word
	for i, s := range all {
		has[i] = map[string]int{}
		for _, w := range wordsOf(s.Text) {
			has[i][w]++
		}
		for _, w := range wordsOf(s.Heading + " " + s.Page) {
			has[i][w] += 5
		}
		for w := range has[i] {
			in[w]++
		}
	}
	for i, s := range all {
		score := 0.0
		for _, w := range asked {
			if n := has[i][w]; n > 0 { // a rare word says more
				score += float64(min(n, 8)) / float64(8+in[w])
				score += 1
			}
		}
		if score > 0 {
			found = append(found, scored{s, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	var out []Section
	for _, f := range found[:min(most, len(found))] {
		out = append(out, f.Section)
	}
	return out
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '@' })
}
