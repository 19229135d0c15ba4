package rust

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/render/core"
)

// Names of a prelude are those of its functions and types. ".name" is a method, "name!" a macro. A type that is not the
// prelude's is "<i64" where a program has values of it, and also ">i64" where it sends them.

// said matches comments and texts, token whatever else Rust is made of, too.
const said = `//[^\n]*|r"[^"]*"|r#"(?s:.*?)"#|r##"(?s:.*?)"##|r###"(?s:.*?)"###|b?"(?:[^"\\]|\\(?s:.))*"|b?'(?:[^'\\]|\\[^u]|\\u\{\w+\})'`

var (
	token = lazy(said + `|'\w+|(?:r#)?[\p{L}_][\p{L}\p{N}_]*|\d\w*|::|->|\S`)
	texts = lazy("^(?:" + said + ")$")
)

// lazy is a pattern that is compiled when it is first used.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// lex returns the tokens of a source that are neither comments nor texts.
func lex(source string) (tokens []string) {
	for _, t := range token().FindAllString(source, -1) {
		if !texts().MatchString(t) {
			tokens = append(tokens, t)
		}
	}
	return tokens
}

func oneOf(t string, of ...string) bool { return slices.Contains(of, t) }

func isName(t string) bool {
	return t[0] == '_' || t[0] >= 'a' && t[0] <= 'z' || t[0] >= 'A' && t[0] <= 'Z'
}

// used are the names that code may stand for, by its tokens.
func used(tokens []string) (names []string) {
	at := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return " "
		}
		return tokens[i]
	}
	local := map[string]bool{}
	for i, t := range tokens {
		if isName(t) && t[0] >= 'a' {
			local[t] = local[t] || at(i+1) == ":" || oneOf(at(i-1), "let", "mut", "for", "|") || at(i-1) == "(" &&
				oneOf(at(i-2), "Some", "Ok", "Err")
		}
	}
	for i, t := range tokens {
		call := at(i+1) == "("
		if t == "None" && at(i+1) == "::" {
			names = append(names, "<Option", ">Option") // None::<T>
		}
		if tokens[0] == "macro_rules" && at(i-1) == ":" && at(i-3) == "let" {
			names = append(names, "<"+t, ">"+t) // a macro sends what it names the type of
		}
		switch {
		case t == "<" && (at(i-1) == "::" || at(i+1) == "[" && at(i+3) == "]" && at(i+5) == "::" ||
			slices.Contains(tokens[i:min(i+6, len(tokens))], "as")):
			names = append(names, values(within(tokens[i:]), '<', '>')...) // of::<T>(), <[T]>::of(), <T as Trait>::of()
		case at(i-1) == "fn" && tokens[0] == "macro_rules":
			names = append(names, "."+t) // an impl in a macro has what its trait has
		case !isName(t), at(i-1) == "fn", at(i-1) == ":" && t == "literal": // the last is a kind of what a macro takes
		case at(i+1) == "!" && at(i+2) != "=":
			names = append(names, t+"!")
		case local[t] && !call && at(i-1) != "::":
		case at(i-1) == ".":
			if call || at(i+1) == "::" { // else it is a field
				names = append(names, "."+t)
			}
		case at(i-1) != "::":
			names = append(names, t)
		case ours(tokens[:i]):
			if names = append(names, "."+t); tokens[i-2][0] >= 'a' { // else it is a type's
				names = append(names, t)
			}
		}
		if isName(t) && at(i+1) == "::" { // i64::decode(), of what the traits of values have
			switch at(i + 2) {
			case "accepts", "decode", "item", "null", "part":
				names = append(names, "<"+t)
			case "encode", "fits", "holds_others", "is_text", "items", "json", "put", "sizes", "store":
				names = append(names, "<"+t, ">"+t)
			}
		}
	}
	return names
}

// ours reports whether a path that tokens end with does not lead to another crate.
func ours(tokens []string) bool {
	i := len(tokens) - 1
	for i >= 2 && tokens[i] == "::" && isName(tokens[i-1]) && tokens[i-2] == "::" {
		i -= 2
	}
	root := tokens[max(i-1, 0)]
	return !isName(root) || root[0] <= 'Z' || slices.Contains([]string{"crate", "self", "sqg", "super"}, root)
}

