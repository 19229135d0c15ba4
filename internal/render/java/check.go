package java

import (
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
)

// Names of imports and of the prelude's own types, which a row type may not take.
const preludeTypes = `Connection PreparedStatement ResultSet SQLException Statement BigDecimal MathContext ByteBuffer Charset
	DateTimeException LocalDate LocalDateTime LocalTime OffsetDateTime ZoneOffset ArrayList Arrays HashMap List Map Spliterator
	Spliterators UUID Consumer Function Stream StreamSupport Nullable NullMarked
	Statements RowReader StreamException Work RowBinder Inserter Migration Observer Completion Operation`

// ownTypes are all simple names that a type of the user's cannot have.
var ownTypes = words(langTypes, keywords, preludeTypes)

func (g *generator) checkPackage() {
	pkg := g.p.Options.Package
	if pkg == "" {
		return
	}
	for _, part := range strings.Split(pkg, ".") {
		if part == "" || reservedLocals[part] || legal(part, "") != part || strings.IndexFunc(part, notIdentifier) >= 0 {
			g.fail(diag.ConfigValue, source.Span{}, "write a name such as com.example.app", "%q is no name of a Java package", pkg)
			return
		}
	}
}

// nameAll gives every type, method and constant its name, and reports those that become one.
func (g *generator) nameAll() {
	g.class = pascal(g.p.Name)
	if ownTypes[g.class] {
		g.class = escape(g.class)
	}
	g.types = emit.NewScope(words(langTypes, keywords, preludeTypes, g.class), escape)
	g.nameRows()
	for _, pm := range g.p.Methods {
		m := &method{Method: pm, scope: emit.NewScope(reservedLocals, escape)}
		m.name = g.memberName(camel(pm.Name, "query"))
		m.sqlName = g.consts.Claim(constant(pm.Name) + "_SQL")
		m.params = claimAll(m.scope, fieldsOf(pm.Params), "param")
		g.remark(fieldsOf(pm.Params), m.params, "param", pm.Name.SQL)
		g.member(m.name, pm.Span)
		if pm.Result == ir.All {
			g.member(m.name+"Stream", pm.Span)
		}
		if pm.Batch {
			g.member(m.name+"Batch", pm.Span)
			m.paramsType = g.typeName(pascal(pm.Name)+"Params", pm.Span)
		}
		g.methods = append(g.methods, m)
	}
	for _, pa := range g.p.Appenders {
		base := pascal(pa.Name)
		a := &appender{Appender: pa, row: g.rowType[pa.Row]}
		a.class = g.typeName(base+"Appender", pa.Span)
		a.create, a.bulk = "create"+base+"Appender", "bulkInsert"+base+"Row"
		a.constant = g.consts.Claim("INSERT_" + constant(pa.Name) + "_SQL")
		a.binder = "bind" + base + "Row"
		g.member(a.create, pa.Span)
		g.member(a.bulk, pa.Span)
		g.appends = append(g.appends, a)
	}
}

// nameRows names the row types that are used as such: those of appenders and of statements that return rows.
func (g *generator) nameRows() {
	used := map[*ir.Row]bool{}
	for _, m := range g.p.Methods {
		if m.Row != nil && !m.Pluck {
			used[m.Row], g.readers[m.Row] = true, true
		}
	}
	for _, a := range g.p.Appenders {
		used[a.Row] = true
	}
	for _, r := range g.p.Rows {
		if used[r] {
			g.rowType[r] = g.typeName(pascal(r.Name)+[...]string{ir.QueryRow: "Result", ir.TableRow: "Row", ir.NamedRow: ""}[r.Role], r.Span)
			g.rows = append(g.rows, r)
		}
	}
}

func (g *generator) memberName(name string) string {
	if reservedMembers[name] {
		return escape(name)
	}
	return name
}

// member takes a method's name; two that are equal in Java but not in SQL are the user's to tell apart.
func (g *generator) member(name string, span source.Span) { g.take("method "+name, span) }

// typeName takes the name of a type.
func (g *generator) typeName(name string, span source.Span) string {
	if !g.types.Has(name) {
		name = g.types.Claim(name)
	}
	g.take("type "+name, span)
	return name
}

func (g *generator) take(what string, span source.Span) {
	first, clash := g.members[what]
	if !clash {
		g.members[what] = span
		return
	}
	g.diags = append(g.diags, diag.Diagnostic{
		Code: diag.NameClash, Span: span,
		Msg:   "this becomes the Java " + what + ", and so does another",
		Hint:  "rename one of the two",
		Notes: []diag.Note{{Span: first, Msg: "the other is here"}},
	})
}

// A method takes at most this many parameters, where a long or a double counts for two and the object itself for one.
const maxSlots = 254

// A class file holds at most this many constants. A statement takes about as many of them as constantsOf says, measured
// with large units.
const maxConstants = 65535

func constantsOf(m *plan.Method) int {
	n := map[ir.Result]int{ir.All: 18, ir.One: 13, ir.None: 8}[m.Result]
	if m.Batch {
		n += 11
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
	for f := range g.p.Fields {
		if _, ok := g.driver.types[f.Type.Kind]; !ok {
			g.fail(diag.UnsupportedType, f.Span, "", "%s is of type %s, which %s cannot hold", f.Name.SQL, f.Type.SQL, g.p.Target.ID())
		}
	}
	for _, r := range g.p.Rows {
		if g.rowType[r] != "" {
			g.checkSlots("row type "+g.rowType[r], r.Fields, r.Span)
		}
	}
	for _, m := range g.methods {
		g.checkSlots("method "+m.name, fieldsOf(m.Params), m.Span)
	}
}

func (g *generator) checkSlots(what string, fields []ir.Field, span source.Span) {
	slots := 0
	for _, f := range fields {
		slots++
		if t := g.driver.types[f.Type.Kind].name; (t == "long" || t == "double") && !f.Nullable && !g.p.Options.Boxed && f.Override == nil {
			slots++
		}
	}
	if slots > maxSlots {
		g.fail(diag.NotSupported, span, "select fewer columns, or set boxed: true where many are long or double",
			"the %s would take more parameters than the 255 that Java allows", what)
	}
}

func notIdentifier(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }
