package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// method is a statement while its methods are being written.
type method struct {
	*plan.Method
	f      *file
	name   string   // of the plain method
	params []string // names of the parameters, or of the fields of the struct that has them
	group  string   // the struct's name; "" where the method takes them one by one
	batch  string   // what a batch is a sequence of
	sql    string   // the expression for the statement's text
	before string   // what makes it, and what is bound, of a statement with optional parts
	id     string   // the statement's name, as a literal
	typ    string   // of a row, or of a value
	scan   string   // the function that reads one

	cursors []string // variables for what a page's cursor holds
}

// write writes the file's struct with its methods.
func (f *file) write() {
	f.need("DBTX")
	what := "statements"
	if len(f.Methods)+len(f.Appenders) == 0 {
		what = "migrations"
	}
	f.use("context.")
	f.class(what)
	f.attachments()
	f.migrations()
	for _, p := range f.Methods {
		f.method(p)
	}
	f.textOf(what)
	for _, a := range f.Appenders {
		f.appender(a)
	}
	for _, view := range surface.Views(f.Program) { // they need the signatures
		f.view(view, what)
	}
}

// class writes the struct, the functions that make one, and its own methods.
func (f *file) class(what string) {
	fields := "{ db DBTX }"
	if f.Options.Observer {
		fields = " {\n\tdb       DBTX\n\tobserver " + f.need("Observer") + "\n}"
	}
	class := surface.Fill(append([]string{f.typ + " has the " + what + " of " + f.Sources() + "."},
		surface.Registers(f.Program)...), width-len("// "))
	f.add("%stype %s struct%s", docText(class, ""), f.typ, fields)
	for _, k := range surface.ClassOperations(f.Program) {
		if write := ofClass[k]; write != nil {
			name := f.called(k)
			f.add("%s%s", f.says(k, name, what), write(f, name))
		}
	}
}

// ofClass write the methods of the struct and the functions beside it, by their names.
var ofClass = map[surface.Kind]func(f *file, name string) string{
	surface.New:      func(f *file, name string) string { return f.maker(name, "db") },
	surface.Prepared: func(f *file, name string) string { return f.maker(name, f.need("prepare")+"(db)") },
	surface.Close: func(f *file, name string) string {
		return returning(fmt.Sprintf("func (q *%s) %s() error", f.typ, name), "%s(q.db)", f.need("closePrepared"))
	},
	surface.Observed: func(f *file, name string) string {
		return returning(fmt.Sprintf("func (q *%s) %s(observer Observer) *%s", f.typ, name, f.typ),
			"&%s{q.db, observer}", f.typ)
	},
	surface.WithTx: func(f *file, name string) string {
		tx := "tx"
		if surface.ClassHas(f.Program, surface.Prepared) {
			tx = f.need("within") + "(q.db, tx)"
		}
		return returning(fmt.Sprintf("func (q *%s) %s(tx %s) *%s", f.typ, name, f.use(f.g.driver.tx), f.typ), "%s",
			f.on(tx))
	},
	surface.Transaction: (*file).inTx, surface.Transact: (*file).transaction, surface.Extensions: (*file).extensions,
}

// maker is a function that makes the struct on a handle.
func (f *file) maker(name, db string) string {
	if f.Options.Observer {
		db = "db: " + db
	}
	return returning(fmt.Sprintf("func %s(db DBTX) *%s", name, f.typ), "&%s{%s}", f.typ, db)
}

// on is the struct on another handle, with the same observer.
func (f *file) on(db string) string {
	if f.Options.Observer {
		db += ", q.observer"
	}
	return "&" + f.typ + "{" + db + "}"
}

// says is the comment of a method of the class.
func (f *file) says(k surface.Kind, name, what string) string {
	doc := surface.Doc(k, language, "{what}", what, "{class}", f.typ, "{handles}", f.g.driver.handles, "{connection}",
		"database",
		"{fn}", "fn", "{returns}", "returns nil", "{fails}", "returns an error", "{nested}", surface.Nested(f.Program),
		"{extensions}", strings.Join(f.Extensions, ", "))
	return docText(says(name, nil, doc), "")
}

// gofmtLine is how long the header and the body of a function are at most together where gofmt leaves them on one line.
const gofmtLine = 99