// within returns the tokens between the bracket that is the first token and that which closes it.
func within(tokens []string) []string {
	depth := 0
	for i, t := range tokens {
		switch t {
		case "<", "(", "[", "{":
			depth++
		case ">", ")", "]", "}":
			if depth--; depth == 0 {
				return tokens[1:i]
			}
		}
	}
	return tokens[1:]
}

// values are the names of the types that a type is made of, with marks of what is done with their values: [u8; 6] is
// made of "<[", "<u8" and "<6".
func values(typ []string, marks ...byte) (names []string) {
	for i, t := range typ {
		path := i+1 < len(typ) && typ[i+1] == "::"
		if t == "[" || t[0] >= '0' && t[0] <= '9' || isName(t) && !path && !oneOf(t, "dyn", "mut", "const", "as") {
			for _, mark := range marks {
				names = append(names, string(mark)+t)
			}
		}
	}
	return names
}

// item is something that a prelude defines.
type item struct {
	core.Definition
	trait, typ []string // types of an impl
	parameters []string // of an impl
	tokens     []string
}

// attribute is a line that says something of what follows.
var attribute = lazy(`^\s*(///|//|#\[)`)

// line matches what defines something in a line of its own: a constant, the call of a macro.
var line = lazy(`(?m)^(const .*|\w+!\(.*\));$`)

// chunks are the parts of a source that stand between blank lines at an indentation.
func chunks(source, indent string) (parts []string) {
	for _, part := range strings.Split(strings.Trim(source, "\n"), "\n\n") {
		part = strings.Trim(part, "\n")
		inner := strings.TrimPrefix(part, indent)
		if len(parts) > 0 && (inner[0] == ' ' || inner[0] == '}' || strings.HasPrefix(inner, "pub(crate) use ")) {
			parts[len(parts)-1] += "\n\n" + part
		} else {
			parts = append(parts, part)
		}
	}
	return parts
}

// head are the tokens of an item behind what is said of it.
func head(text string) []string {
	for attribute().MatchString(text) {
		_, text, _ = strings.Cut(text, "\n")
	}
	return lex(text)
}

// provided are the methods and constants that traits of values have by default, by the trait. They come where they are
// used: a list has some that no other value needs.
type provided map[string]map[string]bool

// find adds those of a source.
func (p provided) find(source string) {
	for _, text := range chunks(source, "") {
		tokens := head(text)
		name := nameOf(tokens)
		if !slices.Contains(tokens, "trait") || !oneOf(name, "Decode", "Encode") {
			continue
		}
		p[name] = map[string]bool{}
		for _, part := range parts(text) {
			if last := part[len(part)-1]; last == '}' || strings.Contains(part, " = ") {
				p[name][nameOf(head(part))] = true
			}
		}
	}
}

// parts are what stands in the block of a trait or an impl.
func parts(text string) []string {
	_, rest, _ := strings.Cut(text, "{\n")
	return chunks(strings.TrimSuffix(rest, "}"), "    ")
}

// divided is a trait of values, or an impl of one, in its parts. Those that stay together have the name of the whole.
func (it item) divided(text string, provided map[string]bool) (out []item) {
	before, _, _ := strings.Cut(text, "{\n")
	around := it.tokens[:slices.Index(it.tokens, "{")]
	for _, part := range parts(text) {
		of := it
		tokens := head(part)
		of.Text, of.Block, of.tokens = part, before+"{", slices.Concat(around, tokens)
		of.Uses = append(used(around), used(tokens)...)
		if name := nameOf(tokens); provided[name] {
			of.Name = "." + name
			if it.trait == nil {
				of.Of = []string{it.Name}
			}
		}
		out = append(out, of)
	}
	return out
}

