package rust

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// method is a statement while its methods are being written.
type method struct {
	*plan.Method
	f      *file
	name   string   // of the plain method
	params []string // names of the parameters, or of the fields of the struct that has them
	object string   // the struct that the plain method takes, if any
	group  string   // the struct that the methods for many take; "" where there is none
	sql    string   // the expression for the statement
	before string   // what makes it, where it is made at run time
	typ    string   // of a row, or of a value
	read   string   // the function that reads one
}

// write writes the file's struct with its methods.
func (f *file) write() {
	for _, m := range f.Methods {
		f.method(m)
	}
	for _, a := range f.Appenders {
		f.appender(a)
	}
	f.textOf()
	migrations := f.migrations()
	f.attachments()
	database := "Database"
	if f.Options.Observer {
		database = "Observed"
	}
	doc := says(append([]string{"The statements of " + f.Sources() + ", on " + f.g.driver.handles + "."},
		surface.Registers(f.Program)...))
	head := fmt.Sprintf("%spub struct %s<'c> {\n    db: sqg::%s<'c>,\n}", docText(doc, ""), f.typ, database)
	var body []string
	for _, k := range surface.ClassOperations(f.Program) {
		write := ofClass[k]
		if write == nil {
			continue
		}
		doc := says(surface.Doc(k, language, "{what}", "statements", "{fn}", "work", "{returns}", "returns `Ok`",
			"{fails}", "returns `Err`",
			"{nested}", surface.Nested(f.Program), "{extensions}", strings.Join(f.Extensions, ", ")))
		body = append(body, docText(doc, "    ")+write(f, called(k, "")))
	}
	body = append(body, f.body...)
	own := []string{head}
	if migrations != "" {
		own = append(own, migrations)
	}
	own = append(own, fmt.Sprintf("impl<'c> %s<'c> {\n%s\n}", f.typ, strings.Join(body, "\n\n")))
	own = append(own, f.traits()...)
	f.parts = append(own, f.parts...)
}

// ofClass write the functions of the struct itself, by their names.
var ofClass = map[surface.Kind]func(f *file, name string) string{
	surface.New: (*file).constructor, surface.Observed: withObserver, surface.Transact: (*file).transaction,
	surface.Extensions: (*file).extensions,
}

func (f *file) constructor(name string) string {
	args, made := []string{"handle"}, "sqg::Database::new(%s)"
	if f.g.driver.slots {
		args = append(args, itoa(f.slots))
	}
	if f.Options.Observer {
		made = "sqg::Observed::new(" + made + ")"
	}
	return fmt.Sprintf("    pub fn %s(handle: %s) -> Self {\n        Self {\n            db: %s,\n        }\n    }",
		name, f.g.driver.handle,
		fmt.Sprintf(made, strings.Join(args, ", ")))
}

func withObserver(_ *file, name string) string {
	return `    pub fn ` + name + `(self, observer: &'c dyn sqg::Observer) -> Self {
        Self {
            db: self.db.by(observer),
        }
    }`
}

// appender writes the methods of a table.
func (f *file) appender(a *plan.Appender) {
	in := f.g.driver.appender(f, a)
	for _, k := range surface.TableOperations(f.Program, a) {
		doc := says(surface.Doc(k, language, "{table}", code(tableText(a))))
		f.load(k, doc, called(k, tableWords(a.Name)), in.row, in.function, "&"+in.constant)
	}
}

func (f *file) method(p *plan.Method) {
	s := &method{Method: p, f: f, name: f.methods[p]}
	s.named()
	s.text()
	if p.Result != ir.None && p.Page == nil {
		s.typ, s.read = s.result()
	}
	for _, k := range surface.Operations(f.Program, p) {
		operations[k](s)
	}
}

// operations write the methods of a statement.
var operations = map[surface.Kind]func(*method){
	surface.All: (*method).all, surface.Stream: (*method).stream, surface.Page: (*method).page,
	surface.One: (*method).one, surface.Demanded: (*method).one, surface.Proven: (*method).one,
	surface.Exec: (*method).exec, surface.Batch: (*method).batched, surface.Bulk: (*method).bulk,
	surface.Lookup: (*method).lookup,
}

func (s *method) one() {
	result, helper := "Option<"+s.typ+">", "one"
	if s.Required() {
		result, helper = s.typ, "only"
	}
	k := surface.Single(s.Found, s.Demanded)
	s.print(k, s.doc(k), result, s.call(s.nested(helper), s.read))
}

