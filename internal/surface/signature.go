package surface

import (
	"slices"
	"strings"
)

// declaration is how a language declares a method: what its line starts with, and what ends it.
type declaration struct {
	starts []string
	end    string
}

var declarations = map[string]declaration{
	"typescript": {[]string{"async *", "async ", "*", ""}, " {"},
	"java":       {[]string{"public "}, " {"},
	"python":     {[]string{"async def ", "def "}, ":"},
	"go":         {[]string{"func "}, " {"},
	"rust":       {[]string{"pub async fn ", "pub fn "}, " {"},
}

// Declaration is a method in rendered code.
type Declaration struct {
	Name       string
	Start, End int    // where the name stands in the code, in bytes
	Head       string // all of it in front of the body, on one line
}

// Declared are the methods that code declares, in their order.
func Declared(language, code string) (list []Declaration) {
	d := declarations[language]
	lines := strings.SplitAfter(code, "\n")
	at := 0
	for i, line := range lines {
		start := at
		at += len(line)
		trimmed := strings.TrimSpace(line)
		name, in := d.declares(trimmed)
		if name == "" {
			continue
		}
		if head := d.head(lines[i:]); head != "" {
			start += strings.Index(line, trimmed) + in
			list = append(list, Declaration{name, start, start + len(name), head})
		}
	}
	return list
}

// head is a declaration that starts with the first line, "" for a call, and for one without a body.
func (d declaration) head(lines []string) string {
	text := ""
	for _, line := range lines {
		text = joined(text, strings.TrimSpace(line))
		if head, ended := strings.CutSuffix(text, d.end); ended && strings.Count(head, "(") == strings.Count(head, ")") {
			return head
		}
		if strings.HasSuffix(text, ";") {
			break
		}
	}
	return ""
}

// Signature is the declaration of a statement's own method in rendered code, on one line; "" where it has none.
func Signature(language, code, statement string) string {
	for _, d := range Declared(language, code) {
		if Bare(d.Name) == Bare(statement) {
			return d.Head
		}
	}
	return ""
}

// MethodNames are the bare names that methods of a statement, or of a table, may have in a language: its own first.
func MethodNames(language, of string, table bool) (names []string) {
	for i := range Methods {
		m := &Methods[i]
		if table && m.When.Table == nil || !table && m.When.Statement == nil {
			continue
		}
		if f, has := m.In[language]; has && f.Lacks == "" {
			if name := Bare(f.Before + of + f.After); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// declares is the name of the method whose declaration starts with a line, and where it stands; "" where none does.
func (d declaration) declares(line string) (name string, at int) {
	for _, start := range d.starts {
		rest, ok := strings.CutPrefix(line, start)
		if _, behind, received := strings.Cut(rest, ") "); received && strings.HasPrefix(rest, "(") {
			rest = behind // what Go has in front of a method's name
		}
		before, _, opens := strings.Cut(rest, "(")
		if !ok || !opens {
			continue
		}
		before, _, _ = strings.Cut(before, "<'")
		words := strings.Fields(before)
		// Only Java has the type in front of the name.
		if n := len(words); n > 0 && (n == 1 || start == "public ") {
			return words[n-1], len(line) - len(rest) + strings.LastIndex(before, words[n-1])
		}
	}
	return "", 0
}

// Bare is a name without what languages change of it.
func Bare(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", " ", "").Replace(name))
}

// joined puts a line behind what was broken before it.
func joined(text, line string) string {
	switch {
	case text == "" || strings.HasSuffix(text, "("):
		return text + line
	case strings.HasPrefix(line, ")"):
		return strings.TrimSuffix(text, ",") + line
	}
	return text + " " + line
}
