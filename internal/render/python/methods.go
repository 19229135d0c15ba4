package python

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// method is a statement while its methods are being written.
type method struct {
	*plan.Method
	m        *module
	name     string      // of the plain method
	params   []string    // names of the parameters
	scope    *emit.Scope // parameters and locals
	constant []string    // names of the constants that hold Text, "" for a file source
	paging   string      // the variable for the page asked for
	values   string      // the variable that holds what is bound, of a statement with optional parts
	rowType  string      // of a row of parameters; "" until a method takes some
	binder   string      // the function from such a row to the values of the placeholders; "" until one is needed
}

// methods prints the plain method of a statement and those derived from it.
func (m *module) methods(p *plan.Method) []emit.Doc {
	s := &method{Method: p, m: m, name: m.methodNames[p]}
	s.params = m.names.Fields(m.local(), ir.ParamFields(p.Params), "parameter", p.Name.SQL, snakeOr("param"))
	s.constants()
	var out []emit.Doc
	for _, k := range surface.Operations(m.Program, p) {
		if f, ok := m.driver.Frames[k]; ok {
			out = append(out, s.frame(k, f))
		} else {
			out = append(out, operations[k](s)...)
		}
	}
	return out
}

// operations print the methods of a statement, with what they need.
var operations = map[surface.Kind]func(*method) []emit.Doc{
	surface.All: alone((*method).list), surface.Stream: alone((*method).iter), surface.Tuples: alone((*method).raw),
	surface.One: alone((*method).one), surface.Demanded: alone((*method).one), surface.Proven: alone((*method).one),
	surface.Page: alone((*method).page), surface.Exec: alone((*method).exec), surface.Batch: alone((*method).batch),
	surface.Bulk: alone((*method).bulk), surface.Lookup: (*method).lookup,
}

func alone(print func(*method) emit.Doc) func(*method) []emit.Doc {
	return func(s *method) []emit.Doc { return []emit.Doc{print(s)} }
}

// begin starts one of the statement's methods: its locals keep clear of the parameters.
func (s *method) begin() {
	s.scope = s.m.local()
	for _, p := range s.params {
		s.scope.Claim(p)
	}
}

// operation is the name of the observed operation, "" without an observer.
func (s *method) operation() string {
	if !s.m.Options.Observer {
		return ""
	}
	return s.scope.Claim("operation")
}

// head is the signature of a method that takes all of the statement's parameters.
func (s *method) head(k surface.Kind, result string) emit.Doc {
	return s.m.member(k, s.Method, called(k, s.name), append([]emit.Doc{text("self")}, s.annotated()...), result)
}

// def is the head of a method that runs something on the connection.
func (m *module) def(name string, params []emit.Doc, result string) emit.Doc {
	return emit.Concat(m.async(), def(name, params, result))
}

// async goes before what is asynchronous in some drivers: def, with and for.
func (m *module) async() string {
	if m.driver.Async {
		return "async "
	}
	return ""
}

// await is a call that an asynchronous driver wants awaited.
func (m *module) await(function string, args ...emit.Doc) emit.Doc {
	m.helpers[function] = true
	if m.driver.Async {
		return emit.Concat("await ", call(function, args...))
	}
	return call(function, args...)
}

// helper is the name of a definition of the prelude, which the module needs then.
func (m *module) helper(name string) emit.Doc {
	m.helpers[name] = true
	return text(name)
}

// annotated are the parameters with their types, behind a star where they are keywords.
func (s *method) annotated() (out []emit.Doc) {
	if s.Grouped {
		out = append(out, text("*"))
	}
	for i, p := range s.Asked() {
		d, left := annotated(s.params[i], s.m.paramType(p.Field), false), ""
		switch {
		case p.Flag:
			left = "False"
		case p.Type.Choice():
			left = s.m.label(p.Type.Enum, 0)
		case p.Optional && p.Nullable:
			left = "UNSET"
			s.m.helpers[left] = true
		case p.Optional:
			d, left = annotated(s.params[i], orNone(s.m.paramType(p.Field), true), false), "None"
		}
		if left != "" {
			d = emit.Group(d, " = "+left)
		}
		out = append(out, d)
	}
	return out
}

// doc is the statement's documentation and that of its parameters.
func (s *method) doc(k surface.Kind) []string {
	out := documented(s.Doc, surface.Behind(s.Doc, k, language))
	args := false
	for i, p := range s.Params {
		if p.Doc == "" {
			continue
		}
		if !args {
			out, args = append(out, "", "Args:"), true
		}
		out = append(out, "    "+s.params[i]+": "+strings.Join(strings.Fields(p.Doc), " "))
	}
	return out
}