func (s *method) all() {
	s.print(surface.All, s.doc(surface.All), "Vec<"+s.typ+">", s.call(s.nested("all"), s.read))
}

// nested is the helper that puts rows with a list together, where these have one.
func (s *method) nested(helper string) string {
	if s.Row.List() == nil {
		return helper
	}
	return helper + "_nested"
}

func (s *method) stream() {
	doc := says(surface.Doc(surface.Stream, language, "{it}", code(s.name), "{row}", s.what()))
	s.print(surface.Stream, doc, s.rows(s.typ), s.call(s.nested("stream"), s.read))
}

// rows is the type of rows that come one by one.
func (s *method) rows(typ string) string {
	rows := fmt.Sprintf(s.f.g.driver.rows, typ)
	if s.Row.List() != nil {
		rows = "sqg::Gathered<" + rows + ", " + typ + ">"
	}
	if s.f.Options.Observer {
		return "sqg::Heard<'c, " + rows + ">"
	}
	return rows
}

func (s *method) what() string {
	if s.Pluck {
		return "value"
	}
	return "row"
}

// doc is the method's documentation, with that of its parameters.
func (s *method) doc(k surface.Kind) []string {
	doc, own := slices.Clone(s.Doc), says(surface.Behind(s.Doc, k, language))
	if strings.TrimSpace(strings.Join(doc, "")) == "" {
		doc = nil
	} else if len(own) > 0 {
		doc = append(doc, "")
	}
	doc = append(doc, own...)
	if !s.Grouped {
		for i, p := range s.Params {
			if p.Doc != "" {
				doc = append(doc[:len(doc):len(doc)], "",
					"The parameter `"+s.params[i]+"`: "+strings.Join(strings.Fields(p.Doc), " "))
			}
		}
	}
	return doc
}

// named names the parameters, and declares the struct that holds them where there are many.
func (s *method) named() {
	f, fields := s.f, ir.ParamFields(s.Params)
	scope := newScope()
	s.params = f.g.names.Fields(scope, fields, "parameter", s.Name.SQL, snakeOr("param"))
	many := s.Batch || s.Bulk != nil
	if s.Rows != nil {
		s.group = f.tableRecord(s.Rows)
		s.object = s.group
		if s.Grouped {
			s.params = f.rowType(s.Rows).fields
		}
		return
	}
	alone := len(fields) == 1 && !s.Optional() && f.encoder(fields[0]) == "" // which many of come by themselves
	if !s.Grouped && (!many || len(fields) == 0 || alone) {
		return
	}
	s.object = f.g.names.Type(f.scope, camel(s.Name, "Query")+"Params", "the parameters of "+s.Name.SQL, s.Span)
	fields = surface.Fields(s.Query)
	f.add("/// The parameters of `%s`.\n%s", s.name, f.structText(s.object, s.params, fields))
	if s.Optional() {
		f.left(s.object, s.params, fields)
	}
	if many && !alone {
		s.group = s.object
		if s.Optional() {
			return // text says how one is chosen
		}
		values := make([]value, len(s.Binds))
		for i, p := range s.Binds {
			values[i] = value{s.Params[p].Field, s.params[p]}
		}
		f.record(s.group, values)
	}
}

// left writes how the parameters are made of those that may not be left out; where all may, there is a default.
func (f *file) left(object string, names []string, fields []ir.Field) {
	var required, lines []string
	for i, field := range fields {
		switch {
		case field.Flag:
			lines = append(lines, names[i]+": false")
		case field.Type.Choice():
			lines = append(lines, names[i]+": "+f.typeOf(field)+"::default()")
		case field.Optional:
			lines = append(lines, names[i]+": None")
		default:
			required, lines = append(required, names[i]+": "+f.typeOf(field)), append(lines, names[i])
		}
	}
	if len(required) == 0 {
		return
	}
	f.add("impl %s {\n    /// Those parameters that are always given.\n%s\n        %s\n    }\n}", object,
		signature("pub fn new", required, "Self", 4),
		literal("Self", lines, "        "))
}

// value is a field of a record.
type value struct {
	ir.Field
	name string
}

