package sqlx

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/source"
)

// call is a call of one of SQLx' macros: query!, query_as!, query_scalar! and those that read a file.
type call struct {
	macro string
	fn    string   // the function that it stands in
	args  []string // as written
	fetch string   // the method that runs it: fetch_one, execute, …; "" where it is not in sight
	span  source.Span
}

var (
	macros = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(query(?:_file)?(?:_as|_scalar)?)(?:_unchecked)?!\s*[({\[]`)
	})
	functions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bfn\s+(\w+)`) })
	fetches   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\.\s*(fetch_one|fetch_optional|fetch_all|fetch|execute)\s*\(`)
	})
)

// calls are those of a file, in their order. Comments and strings are not looked into.
func calls(f *source.File) (list []call) {
	code := blanked(f.Text)
	fns := functions().FindAllStringSubmatchIndex(code, -1)
	for _, m := range macros().FindAllStringSubmatchIndex(code, -1) {
		c := call{macro: code[m[2]:m[3]], span: source.Span{File: f, Start: m[2], End: m[3]}}
		for _, fn := range fns {
			if fn[0] < m[0] {
				c.fn = code[fn[2]:fn[3]]
			}
		}
		end := 0
		if c.args, end = arguments(f.Text, code, m[1]); end < 0 {
			continue
		}
		chain, _, _ := strings.Cut(code[end:], ";")
		if next := macros().FindStringIndex(chain); next != nil {
			chain = chain[:next[0]]
		}
		if run := fetches().FindStringSubmatch(chain); run != nil {
			c.fetch = run[1]
		}
		list = append(list, c)
	}
	return list
}

// arguments are what stands between the commas of a call, and where it ends; -1 where it does not.
func arguments(text, code string, from int) (args []string, end int) {
	depth, start := 1, from
	add := func(to int) {
		if arg := strings.TrimSpace(text[start:to]); arg != "" {
			args = append(args, arg)
		}
		start = to + 1
	}
	for i := from; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				add(i)
				return args, i + 1
			}
		case ',':
			if depth == 1 {
				add(i)
			}
		}
	}
	return nil, -1
}

// blanked is Rust with blanks for what is in comments, strings and characters.
func blanked(text string) string {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to && i < len(out); i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(text); {
		end := i + 1
		switch {
		case strings.HasPrefix(text[i:], "//"):
			end = i + index(text[i:], "\n", 0)
		case strings.HasPrefix(text[i:], "/*"):
			end = i + blockComment(text[i:])
		case text[i] == '"':
			end = i + stringEnd(text[i:])
		case text[i] == 'r' && (i == 0 || !isWord(text[i-1])) && rawHashes(text[i:]) >= 0:
			n := rawHashes(text[i:])
			end = i + n + 2 + index(text[i+n+2:], `"`+strings.Repeat("#", n), n+1)
		case text[i] == '\'' && charEnd(text[i:]) > 0:
			end = i + charEnd(text[i:])
		default:
			i = end
			continue
		}
		blank(i, end)
		i = end
	}
	return string(out)
}

// index is where a text ends whose end is a mark, with so many bytes of it; all of it where there is none.
func index(text, mark string, with int) int {
	if at := strings.Index(text, mark); at >= 0 {
		return at + with
	}
	return len(text)
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func blockComment(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// rawHashes is how many # a raw string begins with; -1 where none begins.
func rawHashes(text string) int {
	rest := strings.TrimLeft(text[1:], "#")
	if !strings.HasPrefix(rest, `"`) {
		return -1
	}
	return len(text) - 1 - len(rest)
}

// charEnd is where a character's literal ends; 0 for a lifetime.
func charEnd(text string) int {
	if len(text) > 3 && text[1] == '\\' {
		if at := strings.IndexByte(text[3:], '\''); at >= 0 {
			return at + 4
		}
	}
	for i, r := range text[1:] {
		if i == 0 {
			if r == '\'' || r == '\n' {
				return 0
			}
			continue
		}
		if r == '\'' {
			return i + 2
		}
		break
	}
	return 0
}

// literal is the text of an argument that is a string, or several with a + between; false where it is none.
func literal(arg string) (string, bool) {
	var b strings.Builder
	for {
		arg = strings.TrimSpace(arg)
		if arg == "" {
			return "", false
		}
		end := 0
		switch {
		case arg[0] == '"':
			end = stringEnd(arg)
			b.WriteString(unescaped(arg[1 : end-1]))
		case arg[0] == 'r' && rawHashes(arg) >= 0:
			n := rawHashes(arg)
			body := index(arg[n+2:], `"`+strings.Repeat("#", n), 0)
			b.WriteString(arg[n+2 : n+2+body])
			end = min(len(arg), n+2+body+1+n)
		default:
			return "", false
		}
		arg = strings.TrimSpace(arg[end:])
		if arg == "" {
			return b.String(), true
		}
		if arg[0] != '+' {
			return "", false
		}
		arg = arg[1:]
	}
}

var continued = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\\r?\n\s*`) })

// unescaped is what is between quotes, with its escapes replaced.
func unescaped(text string) string {
	text = continued().ReplaceAllString(text, "")
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'u':
			if end := strings.IndexByte(text[i:], '}'); end > 2 {
				if n, err := strconv.ParseUint(text[i+2:i+end], 16, 32); err == nil {
					b.WriteRune(rune(n))
					i += end
				}
			}
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