// returning is a function that only returns a value: on one line where gofmt leaves it there.
func returning(header, value string, args ...any) string {
	body := "return " + fmt.Sprintf(value, args...)
	if len(header)+len(body) <= gofmtLine {
		return header + " { " + body + " }"
	}
	return header + " {\n\t" + body + "\n}"
}

// view writes the interface of some of the struct's methods.
func (f *file) view(view surface.Kind, what string) {
	name := f.g.declare(f.called(view), "an interface of "+f.typ, source.Span{})
	f.add("%stype %s interface {\n\t%s\n}\n\nvar _ %s = (*%s)(nil)", f.says(view, name, what), name,
		strings.Join(f.signatures[view], "\n\t"), name, f.typ)
}

// outcome is what an observer hears of a method: the helper that calls it, and the function that counts its rows. It
// hears nothing of one that calls others.
type outcome struct{ observed, count string }

var (
	runs    = outcome{"observedRun", ""}
	yields  = outcome{"observedEach", ""}
	changes = outcome{"observed", "countChanged"}
	reads   = outcome{"observed", "countRows"}
	finds   = outcome{"observed", "countOne"}
	pages   = outcome{"observed", "countPage"}
)

// caller writes a method that runs a statement, and notes its signature for those interfaces. Its body is what an
// observer hears of, under the statement's name.
func (f *file) caller(views []surface.Kind, doc, name, params, result, statement string, o outcome, body string) {
	all := strings.Split(params, ", ")
	for _, view := range views {
		f.signatures[view] = append(f.signatures[view], fill(name+"(", all, ") "+result, "\t"))
	}
	if f.Options.Observer && o.observed != "" {
		count := ""
		if o.count != "" {
			count = ", " + f.need(o.count)
		}
		body = fmt.Sprintf("return %s(ctx, q.observer, %s%s, func(ctx context.Context) %s {\n\t\t%s\n\t})",
			f.need(o.observed), statement, count, result,
			strings.ReplaceAll(body, "\n", "\n\t"))
	}
	head := fill(fmt.Sprintf("func (q *%s) %s(", f.typ, name), all, ") "+result+" {", "")
	f.add("%s%s\n\t%s\n}", doc, head, body)
}

// method writes a statement: its text, its types, the plain method and those that come with it.
func (f *file) method(p *plan.Method) {
	s := &method{Method: p, f: f, name: f.methods[p], id: quoteShort(p.Name.SQL)}
	s.named()
	s.text()
	if p.Result != ir.None && p.Page == nil {
		s.typ, s.scan = s.result()
	}
	for _, k := range surface.Operations(f.Program, p) {
		operations[k](s)
	}
}

// operations write the methods of a statement.
var operations = map[surface.Kind]func(*method){
	surface.All: (*method).all, surface.Stream: (*method).each, surface.Page: (*method).page,
	surface.One: (*method).one, surface.Demanded: (*method).one, surface.Proven: (*method).one,
	surface.Exec: (*method).exec, surface.Batch: (*method).batched, surface.Bulk: (*method).bulk,
	surface.Lookup: (*method).lookup,
}

func (s *method) one() {
	doc := append(documented(s.name, s.Doc), s.paramDoc()...)
	doc = says(s.name, doc, surface.Behind(doc, surface.Single(s.Found, s.Demanded), language))
	body := ""
	if s.nests() {
		body = s.gathered("one", s.f.need("first")+"("+s.id+", {rows}, err)")
	} else {
		body = s.call("one", s.scan)
	}
	s.print(surface.Single(s.Found, s.Demanded), doc, s.name, "("+s.typ+", error)", finds, body)
}

func (s *method) all() {
	doc := append(documented(s.name, s.Doc), s.paramDoc()...)
	body := ""
	if s.nests() {
		body = s.gathered("all", "{rows}, err")
	} else {
		body = s.call("all", s.scan)
	}
	s.print(surface.All, doc, s.name, "([]"+s.typ+", error)", reads, body)
}

func (s *method) each() {
	name := called(surface.Stream, s.name)
	doc := says(name, nil, surface.Doc(surface.Stream, language, "{it}", s.name, "{row}", s.what()))
	body := ""
	if s.nests() {
		nest, key := s.f.nester(s.Row)
		body = s.calling("rows := ", "each", "each", s.scan) + "\n\treturn " + s.f.need("gathered") + "(rows, " + key +
			", " + nest + ")"
	} else {
		body = s.call("each", s.scan)
	}
	s.print(surface.Stream, doc, name, s.f.use("iter.Seq2")+"["+s.typ+", error]", yields, body)
}

