// Package typescript renders TypeScript modules for the drivers of Node.
package typescript

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

type generator struct {
	*plan.Program
	driver   *driver
	file     string            // name of its module, without the extension
	shared   *generator        // of the types that classes share; nil where the module has all of its own
	borrowed map[string]bool   // what is imported of those; true where it is more than a type
	lent     map[string]string // what that is called here
	needs    map[string]bool   // helpers that the module imports
	values   codec
	class    string
	views    map[surface.Kind]string   // the types of its methods
	reserved map[string]bool           // what no parameter may be named
	module   *emit.Scope               // names of the module
	private  *emit.Scope               // private names of the class
	types    map[*ir.Row]string        // names of row types
	records  map[*plan.Method]string   // names of the types of parameters
	params   map[*plan.Method][]string // names of parameters
	schema   map[any]string            // of the schema's types
	choices  map[*ir.EnumType]string   // the names of their types
	readers  map[*ir.Row]string        // names of their readers; "" where rows are what the driver gives
	nests    map[*ir.Row]nests         // of those with a list
	used     map[string]bool           // helpers and imports that the file needs
	methods  map[*plan.Method]string   // names of methods
	fields   map[*plan.Method]string   // private names of their statements
	sent     map[*plan.Method]string   // expressions of their SQL, where it is always the same
	declared []emit.Doc                // types of rows and parameters
	before   []emit.Doc                // statements and migrations
	after    []emit.Doc                // behind it: how rows are read and written
	names    core.Names
	putters  []putter                   // functions that write elements of arrays
	foreign  map[string]map[string]bool // what overrides import, by module; true where it is called, not only a type
}

func newGenerator(p *plan.Program, shared *generator) *generator {
	d := drivers[driverName(p.Target, p.Options)]
	helpers := core.Union(d.prelude.Names(), keysOf(d.imports), keysOf(d.defaults))
	g := &generator{
		Program: p, driver: d, shared: shared,
		reserved: core.Union(keywords, globals, locals, helpers),
		module:   emit.NewScope(core.Union(keywords, globals, helpers), underscore),
		private:  emit.NewScope(fields, underscore),
		types:    map[*ir.Row]string{}, readers: map[*ir.Row]string{}, nests: map[*ir.Row]nests{},
		used:    map[string]bool{},
		records: map[*plan.Method]string{}, params: map[*plan.Method][]string{},
		names: core.Names{Language: "TypeScript"}, borrowed: map[string]bool{}, choices: map[*ir.EnumType]string{},
		lent:   map[string]string{},
		fields: map[*plan.Method]string{}, sent: map[*plan.Method]string{}, foreign: map[string]map[string]bool{},
	}
	g.values = d.codec(g)
	return g
}

func keysOf(m map[string]string) map[string]bool {
	s := map[string]bool{}
	for k, v := range m {
		s[k], s[v] = true, true
	}
	return s
}

// foreignType and foreignCall note that the file needs a type or a function of an override, and return it.
func (g *generator) foreignType(o *ir.Override) string { return g.imported(o, o.Type, false) }

func (g *generator) foreignCall(o *ir.Override, function string) string {
	if o.Known {
		return g.use(function)
	}
	return g.imported(o, function, true)
}

func (g *generator) imported(o *ir.Override, text string, called bool) string {
	if name := word.FindString(text); o.Import != "" && name != "" && !builtin[name] {
		if g.foreign[o.Import] == nil {
			g.foreign[o.Import] = map[string]bool{}
		}
		g.foreign[o.Import][name] = g.foreign[o.Import][name] || called
	}
	return text
}

// decodedFrom are the arguments of a function that decodes a column's value. Helpers of generated code take the name of
// the column, too, for their errors.
func decodedFrom(f ir.Field, value emit.Doc) []emit.Doc {
	if f.Override != nil && f.Override.Known {
		return []emit.Doc{value, emit.Text(str(f.Name.SQL))}
	}
	return []emit.Doc{value}
}

// use notes that the file needs a helper or an import, and returns its name.
func (g *generator) use(name string) string {
	g.used[name] = true
	return name
}