// items are what a file of a prelude defines.
func items(source string, provided provided) (out []item) {
	for _, text := range chunks(line().ReplaceAllString(source, "$0\n"), "") {
		tokens := head(text)
		it := item{Definition: core.Definition{Text: text, Uses: used(tokens)}, tokens: tokens}
		switch name := nameOf(tokens); {
		case tokens[0] == "impl":
			before, _, _ := strings.Cut(text, "{\n")
			it.parameters, it.trait, it.typ = implOf(tokens)
			if of := provided[strings.Join(it.trait, "")]; of != nil {
				out = append(out, it.divided(text, of)...)
				break
			}
			if it.trait != nil {
				out = append(out, it)
				break
			}
			for _, method := range parts(text) {
				of := it
				tokens, around := head(method), tokens[:slices.Index(tokens, "{")]
				of.Text, of.Block, of.tokens = method, before+"{", slices.Concat(around, tokens)
				of.Uses = append(used(around), used(tokens)...)
				if tokens[0] != "pub" || !slices.Contains(it.typ, "Error") { // whose methods users call
					of.Name = "." + nameOf(tokens)
				}
				out = append(out, of)
			}
		case tokens[1] == "!" && tokens[0] != "macro_rules": // number!(i16, INT2);
			inner := within(tokens[2:])
			it.typ, it.trait = inner, map[string][]string{"owned": {"Encode"}, "stored": {"Store"}}[tokens[0]]
			if first := slices.Index(inner, ","); first > 0 {
				it.typ = inner[:first]
			}
			it.Uses = append(it.Uses, values(inner, '<', '>')...)
			out = append(out, it)
		case slices.Contains(tokens, "trait") && provided[name] != nil:
			it.Name = name
			out = append(out, it.divided(text, provided[name])...)
		default:
			it.Name = name
			out = append(out, it)
		}
	}
	return out
}

// nameOf is what an item is called.
func nameOf(tokens []string) string {
	for i, t := range tokens {
		switch {
		case t == "macro_rules":
			return tokens[i+2] + "!"
		case oneOf(t, "fn", "struct", "enum", "trait", "type", "static"), t == "const" && tokens[i+1] != "fn":
			return tokens[i+1]
		}
	}
	return ""
}

// implOf takes the head of an impl apart.
func implOf(tokens []string) (parameters, trait, typ []string) {
	tokens = tokens[1:]
	if tokens[0] == "<" {
		declared := within(tokens)
		for i, t := range declared {
			if i == 0 || declared[i-1] == "," || declared[i-1] == "const" {
				parameters = append(parameters, t)
			}
		}
		tokens = tokens[len(declared)+2:]
	}
	tokens = tokens[:slices.IndexFunc(tokens, func(t string) bool { return t == "{" || t == "where" })]
	if i := slices.Index(tokens, "for"); i >= 0 {
		return parameters, tokens[:i], tokens[i+1:]
	}
	return parameters, nil, tokens
}

// of are the names without which nobody uses an impl: of its types, and of its trait where the prelude has that.
func (it *item) of(defined map[string]bool) (names []string) {
	mark := byte('<')
	trait := strings.Join(it.trait, "")
	if oneOf(trait, "Encode", "Store") {
		mark = '>'
	}
	generic := func(name string) bool {
		return slices.Contains(it.parameters, name) || len(name) == 1 && name[0] >= 'A' && name[0] <= 'Z'
	}
	known := func(types []string, foreign bool) {
		for _, v := range values(types, mark) {
			switch name := v[1:]; {
			case generic(name):
			case defined[name]:
				names = append(names, name)
			case foreign:
				names = append(names, v)
			}
		}
	}
	// The types of other traits are the driver's or the language's: what statements run on, what :bulk finds.
	ofValues := oneOf(trait, "", "Decode", "Encode", "Store", "Key")
	known(it.typ, (it.Block == "" || it.trait != nil) && ofValues)
	known(it.trait, false)
	if it.Name == "" && slices.Equal(it.typ, []string{"Error"}) && it.trait == nil {
		for _, name := range it.Uses { // is_no_row is of use where something says NoRow
			if name != "Self" && name[0] >= 'A' && name[0] <= 'Z' && defined[name] {
				names = append(names, name)
			}
		}
	}
	return names
}
