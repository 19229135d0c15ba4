// Package surface holds the methods of a program for all languages: their names, results and comments. A renderer
// prints them. A method of one language alone has a row here, with the reason why the others lack it.
package surface

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is a kind of method.
type Kind int

// The methods, in the order of the documentation and of generated code.
const (
	All Kind = iota
	One
	Demanded
	Proven
	Page
	Exec
	Stream
	Tuples
	ArrowResult
	DataFrame
	Batch
	Bulk
	Lookup
	Appender
	BulkInsert
	ArrowInsert
	InsertOver
	New
	Prepared
	Close
	Observed
	TextOf
	WithTx
	Transaction
	Transact
	Attach
	Detach
	Migrations
	Apply
	Pending
	Extensions
	Codecs
	TestDatabase
	Interface
	Reader
)

// Method is a row of the surface.
type Method struct {
	Of       string   // the annotation or object that has it
	Does     string   // its purpose, in the table
	Returns  Shape    // its result
	Takes    Takes    // its parameters
	Scope    Scope    // how it is related to transactions
	Heard    bool     // an observer hears of it under the name of its statement or table
	Doc      []string // its comment: sentences, with {slots}
	Default  bool     // only where the user says nothing of the statement
	When     When     // what has it
	Overload string   // the comment of a second method of the name, which Java has
	// what errors about equal names call it, in front of its subject's name; "" for a statement's own method
	Called string
	Newer  bool            // a statement keeps the name where the class lacks the method
	In     map[string]Form // by language
}

// Form is how a language has a method.
type Form struct {
	Before, After string   // words of its name, around that of the statement, table or database
	Doc           []string // sentences that only this language says
	Instead       []string // sentences in the place of the others
	Lacks         string   // why it has none; "" where it has it
	Only          []string // the drivers that have it, as in a generator's name behind the language; none for all
	When          When     // which subjects have it in this language, of those that the method is of
	Unheard       string   // why no observer hears of it, if not as the row says
	Unfaked       string   // why the types of a class's methods lack it
	// its name may be that of a statement's method: a static method, or a function beside the class
	Apart bool
}

// Of is the row of a kind.
func Of(k Kind) *Method { return &Methods[k] }

// Languages are those of the surface, in the order of the documentation.
var Languages = []string{"typescript", "java", "python", "go", "rust"}

// Titles are the languages' names in the documentation.
var Titles = map[string]string{"typescript": "TypeScript", "java": "Java", "python": "Python", "go": "Go",
	"rust": "Rust"}

// Has reports whether a generator has methods of a kind; target is its name without the language.
func Has(k Kind, language, target string) bool {
	f, there := Of(k).In[language]
	return there && f.Lacks == "" && (len(f.Only) == 0 || slices.Contains(f.Only, target))
}

// Name is a method's name in a language; of is the name of its statement, table or database, as the language writes it.
func Name(k Kind, language, of string) string {
	f := Of(k).In[language]
	if Of(k).Returns == Type { // all languages write types alike
		return of + pascal(f.After)
	}
	switch language {
	case "python", "rust":
		return strings.Join(append(append(strings.Fields(f.Before), strings.Fields(of)...), strings.Fields(f.After)...),
			"_")
	case "go":
		return pascal(f.Before) + of + pascal(f.After)
	}
	if f.Before == "" {
		return of + pascal(f.After)
	}
	return lower(pascal(f.Before)) + capital(of) + pascal(f.After)
}

// Single is the kind of a query of one row. If it always finds the row, or demands it, its result is never none.
func Single(found, demanded bool) Kind {
	switch {
	case found:
		return Proven
	case demanded:
		return Demanded
	}
	return One
}

// Doc is the sentences of a method's comment. Slots are pairs of a slot, such as {it}, and its text.
func Doc(k Kind, language string, slots ...string) []string {
	m := Of(k)
	f := m.In[language]
	sentences := slices.Concat(m.Doc, f.Doc)
	if f.Instead != nil {
		sentences = f.Instead
	}
	fill := strings.NewReplacer(append(slots, "{none}", nothing[language], "{count}", "the number of changed rows")...)
	out := make([]string, len(sentences))
	for i, s := range sentences {
		if language == "python" {
			s = imperative(s)
		}
		out[i] = fill.Replace(s)
	}
	return out
}

// Behind is the comment of a statement's own method, after the user's comment of the statement.
func Behind(own []string, k Kind, language string) []string {
	if Of(k).Default && strings.TrimSpace(strings.Join(own, "")) != "" {
		return nil
	}
	return Doc(k, language)
}

// LookupDoc is the comment of a QUERY's :bulk; one is a query for one row, atomic one that changes rows.
func LookupDoc(language, it string, one, atomic bool) []string {
	missing := ""
	if one {
		missing = "; " + nothing[language] + " if no row matches"
	}
	doc := Doc(Lookup, language, "{it}", it, "{missing}", missing)
	if atomic {
		doc = append(doc, "All rows take effect, or none.")
	}
	return doc
}

// nothing is each language's value for no row.
var nothing = map[string]string{"typescript": "undefined", "java": "null", "python": "None", "go": "nil",
	"rust": "`None`"}

// imperative is a sentence as Python's own documentation has it: "Return …" instead of "Returns …".
func imperative(s string) string {
	verb, rest, _ := strings.Cut(s, " ")
	if to, ok := verbs[verb]; ok {
		s = to + " " + rest
	}
	return strings.ReplaceAll(s, " and returns ", " and return ")
}

var verbs = map[string]string{
	"Applies": "Apply", "Attaches": "Attach", "Calls": "Call", "Detaches": "Detach", "Does": "Do",
	"Inserts": "Insert", "Loads": "Load",
	"Raises": "Raise", "Registers": "Register", "Returns": "Return", "Runs": "Run"}

// Overload is the comment of a second method of the name, with other parameters.
func Overload(k Kind) []string { return []string{Of(k).Overload} }

// Sentence is a comment that begins with the method's name, as in Go: "Returns …" becomes "People returns …".
func Sentence(name string, doc []string) []string {
	if len(doc) == 0 {
		return nil
	}
	return append([]string{name + " " + lower(doc[0])}, doc[1:]...)
}

func pascal(words string) string {
	var out strings.Builder
	for w := range strings.FieldsSeq(words) {
		out.WriteString(capital(w))
	}
	return out.String()
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

func lower(s string) string {
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// Fill is a text in lines of up to so many characters.
func Fill(sentences []string, room int) []string {
	var lines []string
	used := room
	for w := range strings.FieldsSeq(strings.Join(sentences, " ")) {
		n := utf8.RuneCountInString(w)
		if used+1+n > room {
			lines, used = append(lines, w), n
			continue
		}
		lines[len(lines)-1] += " " + w
		used += 1 + n
	}
	return lines
}