// record has a struct put its values where statements take them from, once.
func (f *file) record(typ string, values []value) {
	key := "Record for " + typ
	if f.g.written[key] {
		return
	}
	f.g.written[key] = true
	var lines strings.Builder
	for _, v := range values {
		args := []string{quote(v.Column), f.argument(v.Field, "self."+v.name, false)}
		fmt.Fprintf(&lines, "        %s\n", question("to", "put", args))
	}
	f.add("impl sqg::Record for %s {\n    fn put(&self, to: &mut sqg::Writer) -> sqg::Result<()> {\n"+
		"%s        Ok(())\n    }\n}", typ, lines.String())
}

// question is a call of a method whose error is the function's, at an indentation of two levels.
func question(of, name string, args []string) string {
	flat := strings.Join(args, ", ")
	if one := of + "." + name + "(" + flat + ")?;"; length(flat) <= narrow {
		return one
	}
	const in = "\n            "
	if call, rest, ok := strings.Cut(flat, "("); ok && len(args) == 1 { // whose own arguments are broken then
		rest = strings.ReplaceAll(strings.TrimSuffix(rest, ")"), ", ", ","+in)
		return of + "." + name + "(" + call + "(" + in + rest + ",\n        ))?;"
	}
	return of + "." + name + "(" + in + strings.Join(args, ","+in) + ",\n        )?;"
}

// text writes the statement's text.
func (s *method) text() {
	f := s.f
	constant := f.scope.Claim(upper(s.Name))
	if s.Optional() {
		s.optional(constant)
		return
	}
	if sql, ok := s.Literal(); ok {
		s.sql = "&" + constant
		f.statement(constant, s.Name.SQL, sql)
		f.sent[s.Method] = constant + ".sql"
		return
	}
	var pieces []string
	for i, piece := range s.Text {
		if piece.Source >= 0 {
			path := s.value(piece.Source)
			if s.Grouped { // which owns it
				path = "&" + path
			}
			pieces = append(pieces, "&sqg::literal("+path+")")
			continue
		}
		name := f.scope.Claim(constant + "_" + itoa(i+1))
		f.add("%s", constantText(name, piece.SQL))
		pieces = append(pieces, name)
	}
	s.before = "let sql = " + fill(pieces, "[", "]", 8, len("let sql = ;")) +
		";\n        let sql = sql.concat();\n        let statement = sqg::Statement::once(" + quote(s.Name.SQL) +
		", &sql);\n        "
	s.sql = "&statement"
}

// optional writes a text whose parts depend on what is given.
func (s *method) optional(constant string) {
	var parts strings.Builder
	for _, p := range s.Text {
		items := []string{core.Bits(p.Need), core.Bits(p.Without), quoteLine(p.SQL), itoa(p.Bind)}
		if flat := strings.Join(items, ", "); length(flat) <= narrow {
			parts.WriteString("    (" + flat + "),\n")
		} else {
			parts.WriteString("    (\n        " + strings.Join(items, ",\n        ") + ",\n    ),\n")
		}
	}
	placeholders := "marked"
	if s.f.Numbered() {
		placeholders = "numbered"
	}
	head, made := "static "+constant+": sqg::OptionalText =",
		"sqg::OptionalText::"+placeholders+"(&[\n"+parts.String()+"]);"
	if first, _, _ := strings.Cut(made, "\n"); length(head+" "+first) > width {
		made = "\n    " + strings.ReplaceAll(made, "\n", "\n    ")
	} else {
		head += " "
	}
	s.f.add("%s", head+made)
	conditions := s.conditions(s.value)
	given := quote(s.Name.SQL) + ", &text.sql"
	if length(given) > narrow {
		given = "\n            " + strings.ReplaceAll(given, ", &", ",\n            &") + ",\n        "
	}
	refuse, chosen := s.chosen(constant, conditions, len("let text = ;"))
	s.before = s.open() + refuse + "let values: sqg::Args = " +
		fill(s.arguments(s.value), "&[", "]", 8, len("let values: sqg::Args = ;")) + ";\n        " +
		"let text = " + chosen + ";\n        " +
		"let statement = sqg::Statement::once(" + given + ");\n        "
	s.sql = "&statement"
	if s.Batch {
		s.choosing(constant)
	}
}

// conditions are the expressions by which the parts of the text are there.
func (s *method) conditions(value func(i int) string) []string {
	out := make([]string, len(s.Conditions))
	for i, c := range s.Conditions {
		out[i] = value(c.Param)
		switch p := s.Params[c.Param]; {
		case p.Type.Choice():
			out[i] += " == " + s.f.enumType(p.Type.Enum) + "::" + s.f.labels(p.Type.Enum)[c.At]
		case !p.Flag:
			out[i] += ".is_some()"
		}
	}
	return out
}

