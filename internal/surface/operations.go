package surface

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// When says which subjects have a method. A row sets one of the functions: that of its kind of subject.
type When struct {
	Statement func(*plan.Method) bool
	Table     func(*plan.Appender) bool
	Database  func(*plan.Attached) bool // one that the program attaches
	Schema    func(*plan.Program) bool
	Class     func(*plan.Program) bool
	Unit      func(*plan.Program) bool // of functions in a file of their own
}

// Operations are the methods of a statement in a program's language, in the order of the surface: its own first.
func Operations(p *plan.Program, m *plan.Method) []Kind {
	return operations(p, func(w When) func(*plan.Method) bool { return w.Statement }, m)
}

// TableOperations are the methods of a table.
func TableOperations(p *plan.Program, a *plan.Appender) []Kind {
	return operations(p, func(w When) func(*plan.Appender) bool { return w.Table }, a)
}

// DatabaseOperations are the methods of a database that the program attaches.
func DatabaseOperations(p *plan.Program, a *plan.Attached) []Kind {
	return operations(p, func(w When) func(*plan.Attached) bool { return w.Database }, a)
}

// SchemaOperations are the methods for the migrations.
func SchemaOperations(p *plan.Program) []Kind {
	return operations(p, func(w When) func(*plan.Program) bool { return w.Schema }, p)
}

// ClassOperations are the methods of the class itself.
func ClassOperations(p *plan.Program) []Kind { return operations(p, ofClass, p) }

// ClassHas reports whether the class has a method, for a renderer that prints it in a place of its own.
func ClassHas(p *plan.Program, k Kind) bool { return has(p, ofClass, p, k) }

// UnitHas reports whether a unit has a function in a file of its own.
func UnitHas(p *plan.Program, k Kind) bool {
	return has(p, func(w When) func(*plan.Program) bool { return w.Unit }, p, k)
}

// Views are the types of some of a class's methods, which stand beside it.
func Views(p *plan.Program) (views []Kind) {
	for _, v := range []Kind{Interface, Reader} {
		if ClassHas(p, v) {
			views = append(views, v)
		}
	}
	return views
}

// ViewsOf are those that have a method: of a statement, or of a table, which has none.
func ViewsOf(p *plan.Program, k Kind, of *plan.Method) (views []Kind) {
	if Of(k).In[p.Target.Language].Unfaked != "" {
		return nil
	}
	for _, v := range Views(p) {
		if v == Interface && (k != Stream || !p.Options.InterfaceWithoutEach) ||
			v == Reader && of != nil && reads(of) && k != Lookup { // that may make a temporary table
			views = append(views, v)
		}
	}
	return views
}

// operations are the methods of a subject.
func operations[S any](p *plan.Program, when func(When) func(S) bool, subject S) []Kind {
	var kinds []Kind
	for i := range Methods {
		if has(p, when, subject, Kind(i)) {
			kinds = append(kinds, Kind(i))
		}
	}
	return kinds
}

// has reports whether a subject has a method. Renderers ask for each statement: what other methods there are may take
// a look at all statements.
func has[S any](p *plan.Program, when func(When) func(S) bool, subject S, k Kind) bool {
	is, here := when(Methods[k].When), when(Methods[k].In[p.Target.Language].When)
	return is != nil && is(subject) && (here == nil || here(subject)) && Has(k, p.Target.Language, p.Target.Part())
}

func ofClass(w When) func(*plan.Program) bool { return w.Class }

// Reserved reports whether a statement's method may not have a name, because the class has it.
func Reserved(p *plan.Program, name string) bool {
	language := p.Target.Language
	for i := range Methods {
		k, m := Kind(i), &Methods[i]
		f := m.In[language]
		if m.When.Class == nil && m.When.Schema == nil || f.Lacks != "" || f.Apart || Name(k, language, "") != name {
			continue
		}
		if !m.Newer || ClassHas(p, k) {
			return true
		}
	}
	return false
}

