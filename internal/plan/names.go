package plan

import (
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/ir"
)

// snakeCase is a name that has another form in camel case, or the same.
var snakeCase = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`) })

// called gives the fields of a row the names that a program has for them, where the config asks for other ones than
// their columns'. Two that would have one name keep their own.
func (b *builder) called(n int, name func(i int) *ir.Name) {
	if b.opts.Names != "camel" {
		return
	}
	names, times := make([]string, n), map[string]int{}
	for i := range names {
		names[i] = camel(*name(i))
		times[names[i]]++
	}
	for i, camel := range names {
		if times[camel] == 1 {
			name(i).SQL = camel
		}
	}
}

func camel(n ir.Name) string {
	if !snakeCase().MatchString(n.SQL) {
		return n.SQL
	}
	var out strings.Builder
	for i, word := range n.Words {
		if i > 0 {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		out.WriteString(word)
	}
	return out.String()
}