// chosen is the text for conditions, as an expression beside so many characters, and the lines that refuse some.
func (s *method) chosen(constant string, conditions []string, beside int) (refuse, text string) {
	given := fill(conditions, "&[", "]", 8, beside+len(".with()")+length(constant))
	if len(s.Refusals) > 0 {
		refusals := make([]string, len(s.Refusals))
		for i, r := range s.Refusals {
			refusals[i] = "(" + core.Bits(r.Need) + ", " + core.Bits(r.Without) + ", " + quote(r.Cure) + ")"
		}
		refuse = "let given = " + fill(conditions, "[", "]", 8, len("let given = ;")) + ";\n        " +
			"let refusals = " + fill(refusals, "[", "]", 8, len("let refusals = ;")) + ";\n        " +
			"sqg::refuse(" + quote(s.Name.SQL) + ", &given, &refusals)?;\n        "
		given = "&given"
	}
	return refuse, constant + ".with(" + given + ")"
}

// choosing writes how a record of parameters chooses its text.
func (s *method) choosing(constant string) {
	value := func(i int) string { return "self." + s.params[i] }
	refuse, text := s.chosen(constant, s.conditions(value), len("Ok()"))
	s.f.add("impl sqg::Chosen for %s {\n    fn text(&self) -> sqg::Result<&'static sqg::ChosenText> {\n"+
		"        %sOk(%s)\n    }\n\n    fn with<T>(&self, then: impl FnOnce(sqg::Args) -> T) -> T {\n        then(%s)\n"+
		"    }\n}", s.object, refuse, text, fill(s.arguments(value), "&[", "]", 8, len("then()")))
}

// statement writes a statement that is prepared once.
func (f *file) statement(constant, name, sql string) {
	f.add("static %s: sqg::Statement = %s;", constant, f.prepared(name, sql, 0))
}

// prepared is a statement that is prepared once.
func (f *file) prepared(name, sql string, indent int) string {
	in := strings.Repeat(" ", indent+4)
	slot := ""
	if f.g.driver.slots {
		slot = in + "slot: " + itoa(f.slots) + ",\n"
	}
	text := "sqg::Statement {\n" + slot + in + "name: " + quote(name) + ",\n" + assigned(in+"sql:", quote(sql), ",") +
		"\n" + strings.Repeat(" ", indent) + "}"
	f.slots++
	return text
}

// value is the expression for a parameter of the plain method.
func (s *method) value(i int) string {
	if s.Grouped && !s.Page.Hides(i) {
		return "params." + s.params[i]
	}
	return s.params[i]
}

func (s *method) arguments(value func(i int) string) []string {
	var out []string
	for _, i := range s.Binds {
		if s.Page != nil && i == s.Page.Size { // and one row more, which is there if another page is
			out = append(out, "&page_limit")
			continue
		}
		out = append(out, s.f.argument(s.Params[i].Field, value(i), !s.Grouped))
	}
	return out
}

// call is the body of a method: the call that runs the statement.
func (s *method) call(helper string, more ...string) string {
	args := fill(s.arguments(s.value), "&[", "]", chained(s.f.g.driver.await())+4, 0)
	if s.Optional() {
		args = "&text.bound(values)"
	}
	return s.before + s.f.call("self.db", helper, append([]string{s.sql, args}, more...))
}

// result is the type of a row and the function that reads one.
func (s *method) result() (typ, read string) {
	f := s.f
	read = "read_" + strings.TrimPrefix(s.name, "r#")
	reader := func(value string) {
		f.add("fn %s(row: &sqg::Row) -> sqg::Result<%s> {\n    %s\n}", read, typ, value)
	}
	if !s.Pluck {
		typ = f.rowName(s.Row)
		if s.Row.Typed == nil {
			f.rowType(s.Row)
			return typ, typ + "::read"
		}
		reader("Ok(" + f.made(typ, s.Row, columnsOf(s.Row), -1, "    ") + ")")
		return typ, read
	}
	field := s.Row.Fields[0]
	typ = f.typeOf(field)
	value := f.column(field, 0)
	if value == plainColumn(0) {
		return typ, "sqg::first"
	}
	if call, ok := strings.CutSuffix(value, "?"); ok {
		value = call
	} else {
		value = "Ok(" + value + ")"
	}
	reader(value)
	return typ, read
}