func (s *method) what() string {
	if s.Pluck {
		return "value"
	}
	return "row"
}

// named names the parameters, and declares the struct that holds them where there are many.
func (s *method) named() {
	f, fields := s.f, surface.Fields(s.Query)
	if !s.Grouped {
		s.params = f.g.names.Fields(f.g.local(s.name), fields, "parameter", s.Name.SQL, unexportedOr("param"))
	}
	if s.Rows != nil {
		row := f.rowType(s.Rows)
		s.group, s.batch = row.name, row.name
		if s.params == nil {
			s.params = row.fields
		}
		return
	}
	if s.Grouped || s.Declares() && len(fields) > 1 {
		what := "the parameters of " + s.Name.SQL
		s.group = f.g.declare(f.g.names.Type(f.g.scope, paramsName(s.name), what, s.Span), what, s.Span)
		names := f.g.names.Fields(newScope(), fields, "parameter", s.Name.SQL, exportedOr("Param"))
		if s.params == nil {
			s.params = names
		}
		f.add("// %s are the parameters of %s.\n%s", s.group, s.name, f.structText(s.group, names, fields, f.userType))
		s.batch = s.group
	}
	if len(fields) == 1 && !s.Optional() { // which many of come by themselves
		s.batch = f.userType(fields[0])
	}
}

// text writes the statement's text into constants.
func (s *method) text() {
	if s.Optional() {
		s.optional()
		return
	}
	var pieces []string
	for i, piece := range s.Text {
		if piece.Source >= 0 {
			pieces = append(pieces, s.f.helped("literal(%s)", s.value(piece.Source)))
			continue
		}
		name := constantName(s.name)
		if len(s.Text) > 1 {
			name += itoa(i + 1)
		}
		name = s.f.g.claim(name, s.Name.SQL, s.Span)
		s.f.add("const %s = %s", name, quote(piece.SQL, ""))
		pieces = append(pieces, name)
	}
	s.sql = strings.Join(pieces, "+")
	s.f.sent[s.Method] = s.sql
}

// optional writes the text whose parts depend on what is given.
func (s *method) optional() {
	f := s.f
	name := f.g.claim(constantName(s.name), s.Name.SQL, s.Span)
	var parts strings.Builder
	for _, p := range s.Text {
		var fields []string
		for _, bits := range []struct {
			name string
			of   uint32
		}{{"need", p.Need}, {"without", p.Without}} {
			if bits.of != 0 {
				fields = append(fields, bits.name+": "+core.Bits(bits.of))
			}
		}
		if p.SQL != "" {
			fields = append(fields, "sql: "+quoteShort(p.SQL))
		}
		if p.Bind > 0 {
			fields = append(fields, "bind: "+itoa(p.Bind))
		}
		parts.WriteString("\t{" + strings.Join(fields, ", ") + "},\n")
	}
	head := ""
	if f.Numbered() {
		head = "numbered: true, "
	}
	if choices := s.Choices(); choices != nil {
		bits := make([]string, len(choices))
		for i, c := range choices {
			bits[i] = core.Bits(c)
		}
		head += "choices: []uint32{" + strings.Join(bits, ", ") + "}, "
	}
	f.add("var %s = %s{%sparts: []%s{\n%s}}", name, f.need("optionalText"), head, f.need("textPart"), parts.String())
	conditions := make([]string, len(s.Conditions))
	for i, c := range s.Conditions {
		conditions[i] = s.value(c.Param)
		switch p := s.Params[c.Param]; {
		case p.Type.Choice():
			conditions[i] += " == " + f.g.choices[p.Type.Enum][c.At]
		case !p.Flag:
			conditions[i] += " != nil"
		}
	}
	value := s.value
	if s.Page != nil { // and one row more, which is there if another page is
		value = func(i int) string { return s.value(i) + map[bool]string{true: "+1"}[i == s.Page.Size] }
	}
	given := fill(f.need("holding")+"(", conditions, ")", "\t\t")
	if len(s.Refusals) > 0 {
		given = s.refuse(given)
	}
	args := append([]string{"&" + name, given}, s.arguments(value)...)
	s.before += fill("text, args := "+f.need("choose")+"(", args, ")", "\t") + "\n\t"
	s.sql = "text"
}

