// Package java renders programs as Java classes over JDBC.
package java

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

const indentUnit = "  "

// Render writes the classes of an output. Their files stand in the output folder itself, whatever their package.
func Render(out *plan.Output) core.Rendered {
	r := core.Rendered{Need: core.Need{Target: out.Target, Options: out.Options, Names: map[string]bool{}}}
	gs := generators(out)
	for _, g := range slices.Backward(gs) { // the classes call methods of the types that stand before them
		files := g.render()
		r.Files = append(files, r.Files...)
		r.Diags = append(g.names.Diags, r.Diags...)
		if g != gs[0] {
			for _, f := range files {
				gs[0].calls(f.Text)
			}
		}
		if !g.inline() {
			maps.Copy(r.Need.Names, g.needed)
			r.Need.Names[g.driver.support] = true // which the class extends, also where it calls nothing of it
		}
	}
	r.Files = append(r.Files, testFile(out)...)
	return r
}

func (g *generator) render() []emit.File {
	if g.sharing {
		return g.sharedFiles()
	}
	g.checkPackage()
	g.nameAll()
	g.checkLimits()
	if diag.Failed(g.names.Diags) {
		return nil
	}
	files := append([]emit.File{{Name: g.class + ".java", Text: g.file()}}, g.interfaces()...)
	if g.inline() && g.needed["ArrowStream"] && !g.vectors() { // who writes vectors has Arrow's own class
		files = append(files, arrowClass(g.p.Version))
	}
	return files
}

type generator struct {
	p         *plan.Program
	unit      *plan.Program   // whose types are used: p, or what p is a class of
	shared    []declaration   // types that the classes of the unit share
	sharing   bool            // it is the class that reads and writes those
	called    map[string]bool // names in what may call its conversions
	driver    driver
	class     string
	views     map[surface.Kind]string // the interfaces of its methods
	heads     map[surface.Kind][]head // their methods
	base      string                  // the class that it extends; "" where it has what it needs itself
	imports   map[string]string       // simple name to fully qualified class
	needed    map[string]bool         // members of the prelude that are used
	reserved  map[string]bool         // names of types that are not the user's
	types     *emit.Scope             // names of nested types
	consts    *emit.Scope
	rows      []*ir.Row // the row types that the class declares
	rowType   map[*ir.Row]string
	reordered []*ir.Row // rows with the type of another, which statements have in an order of their own
	readers   map[*ir.Row]bool
	readerOf  map[*ir.Row]string // the method that reads a row

	enumType   map[*ir.EnumType]string
	structType map[*ir.StructType]string
	wire       map[*ir.StructType]string // how a value is bound, as plan.Wire names it

	methods []*method
	appends []*appender
	names   core.Names
}

// method is a statement with the names that it has in Java.
type method struct {
	*plan.Method
	name, sqlName, paramsType string
	params                    []string    // what its parameters are to its body
	takes                     []string    // the names that its signature has: those, or that of one record
	scope                     *emit.Scope // parameters and local variables
	operation                 string      // the local variable that an observer's operation is in
	text                      string      // the local variable that has the text of a statement with optional parts
}

// appender is a bulk insert with the names that it has in Java.
type appender struct {
	*plan.Appender
	class, create, row string
	constant           string
	after              string // the constant of what stands behind its source of rows; "" for an INSERT
	binder             string
}

func newGenerator(p *plan.Program) *generator {
	d := driverOf(p)
	reserved := reservedTypes(d)
	g := &generator{
		p: p, unit: p, driver: d, reserved: reserved, names: core.Names{Language: "Java"},
		imports: map[string]string{}, needed: map[string]bool{},
		types: emit.NewScope(reserved, escape), consts: emit.NewScope(nil, escape),
		heads:   map[surface.Kind][]head{},
		rowType: map[*ir.Row]string{}, readers: map[*ir.Row]bool{}, readerOf: map[*ir.Row]string{},
		called:   map[string]bool{},
		enumType: map[*ir.EnumType]string{}, structType: map[*ir.StructType]string{},
		wire: map[*ir.StructType]string{},
	}
	if !g.inline() {
		g.base = d.support
		reserved[g.base] = true
	}
	return g
}

// inline reports whether the class has what it needs itself, instead of in a support file.
func (g *generator) inline() bool { return g.p.Options.Support == "inline" }

// use imports a class.
func (g *generator) use(class string) {
	g.imports[class[strings.LastIndexByte(class, '.')+1:]] = class
}