func lists(m *plan.Method) bool   { return m.Result == ir.All && m.Page == nil }
func streams(m *plan.Method) bool { return lists(m) && (m.Row.List() == nil || m.Adjacent) }
func columns(m *plan.Method) bool { return lists(m) && !m.Pluck }
func pages(m *plan.Method) bool   { return m.Page != nil }
func runs(m *plan.Method) bool    { return m.Result == ir.None }
func batched(m *plan.Method) bool { return m.Batch }
func bulk(m *plan.Method) bool    { return m.Bulk != nil && runs(m) }
func lookup(m *plan.Method) bool  { return m.Bulk != nil && !runs(m) }
func cursor(m *plan.Method) bool  { return m.Cursor }

// single reports for a kind whether a statement's own method is of it.
func single(k Kind) func(*plan.Method) bool {
	return func(m *plan.Method) bool { return m.Result == ir.One && Single(m.Found, m.Demanded) == k }
}

// without is columns of none of these types.
func without(kinds ...ir.Kind) func(*plan.Method) bool {
	return func(m *plan.Method) bool { return columns(m) && !holds(m.Row.Fields, kinds) }
}

// holds reports whether the type of a field is one of these, or is made of one.
func holds(fields []ir.Field, kinds []ir.Kind) bool {
	return slices.ContainsFunc(fields, func(f ir.Field) bool {
		return f.Type.Holds(func(t ir.Type) bool { return slices.Contains(kinds, t.Kind) })
	})
}

func copies(a *plan.Appender) bool {
	_, is := a.Load.(*plan.Copy)
	return is
}

var (
	everyTable    = When{Table: func(*plan.Appender) bool { return true }}
	everyDatabase = When{Database: func(*plan.Attached) bool { return true }}
	everyClass    = When{Class: func(*plan.Program) bool { return true }}
)

func works(p *plan.Program) bool      { return len(p.Methods)+len(p.Appenders) > 0 }
func transacts(p *plan.Program) bool  { return p.Transacts() }
func observed(p *plan.Program) bool   { return p.Options.Observer }
func told(p *plan.Program) bool       { return observed(p) && len(p.Told()) > 0 }
func interfaced(p *plan.Program) bool { return p.Options.Interface && works(p) }
func reading(p *plan.Program) bool    { return p.Options.Reader && slices.ContainsFunc(p.Methods, reads) }
func reads(m *plan.Method) bool       { return m.Reads.Only() }
func applies(p *plan.Program) bool    { return p.Options.Migrations }
func tested(p *plan.Program) bool     { return p.Test != nil }
func loads(p *plan.Program) bool      { return len(p.Extensions) > 0 }
func migrates(p *plan.Program) bool   { return applies(p) || len(p.Migrations) > 0 }

// keeps reports whether a class keeps statements prepared: those whose text is always the same.
func keeps(p *plan.Program) bool {
	return slices.ContainsFunc(p.Methods, func(m *plan.Method) bool {
		_, same := m.Literal()
		return same
	})
}

// coded are programs with a type that a driver reads without loss only by a codec.
func coded(p *plan.Program) bool {
	for f := range p.Fields {
		if holds([]ir.Field{*f}, []ir.Kind{ir.Interval, ir.Money, ir.TSVector}) {
			return true
		}
	}
	return false
}

// Nested says what a transaction within another is, for the comment of Transact.
func Nested(p *plan.Program) string {
	if plan.TransactionsOf(p.Target.Engine).Unnested != "" {
		return "Within a transaction it is an error."
	}
	return "Within a transaction it is a savepoint."
}

// Registers is the sentence of the class about what a program registers with its connections.
func Registers(p *plan.Program) []string {
	if len(p.Registered) == 0 {
		return nil
	}
	return []string{"Register with each connection what they call: " + strings.Join(p.Registered, ", ") + "."}
}
