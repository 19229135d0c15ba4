package syntax

import (
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// Choice is a parameter that stands for SQL of the file, of which the program picks one by its label.
type Choice struct {
	Name   string
	Labels []Label // of which the first is the default
	Span   source.Span
	used   bool
	broken bool // its SQL has errors that are reported already
}

// Label is what a choice may be.
type Label struct {
	Name, SQL string
	Span      source.Span // of the SQL
}

// Embed is an object of the row that the columns of alias.* are.
type Embed struct {
	Object, Alias string
	Span          source.Span
}

// choice is the one of a name, or nil.
func (b *Block) choice(name string) *Choice {
	for i := range b.Choices {
		if b.Choices[i].Name == name {
			return &b.Choices[i]
		}
	}
	return nil
}

// Choice is the one of a name.
func (b *Block) Choice(name string) Choice { return *b.choice(name) }

// choices reads choices: {sort: {newest: id DESC, oldest: id}}.
func (r yamlReader) choices(n *yaml.Node) {
	r.mapping(n, "choices", nil, func(key, value *yaml.Node) {
		c := Choice{Name: key.Value, Span: r.node(key)}
		if !isParameterName(c.Name) {
			r.bad(key, "letters, digits and _", "%q cannot be the name of a parameter", c.Name)
			return
		}
		found := len(r.diags)
		r.mapping(value, c.Name, nil, func(key, value *yaml.Node) {
			if strings.ContainsFunc(key.Value, unicode.IsControl) {
				r.bad(key, "", "a label holds no control character")
			}
			l := Label{Name: key.Value, SQL: strings.TrimSpace(r.text(value)), Span: r.node(value)}
			r.choosable(l, value)
			c.Labels = append(c.Labels, l)
		})
		if value.Kind == yaml.MappingNode && len(c.Labels) == 0 {
			r.bad(value, "write "+c.Name+": {label: SQL, …}", "%s has nothing to choose from", c.Name)
		}
		c.broken = diag.Failed(r.diags[found:])
		r.b.Choices = append(r.b.Choices, c)
	})
}

// choosable reports text that cannot stand in a statement on its own, or depends on more than the choice.
func (r yamlReader) choosable(l Label, at *yaml.Node) {
	for _, t := range r.d.scan(l.SQL, 0, len(l.SQL)) {
		switch {
		case t.open && t.quotes() && t.kind != lineComment:
			r.bad(at, "", "a quote or comment in %s is not closed", l.Name)
		case t.kind == parameter || t.kind == placeholder:
			r.bad(at, "write the parameter in the statement, or two statements",
				"%s has a parameter, which a choice does not take", l.Name)
		case t.kind == lineComment:
			r.bad(at, "write /* … */", "a comment in %s goes to the end of the line", l.Name)
		case t.kind == semicolon || t.kind == setLine:
			r.bad(at, "write a piece of SQL", "%s is no piece of a statement", l.Name)
		}
	}
}

// unusedChoices reports a choice that the statement has not.
func (p *parser) unusedChoices(b *Block) {
	for _, c := range b.Choices {
		if !c.used {
			p.errorf(diag.BadOption, c.Span.Start, c.Span.End, "write ${"+c.Name+"} where its SQL belongs",
				"the choice %s does not stand in the statement", c.Name)
		}
	}
}
