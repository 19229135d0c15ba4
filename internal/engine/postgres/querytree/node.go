// Package querytree reads PostgreSQL's own analysis of a statement, the Query tree in its text form (pg_node_tree), and
// proves from it what the statement returns and takes: which columns can be NULL, where their values come from, into
// which columns parameters go. It runs nothing and knows no connection.
package querytree

import (
	"errors"
	"strconv"
	"strings"
)

// Node is a node of the tree: {TAG :field value …}. A value is nil (<>), a string, a datum, a *Node or a list of those.
type Node struct {
	Tag    string
	fields []field
}

type field struct {
	key   string
	value any
}

// datum is the value of a constant: its bytes as decimal numbers.
type datum string

// maxDepth is how deep nodes may nest; PostgreSQL itself gives up long before.
const maxDepth = 4000

var errTree = errors.New("its analysis has a form that is not known")

// reader reads the text form that PostgreSQL's outfuncs.c writes.
type reader struct {
	text  string
	pos   int
	depth int
	err   error
}

// Parse reads one Query, which may stand in lists of one, as rules and function bodies are stored.
func Parse(text string) (*Node, error) {
	n, err := parse(text)
	if err == nil && n.Tag != "QUERY" {
		err = errTree
	}
	return n, err
}

// parse reads one node.
func parse(text string) (*Node, error) {
	r := &reader{text: text}
	v := r.value()
	for {
		list, ok := v.([]any)
		if !ok || len(list) != 1 {
			break
		}
		v = list[0]
	}
	n, ok := v.(*Node)
	if r.err != nil || !ok {
		return nil, errTree
	}
	return n, nil
}

func (r *reader) fail() any {
	r.err = errTree
	r.pos = len(r.text)
	return nil
}

// peek is the next byte that is not a space, or 0 at the end.
func (r *reader) peek() byte {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case ' ', '\n', '\t', '\r':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

// value reads exactly one value.
func (r *reader) value() any {
	if r.depth++; r.depth > maxDepth {
		return r.fail()
	}
	defer func() { r.depth-- }()
	switch r.peek() {
	case 0, ')', '}', ']':
		return r.fail()
	case '{':
		return r.node()
	case '(':
		return r.list()
	case '[':
		return r.datum()
	case '"':
		return r.quoted()
	}
	if word := r.word(); word != "<>" {
		return word
	}
	return nil
}

func (r *reader) list() any {
	r.pos++
	list := []any{}
	for {
		switch r.peek() {
		case ')':
			r.pos++
			return list
		case 0:
			return r.fail()
		}
		list = append(list, r.value())
		if r.err != nil {
			return nil
		}
	}
}

func (r *reader) node() any {
	r.pos++
	r.peek()
	n := &Node{Tag: r.word()}
	for {
		switch r.peek() {
		case '}':
			r.pos++
			return n
		case ':':
		default:
			return r.fail()
		}
		r.pos++
		key := r.word()
		v := r.value()
		if r.err == nil && r.peek() == '[' { // the bytes of a constant follow their number
			v = r.datum()
		}
		if r.err != nil {
			return nil
		}
		n.fields = append(n.fields, field{key, v})
	}
}

func (r *reader) datum() any {
	end := strings.IndexByte(r.text[r.pos:], ']')
	if end < 0 {
		return r.fail()
	}
	d := datum(strings.ReplaceAll(r.text[r.pos+1:r.pos+end], "\n", " "))
	r.pos += end + 1
	return d
}

// quoted reads a name of a list. A quote within it stands as it is; the one that ends it ends the word.
func (r *reader) quoted() any {
	word := r.word()
	if len(word) < 2 || word[len(word)-1] != '"' {
		return r.fail()
	}
	return word[1 : len(word)-1]
}

// word reads up to a space or bracket; a backslash takes the next byte as it is.
func (r *reader) word() string {
	start := r.pos
	plain := true
	for ; r.pos < len(r.text); r.pos++ {
		switch r.text[r.pos] {
		case '\\':
			plain = false
			r.pos++
			continue
		case ' ', '\n', '\t', '\r', '(', ')', '{', '}':
		default:
			continue
		}
		break
	}
	r.pos = min(r.pos, len(r.text))
	word := r.text[start:r.pos]
	if plain {
		return word
	}
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] == '\\' && i+1 < len(word) {
			i++
		}
		b.WriteByte(spaced(word[i]))
	}
	return b.String()
}

// spaced is a byte of a name. Where the server breaks a line, a space was.
func spaced(c byte) byte {
	if c == '\n' {
		return ' '
	}
	return c
}

// get is the value of a field; nil where there is none.
func (n *Node) get(key string) any {
	if n == nil {
		return nil
	}
	for i := range n.fields {
		if n.fields[i].key == key {
			return n.fields[i].value
		}
	}
	return nil
}

func (n *Node) has(key string) bool { return n.get(key) != nil }

func (n *Node) str(key string) string {
	s, _ := n.get(key).(string)
	return s
}

func (n *Node) int(key string) int {
	i, _ := strconv.Atoi(n.str(key))
	return i
}

func (n *Node) oid(key string) uint32 {
	i, _ := strconv.ParseUint(n.str(key), 10, 32)
	return uint32(i)
}

func (n *Node) is(key string) bool { return n.str(key) == "true" }

func (n *Node) node(key string) *Node {
	m, _ := n.get(key).(*Node)
	return m
}

// list is the nodes of a list; anything else in it is a nil node.
func (n *Node) list(key string) []*Node { return nodes(n.get(key)) }

func nodes(v any) []*Node {
	list, _ := v.([]any)
	out := make([]*Node, len(list))
	for i := range list {
		out[i], _ = list[i].(*Node)
	}
	return out
}

// numbers are the members of a set (b 1 2) or of a list of integers (i 1 2) or object ids (o 1 2).
func (n *Node) numbers(key string) (out []int) {
	list, _ := n.get(key).([]any)
	for _, v := range list {
		s, _ := v.(string)
		if i, err := strconv.Atoi(s); err == nil {
			out = append(out, i)
		}
	}
	return out
}

// bytes is the value of a constant.
func (n *Node) bytes(key string) []byte {
	d, _ := n.get(key).(datum)
	words := strings.Fields(string(d))
	out := make([]byte, len(words))
	for i, w := range words {
		b, err := strconv.Atoi(w)
		if err != nil || b < -128 || b > 255 {
			return nil
		}
		out[i] = byte(b)
	}
	return out
}

// same reports whether two nodes are the same expression, wherever they are written.
func same(a, b any) bool { return alike(a, b, ownPlace) }

// ownPlace is the field of an expression that says where it is written.
var ownPlace = map[string]bool{"location": true}

// alike reports whether two nodes are the same but for some fields.
func alike(a, b any, but map[string]bool) bool {
	switch a := a.(type) {
	case *Node:
		b, ok := b.(*Node)
		if !ok || a == nil || b == nil || a.Tag != b.Tag || len(a.fields) != len(b.fields) {
			return ok && a == b
		}
		for i := range a.fields {
			if a.fields[i].key != b.fields[i].key || !but[a.fields[i].key] &&
				!alike(a.fields[i].value, b.fields[i].value, but) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !alike(a[i], b[i], but) {
				return false
			}
		}
		return true
	}
	return a == b
}

// walk calls f for n and every node below; f says whether to go on below a node.
func walk(v any, f func(*Node) bool) {
	switch v := v.(type) {
	case *Node:
		if v != nil && f(v) {
			for i := range v.fields {
				walk(v.fields[i].value, f)
			}
		}
	case []any:
		for _, x := range v {
			walk(x, f)
		}
	}
}

// Alike reports whether two statements are the same, wherever they are written.
func Alike(a, b *Node) bool {
	return alike(a, b, map[string]bool{"location": true, "stmt_location": true, "stmt_len": true})
}