// users is what is the user's in a module: types, statements, the class, and how rows are read and written.
func (g *generator) users() []emit.Doc {
	for _, r := range g.Rows {
		g.declareRow(r)
	}
	var members []emit.Doc
	for _, k := range surface.ClassOperations(g.Program) {
		if print := ofClass[k]; print != nil {
			members = append(members, print(g))
		}
	}
	members = append(members, g.attachments()...)
	members = append(members, g.migrations()...)
	for _, m := range g.Methods {
		members = append(members, g.method(m)...)
	}
	for _, a := range g.Appenders {
		members = append(members, g.appender(a)...)
	}
	members = append(members, g.textOf()...)
	class := emit.Concat(docs(g.classDoc()), "export class "+g.class+" {}")
	if len(members) > 0 {
		class = emit.Concat(docs(g.classDoc()), "export class "+g.class+" {",
			emit.Indent(emit.HardLine(), emit.Join(blank, members)), emit.HardLine(), "}")
	}
	user := slices.Clone(g.declared)
	if len(g.before) > 0 {
		user = append(user, emit.Join(emit.HardLine(), g.before))
	}
	return slices.Concat(user, []emit.Doc{class}, g.viewTypes(), g.after)
}

// ofClass print the methods of the class itself.
var ofClass = map[surface.Kind]func(*generator) emit.Doc{
	surface.New: (*generator).constructor, surface.Transact: (*generator).transaction,
	surface.Extensions: (*generator).extensions,
}

var blank = emit.Concat(emit.HardLine(), emit.HardLine())

func (g *generator) classDoc() []string {
	doc := []string{"The statements of " + g.Sources() + "."}
	if len(g.Methods) > 0 && g.driver.execution.keeps(nothing) != "" {
		doc[0] = strings.TrimSuffix(doc[0], ".") + ", prepared on first use."
	}
	return surface.Fill(append(doc, surface.Registers(g.Program)...), 112)
}

func (g *generator) constructor() emit.Doc {
	var lines []emit.Doc
	connection := g.use(g.driver.connection)
	var private []emit.Doc
	private = append(private, emit.Text("readonly #db: "+connection+";"))
	params := []emit.Doc{emit.Text("db: " + connection)}
	set := []emit.Doc{emit.Text("this.#db = db;")}
	if g.Options.Observer {
		private = append(private, emit.Text("readonly #observer: "+g.use("Observer")+" | undefined;"))
		params = append(params, emit.Text("observer?: Observer"))
		set = append(set, emit.Text("this.#observer = observer;"))
	}
	lines = append(lines, emit.Join(emit.HardLine(), append(private, g.statementFields()...)))
	lines = append(lines, function(called(surface.New, ""), params, "", set...))
	return emit.Join(blank, lines)
}

// statementFields declares the cached statements; methods refer to them by the same names.
func (g *generator) statementFields() []emit.Doc {
	var out []emit.Doc
	for _, m := range g.Methods {
		f := g.cached(m)
		if f == "" {
			continue
		}
		statement := g.use(g.driver.execution.keeps(g.shape(m)))
		if m.Optional() { // one for each text
			out = append(out, emit.Text("readonly #"+f+" = new Map<string, "+statement+">();"))
			continue
		}
		out = append(out, emit.Concat(typed("#"+f+":", []string{statement, "undefined"}), ";"))
	}
	return out
}

func (g *generator) migrations() []emit.Doc {
	operations := surface.SchemaOperations(g.Program)
	if len(operations) == 0 {
		return nil
	}
	var items []emit.Doc
	short := !g.Options.Migrations // enough for one line, perhaps
	for _, m := range g.Migrations {
		if !g.Options.Migrations {
			items = append(items, literal(m.SQL))
			short = short && !strings.Contains(m.SQL, "\n")
			continue
		}
		var earlier []emit.Doc
		for _, checksum := range m.Earlier() {
			earlier = append(earlier, emit.Text(str(checksum)))
		}
		items = append(items, emit.Concat("{", emit.Indent(
			emit.HardLine(), assigned("id:", m.ID, ","),
			emit.HardLine(), assigned("checksum:", m.Checksum(), ","),
			emit.HardLine(), emit.Concat("earlier: ", array(earlier), ","),
			emit.HardLine(), assigned("sql:", g.Script(m), ","), g.steps(m),
		), emit.HardLine(), "}"))
	}
	list := array(items)
	if !short && len(items) > 0 {
		separator := emit.Concat(",", emit.HardLine())
		list = emit.Concat("[", emit.Indent(emit.HardLine(), emit.Join(separator, items)), ",", emit.HardLine(), "]")
	}
	name, texts := g.module.Claim("migrations"), ".slice()"
	if g.Options.Migrations {
		texts = ".map((m) => m.sql)"
	}
	typ := ""
	if len(items) == 0 {
		typ = ": " + g.use("Migration") + "[]"
	}
	g.before = append(g.before, emit.Concat("const "+name+typ+" = ", list, ";"))
	var out []emit.Doc
	for _, k := range operations {
		of, doc := called(k, ""), says(surface.Doc(k, language))
		if k == surface.Migrations {
			out = append(out, emit.Concat(doc, function("static "+of, nil, "string[]",
				emit.Text("return "+name+texts+";"))))
			continue
		}
		params := []emit.Doc{emit.Text("db: " + g.use(g.driver.migrate)), emit.Text("project = " + str(g.Project))}
		out = append(out, emit.Concat(doc, function("static "+of, params, g.driver.promise("string[]"),
			emit.Text("return "+g.use(of)+"(db, project, "+name+");"))))
	}
	return out
}