// imported makes the type of an override usable: its import is added where the simple name is free, and the full name
// written where it is not.
func (g *generator) imported(t, imp string) string {
	if imp == "" {
		return t
	}
	simple := imp[strings.LastIndexByte(imp, '.')+1:]
	if class, taken := g.simpleName(simple); !taken || class == imp {
		g.use(imp)
		return t
	}
	if rest, ok := strings.CutPrefix(t, simple); ok && (rest == "" || strings.ContainsAny(rest[:1], ".<[")) {
		return imp + rest
	}
	return t
}

// simpleName says what a simple name means in the file, or may mean when all of it is written; "" is a type of the
// class itself or of the language.
func (g *generator) simpleName(simple string) (class string, taken bool) {
	if class, ok := g.imports[simple]; ok {
		return class, true
	}
	for _, d := range g.driver.prelude.All() {
		for _, class := range d.Imports {
			if strings.HasSuffix(class, "."+simple) {
				return class, true
			}
		}
	}
	return "", g.types.Has(simple) || g.reserved[simple]
}

func (g *generator) fail(code diag.Code, span source.Span, hint, format string, args ...any) {
	g.names.Diags = append(g.names.Diags,
		diag.Diagnostic{Code: code, Span: span, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// file prints the whole file.
func (g *generator) file() string {
	if surface.ClassHas(g.p, surface.Close) {
		g.need("Statements")
	}
	var body []emit.Doc
	if surface.ClassHas(g.p, surface.Transact) {
		body = g.transaction()
	}
	body = slices.Concat(body, g.attachments(), g.extensions(), g.migrations())
	for _, m := range g.methods {
		body = append(body, g.statement(m)...)
	}
	for _, a := range g.appends {
		body = append(body, g.bulk(a)...)
	}
	body = append(body, g.textOf()...)
	body = append(body, g.records()...)
	if g.unit == g.p {
		body = append(body, g.encoders()...)
		for _, d := range g.schemaTypes() {
			body = append(body, d.print(1))
		}
		body = append(body, g.conversions(body)...)
	}
	head := "public final class " + g.class
	if g.base != "" {
		members := append(g.derivedConstructors(), body...)
		return g.classFile(g.p.Notice(), g.classDoc(), g.implements(head+" extends "+g.base), members)
	}
	var interfaces []string
	if g.closeable() {
		interfaces = []string{"AutoCloseable"}
		body = append(body, g.closeMethod()...)
	}
	// Only now is it known what the class needs.
	members := append(g.fields("private "), g.constructors()...)
	members = append(members, body...)
	if support := g.preludeMembers(); len(support) > 0 {
		members = append(append(members, emit.Text(supportHeading)), support...)
	}
	return g.classFile(g.p.Notice(), g.classDoc(), g.implements(head, interfaces...), members)
}

// supportHeading stands before what every class of a driver has alike.
const supportHeading = "// Support code: what the statements above need, the same in every generated file."

// classFile prints a file with one class.
func (g *generator) classFile(notice string, doc, head emit.Doc, members []emit.Doc) string {
	text := emit.Print(emit.Concat(g.typeDoc(0, doc, emit.Concat(head, body(members))), emit.HardLine()), width,
		indentUnit)
	code, named := codeOf(text), map[string]bool{}
	core.Words(code, func(name string, start, _ int) {
		if start > 0 && code[start-1] != '.' {
			named[name] = true
		}
	})
	// what helpers need that are elsewhere
	maps.DeleteFunc(g.imports, func(simple, _ string) bool { return !named[simple] })
	return g.preamble(notice) + text
}

// typeDoc puts documentation above a type, and an annotation above one that has a file of its own.
func (g *generator) typeDoc(level int, doc, declaration emit.Doc) emit.Doc {
	if level > 0 || g.p.Options.Nullability == "" {
		return lines(doc, declaration)
	}
	g.use("org.jspecify.annotations.NullMarked")
	return lines(doc, emit.Text("@NullMarked"), declaration)
}

// preamble is the notice, the package and the imports.
func (g *generator) preamble(notice string) string {
	var b strings.Builder
	b.WriteString(strings.Join(fill("// "+notice, width, 0), "\n// ") + "\n")
	if g.p.Options.Package != "" {
		b.WriteString("package " + g.p.Options.Package + ";\n")
	}
	var classes []string
	for _, c := range g.imports {
		classes = append(classes, c)
	}
	sort.Strings(classes)
	if len(classes) > 0 && g.p.Options.Package != "" {
		b.WriteString("\n")
	}
	for _, c := range classes {
		b.WriteString("import " + c + ";\n")
	}
	b.WriteString("\n")
	return b.String()
}

func (g *generator) classDoc() emit.Doc {
	text := "The statements of " + strings.Join(docText([]string{g.p.Sources()}), " ") + "."
	return javadoc(0, append([]string{text, "The caller owns the connection."}, surface.Registers(g.p)...))
}

// fields of the class that holds the connection.
func (g *generator) fields(access string) []emit.Doc {
	var ds []emit.Doc
	if g.usesConnection() {
		ds = append(ds, emit.Text(access+"final Connection connection;"))
	}
	if g.needed["Statements"] {
		ds = append(ds, emit.Text(access+"final Statements statements;"))
	}
	if g.p.Options.Observer {
		ds = append(ds, emit.Text(access+"final "+g.nullable("Observer")+" observer;"))
	}
	if len(ds) == 0 {
		return nil
	}
	return []emit.Doc{lines(ds...)}
}

// usesConnection reports whether the class works on the connection.
func (g *generator) usesConnection() bool {
	return g.class == g.driver.support || len(g.methods)+len(g.appends) > 0 || g.needed["text"]
}

// closeable reports whether the class has close(), for it keeps statements.
func (g *generator) closeable() bool {
	return g.driver.keeps && g.class == g.driver.support || surface.ClassHas(g.p, surface.Close)
}

// literal reports whether the text of a method's statement is always the same.
func literal(m *method) bool {
	_, ok := m.Literal()
	return ok
}

// constructors of the class that holds the connection.
func (g *generator) constructors() []emit.Doc {
	var sets []emit.Doc
	if g.usesConnection() {
		sets = append(sets, emit.Text("this.connection = connection;"))
	}
	if g.needed["Statements"] {
		sets = append(sets, emit.Text("this.statements = Statements.of(connection);"))
	}
	if g.p.Options.Observer {
		g.need("Observer")
		return g.makers([]emit.Doc{emit.Text("this(connection, null);")},
			append(sets, emit.Text("this.observer = observer;")))
	}
	return g.makers(sets, nil)
}

// derivedConstructors are those of a class whose base holds the connection.
func (g *generator) derivedConstructors() []emit.Doc {
	plain, observed := []emit.Doc{emit.Text("super(connection);")}, []emit.Doc(nil)
	if g.p.Options.Observer {
		g.need("Observer")
		observed = []emit.Doc{emit.Text("super(connection, observer);")}
	}
	return g.makers(plain, observed)
}

// makers are the constructors with these bodies; the second is nil where nothing is observed.
func (g *generator) makers(plain, observed []emit.Doc) []emit.Doc {
	g.use("java.sql.Connection")
	head := called(surface.New, g.class) + "(Connection connection"
	if g.class != g.driver.support && !g.sharing {
		head = "public " + head
	}
	ds := []emit.Doc{block(emit.Text(head+")"), plain...)}
	if observed != nil {
		ds = append(ds, emit.Concat(
			javadoc(1, surface.Overload(surface.New)), emit.HardLine(),
			block(emit.Text(head+", "+g.nullable("Observer")+" observer)"), observed...)))
	}
	return ds
}

func (g *generator) closeMethod() []emit.Doc {
	if !g.closeable() {
		return nil
	}
	g.use("java.sql.SQLException")
	return []emit.Doc{lines(
		javadoc(1, surface.Doc(surface.Close, language, "{connection}", "connection")),
		emit.Text("@Override"),
		block(emit.Text("public void close() throws SQLException"), emit.Text("statements.close();")))}
}

// records are the row types, parameter rows and the methods that read rows.
func (g *generator) records() []emit.Doc {
	var ds []emit.Doc
	for _, r := range g.rows {
		ds = append(ds, g.rowRecord(1, r))
		if g.readers[r] {
			ds = append(ds, g.rowReader(r))
		}
		ds = append(ds, g.nesters(r)...)
	}
	for _, r := range g.reordered {
		ds = append(ds, g.rowReader(r))
	}
	for _, m := range g.methods {
		if m.Declares() {
			ds = append(ds, g.paramsRecord(m))
		}
	}
	return ds
}

// components names the fields of a record, which are of a kind: "column", or "field" where a composite type has them.
func components(kind string, fields []ir.Field) []string {
	return core.FieldNames(emit.NewScope(reservedComponents, escape), fields, camelOr(kind))
}

func (g *generator) rowRecord(level int, r *ir.Row) emit.Doc {
	built := slices.ContainsFunc(g.unit.Methods, func(m *plan.Method) bool { return m.Rows == r && m.Grouped })
	return g.record(level, g.rowType[r], "column", r.Name.SQL, r.Doc, r.Shown(), built)
}

// paramsRecord is the type of a statement's parameters.
func (g *generator) paramsRecord(m *method) emit.Doc {
	doc := "The parameters of " + m.name + "."
	if !m.Grouped {
		of := called(map[bool]surface.Kind{true: surface.Batch, false: surface.Bulk}[m.Batch], m.name)
		doc = "A row of parameters of " + of + "."
	}
	return g.record(1, m.paramsType, "column", "the parameters of "+m.Name.SQL, []string{doc}, surface.Fields(m.Query),
		m.Grouped)
}

func (g *generator) record(level int, name, kind, owner string, doc []string, fields []ir.Field, built bool) emit.Doc {
	names := g.names.Fields(emit.NewScope(reservedComponents, escape), fields, kind, owner, camelOr(kind))
	params := make([]string, len(fields))
	var tags []string
	for i, f := range fields {
		params[i] = g.declared(f) + " " + names[i]
		if f.Doc != "" {
			tags = append(tags, "@param "+names[i]+" "+strings.Join(docText([]string{f.Doc}), " "))
		}
	}
	head := "public record " + name
	if indent := strings.Repeat(indentUnit, level); columns(indent+head+"(") > width {
		head = "public\n" + indent + "record " + name
	}
	d := emit.Group(emit.Raw(head), "(", parameters(params), ")")
	for _, a := range slices.Backward(g.p.Options.Annotations) {
		d = lines(g.annotation(a), d)
	}
	if built {
		d = emit.Concat(d, body(g.builder(level+1, name, names, fields)))
	} else {
		d = emit.Concat(d, " {}")
	}
	return g.typeDoc(level, javadoc(level, docText(doc), tags...), d)
}

// annotation is one of the config, whose class is imported where its simple name is free.
func (g *generator) annotation(text string) emit.Doc {
	class, values := strings.TrimPrefix(text, "@"), ""
	if at := strings.IndexByte(class, '('); at >= 0 {
		class, values = class[:at], class[at:]
	}
	simple := class[strings.LastIndexByte(class, '.')+1:]
	if simple != class {
		class = g.imported(simple, class)
	}
	return emit.Raw("@" + class + values)
}

// rowReader is the method that reads one row of a result.
func (g *generator) rowReader(r *ir.Row) emit.Doc {
	g.use("java.sql.ResultSet")
	g.use("java.sql.SQLException")
	return block(header(1, g.own(g.rowType[r]), g.readerOf[r], []string{"ResultSet rs"}, throwsSQL),
		stmt("return ", g.made(r, r.Fields, nil)))
}

// made is the expression that makes a row of the columns of a result. Of the row of an object, columns says which those
// are.
func (g *generator) made(r *ir.Row, of []ir.Field, columns []int) emit.Doc {
	parts := r.Parts()
	args := make([]emit.Doc, len(parts))
	for i, m := range parts {
		if m.Object != nil {
			args[i] = g.object(m.Object.In(columns), of)
			continue
		}
		at := m.Column
		if columns != nil {
			at = columns[at]
		}
		f := of[at]
		f.Nullable = r.Fields[m.Column].Nullable
		args[i] = g.read(f, "rs", at+1)
	}
	return call("new "+g.rowType[r], args...)
}

// object is the expression that makes an object, null where its witness is NULL, or a list of it.
func (g *generator) object(o *ir.Object, of []ir.Field) emit.Doc {
	if o.List {
		g.need("listed")
		one := *o
		one.List = false
		return call("listed", g.object(&one, of))
	}
	made := g.made(o.Row, of, o.Columns)
	if o.Witness < 0 {
		return made
	}
	f := of[o.Witness]
	f.Nullable = true
	missing := emit.Group(g.readRaw(f, "rs", o.Witness+1), continued(emit.Line(), "== null"))
	return emit.Group(missing, continued(emit.Line(), "? null", emit.Line(), ": ", made))
}