// refuse writes what refuses a call, and returns the variable of what is given. What stands for an error is the
// method's own.
func (s *method) refuse(given string) string {
	f := s.f
	args := []string{s.id, "given"}
	for _, r := range s.Refusals {
		args = append(args, fmt.Sprintf("%s{%s, %s, %s}", f.need("refusal"), core.Bits(r.Need), core.Bits(r.Without),
			quoteShort(r.Cure)))
	}
	s.before = "given := " + given + "\n\t" + fill("if err := "+f.need("refused")+"(", args, "); err != nil {", "\t") +
		"\n\t\t" + failing + "\n\t}\n\t"
	return "given"
}

// failing stands where a method returns an error, which each kind of method does in its own way.
const failing = "return err"

// failures are these ways, by the helper that the method calls.
var failures = map[string]string{
	"all":  "return nil, err",
	"exec": "return 0, err",
	"run":  failing,
	"one":  "var none {type}\n\t\treturn none, err",
	"each": "return func(yield func({type}, error) bool) {\n\t\t\tvar none {type}\n\t\t\tyield(none, err)\n\t\t}",
}

// value is the expression for a parameter of the plain method.
func (s *method) value(i int) string {
	switch {
	case s.Page.Hides(i):
		return s.cursor(i)
	case s.Grouped:
		return "p." + s.params[i]
	}
	return s.params[i]
}

// arguments are what is bound, value by value.
func (s *method) arguments(value func(i int) string) []string {
	var out []string
	for _, i := range s.Binds {
		out = append(out, s.f.argument(s.Params[i].Field, value(i)))
	}
	return out
}

// call is the body of a method: the call of a helper that runs the statement.
func (s *method) call(helper string, more ...string) string {
	return s.calling("return ", helper, helper, more...)
}

// calling is a call of such a helper behind what its result goes to, in a method that fails as that of another does.
func (s *method) calling(lead, fails, helper string, more ...string) string {
	args := append([]string{"ctx", "q.db", s.id}, more...)
	if args = append(args, s.sql); s.Optional() {
		args = append(args, "args...")
	} else {
		args = append(args, s.arguments(s.value)...)
	}
	before := strings.Replace(s.before, failing+"\n", strings.ReplaceAll(failures[fails], "{type}", s.typ)+"\n", 1)
	return before + fill(lead+s.f.need(helper)+"(", args, ")", "\t")
}

// result is the type of a row and the function that reads one.
func (s *method) result() (typ, scan string) {
	if !s.Pluck {
		scan = s.f.scanner(s.Row)
		return s.f.rowType(s.Row).name, scan
	}
	field := s.Row.Fields[0]
	typ = s.f.userType(field)
	o := field.Override
	plain := o != nil && o.Decode == "" || o == nil && s.f.kindOf(field.Type).into == ""
	if plain && !s.f.isNull(field) && s.f.g.driver.pluck != "" {
		return typ, s.f.helped(s.f.g.driver.pluck+"[%s]", typ)
	}
	scan = s.f.g.claim(scanName(s.name), s.Name.SQL, s.Span)
	s.f.add("func %s(row %s) (v %s, err error) {\n%s\n}", scan, s.f.use(s.f.g.driver.row), typ,
		s.f.g.driver.scan(s.f, []cell{{field: s.Row.Fields[0], place: "v"}}, "v"))
	return typ, scan
}

// print writes a method that takes the statement's parameters.
func (s *method) print(k surface.Kind, doc []string, name, result string, o outcome, body string) {
	params := []string{"ctx context.Context"}
	if s.Grouped {
		params = append(params, "p "+s.group)
	} else {
		for i, p := range s.Params {
			params = append(params, s.params[i]+" "+s.f.userType(p.Field))
		}
	}
	s.f.caller(s.views(k), docText(doc, ""), name, strings.Join(params, ", "), result, s.id, o, body)
}

// views are the types beside the struct that have a method of the statement.
func (s *method) views(k surface.Kind) []surface.Kind {
	return surface.ViewsOf(s.f.Program, k, s.Method)
}

