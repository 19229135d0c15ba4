package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// Names reports which names of a generated file clash, and which are not what users would expect, in the same words for
// all languages.
type Names struct {
	Language string
	Diags    []diag.Diagnostic
	types    map[string]owner
	clashes  map[source.Span]clash
}

// owner is what has a name, in the user's words.
type owner struct {
	what string
	span source.Span
}

type clash struct {
	index  int // of its diagnostic
	method bool
}

// take takes a name. Of two things that would have it, neither can give way: which one did would depend on their order.
// One report of a place is enough, and of its methods rather than its types, since another name for the statement mends
// both.
func (n *Names) take(taken map[string]owner, name string, method bool, what string, span source.Span) {
	first, ok := taken[name]
	if !ok {
		taken[name] = owner{what, span}
		return
	}
	as := "type " + name
	if method {
		as = "method " + name + "()"
	}
	d := diag.Diagnostic{Code: diag.NameClash, Span: span, Hint: "rename one of them",
		Msg: first.what + " and " + what + " would both be the " + as}
	if first.span != (source.Span{}) {
		d.Notes = []diag.Note{{Span: first.span, Msg: first.what + " is here"}}
	}
	switch before, reported := n.clashes[span]; {
	case !reported:
		if n.clashes == nil {
			n.clashes = map[source.Span]clash{}
		}
		n.clashes[span] = clash{len(n.Diags), method}
		n.Diags = append(n.Diags, d)
	case method && !before.method:
		n.clashes[span] = clash{before.index, true}
		n.Diags[before.index] = d
	}
}

// Type names a type of the file that users see.
func (n *Names) Type(scope *emit.Scope, natural, what string, span source.Span) string {
	_, clash := n.types[natural]
	if n.types == nil {
		n.types = map[string]owner{}
	}
	n.take(n.types, natural, false, what, span)
	if clash {
		return natural
	}
	return n.Expect(natural, scope.Claim(natural), what, span)
}

// Views names the types of some of a class's methods.
func (n *Names) Views(scope *emit.Scope, p *plan.Program, class string) map[surface.Kind]string {
	names := map[surface.Kind]string{}
	for _, view := range surface.Views(p) {
		natural := surface.Name(view, p.Target.Language, class)
		names[view] = n.Type(scope, natural, "an interface of "+class, source.Span{})
	}
	return names
}

// RowType names a row type.
func (n *Names) RowType(scope *emit.Scope, natural string, r *ir.Row) string {
	what := map[ir.Role]string{ir.QueryRow: "the row type of ", ir.TableRow: "the row type of table ",
		ir.InsertRow: "the type of rows to insert into ", ir.NamedRow: "the row type "}[r.Role]
	return n.Type(scope, natural, what+r.Name.SQL, r.Span)
}

// Expect says where a name is not the natural one, and returns it.
func (n *Names) Expect(natural, name, what string, span source.Span) string {
	if name != natural {
		n.Diags = append(n.Diags, diag.Rename(span, what, name+" in "+n.Language))
	}
	return name
}

// Fields names the fields of an owner, which are of a kind such as column.
func (n *Names) Fields(scope *emit.Scope, fields []ir.Field, kind, owner string,
	natural func(ir.Name, int) string) []string {
	names := FieldNames(scope, fields, natural)
	for i, f := range fields {
		n.Expect(natural(f.Name, i), names[i], kind+" "+f.Name.SQL+" of "+owner, f.Span)
	}
	return names
}

// Labels names an enum's labels.
func (n *Names) Labels(scope *emit.Scope, e *ir.EnumType, natural func(ir.Name) string) []string {
	names := make([]string, len(e.Labels))
	for i, label := range e.Labels {
		names[i] = natural(ir.NewLabel(label))
	}
	for i, name := range claim(scope, names) {
		names[i] = n.Expect(names[i], name, "label "+e.Labels[i]+" of "+e.Name.SQL, source.Span{})
	}
	return names
}

// FieldNames names fields in a scope without a word of it.
func FieldNames(scope *emit.Scope, fields []ir.Field, natural func(ir.Name, int) string) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = natural(f.Name, i)
	}
	return claim(scope, names)
}

// claim names what stands in one scope. Each gets its natural name wherever it is the first to want it, so that a
// number is only added to the later of two equal ones and never pushes out a name that ends in that number.
func claim(scope *emit.Scope, natural []string) []string {
	first := map[string]int{}
	for i, name := range natural {
		if _, ok := first[name]; !ok {
			first[name] = i
		}
	}
	out := make([]string, len(natural))
	for _, second := range []bool{false, true} {
		for i, name := range natural {
			if second == (first[name] != i) {
				out[i] = scope.Claim(name)
			}
		}
	}
	return out
}

// Members are how a language calls the methods of a class.
type Members struct {
	Method          func(ir.Name) string              // of a statement
	Escape          func(*plan.Method, string) string // the same, where the language has that name
	Language        string                            // as the surface calls it
	Table, Database func(ir.Name) string              // their words in the name of a method
}

// Members names the methods of a program's statements. It takes the names of all others.
func (n *Names) Members(p *plan.Program, m Members) map[*plan.Method]string {
	taken, out := map[string]owner{}, map[*plan.Method]string{}
	take := func(operations []surface.Kind, of ir.Name, called string, span source.Span) {
		for _, k := range operations {
			n.take(taken, surface.Name(k, m.Language, called), true, strings.TrimSpace(surface.Of(k).Called+" "+of.SQL),
				span)
		}
	}
	for _, s := range p.Methods {
		natural := m.Method(s.Name)
		name := m.Escape(s, natural)
		if surface.Reserved(p, name) {
			name += "_"
		}
		n.Expect(natural, name, "method "+s.Name.SQL, s.Span)
		out[s] = name
		take(surface.Operations(p, s), s.Name, name, s.Span)
	}
	for _, a := range p.Appenders {
		take(surface.TableOperations(p, a), a.Name, m.Table(a.Name), a.Span)
	}
	for i := range p.Attached {
		a := &p.Attached[i]
		take(surface.DatabaseOperations(p, a), a.Name, m.Database(a.Name), a.Span)
	}
	return out
}

// SchemaTypes names the enums, structs and unions of the schema, by type, when the class and the rows have their names.
// One of another schema than the engine's default has its own in front where another type has the same name; one of the
// default schema where a row type has it. Of two whose names still become one, that comes first which is first by its
// schema and name, whichever statement needs one first.
func (n *Names) SchemaTypes(scope *emit.Scope, p *plan.Program, natural func(ir.Name) string) map[any]string {
	type named struct {
		t      any
		schema string
		name   ir.Name
	}
	var all []named
	for _, e := range p.Enums {
		all = append(all, named{e, e.Schema, e.Name})
	}
	for _, s := range slices.Concat(p.Structs, p.Unions) {
		all = append(all, named{s, s.Schema, s.Name})
	}
	slices.SortStableFunc(all, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.schema, b.schema), cmp.Compare(a.name.SQL, b.name.SQL))
	})
	alike, taken := map[string]int{}, map[string]bool{}
	for _, t := range all {
		name := natural(t.name)
		alike[name]++
		taken[name] = scope.Has(name)
	}
	out := map[any]string{}
	for _, t := range all {
		name := natural(t.name)
		if taken[name] || alike[name] > 1 && t.schema != p.Engine().Schema {
			name = natural(ir.Name{Words: append(ir.NewName(t.schema).Words, t.name.Words...)})
		}
		out[t.t] = n.Expect(name, scope.Claim(name), "type "+t.name.SQL, source.Span{})
	}
	return out
}