// print puts a method together; where operation names one, the body is observed.
func (s *method) print(head emit.Doc, doc []string, operation string, body []emit.Doc) emit.Doc {
	return block(head, append(docLines(doc), s.m.observed(operation, s.Name, body)...)...)
}

// observed wraps a body so that an observer hears of it.
func (m *module) observed(operation string, query ir.Name, body []emit.Doc) []emit.Doc {
	if operation == "" {
		return body
	}
	return []emit.Doc{block(with("", m.operation(operation, query)), body...)}
}

// operation is the context in which an observer hears of a statement.
func (m *module) operation(name string, query ir.Name) emit.Doc {
	m.helpers["_Operation"] = true
	return emit.Concat(call("_Operation", text("self._observer"), text(word(query.SQL))), " as "+name)
}

// says is the comment of a method that comes with a statement's.
func (s *method) says(k surface.Kind, slots ...string) []string {
	row := "row"
	if s.Pluck {
		row = "value"
	}
	return summary(surface.Doc(k, language, append(slots, "{it}", s.name, "{row}", row)...))
}

// summary is documentation of some sentences: on one line if that is not too long in a method, else the first apart.
func summary(sentences []string) []string {
	const room = width - len(`        """"""`)
	if all := surface.Fill(sentences, room); len(all) < 2 || len(sentences) < 2 {
		return all
	}
	return append(append(surface.Fill(sentences[:1], room), ""), surface.Fill(sentences[1:], room)...)
}

// documented is the comment of a method, behind what the user says of it.
func documented(own, doc []string) []string {
	if len(own) == 0 {
		return summary(doc)
	}
	if len(doc) > 0 {
		own = append(append(slices.Clone(own), ""), summary(doc)...)
	}
	return slices.Clone(own)
}

func docLines(doc []string) []emit.Doc {
	if d := docstring(doc); d != nil {
		return []emit.Doc{lines(d)}
	}
	return nil
}

// constants writes the statement's text into constants of the module.
func (s *method) constants() {
	name := "_" + strings.ToUpper(s.name)
	if s.Optional() {
		name = s.m.scope.Claim(name)
		s.constant = []string{name}
		s.m.constants = append(s.m.constants, s.optional(name))
		return
	}
	for i, piece := range s.Text {
		if piece.Source >= 0 {
			s.constant = append(s.constant, "")
			continue
		}
		n := name
		if len(s.Text) > 1 {
			n += "_" + itoa(i+1)
		}
		n = s.m.scope.Claim(n)
		s.constant = append(s.constant, n)
		s.m.sent[s.Method] = n
		s.m.constants = append(s.m.constants, constant(n, piece.SQL))
	}
}

// optional is the constant of a text whose parts depend on what is given.
func (s *method) optional(name string) emit.Doc {
	s.m.helpers["_Optional"] = true
	mark := "?"
	if s.m.Numbered() {
		mark = "$"
	}
	parts := []emit.Doc{text(word(mark))}
	for _, p := range s.Text {
		parts = append(parts, tuple([]emit.Doc{text(core.Bits(p.Need)), text(core.Bits(p.Without)), text(line(p.SQL)),
			text(itoa(p.Bind))}))
	}
	if choices := s.Choices(); choices != nil {
		bits := make([]emit.Doc, len(choices))
		for i, c := range choices {
			bits[i] = text(core.Bits(c))
		}
		parts = append(parts, emit.Concat("choices=", tuple(bits)))
	}
	if len(s.Refusals) > 0 {
		refusals := make([]emit.Doc, len(s.Refusals))
		for i, r := range s.Refusals {
			refusals[i] = tuple([]emit.Doc{text(core.Bits(r.Need)), text(core.Bits(r.Without)), text(word(r.Cure))})
		}
		parts = append(parts, text("query="+word(s.Name.SQL)), emit.Concat("refusals=", tuple(refusals)))
	}
	return emit.Concat(name+" = ", brackets("_Optional(", parts, ")"))
}

