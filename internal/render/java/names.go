package java

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

const (
	keywords = `abstract assert boolean break byte case catch char class const continue default do double else enum
		extends final finally float for goto if implements import instanceof int interface long native new package private
		protected public return short static strictfp super switch synchronized this throw throws transient try void
		volatile while true false null _`
	// Members that every object has; a record may not have components of these names.
	objectMembers = `clone finalize getClass hashCode notify notifyAll toString wait`
	// Simple names that generated code uses without importing them, and words that cannot name a type.
	langTypes = `var yield record sealed permits when
		AutoCloseable Boolean Byte Character CharSequence Class Comparable Double Enum Error Exception Float
		FunctionalInterface IllegalArgumentException IllegalStateException Integer Iterable Long Math Number Object Override
		Record Runnable RuntimeException SafeVarargs Short String StringBuilder SuppressWarnings System Thread Throwable Void`
)

var (
	reservedMembers    = core.Set(keywords, objectMembers, `equals`)
	reservedComponents = core.Set(keywords, objectMembers)
	reservedLocals     = core.Set(keywords)
)

func escape(name string) string { return name + "_" }

// camel joins the words of a name as Java's methods and variables are written. Fallback names what has no letter or
// digit in it.
func camel(n ir.Name, fallback string) string {
	var b strings.Builder
	for i, w := range n.Words {
		if i == 0 {
			b.WriteString(w)
		} else {
			b.WriteString(capital(w))
		}
	}
	return legal(b.String(), fallback)
}

// pascal joins the words of a name as Java's types are written.
func pascal(n ir.Name) string {
	var b strings.Builder
	for _, w := range n.Words {
		b.WriteString(capital(w))
	}
	return legal(b.String(), "X")
}

// constant joins the words of a name as Java's constants are written.
func constant(n ir.Name) string {
	return legal(strings.ToUpper(strings.Join(n.Words, "_")), "X")
}

func capital(w string) string {
	r := []rune(w)
	return string(unicode.ToUpper(r[0])) + string(r[1:])
}

// legal makes an identifier of s: one that starts with a digit or a combining mark gets an underscore in front.
func legal(s, fallback string) string {
	if s == "" {
		return fallback
	}
	if first, _ := utf8.DecodeRuneInString(s); !unicode.IsLetter(first) {
		return "_" + s
	}
	return s
}

// camelOr is camel for fields; one without letters or digits is called by its kind and place.
func camelOr(kind string) func(ir.Name, int) string {
	return func(n ir.Name, i int) string { return camel(n, kind+strconv.Itoa(i+1)) }
}

// The names of methods and types that come with another.
func called(k surface.Kind, of string) string { return surface.Name(k, language, of) }

// rowSuffix is what the name of a row's type ends in.
func (g *generator) rowSuffix(role ir.Role) string {
	if role == ir.QueryRow {
		return cmp.Or(g.p.Options.RowSuffix, role.Suffix())
	}
	return role.Suffix()
}

// members are the methods of the class. One that a helper of the same parameters has already gets an underscore.
func (g *generator) members() core.Members {
	return core.Members{
		Method:   func(n ir.Name) string { return camel(n, "query") },
		Language: language, Table: pascal, Database: pascal,
		Escape: func(m *plan.Method, name string) string {
			if reservedMembers[name] {
				name = escape(name)
			}
			if g.ownMethod(m, name) {
				name = escape(name)
			}
			return name
		},
	}
}