// steps are the statements of a migration that does not run in a transaction.
func (g *generator) steps(m ir.Migration) emit.Doc {
	if len(m.Statements) == 0 {
		return emit.Text("")
	}
	var steps []emit.Doc
	for _, s := range g.Steps(m) {
		var undo emit.Doc = emit.Text("")
		if s.Undo != "" {
			undo = emit.Concat(emit.HardLine(), assigned("undo:", s.Undo, ","))
		}
		steps = append(steps, emit.Concat("{", emit.Indent(undo, emit.HardLine(), assigned("sql:", s.SQL, ",")),
			emit.HardLine(), "},"))
	}
	return emit.Concat(emit.HardLine(), "steps: [", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), steps)),
		emit.HardLine(), "],")
}

// says is the comment of a method.
func says(doc []string) emit.Doc { return documented(nil, doc) }

// documented is the comment of a method, behind what the user says of it.
func documented(own, doc []string) emit.Doc {
	if len(own) > 0 && len(doc) > 0 {
		own = append(slices.Clone(own), "")
	}
	return docs(append(slices.Clone(own), surface.Fill(doc, 112)...))
}

// docs is a doc comment, or nothing.
func docs(lines []string) emit.Doc {
	var clean []string
	for _, l := range lines {
		for _, part := range strings.FieldsFunc(strings.ReplaceAll(l, "\r\n", "\n"),
			func(r rune) bool { return r == '\n' || r == '\r' }) {
			clean = append(clean, docText(part))
		}
		if l == "" {
			clean = append(clean, "")
		}
	}
	for len(clean) > 0 && clean[len(clean)-1] == "" {
		clean = clean[:len(clean)-1]
	}
	switch {
	case len(clean) == 0:
		return emit.Concat()
	case len(clean) == 1 && len(clean[0]) < 100:
		return emit.Concat("/** "+clean[0]+" */", emit.HardLine())
	}
	out := []any{"/**", emit.HardLine()}
	for _, l := range clean {
		out = append(out, strings.TrimRight(" * "+l, " "), emit.HardLine())
	}
	return emit.Concat(append(out, " */", emit.HardLine())...)
}

// docText keeps a comment from ending, or from showing something else than it says.
func docText(s string) string {
	return strings.TrimRight(strings.ReplaceAll(core.Visible(s), "*/", `*\/`), " \t")
}

// function is a method with its body, a statement a line.
func function(head string, params []emit.Doc, result string, body ...emit.Doc) emit.Doc {
	return emit.Concat(signature(head, params, result), " {",
		emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), body)),
		emit.HardLine(), "}")
}

// hugged is a parameter that breaks inside its own braces instead of in the parentheses around it.
type hugged struct{ emit.Doc }

func signature(head string, params []emit.Doc, result string) emit.Doc {
	tail := emit.Text("")
	inner, promise := strings.CutPrefix(result, "Promise<")
	inner = strings.TrimSuffix(inner, ">")
	switch {
	case promise && (strings.Contains(inner, " | ") || strings.HasSuffix(inner, "[]")):
		tail = emit.Concat(": Promise<", emit.Group(emit.Indent(emit.SoftLine(), inner), emit.SoftLine()), ">")
	case result != "" && len(params) == 0:
		return typed(head+"():", strings.Split(result, " | "))
	case result != "":
		tail = emit.Text(": " + result)
	}
	if len(params) == 0 {
		return emit.Concat(head+"()", tail)
	}
	if only, hugs := params[0].(hugged); hugs {
		return emit.Group(head+"(", only.Doc, ")", tail)
	}
	return emit.Group(head+"(", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), params)),
		emit.IfBroken(",", ""), emit.SoftLine(), ")", tail)
}

func call(function string, args ...emit.Doc) emit.Doc {
	if len(args) == 0 {
		return emit.Text(function + "()")
	}
	return emit.Group(function+"(", emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), args)),
		emit.IfBroken(",", ""), emit.SoftLine(), ")")
}
