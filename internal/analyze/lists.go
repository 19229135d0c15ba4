package analyze

import (
	"fmt"
	"slices"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Parameters that are all values of an IN (…). The engine says of the statement with two values what they are; then the
// statement gets the form in which one parameter holds any number of them.

// isList reports whether the user says that a parameter is a list: by a sample of several values, or in so many words.
func isList(b *syntax.Block, name string) bool {
	return slices.ContainsFunc(b.Sets, func(s syntax.Set) bool { return s.Name == name && s.Items > 1 }) ||
		slices.ContainsFunc(b.Fields, func(o syntax.FieldOptions) bool { return o.Param && o.Name == name && o.List })
}

// inLists are the parameters that are lists; one that stands elsewhere than in IN (…), too, is reported.
func (u *unit) inLists(b *syntax.Block) map[string]bool {
	lists := map[string]bool{}
	for _, p := range b.Parts {
		if p.Param < 0 || !isList(b, b.Uses[p.Param]) {
			continue
		}
		name := b.Uses[p.Param]
		if slices.ContainsFunc(b.Fields,
			func(o syntax.FieldOptions) bool { return o.Param && o.Name == name && o.Null }) && !lists[name] {
			u.report(diag.Diagnostic{Code: diag.BadParameter, Span: p.Span,
				Msg:  "${" + name + "} is a list, which is never NULL",
				Hint: "leave null out: an empty list has no value"})
		}
		if p.Place != syntax.ListItem {
			u.report(diag.Diagnostic{Code: diag.ParamPlace, Span: p.Span,
				Msg:  "${" + name + "} is a list of values: it can stand in IN (${" + name + "}) and NOT IN (…) only",
				Hint: "for one value here write another parameter; an array as a value is declared by its type: params: {" + name + ": …}"})
		}
		lists[name] = true
	}
	return lists
}

// listed gives the statement the engine's form of its lists, and says what their elements are; false after an error.
func (u *unit) listed(b *syntax.Block, params []ir.Param, order []int, hints []engine.ParamHint) (*syntax.Block,
	map[string]engine.Param, bool) {
	errors := len(u.diags)
	lists := u.inLists(b)
	if len(lists) == 0 || len(u.diags) > errors {
		return b, nil, len(u.diags) == errors
	}
	two, asked, at := u.twice(b, params, hints, lists)
	text := b.Statement(func(use int) string { return two[order[use]] })
	d, err := u.session.Describe(u.ctx, engine.Stmt{SQL: text.SQL, Params: asked, Finite: u.Finite})
	if err != nil {
		u.report(engineError(err, diag.StatementError, b.Body, text.At))
		return b, nil, false
	}
	elems := map[string]engine.Param{}
	for name, i := range at {
		elems[name] = d.Params[i]
		p := params[slices.IndexFunc(params, func(p ir.Param) bool { return p.Name.SQL == name })]
		u.element(name, d.Params[i].Type, p.Span)
	}
	marks := u.marks(params)
	text = b.Statement(func(use int) string { return marks[order[use]] })
	var edits []syntax.Edit
	for _, in := range b.InLists(text, u.Engine.Dialect) {
		if lists[in.Name] {
			edits = append(edits, syntax.Edit{Start: in.Start, End: in.End,
				Text: u.Engine.InList(in.Param, elems[in.Name].Type, in.Not)})
		}
	}
	for i, h := range hints {
		if lists[h.Name] {
			hints[i] = engine.ParamHint{Name: h.Name}
		}
	}
	return b.Edited(text, u.Engine.Dialect, edits), elems, len(u.diags) == errors
}

// twice is what stands for each parameter where a list is two values, what the user said of each number, and the first
// number of each list, from 0.
func (u *unit) twice(b *syntax.Block, params []ir.Param, hints []engine.ParamHint,
	lists map[string]bool) (marks []string, asked []engine.ParamHint, at map[string]int) {
	at = map[string]int{}
	marks = u.marks(params)
	n := 0
	for i, p := range params {
		if p.FileSource {
			continue
		}
		h := hints[n]
		n++
		if lists[h.Name] {
			set, _ := sample(b, h.Name)
			h.Sample = set.First
		}
		asked = append(asked, h)
		marks[i] = u.Engine.Placeholder(len(asked))
		if lists[h.Name] {
			at[h.Name] = len(asked) - 1
			asked = append(asked, h)
			marks[i] += ", " + u.Engine.Placeholder(len(asked))
		}
	}
	return marks, asked, at
}

// noElement is why a list has no elements of a kind.
var noElement = map[ir.Kind]string{
	ir.Unknown: "cannot infer the type of the values",
	ir.Any:     "the values may be of any type",
	ir.Array:   "the values are lists themselves",
	ir.Struct:  "the values are rows",
	ir.Map:     "the values are maps",
	ir.Union:   "the values are unions",
}

func (u *unit) element(name string, t ir.Type, at source.Span) {
	if why := noElement[t.Kind]; why != "" {
		u.report(diag.Diagnostic{Code: diag.UntypedParam, Span: at,
			Msg:  fmt.Sprintf("${%s} cannot be a list in IN (…): %s", name, why),
			Hint: fmt.Sprintf("say what they are: params: {%s: integer list}", name)})
	}
}

// list makes a parameter one that holds such values, in an engine that has no type for it, too.
func list(p *ir.Param, elem engine.Param) {
	if p.Type.Kind != ir.Array {
		p.Type = ir.Type{Kind: ir.Array, SQL: elem.Type.SQL + "[]", Elem: &elem.Type}
	}
	p.Nullable, p.Why, p.Source, p.Stated, p.Operand = false, "a list, which is empty where it has no value",
		ir.ColumnRef{}, false, false
}
