package syntax

import (
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// yamlReader reads the YAML of one annotation, which stands at start in the file.
type yamlReader struct {
	*parser
	b          *Block
	start, end int
}

// yaml reads what follows the first line of a block-comment annotation.
func (p *parser) yaml(b *Block, start, end int) {
	if strings.TrimSpace(p.file.Text[start:end]) == "" {
		return
	}
	r := yamlReader{p, b, start, end}
	doc, err := loadDocument(p.file.Text[start:end])
	if err != nil {
		r.unreadable(err)
		return
	}
	if doc == nil {
		return
	}
	var keys []string
	for _, o := range options {
		if slices.Contains(o.kinds, b.Kind) {
			keys = append(keys, o.name)
		}
	}
	r.mapping(doc.Content[0], "an annotation's options", keys, func(key, value *yaml.Node) {
		switch key.Value {
		case "doc":
			b.Doc = append(b.Doc, docLines(r.text(value))...)
		case "choices":
			r.choices(value)
		case "embed":
			r.mapping(value, "embed", nil, func(key, value *yaml.Node) {
				r.b.Embeds = append(r.b.Embeds, Embed{Object: key.Value, Alias: strings.TrimSuffix(r.text(value), ".*"),
					Span: r.node(key)})
			})
		default:
			r.fields(value, key.Value == "params")
		}
	})
}

// loadDocument returns the one YAML document of a text, nil where it holds nothing but comments.
func loadDocument(text string) (*yaml.Node, error) {
	l, err := yaml.NewLoader(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	var doc, more yaml.Node
	if err := l.Load(&doc); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := l.Load(&more); err == nil {
		return nil, errors.New("--- starts a second document")
	} else if err != io.EOF {
		return nil, err
	}
	return &doc, nil
}

func (r yamlReader) unreadable(err error) {
	span, msg := r.span(r.start, r.end), err.Error()
	var at *yaml.LoadError
	if errors.As(err, &at) {
		span, msg = r.at(at.Mark.Line, at.Mark.Column, 1), at.Message
	}
	r.errorf(diag.AnnotationYAML, span.Start, span.End,
		"what follows an annotation's first line is YAML: doc: text, result: {column: type}, params: {name: type}",
		"this YAML cannot be read: %s", msg)
}

// at returns the place of a YAML line and column, which count from 1 and in characters.
func (r yamlReader) at(line, column, size int) source.Span {
	pos := r.start // YAML's first line is the rest of the annotation's own
	if line > 1 {
		first, _ := r.file.Position(r.start)
		pos = min(r.file.Offset(first+line-1, column), r.end)
	}
	return r.span(pos, min(pos+size, r.end))
}

// node returns the place of a node: a scalar's first line, else its first character.
func (r yamlReader) node(n *yaml.Node) source.Span {
	size := 1
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		first, _, _ := strings.Cut(n.Value, "\n")
		size = len(first)
		if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
			size += 2
		}
	}
	return r.at(n.Line, n.Column, max(size, 1))
}

func (r yamlReader) bad(n *yaml.Node, hint, format string, args ...any) {
	span := r.node(n)
	r.errorf(diag.AnnotationYAML, span.Start, span.End, hint, format, args...)
}

// mapping calls each for every key of a mapping; known lists the keys it may have, nil for any.
func (r yamlReader) mapping(n *yaml.Node, what string, known []string, each func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.bad(n, "write key: value", "%s must be keys and values", what)
		return
	}
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || key.Value == "":
			r.bad(key, "", "a key must be a name")
		case slices.Contains(seen, key.Value):
			r.bad(key, "", "%s is there twice", key.Value)
		case known != nil && !slices.Contains(known, key.Value):
			r.bad(key, diag.Suggest(key.Value, known), "unknown key %s", key.Value)
		default:
			each(key, value)
		}
		seen = append(seen, key.Value)
	}
}

