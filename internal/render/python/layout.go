package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/emit"
)

// width is what Ruff allows a line.
const width = 88

// brackets prints items on one line; else all on an indented line of their own, but for tuples, lists and
// dictionaries of a constant; else one a line.
func brackets(open string, items []emit.Doc, end string) emit.Doc {
	switch len(items) {
	case 0:
		return emit.Text(open + end)
	case 1:
		return emit.Group(open, emit.Indent(emit.SoftLine(), items[0]), emit.SoftLine(), end)
	}
	inner := emit.Concat(emit.Join(emit.Concat(",", emit.Line()), items), emit.IfBroken(",", ""))
	if open != "(" && !strings.HasSuffix(open, "= [") && !strings.HasSuffix(open, "= {") {
		inner = emit.Group(inner)
	}
	return emit.Group(open, emit.Indent(emit.SoftLine(), inner), emit.SoftLine(), end)
}

// call is a function call.
func call(function string, args ...emit.Doc) emit.Doc { return brackets(function+"(", args, ")") }

// tuple is a tuple literal.
func tuple(items []emit.Doc) emit.Doc {
	if len(items) == 1 {
		return emit.Group("(", emit.Indent(emit.SoftLine(), items[0], ","), emit.SoftLine(), ")")
	}
	return brackets("(", items, ")")
}

// parenthesized prints an expression on one line, else in parentheses of its own.
func parenthesized(d emit.Doc) emit.Doc {
	inner := emit.Indent(emit.SoftLine(), emit.Group(d))
	return emit.Group(emit.IfBroken("(", ""), inner, emit.SoftLine(), emit.IfBroken(")", ""))
}

// stack puts documents on lines of their own.
func stack(ds ...emit.Doc) emit.Doc { return emit.Join(emit.HardLine(), ds) }

// block is a head that ends in a colon and the lines under it.
func block(head emit.Doc, body ...emit.Doc) emit.Doc {
	return emit.Concat(head, emit.Indent(emit.HardLine(), stack(body...)))
}

// def is the head of a function; a method's self is among its parameters.
func def(name string, params []emit.Doc, result string) emit.Doc {
	head := brackets("def "+name+"(", params, ")")
	if len(params) == 1 {
		// Ruff always puts a comma behind a parameter that stands alone on its line.
		param := emit.Indent(emit.SoftLine(), params[0], emit.IfBroken(",", ""))
		head = emit.Group("def "+name+"(", param, emit.SoftLine(), ")")
	}
	end := text(result)
	if utf8.RuneCountInString(result)+len("    ) -> :") > width {
		end = subscript("", result)
	}
	return emit.Concat(head, " -> ", end, ":")
}

// subscript is a generic type behind a prefix, which may break where its arguments begin.
func subscript(prefix, typ string) emit.Doc {
	generic, args, ok := strings.Cut(strings.TrimSuffix(typ, "]"), "[")
	if !ok {
		return text(prefix + typ)
	}
	var items []emit.Doc
	for _, a := range strings.Split(args, ", ") {
		items = append(items, text(a))
	}
	return brackets(prefix+generic+"[", items, "]")
}

func text(s string) emit.Doc { return emit.Text(s) }

// lines are lines of text that end up one below the other.
func lines(ls []string) emit.Doc {
	ds := make([]emit.Doc, len(ls))
	for i, l := range ls {
		ds[i] = text(l)
	}
	return stack(ds...)
}

// annotated is a name with its type. Ruff puts a union that is too long in parentheses, but not in a parameter list.
func annotated(name, typ string, field bool) emit.Doc {
	var members []emit.Doc
	for i, t := range strings.Split(typ, " | ") {
		if i > 0 {
			t = "| " + t
		}
		members = append(members, text(t))
	}
	union := emit.Join(emit.Line(), members)
	if field && len(members) > 1 {
		return emit.Concat(name+": ", parenthesized(union))
	}
	return emit.Group(name+": ", union)
}

func itoa(i int) string { return strconv.Itoa(i) }
