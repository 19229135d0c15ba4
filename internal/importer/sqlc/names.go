package sqlc

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/importer"
)

// names are what the parameters of a statement are called, by their uses: as the statement says, else as the generated
// code does, else by the column that they are stored into or compared with.
func (c *converter) names(q query, text importer.Text, uses []use) []string {
	names, byNumber := make([]string, len(uses)), map[int]string{}
	args := c.generated.methods[q.name].args
	last := 0
	for _, u := range uses {
		last = max(last, u.number)
	}
	var guessed map[int]string
	if known := last > 0 && len(args) == last; !known && last > 0 {
		guessed = text.Guesses(marks(uses))
	}
	taken := map[string]bool{}
	for i, u := range uses {
		switch {
		case u.name != "":
			names[i] = u.name
		case u.number > 0 && byNumber[u.number] != "":
			names[i] = byNumber[u.number]
		case u.number > 0 && guessed == nil:
			names[i] = args[u.number-1]
		default:
			base := guessed[u.number]
			if base == "" {
				base = fmt.Sprintf("arg%d", u.number)
			}
			names[i] = importer.Free(base, func(name string) bool { return taken[name] })
		}
		byNumber[u.number], taken[names[i]] = names[i], true
	}
	if len(guessed) < last && guessed != nil {
		c.Warn(q.span, "run `sqlc generate` before, or give them names", "%s has parameters whose names nothing tells",
			q.name)
	}
	return names
}

// marks are the uses that have a number.
func marks(uses []use) (list []importer.Mark) {
	for _, u := range uses {
		if u.number > 0 {
			list = append(list, importer.Mark{Start: u.start, End: u.end, Number: u.number})
		}
	}
	return list
}