// print writes a method that takes the statement's parameters.
func (s *method) print(k surface.Kind, doc []string, result, body string) {
	params := []string{"&self"}
	if s.Grouped {
		params = append(params, "params: &"+s.object)
	} else {
		for i, p := range s.Params {
			params = append(params, s.params[i]+": "+s.f.paramType(p.Field))
		}
	}
	s.f.runs(k, s.Method, called(k, s.name), params, result)
	s.f.fn(doc, called(k, s.name), params, result, body)
}

// fn writes a method.
func (f *file) fn(doc []string, name string, params []string, result, body string) {
	async := ""
	if f.g.driver.async {
		async = "async "
	}
	f.member(doc, "pub "+async+"fn "+name, params, "sqg::Result<"+result+">", body)
}

// load writes a method that takes rows and returns how many changed.
func (f *file) load(k surface.Kind, doc []string, name, row, of, with string) {
	f.takesRows(k, doc, name, row, "u64", chain("self.db", of, []string{with, "rows"}, ""))
}

// takesRows writes a method that takes rows. Its future says itself that it is Send: of an async fn whose rows borrow
// from the caller, the compiler cannot find that out, and the caller could not spawn it.
func (f *file) takesRows(k surface.Kind, doc []string, name, row, returns, body string) {
	params := []string{"&self", "rows: impl sqg::Source<" + row + ">"}
	f.runs(k, nil, name, params, returns)
	f.member(doc, "pub fn "+name, params, f.later(returns), body)
}

// later is the result of a method whose future says itself that it is Send.
func (f *file) later(returns string) string {
	result := "sqg::Result<" + returns + ">"
	if f.g.driver.async {
		result = "impl Future<Output = " + result + "> + Send"
	}
	return result
}

func (f *file) member(doc []string, head string, params []string, result, body string) {
	f.body = append(f.body, docText(doc, "    ")+signature(head, params, result, 4)+"\n        "+body+"\n    }")
}

// call is a call of a method of the database, as the value of a method.
func (f *file) call(of, name string, args []string) string {
	return chain(of, name, args, f.g.driver.await())
}

// exec writes a statement that returns no rows.
func (s *method) exec() {
	if !s.Counts {
		s.print(surface.Exec, s.doc(surface.All), "()", s.call("run"))
		return
	}
	s.print(surface.Exec, s.doc(surface.Exec), "u64", s.call("execute"))
}

// batched writes the method that runs a statement for many sets of parameters.
func (s *method) batched() {
	doc := says(surface.Doc(surface.Batch, language, "{it}", code(s.name)))
	if s.Optional() {
		s.f.load(surface.Batch, doc, called(surface.Batch, s.name), s.records(), "batch_chosen", quote(s.Name.SQL))
		return
	}
	s.f.load(surface.Batch, doc, called(surface.Batch, s.name), s.records(), "batch", s.sql)
}

// records is the type of the parameters of many calls.
func (s *method) records() string {
	switch {
	case s.group != "":
		return s.group
	case len(s.Params) == 1:
		return s.f.sends(s.Params[0].Field, false)
	}
	return "()"
}

// bulk writes the method that runs a statement for several sets of parameters at a time, or for each.
func (s *method) bulk() {
	f := s.f
	name := called(surface.Bulk, s.name)
	doc := says(surface.Doc(surface.Bulk, language, "{it}", code(s.name)))
	if _, ok := s.Bulk.Way.(*plan.EachRow); ok {
		f.load(surface.Bulk, doc, name, s.records(), "batch", s.sql)
		return
	}
	constant, helper := f.scope.Claim(upper(s.Name)+"_BULK"), ""
	switch way := s.Bulk.Way.(type) {
	case *plan.SortedRows:
		helper = s.sorted(constant, way)
	case *plan.Scanned:
		helper = s.joined(constant, way)
	case *plan.Lists:
		helper = s.listed(constant, way)
	}
	f.load(surface.Bulk, doc, name, s.records(), helper, "&"+constant)
}

// sorted declares how the statement is run for rows in the order of their key, and returns the method that does it.
func (s *method) sorted(constant string, by *plan.SortedRows) (helper string) {
	key := "|key| *key"
	if s.group != "" {
		key = "|row| row." + s.params[by.Key]
	}
	s.f.add("static %s: sqg::Sorted<%s> = sqg::Sorted {\n    one: %s,\n    key: %s,\n    from: %d,\n    rows: %d,\n};",
		constant, s.records(), s.sql,
		key, by.From, by.Rows)
	return "batch_sorted"
}