// paramDoc is the documentation of the parameters, which a struct's fields have themselves.
func (s *method) paramDoc() (doc []string) {
	if s.Grouped {
		return nil
	}
	for i, p := range s.Params {
		if p.Doc != "" {
			doc = append(doc, "", "The parameter "+s.params[i]+": "+strings.Join(strings.Fields(p.Doc), " "))
		}
	}
	return doc
}

// exec writes a statement that returns no rows; one that changes none has nothing to count.
func (s *method) exec() {
	doc := append(documented(s.name, s.Doc), s.paramDoc()...)
	if !s.Counts {
		s.print(surface.Exec, doc, s.name, "error", runs, s.call("run"))
		return
	}
	s.print(surface.Exec, says(s.name, doc, surface.Behind(doc, surface.Exec, language)), s.name, "(int64, error)",
		changes, s.call("exec"))
}

// batched writes the method that runs a statement for many sets of parameters.
func (s *method) batched() {
	name := called(surface.Batch, s.name)
	doc := says(name, nil, surface.Doc(surface.Batch, language, "{it}", s.name))
	if s.Optional() {
		s.f.caller(s.views(surface.Batch), docText(doc, ""), name, rowsParam(s.f, s.batch), "(int64, error)", s.id,
			changes, s.forEach())
		return
	}
	s.takesRows(doc, name, "batch", "")
}

// forEach calls the helper that runs for each row the text that is chosen for it.
func (s *method) forEach() string {
	before := strings.Replace(s.before, failing+"\n", "return \"\", nil, err\n", 1)
	choose := strings.ReplaceAll(before, "\n", "\n\t") + "return text, args, nil"
	return fmt.Sprintf("return %s(ctx, q.db, %s, rows, func(p %s) (string, []any, error) {\n\t\t%s\n\t})",
		s.f.need("batchChosen"), s.id, s.batch, choose)
}

// bulk writes the method that runs one statement for many sets of parameters, or the statement for each.
func (s *method) bulk() {
	f, name := s.f, called(surface.Bulk, s.name)
	doc := says(name, nil, surface.Doc(surface.Bulk, language, "{it}", s.name))
	switch way := s.Bulk.Way.(type) {
	case *plan.EachRow:
		s.takesRows(doc, name, "batch", "")
	case *plan.SortedRows:
		s.takesRows(doc, name, "batchSorted",
			fmt.Sprintf(", %s[%s]{%d, %d, func(p %s) int64 { return p%s }}", f.need("order"), s.batch, way.From,
				way.Rows,
				s.batch, s.rowNames()[way.Key]))
	case *plan.Joined:
		s.takesRows(doc, name, "bulk", ", "+s.joined(name, way))
	case *plan.Lists:
		s.takesRows(doc, name, "bulk", ", "+s.listed(name, way))
	}
}

// listed is how rows go in one statement as lists.
func (s *method) listed(name string, way *plan.Lists) string {
	f := s.f
	constant := func(name, sql string) string {
		constant := f.g.claim(constantName(name), s.Name.SQL, s.Span)
		f.add("const %s = %s", constant, quote(sql, ""))
		return constant
	}
	var lines []line
	if way.Plain != "" {
		lines = append(lines, line{"sql:", constant(name, way.Plain) + ","})
	}
	if way.InRounds != "" {
		lines = append(lines, line{"inRounds:", constant(name+"Rounds", way.InRounds) + ","})
	}
	lines = append(lines, line{"few:", fmt.Sprintf("%d,", s.Bulk.Few)}, line{"rows:", fmt.Sprintf("%d,", s.Bulk.Rows)})
	if way.Rounds > 0 {
		lines = append(lines, line{"rounds:", fmt.Sprintf("%d,", way.Rounds)})
	}
	if way.Key != nil {
		lines = append(lines, line{"distinct:", s.distinct(way.Key) + ","})
	}
	literal := table(lines)
	if way.Params != nil {
		literal += fmt.Sprintf("\tlists: func(rows []%s) []any {\n%s\t},\n", s.batch, s.lists(way.Params))
	}
	if way.Staged != nil {
		literal += "\tstaged: &" + s.staged(name, way.Staged) + ",\n"
	}
	return fmt.Sprintf("%s[%s]{\n%s\t}", f.need("many"), s.batch,
		strings.ReplaceAll("\t"+strings.TrimSuffix(literal, "\n"), "\n", "\n\t")+"\n")
}

