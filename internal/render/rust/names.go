package rust

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keywords of all editions, which names may be written like behind r#.
var keywords = sync.OnceValue(func() map[string]bool {
	return core.Set(`abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let
		loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use
		virtual where while yield`)
})

// raw are names that r# does not help.
var raw = core.Set("self Self super crate _")

// taken are names that generated code reads.
var taken = sync.OnceValue(func() map[string]bool {
	return core.Set("sqg std core row params sql statement handle rows Option Vec String Ok Sync Send IntoIterator Result")
})

func newScope() *emit.Scope { return scopeWithout(keywords(), raw, taken()) }

// fieldScope has the names of fields, which are reached from a value only.
func fieldScope() *emit.Scope { return scopeWithout(keywords(), raw) }

func scopeWithout(all ...map[string]bool) *emit.Scope {
	reserved := map[string]bool{}
	for _, words := range all {
		for w := range words {
			reserved[w] = true
		}
	}
	return emit.NewScope(reserved, escaped)
}

// escaped is a name that the language has.
func escaped(name string) string {
	if keywords()[name] {
		return "r#" + name
	}
	return name + "_"
}

func join(n ir.Name, between string, word func(string) string) string {
	var words []string
	for _, w := range n.Words {
		if w = norm.NFC.String(strings.Map(identifier, w)); w != "" {
			words = append(words, word(w))
		}
	}
	return strings.Join(words, between)
}

// identifier drops what no identifier holds.
func identifier(r rune) rune {
	if unicode.Is(unicode.Me, r) {
		return -1
	}
	return r
}

func startsWithLetter(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(first)
}

// camel is the name of a type.
func camel(n ir.Name, fallback string) string {
	name := join(n, "", func(w string) string {
		r := []rune(w)
		return string(unicode.ToUpper(r[0])) + string(r[1:])
	})
	switch {
	case name == "":
		return fallback
	case !startsWithLetter(name):
		return "X" + name
	}
	return name
}

// snake is the name of a function or a field.
func snake(n ir.Name, fallback string) string {
	name := join(n, "_", func(w string) string { return w })
	switch {
	case name == "":
		return fallback
	case !startsWithLetter(name):
		return "x" + name
	}
	return name
}

func snakeOr(kind string) func(ir.Name, int) string {
	return func(n ir.Name, i int) string { return snake(n, kind+itoa(i+1)) }
}

// upper is the name of a constant.
func upper(n ir.Name) string { return strings.ToUpper(snake(n, "query")) }

// fileName is a module's for a name.
func fileName(n ir.Name) string {
	switch name := strings.ToLower(snake(n, "queries")); name {
	case supportFile, "mod", "lib", "main":
		return name + "_queries"
	default:
		return name
	}
}

// The names of methods that come with another.
func plain(method string) string { return strings.TrimPrefix(method, "r#") }

// called is the name of a method; that of a statement's own is a keyword as the statement's is.
func called(k surface.Kind, of string) string {
	if name := surface.Name(k, language, plain(of)); name != plain(of) {
		return name
	}
	return of
}

func tableWords(table ir.Name) string       { return strings.TrimPrefix(snake(table, "rows"), "x") }
func databaseWords(database ir.Name) string { return snake(database, "database") }
func tableName(table ir.Name) string        { return upper(table) + "_TABLE" }

func members() core.Members {
	return core.Members{
		Method:   func(n ir.Name) string { return snake(n, "query") },
		Language: language, Table: tableWords, Database: databaseWords,
		Escape: func(_ *plan.Method, name string) string {
			if raw[name] || taken()[name] {
				return name + "_"
			}
			if keywords()[name] {
				return escaped(name)
			}
			return name
		},
	}
}
