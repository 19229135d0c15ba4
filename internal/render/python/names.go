package python

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keywords of Python 3, none of which can be an identifier.
var keywords = core.Set("False None True and as assert async await break class continue def del elif else " +
	"except finally " +
	"for from global if import in is lambda nonlocal not or pass raise return try while with yield")

// used are the names that generated code itself reads inside a class or method, which a field, parameter or method of
// that name would hide.
var used = core.Set("self bool bytes dt float int list object staticmethod str super tuple")

// usedClasses are the names of classes that generated code reads.
var usedClasses = core.Set("BaseException AbstractContextManager Any Callable Decimal Enum Exception Generator " +
	"Generic " +
	"Iterable Iterator KeyError Multirange NamedTuple Protocol Range " +
	"ArithmeticError AttributeError GeneratorExit OverflowError Sequence TracebackType TypeError TypeVar UUID " +
	"UnicodeError ValueError")

// imported are modules that the generated file imports: a file of their name would import itself.
var imported = core.Set("asyncpg collections contextlib dataclasses datetime decimal enum ipaddress itertools " +
	"json msgspec psycopg pydantic re " +
	"sqlite3 struct types typing uuid")

// newScope hands out names that are not in reserved; a reserved word gets an underscore, as PEP 8 has it.
func newScope(reserved ...map[string]bool) *emit.Scope {
	return emit.NewScope(core.Union(append(reserved, keywords)...), underscore)
}

func underscore(word string) string { return word + "_" }

// snake is a name in lower case; fallback where the name has no letters or digits.
func snake(n ir.Name, fallback string) string {
	return identifier(strings.ToLower(norm.NFKC.String(strings.Join(n.Words, "_"))), fallback, "n")
}

// pascal is a name as classes have it.
func pascal(n ir.Name, fallback string) string {
	var b strings.Builder
	for _, w := range n.Words {
		r := []rune(norm.NFKC.String(w))
		b.WriteString(string(unicode.ToTitle(r[0])) + string(r[1:]))
	}
	return identifier(b.String(), fallback, "N")
}

// identifier makes s, which is in NFKC as Python compares identifiers, one: what may not start one gets a letter before
// it, since an underscore would say that the name is private.
func identifier(s, fallback, letter string) string {
	s = strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc) {
			return r
		}
		return -1
	}, s)
	if s == "" {
		return fallback
	}
	if first, _ := utf8.DecodeRuneInString(s); !unicode.IsLetter(first) {
		return letter + s
	}
	return s
}

// snakeOr is snake for fields.
func snakeOr(fallback string) func(ir.Name, int) string {
	return func(n ir.Name, _ int) string { return snake(n, fallback) }
}

// The names of methods that come with another.
const language = "python"

func called(k surface.Kind, of string) string { return surface.Name(k, language, of) }
func tableWords(table ir.Name) string         { return snake(table, "table") }
func databaseWords(database ir.Name) string   { return snake(database, "") }

// members are the methods of the class.
func (m *module) members() core.Members {
	return core.Members{
		Method:   func(n ir.Name) string { return snake(n, "query") },
		Language: language, Table: tableWords, Database: databaseWords,
		Escape: func(_ *plan.Method, name string) string {
			if m.read[name] {
				return underscore(name)
			}
			return name
		},
	}
}
