package java

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// words makes a set of blank-separated words.
func words(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			set[w] = true
		}
	}
	return set
}

const (
	keywords = `abstract assert boolean break byte case catch char class const continue default do double else enum
		extends final finally float for goto if implements import instanceof int interface long native new package private
		protected public return short static strictfp super switch synchronized this throw throws transient try void
		volatile while true false null _`
	// Members that every object has; a record may not have components of these names.
	objectMembers = `clone finalize getClass hashCode notify notifyAll toString wait`
	// Members of the generated class that are not statements.
	ownMembers = `close equals getMigrations applyMigrations`
	// Simple names that generated code uses without importing them, and words that cannot name a type.
	langTypes = `var yield record sealed permits when
		AutoCloseable Boolean Byte Character CharSequence Class Comparable Double Enum Error Exception Float
		FunctionalInterface IllegalArgumentException IllegalStateException Integer Iterable Long Math Number Object Override
		Record Runnable RuntimeException SafeVarargs Short String StringBuilder SuppressWarnings System Thread Throwable Void`
)

var (
	reservedMembers    = words(keywords, objectMembers, ownMembers)
	reservedComponents = words(keywords, objectMembers)
	reservedLocals     = words(keywords)
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

// claimAll names fields in one scope. A field gets the natural form of its name wherever it is the first to want it, so
// that a number is only added to the later of two equal ones and never pushes out a name that ends in that number.
func claimAll(scope *emit.Scope, fields []ir.Field, kind string) []string {
	first := map[string]int{}
	for i, f := range fields {
		if name := natural(f, kind, i); !has(first, name) {
			first[name] = i
		}
	}
	out := make([]string, len(fields))
	for _, second := range []bool{false, true} {
		for i, f := range fields {
			if name := natural(f, kind, i); second == (first[name] != i) {
				out[i] = scope.Claim(name)
			}
		}
	}
	return out
}

// natural is what field i would be called if nothing else were.
func natural(f ir.Field, kind string, i int) string { return camel(f.Name, kind+strconv.Itoa(i+1)) }

func has(m map[string]int, key string) bool {
	_, ok := m[key]
	return ok
}

// remark says which fields of an owner are called otherwise than users would expect.
func (g *generator) remark(fields []ir.Field, names []string, kind, owner string) {
	for i, f := range fields {
		if names[i] != natural(f, kind, i) {
			g.diags = append(g.diags, diag.Rename(f.Span, kind+" "+f.Name.SQL+" of "+owner, names[i]+" in Java"))
		}
	}
}