// chosen are the lines that put the text together for what is given, and the values that are bound.
func (s *method) chosen() (sql string, lines []emit.Doc) {
	sql, s.values = s.scope.Claim("sql"), s.scope.Claim("values")
	conditions := make([]emit.Doc, len(s.Conditions))
	var unset []emit.Doc
	for i, c := range s.Conditions {
		switch name, p := s.params[c.Param], s.Params[c.Param]; {
		case p.Flag:
			conditions[i] = text("bool(" + name + ")")
		case p.Type.Choice():
			conditions[i] = text(name + " == " + s.m.label(p.Type.Enum, c.At))
		case p.Nullable:
			conditions[i] = text(name + " is not UNSET")
			unset = append(unset, block(text("if "+name+" is UNSET:"), text(name+" = None")))
		default:
			conditions[i] = text(name + " is not None")
		}
	}
	values := make([]emit.Doc, len(s.Binds))
	for i, at := range s.Binds {
		f, name := s.Params[at].Field, s.params[at]
		f.Nullable = f.Nullable || f.Optional || s.Page.Hides(at) // what is not given is not bound
		if s.Page != nil && at == s.Page.Size {
			name = s.paging + ".limit"
		}
		values[i] = s.m.encode(f, name, false)
	}
	given := tuple(conditions)
	if len(unset) > 0 {
		name := s.scope.Claim("given")
		lines = append(append(lines, emit.Concat(name+" = ", given)), unset...)
		given = text(name)
	}
	return sql, append(lines, emit.Concat(sql+", "+s.values+" = ", call(s.constant[0]+".of", given, tuple(values))))
}

// columns are the form that the result's columns are read in, as a constant that all methods of the row type share.
func (s *method) columns() emit.Doc {
	form := s.m.forms[s.Row]
	if form == "" {
		of := s.name
		if !s.Pluck {
			of = snake(ir.NewName(s.m.rowOf(s.Row).called()), "row")
		}
		form = s.m.scope.Claim("_" + strings.ToUpper(of) + "_COLUMNS")
		s.m.forms[s.Row] = form
		s.m.constants = append(s.m.constants, constant(form, s.Columns))
	}
	return text(form)
}

// constant is a module constant that holds SQL.
func constant(name, sql string) emit.Doc {
	head := name + " = "
	return emit.Concat(head, emit.Raw(quote(sql, width-utf8.RuneCountInString(head))))
}

// sql is the statement's text, and what must run before it is there.
func (s *method) sql() (name string, before []emit.Doc) {
	if s.Optional() {
		return s.chosen()
	}
	if _, ok := s.Literal(); ok {
		return s.constant[0], nil
	}
	s.m.helpers["_literal"] = true
	name = s.scope.Claim("sql")
	var pieces []emit.Doc
	for i, piece := range s.Text {
		d := text(s.constant[i])
		if piece.Source >= 0 {
			d = call("_literal", text(s.params[piece.Source]))
		}
		if i > 0 {
			d = emit.Concat("+ ", d)
		}
		pieces = append(pieces, d)
	}
	return name, []emit.Doc{emit.Concat(name+" = ", parenthesized(emit.Join(emit.Line(), pieces)))}
}

// given are the arguments of a helper that runs the statement; more stand between its text and the parameters.
func (s *method) given(sql string, more ...emit.Doc) []emit.Doc {
	if s.m.driver.Given != "" {
		return s.arguments(sql)
	}
	args := s.arguments(sql)
	return slices.Concat([]emit.Doc{text("self._conn"), args[0]}, more, args[1:])
}

// arguments of a call that runs the statement.
func (s *method) arguments(sql string) []emit.Doc {
	var args []emit.Doc
	if s.m.driver.Given != "" {
		args = append(args, text(s.m.driver.Given))
	}
	args = append(args, text(sql))
	if s.Optional() {
		return append(args, text(s.values))
	}
	if len(s.Binds) == 0 {
		return args
	}
	values := make([]emit.Doc, len(s.Binds))
	for i, p := range s.Binds {
		values[i] = s.m.encode(s.Params[p].Field, s.params[p], false)
	}
	return append(args, tuple(values))
}

// open runs the statement and gives its cursor's name.
func (s *method) open() (cursor string, body []emit.Doc) {
	run, body := s.run()
	cursor = s.scope.Claim("cursor")
	body = append(body, emit.Concat(cursor+" = ", run))
	if s.m.driver.Plain != "" {
		body = append(body, text(cursor+s.m.driver.Plain))
	}
	return cursor, body
}

// fetched is what a method of the cursor gives, which needs a name only where it has to be made plain.
func (s *method) fetched(fetch string) (d emit.Doc, body []emit.Doc) {
	if s.m.driver.Plain != "" {
		cursor, body := s.open()
		return text(cursor + fetch), body
	}
	run, body := s.run()
	return emit.Concat(run, fetch), body
}

// run is the call that runs the statement, and what comes before it.
func (s *method) run() (d emit.Doc, before []emit.Doc) {
	sql, before := s.sql()
	run := s.m.driver.Execute
	args := s.arguments(sql)
	if s.Reshaped {
		run = s.m.driver.Select
		if !s.Cursor {
			run = s.m.driver.Returning
		}
		args = s.given(sql, s.columns())
	}
	return s.m.await(run, args...), before
}
