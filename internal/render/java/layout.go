package java

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
)

// Layouts as google-java-format makes them: continuation lines are indented by four columns, twice what a block is.

func continued(ds ...any) emit.Doc { return emit.Indent(emit.Indent(ds...)) }

// call prints name(args): on one line, else all arguments on the next, else one a line.
func call(name string, args ...emit.Doc) emit.Doc {
	if len(args) == 0 {
		return emit.Text(name + "()")
	}
	return emit.Group(name+"(", continued(emit.SoftLine(), emit.Group(commas(args))), ")")
}

// shortItem is from how many columns on an item is not short to the formatter.
const shortItem = 10

// callShort is call for arguments that are identifiers: the formatter fills lines with them where all are short.
func callShort(name string, args []string) emit.Doc {
	var ds []any
	for i, a := range args {
		if columns(a) >= shortItem {
			return call(name, texts(args...)...)
		}
		if i > 0 {
			ds = append(ds, ",", emit.Group(emit.Line()))
		}
		ds = append(ds, a)
	}
	return emit.Group(name+"(", continued(emit.SoftLine(), emit.Concat(ds...)), ")")
}

// brokenCall prints name(args) with one argument a line, as the formatter does where one of them is a block.
func brokenCall(name string, args ...emit.Doc) emit.Doc {
	sep := emit.Concat(",", emit.HardLine())
	return emit.Concat(name+"(", continued(emit.HardLine(), emit.Join(sep, args)), ")")
}

func commas(args []emit.Doc) emit.Doc { return emit.Join(emit.Concat(",", emit.Line()), args) }

func texts(ss ...string) []emit.Doc {
	ds := make([]emit.Doc, len(ss))
	for i, s := range ss {
		ds[i] = emit.Text(s)
	}
	return ds
}

// stmt ends an expression.
func stmt(d ...any) emit.Doc { return emit.Group(append(d, ";")...) }

// assign prints `left = right;`, breaking behind the sign first.
func assign(left string, right emit.Doc) emit.Doc {
	return emit.Group(left+" =", continued(emit.Line(), emit.Group(right)), ";")
}

// lines puts documents on lines of their own; nil is none.
func lines(ds ...emit.Doc) emit.Doc {
	return emit.Join(emit.HardLine(), slices.DeleteFunc(slices.Clone(ds), func(d emit.Doc) bool { return d == nil }))
}

// block prints `head {`, the indented lines and `}`.
func block(head emit.Doc, body ...emit.Doc) emit.Doc {
	if len(body) == 0 {
		return emit.Concat(head, " {}")
	}
	return emit.Concat(head, " {", emit.Indent(emit.HardLine(), lines(body...)), emit.HardLine(), "}")
}

// paragraphs puts an empty line between members of a class.
func paragraphs(ds []emit.Doc) emit.Doc {
	return emit.Join(emit.Concat(emit.HardLine(), emit.HardLine()), ds)
}

// header prints the head of a method; throws is "" or a throws clause. The formatter breaks before the name only where
// the name does not fit otherwise, and before throws where the parameters take the line or have one each.
func header(level int, before, name string, params []string, throws string) emit.Doc {
	return headed(level, before, name, params, throws, " {")
}

// headed is header with what comes behind it: a brace or a semicolon.
func headed(level int, before, name string, params []string, throws, end string) emit.Doc {
	indent := 2 * level
	head := before + " " + name + "("
	if indent+columns(head) > width {
		return emit.Concat(before, continued(emit.HardLine(), parameterized(indent+4, name+"(", params, throws, end)))
	}
	return parameterized(indent, head, params, throws, end)
}

// parameterized is head, which ends in a parenthesis, with what comes behind it.
func parameterized(indent int, head string, params []string, throws, end string) emit.Doc {
	all := strings.Join(params, ", ") + ")"
	after := emit.Concat()
	clause := ""
	if throws != "" {
		clause = " " + throws
		after = continued(emit.HardLine(), throws)
	}
	flat := indent + columns(head+all)
	next := indent + 4 + columns(all)
	rest := len(clause + end)
	switch {
	case flat+rest <= width:
		return emit.Text(head + all + clause)
	case flat <= width && throws != "":
		return emit.Concat(head+all, after)
	case next+rest <= width:
		return emit.Concat(head, continued(emit.HardLine(), all+clause))
	}
	return emit.Concat(head, parameters(params), ")", after)
}

func parameters(params []string) emit.Doc {
	if len(params) == 0 {
		return emit.Concat()
	}
	ds := make([]emit.Doc, len(params))
	for i, p := range params {
		name := strings.LastIndexByte(p, ' ')
		ds[i] = emit.Group(p[:name], continued(emit.Line(), p[name+1:]))
	}
	return emit.Group(continued(emit.SoftLine(), emit.Group(commas(ds))))
}