// distinct is the function that reports whether no two rows have one key.
func (s *method) distinct(key []int) string {
	names := s.rowNames()
	values := make([]string, len(key))
	for i, n := range key {
		values[i] = "p" + names[n]
	}
	typ, value := s.f.elem(s.Params[key[0]].Type, false), values[0]
	if len(key) > 1 {
		typ = fmt.Sprintf("[%d]any", len(key))
		value = typ + "{" + strings.Join(values, ", ") + "}"
	}
	return fmt.Sprintf("%s(func(p %s) %s { return %s })", s.f.need("distinct"), s.batch, typ, value)
}

// lists returns what is bound for many rows: each parameter as a list.
func (s *method) lists(params []ir.Field) string {
	names, lists := s.rowNames(), make([]string, len(params))
	for i, list := range params {
		lists[i] = s.list(list, s.Params[i].Field, "p"+names[i])
	}
	if len(lists) == 1 {
		return "\t\treturn []any{" + lists[0] + "}\n"
	}
	return "\t\treturn []any{\n\t\t\t" + strings.Join(lists, ",\n\t\t\t") + ",\n\t\t}\n"
}

// staged is the variable that says how many rows come through a table.
func (s *method) staged(name string, t *plan.Staged) string {
	f := s.f
	table := f.copyTable(lowered(name)+"Table", t.Load, s.batch, s.rowNames())
	variable := f.g.claim(lowered(name)+"Staged", s.Name.SQL, s.Span)
	f.add("var %s = %s[%s]{\n%s}", variable, f.need("staged"), s.batch, keyed("", line{"from:", itoa(t.From)},
		line{"create:", quote(t.Create, "\t")}, line{"sql:", quote(t.SQL, "\t")}, line{"drop:", quote(t.Drop, "\t")},
		line{"table:", "&" + table}))
	return variable
}

// list is what is bound for all rows' values of a parameter.
func (s *method) list(list, param ir.Field, value string) string {
	f := s.f
	elem := f.elem(*list.Type.Elem, list.Type.ElemNullable)
	if value = f.given(param, value); f.g.driver.argument == nil && !list.Type.ElemNullable {
		value = f.notNull(ir.Field{Type: param.Type}, value)
	}
	list.Nullable = true // so that nothing makes sure that it is not: there are rows
	if value == "p" {
		return f.argument(list, "rows")
	}
	return f.argument(list, fmt.Sprintf("%s(rows, func(p %s) %s { return %s })", f.need("perRow"), s.batch, elem,
		value))
}

// rowNames are how a row's parameters are reached from it.
func (s *method) rowNames() []string {
	if s.group == "" || s.batch != s.group {
		return []string{""}
	}
	names := s.f.g.names.Fields(newScope(), ir.ParamFields(s.Params), "parameter", s.Name.SQL, exportedOr("Param"))
	if s.Rows != nil {
		names = slices.Clone(s.f.rowType(s.Rows).fields)
	}
	for i := range names {
		names[i] = "." + names[i]
	}
	return names
}

// takesRows prints a method that takes many sets of parameters; more is what its helper gets besides what binds one.
func (s *method) takesRows(doc []string, name, helper, more string) {
	s.f.caller(s.views(surface.Bulk), docText(doc, ""), name, rowsParam(s.f, s.batch), "(int64, error)", s.id, changes,
		s.forRows(helper, more))
}

// forRows calls such a helper.
func (s *method) forRows(helper, more string) string {
	return fmt.Sprintf("return %s(ctx, q.db, %s, %s, rows, %s%s)", s.f.need(helper), s.id, s.sql, s.binder(), more)
}

// binder is the function from a row to what is bound.
func (s *method) binder() string {
	names := s.rowNames()
	bind := fill("return []any{", s.arguments(func(i int) string { return "p" + names[i] }), "}", "\t\t")
	return fmt.Sprintf("func(p %s) []any {\n\t\t%s\n\t}", s.batch, bind)
}

// rowsParam are the parameters of a method that takes rows.
func rowsParam(f *file, row string) string {
	return "ctx context.Context, rows " + f.use("iter.Seq") + "[" + row + "]"
}

func quoteShort(s string) string { return fmt.Sprintf("%q", s) }
