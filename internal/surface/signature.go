package surface

import "strings"

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

// Signature is the declaration of a statement's own method in rendered code, on one line; "" where it has none.
func Signature(language, code, statement string) string {
	d := declarations[language]
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		if !d.declares(strings.TrimSpace(line), bare(statement)) {
			continue
		}
		text := ""
		for _, line := range lines[i:] {
			text = joined(text, strings.TrimSpace(line))
			if head, ended := strings.CutSuffix(text, d.end); ended &&
				strings.Count(head, "(") == strings.Count(head, ")") {
				return head
			}
			if strings.HasSuffix(text, ";") {
				break // a call, or a declaration without a body
			}
		}
	}
	return ""
}

// declares reports whether a line starts the declaration of a method of that bare name.
func (d declaration) declares(line, name string) bool {
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
		if n := len(words); n > 0 && bare(words[n-1]) == name && (n == 1 || start == "public ") {
			return true
		}
	}
	return false
}

// bare is a name without what languages change of it.
func bare(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

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
