package java

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// reservedTypes are the simple names of all classes that a driver's generated files may use or define, which a type of
// the user's cannot have.
func reservedTypes(d driver) map[string]bool {
	names := core.Set(langTypes, keywords, "Nullable NullMarked")
	add := func(classes []string) {
		for _, c := range classes {
			names[c[strings.LastIndexByte(c, '.')+1:]] = true
		}
	}
	for _, m := range d.prelude.All() {
		names[m.Name] = true
		add(m.Imports)
	}
	for _, t := range d.types {
		add(t.imports)
	}
	return names
}

func (g *generator) checkPackage() {
	pkg := g.p.Options.Package
	if pkg == "" {
		return
	}
	for _, part := range strings.Split(pkg, ".") {
		if part == "" || reservedLocals[part] || legal(part, "") != part ||
			strings.IndexFunc(part, notIdentifier) >= 0 {
			g.fail(diag.ConfigValue, source.Span{}, "write a name such as com.example.app",
				"%q is no name of a Java package", pkg)
			return
		}
	}
}

// nameAll gives every type, method and constant its name, and reports those that become one.
func (g *generator) nameAll() {
	g.class = g.names.Type(g.types, pascal(g.p.Name), "the class", source.Span{})
	g.reserved[g.class] = true
	g.views = g.names.Views(g.types, g.p, g.class)
	for _, name := range g.views {
		g.reserved[name] = true
	}
	for _, d := range g.shared {
		g.names.Type(g.types, d.name, "the shared type "+d.name, source.Span{})
	}
	g.nameRows()
	for _, pm := range g.p.Methods {
		m := &method{Method: pm, scope: emit.NewScope(reservedLocals, escape)}
		m.sqlName = g.consts.Claim(constant(pm.Name) + "_SQL")
		if m.Grouped {
			m.takes = []string{m.scope.Claim("params")}
			m.params = membersOf(m.takes[0], pm.Asked())
		} else {
			m.params = g.names.Fields(m.scope, ir.ParamFields(pm.Params), "parameter", pm.Name.SQL, camelOr("param"))
			m.takes = m.params
		}
		switch {
		case pm.Query.Rows != nil:
			m.paramsType = g.rowType[pm.Query.Rows]
		case pm.Declares():
			m.paramsType = g.names.Type(g.types, pascal(pm.Name)+"Params", "the parameters of "+pm.Name.SQL, pm.Span)
		}
		g.methods = append(g.methods, m)
	}
	for _, pa := range g.p.Appenders {
		base := pascal(pa.Name)
		g.appends = append(g.appends, &appender{Appender: pa, row: g.rowType[pa.Row],
			create:   called(surface.Appender, pascal(pa.Name)),
			class:    g.names.Type(g.types, base+"Appender", "the appender of "+pa.Name.SQL, pa.Span),
			constant: g.consts.Claim("INSERT_" + constant(pa.Name) + "_SQL"),
			binder:   "bind" + base + "Row"})
	}
	g.nameTypes()
	methods := g.names.Members(g.p, g.members())
	for _, m := range g.methods {
		m.name = methods[m.Method]
	}
}

// nameTypes names the enums and composite types of the schema.
func (g *generator) nameTypes() {
	names := g.names.SchemaTypes(g.types, g.p, pascal)
	for _, e := range g.p.Enums {
		g.enumType[e] = names[e]
	}
	for _, s := range slices.Concat(g.p.Structs, g.p.Unions) {
		g.structType[s] = names[s]
	}
	for f := range g.unit.Fields {
		g.note(f.Type)
	}
}

func (g *generator) naturalType(r *ir.Row) string { return pascal(r.Name) + g.rowSuffix(r.Role) }

// nameRows names the row types that are used as such: those of appenders, of statements that return rows, and of the
// objects in these.
func (g *generator) nameRows() {
	used := map[*ir.Row]bool{}
	for _, m := range g.p.Methods {
		if m.Row == nil || m.Pluck {
			continue
		}
		g.readers[m.Row] = true
		for row := range m.Row.Objects {
			used[row] = true
		}
	}
	for _, a := range g.p.Appenders {
		used[a.Row] = true
	}
	for _, r := range g.p.Rows {
		if used[r] {
			g.rowType[r] = g.names.RowType(g.types, g.naturalType(r), r)
			g.readerOf[r] = "read" + g.rowType[r]
			g.rows = append(g.rows, r)
		}
	}
	for _, m := range g.p.Methods {
		if r := m.Row; r != nil && r.Typed != nil {
			g.rowType[r], g.readerOf[r] = g.rowType[r.Typed], "read"+g.types.Claim(g.naturalType(r))
			g.reordered = append(g.reordered, r)
		}
	}
}