// text returns a scalar's text.
func (r yamlReader) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		r.bad(n, "", "this must be text")
		return ""
	}
	return n.Value
}

// fields reads result: or params:.
func (r yamlReader) fields(n *yaml.Node, param bool) {
	what := "result"
	if param {
		what = "params"
	}
	r.mapping(n, what, nil, func(key, value *yaml.Node) {
		f := FieldOptions{Param: param, Name: key.Value, Span: r.node(key)}
		if value.Kind == yaml.MappingNode {
			r.longForm(&f, value)
		} else {
			r.shortForm(&f, value)
		}
		r.b.Fields = append(r.b.Fields, f)
	})
}

// shortForm reads "type", "type not null", "not null" and so on.
func (r yamlReader) shortForm(f *FieldOptions, n *yaml.Node) {
	var typ string
	typ, f.Elems = elements(strings.TrimSpace(r.text(n)))
	if words := strings.Fields(typ); f.Param && len(words) > 0 && strings.EqualFold(words[len(words)-1], "list") {
		f.List, f.Type = true, strings.Join(words[:len(words)-1], " ")
		if f.Elems == ElemsNull {
			r.bad(n, "leave null elements out", "IN finds no NULL, so that a list for it has none")
		}
		return
	}
	lower := strings.ToLower(typ)
	switch words := strings.Fields(lower); {
	case len(words) >= 2 && words[len(words)-2] == "not" && words[len(words)-1] == "null":
		f.NotNull = true
		typ = strings.TrimSpace(typ[:strings.LastIndex(lower, "not")])
	case len(words) >= 1 && words[len(words)-1] == "null":
		f.Null = true
		typ = strings.TrimSpace(typ[:len(typ)-len("null")])
	case len(words) == 0 && n.Kind == yaml.ScalarNode && f.Elems == ElemsUnsaid:
		r.bad(n, "write a type, null or not null: "+f.Name+": integer not null", "nothing is said of %s", f.Name)
	}
	f.Type = typ
}

// elements cuts off what is said of a list's elements: "bigint[] null elements", "bigint[] not null elements".
func elements(typ string) (rest string, said Elems) {
	words := strings.Fields(typ)
	is := func(back int, word string) bool {
		return len(words) >= back && strings.EqualFold(words[len(words)-back], word)
	}
	if !is(1, "elements") || !is(2, "null") {
		return typ, ElemsUnsaid
	}
	if is(3, "not") {
		return strings.Join(words[:len(words)-3], " "), ElemsNotNull
	}
	return strings.Join(words[:len(words)-2], " "), ElemsNull
}

func (r yamlReader) longForm(f *FieldOptions, n *yaml.Node) {
	known := make([]string, len(fieldOptions))
	for i, o := range fieldOptions {
		known[i] = o.name
	}
	r.mapping(n, f.Name, known, func(key, value *yaml.Node) {
		switch key.Value {
		case "type":
			if f.Type = strings.TrimSpace(r.text(value)); f.Type == "" {
				r.bad(value, "", "type is empty")
			}
		case "like":
			name, source := strings.CutPrefix(r.text(value), "sources.")
			if source && f.Param {
				f.Like = name
			} else {
				r.bad(value, "write like: sources.events, the name of a file source in sqg.yaml",
					"only a parameter for a path can be like something, and only like a source")
			}
		case "list":
			if f.List = r.text(value) == "true"; !f.List && r.text(value) != "false" {
				r.bad(value, "", "list must be true or false")
			}
		case "doc":
			f.Doc = strings.TrimSpace(r.text(value))
		case "nullable":
			switch r.text(value) {
			case "true":
				f.Null = true
			case "false":
				f.NotNull = true
			default:
				r.bad(value, "", "nullable must be true or false")
			}
		case "null_elements":
			switch r.text(value) {
			case "true":
				f.Elems = ElemsNull
			case "false":
				f.Elems = ElemsNotNull
			default:
				r.bad(value, "", "null_elements must be true or false")
			}
		}
	})
}
