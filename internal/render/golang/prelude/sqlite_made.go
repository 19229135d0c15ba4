//go:build ignore

package prelude

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// made is a list or an object in JSON that a statement makes, which is read by what it is for.
type made string

// jsonParts reads JSON from its start.
type jsonParts struct {
	text   string
	at     int
	failed bool
}

// opened is the inside of a list or an object of JSON. In JSON it is a text where SQLite has kept it in between.
func (r *record) opened(i int, bracket byte) *jsonParts {
	p := &jsonParts{}
	switch v := r.value(i).(type) {
	case string:
		p.text = v
	case made:
		p.text = string(v)
	}
	p.expect(bracket)
	return p
}

// comes reports whether a byte comes next, behind blanks.
func (p *jsonParts) comes(c byte) bool {
	for p.at < len(p.text) && p.text[p.at] <= ' ' {
		p.at++
	}
	return p.at < len(p.text) && p.text[p.at] == c
}

// eat goes on behind a byte, if that comes next.
func (p *jsonParts) eat(c byte) bool {
	comes := p.comes(c)
	if comes {
		p.at++
	}
	return comes
}

func (p *jsonParts) expect(c byte) { p.failed = !p.eat(c) || p.failed }

// closed reports whether a bracket and nothing else ends the text, without a fault before.
func (p *jsonParts) closed(bracket byte) bool {
	p.expect(bracket)
	return !p.failed && strings.TrimSpace(p.text[p.at:]) == ""
}

// next is the next value as SQLite has it outside of JSON.
func (p *jsonParts) next() any {
	if p.comes('"') {
		return p.string()
	}
	start := p.at
	if p.skip(); p.failed {
		return nil
	}
	switch word := strings.TrimSpace(p.text[start:p.at]); {
	case word == "null":
		return nil
	case word == "true" || word == "false":
		return word == "true"
	case word != "" && (word[0] == '{' || word[0] == '['):
		return made(word)
	default:
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return n
		}
		n, err := strconv.ParseFloat(word, 64) // what is too large is an infinity
		p.failed = p.failed || err != nil && !errors.Is(err, strconv.ErrRange)
		return n
	}
}

// skip goes on behind a value that is no text.
func (p *jsonParts) skip() {
	for depth := 0; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case '"':
			p.string()
			p.at--
		case '{', '[':
			depth++
		case '}', ']', ',':
			if depth == 0 {
				return
			}
			if c == ',' {
				continue
			}
			if depth--; depth == 0 {
				p.at++
				return
			}
		}
	}
}

// string reads a text, whose escapes are rare.
func (p *jsonParts) string() (text string) {
	start, escapes := p.at, false
	for p.at++; p.at < len(p.text) && p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			escapes = true
			p.at++
		}
	}
	if p.at++; p.at > len(p.text) {
		p.at, p.failed = len(p.text), true
		return ""
	}
	if !escapes {
		return p.text[start+1 : p.at-1]
	}
	p.failed = json.Unmarshal([]byte(p.text[start:p.at]), &text) != nil || p.failed
	return text
}

// object reads the fields of an object of JSON, as a row.
func (r *record) object(i int, column string, keys ...string) *record {
	values, p := make([]any, len(keys)), r.opened(i, '{')
	for at, key := range keys {
		if at > 0 {
			p.expect(',')
		}
		p.failed = p.failed || p.next() != any(key)
		p.expect(':')
		values[at] = p.next()
	}
	if !p.closed('}') {
		clear(values)
		r.misfit(i, column, "an object of JSON")
	}
	return &record{values: values}
}

// within keeps the first error of what is in a value.
func (r *record) within(in *record) {
	if r.err == nil {
		r.err = in.err
	}
}

// listOf reads a list of JSON, each element by a function for its type.
func listOf[T any](read func(*record, int, string) T) func(*record, int, string) []T {
	return func(r *record, i int, column string) []T {
		var values []any
		p := r.opened(i, '[')
		for more := !p.comes(']'); more && !p.failed; more = p.eat(',') {
			values = append(values, p.next())
		}
		if !p.closed(']') {
			values = nil
			r.misfit(i, column, "a list of JSON")
		}
		found, in := make([]T, len(values)), &record{values: values}
		for at := range found {
			found[at] = read(in, at, column)
		}
		r.within(in)
		return found
	}
}