// ownMethod reports whether the class may have a method of a method's name and types already.
func (g *generator) ownMethod(m *plan.Method, name string) bool {
	types := make([]string, len(m.Params))
	for i, p := range m.Params {
		types[i], _, _ = strings.Cut(g.typeOf(p.Field), "<")
	}
	signature := name + "(" + strings.Join(types, ",") + ")"
	return g.converts(signature) || g.puts(signature) ||
		slices.ContainsFunc(g.driver.prelude.All(), func(d core.Definition) bool {
			if d.Name != name {
				return false
			}
			head := methodHead.FindStringSubmatch(d.Text)
			return head != nil && signature == head[2]+"("+strings.Join(erased(head[3]), ",")+")"
		})
}

// A method takes at most this many parameters, where a long or a double counts for two and the object itself for one.
const maxSlots = 254

// A class file holds at most this many constants. A statement takes about as many of them as constantsOf says, measured
// with large units.
const maxConstants = 65535

func constantsOf(m *plan.Method) int {
	n := map[ir.Result]int{ir.All: 23, ir.One: 13, ir.None: 8}[m.Result]
	if m.Batch {
		n += 11
	}
	if m.Bulk != nil {
		n += 20
	}
	return n
}

// checkLimits reports what Java cannot hold.
func (g *generator) checkLimits() {
	constants := 0
	for _, m := range g.methods {
		if constants += constantsOf(m.Method); constants > maxConstants {
			g.fail(diag.NotSupported, m.Span, "split the unit in several, each of which becomes a class",
				"this unit has more statements than a Java class can hold")
			return
		}
	}
	g.names.Diags = append(g.names.Diags, g.p.Unkept(func(f ir.Field) bool { return g.keyReader(f) != "" })...)
	for f := range g.p.Fields {
		switch {
		case !g.holds(f.Type):
			g.names.Diags = append(g.names.Diags, plan.Unsupported(g.p.Target, *f))
		case f.Override == nil && g.driver.mistaken != nil && g.driver.mistaken(g, f.Type):
			g.fail(diag.UnsupportedType, f.Span,
				"give the members types that differ in Java, or select the union by itself",
				"%s has the type %s: inside of another type the driver does not tell which member a UNION holds, and two of "+
					"them are alike in Java", f.Name.SQL, f.Type.SQL)
		}
	}
	for _, s := range g.p.Structs {
		g.checkSlots("type "+g.structType[s], s.Fields, source.Span{}, "set boxed: true where many are long or double")
	}
	for _, r := range g.p.Rows {
		if g.rowType[r] != "" {
			g.checkSlots("row type "+g.rowType[r], r.Shown(), r.Span,
				"select fewer columns, or set boxed: true where many are long or double")
		}
	}
	for _, m := range g.methods {
		g.checkSlots("method "+m.name, ir.ParamFields(m.Params), m.Span, g.p.Engine().ManyHint)
	}
}

// holds reports whether the driver's table knows a type and all that it is made of.
func (g *generator) holds(t ir.Type) bool {
	return !t.Holds(func(t ir.Type) bool {
		switch _, known := g.driver.types[t.Kind]; {
		case t.Kind == ir.Enum:
			return g.enumType[t.Enum] == ""
		case t.Struct != nil:
			return g.structType[t.Struct] == ""
		default:
			return t.Elem == nil && !known
		}
	})
}

func (g *generator) checkSlots(what string, fields []ir.Field, span source.Span, hint string) {
	slots := 0
	for _, f := range fields {
		slots++
		if t := g.held(f.Type).name; (t == "long" || t == "double") && !f.Nullable && !g.p.Options.Boxed &&
			f.Override == nil && f.Type.Override == nil {
			slots++
		}
	}
	if slots > maxSlots {
		g.fail(diag.NotSupported, span, hint,
			"the %s would take more parameters than the 255 that Java allows", what)
	}
}

func notIdentifier(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }
