package typescript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// pascal joins a name's words as a type is named.
func pascal(n ir.Name) string {
	var b strings.Builder
	for _, w := range n.Words {
		r, size := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(w[size:])
	}
	return identifier(b.String())
}

// camel joins a name's words as a method or a variable is named.
func camel(n ir.Name) string {
	if len(n.Words) == 0 {
		return identifier("")
	}
	rest := ir.Name{Words: n.Words[1:]}
	if len(rest.Words) == 0 {
		return identifier(n.Words[0])
	}
	return identifier(n.Words[0] + strings.TrimPrefix(pascal(rest), "_"))
}

// kebab joins a name's words as a file is named.
func kebab(n ir.Name) string {
	if len(n.Words) == 0 {
		return "queries"
	}
	return strings.Join(n.Words, "-")
}

// identifier makes s a legal name: letters and digits of any script are, but for a digit or a mark in front.
func identifier(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Me, r) {
			return '_'
		}
		return r
	}, s)
	if r, _ := utf8.DecodeRuneInString(s); s == "" || !unicode.IsLetter(r) && r != '_' {
		s = "_" + s
	}
	return s
}

// key is a name as an object's key, quoted where it is not an identifier.
func key(name string) string {
	if plain(name) {
		return name
	}
	return str(name)
}

// member is an access to the key of an object.
func member(object, name string) string {
	if plain(name) {
		return object + "." + name
	}
	return object + "[" + str(name) + "]"
}

// plain reports whether a name can stand unquoted, by the rule that Prettier goes by.
func plain(name string) bool {
	for i, r := range name {
		start := unicode.IsLetter(r) || r == '_' || r == '$'
		more := unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc)
		if r > 0xffff || !start && (i == 0 || !more) {
			return false
		}
	}
	return name != ""
}

func underscore(s string) string { return s + "_" }

var (
	// keywords cannot name a variable of a module.
	keywords = core.Set(`arguments as async await break case catch class const continue debugger default delete do else
		enum eval export extends false finally for from function get if implements import in instanceof interface let
		new null of package private protected public return set static super switch this throw true try type typeof
		undefined using var void while with yield NaN Infinity any bigint boolean never number object string symbol
		unknown`)

	// globals are what generated code refers to; a type or a variable of that name would hide it.
	globals = core.Set(`Array ArrayBuffer AsyncIterable AsyncIterableIterator Awaited BigInt Date Error Iterable
		IterableIterator Map Number Object Promise RangeError Record ReturnType String Symbol TypeError Uint8Array
		WeakMap constructor globalThis setTimeout`)

	// locals are the variables of generated methods; a parameter of that name gets another.
	locals = core.Set(`row rows result statement`)

	// fields are private names that the class has, or cannot have.
	fields = core.Set(`constructor db observer`)
)

// The names of methods that come with another.
func called(k surface.Kind, of string) string { return surface.Name(k, language, of) }

const language = "typescript"

var members = core.Members{
	Method: camel, Language: language, Table: pascal, Database: pascal,
	Escape: func(_ *plan.Method, name string) string {
		if name == "then" { // the object would be something to await
			return underscore(name)
		}
		return name
	},
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
