package python

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// list is the method of :all.
func (s *method) list() emit.Doc {
	s.begin()
	operation := s.operation()
	list, typ, body := s.found()
	body = append(body, s.returnRows(list, operation)...)
	return s.print(s.head(surface.All, "list["+typ+"]"), s.doc(surface.All), operation, body)
}

// found is a list of all rows, the type of one, and what finds them.
func (s *method) found() (list emit.Doc, typ string, body []emit.Doc) {
	cursor, body := s.open()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	if read := s.reader(); read != nil {
		list = s.m.readAll(read, text(cursor+s.m.driver.Rows))
		if s.nests() {
			list = s.nested(list)
		}
		return list, typ, body
	}
	return brackets("[", []emit.Doc{emit.Group(value, emit.Line(), "for "+row+" in "+cursor+s.m.driver.Rows)}, "]"),
		typ, body
}

// raw is the method of :all that gives the driver's own tuples.
func (s *method) raw() emit.Doc {
	s.begin()
	operation := s.operation()
	rows, body := s.fetched(s.m.driver.Many)
	if s.m.driver.Many == "" {
		rows = brackets("[", []emit.Doc{emit.Group("tuple(row)", emit.Line(), "for row in ", rows)}, "]")
	}
	body = append(body, s.returnRows(rows, operation)...)
	doc := s.says(surface.Tuples)
	return s.print(s.head(surface.Tuples, "list["+s.m.tupleOf(s.m.rowOf(s.Row))+"]"), doc, operation, body)
}

// frame is another form that a whole result can have, by a package that need not be there.
type frame struct {
	Fetch string // helper that runs a statement and gives its result
	Doc   string
}

// frame is the method of :all that gives the result in another form, in types that only its package has.
func (s *method) frame(k surface.Kind, f frame) emit.Doc {
	s.begin()
	s.m.use("Any")
	operation := s.operation()
	sql, body := s.sql()
	body = append(body, s.returnRows(s.m.await(f.Fetch, s.given(sql)...), operation)...)
	return s.print(s.head(k, "Any"), s.says(k, "{arrow}", f.Doc), operation, body)
}

func (s *method) returnRows(list emit.Doc, operation string) []emit.Doc {
	if operation == "" {
		return []emit.Doc{emit.Concat("return ", list)}
	}
	rows := s.scope.Claim("rows")
	return []emit.Doc{emit.Concat(rows+" = ", list), text(operation + ".rows = len(" + rows + ")"),
		text("return " + rows)}
}

// iter is the method of :all that gives one row after the other.
func (s *method) iter() emit.Doc {
	s.begin()
	operation := s.operation()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	var loop []emit.Doc
	if operation != "" {
		loop = append(loop, text(operation+".rows += 1"))
	}
	var before, after []emit.Doc
	if s.nests() {
		nested := s.scope.Claim("nested")
		var start emit.Doc
		start, loop, after = s.gathering(value, append(loop, text("yield "+nested)), nested)
		before = []emit.Doc{start}
	} else {
		loop = append(loop, emit.Concat("yield ", s.alone(value)))
	}
	generator, args := "Generator", ", None, None]"
	if s.m.driver.Async {
		generator, args = "AsyncGenerator", ", None]"
	}
	s.m.use(generator)
	doc := s.says(surface.Stream)
	head := s.head(surface.Stream, generator+"["+typ+args)
	if s.m.driver.Stream != "" && s.Cursor {
		return block(head, slices.Concat(docLines(doc), before, s.stream(operation, row, loop, after))...)
	}
	cursor, body := s.open()
	rows := append([]emit.Doc{block(text("for "+row+" in "+cursor+s.m.driver.Rows+":"), loop...)}, after...)
	body = append(before, body...)
	if s.m.driver.Stream != "" { // all rows are there
		return s.print(head, doc, operation, append(body, rows...))
	}
	closed := block(text("finally:"), text(cursor+".close()"))
	return s.print(head, doc, operation, append(body, block(text("try:"), rows...), closed))
}

// stream runs a loop over the rows of a cursor on the server, and what comes after it.
func (s *method) stream(operation, row string, loop, after []emit.Doc) []emit.Doc {
	sql, body := s.sql()
	stream := s.scope.Claim("stream")
	open := s.m.driver.Stream
	if s.Unheld {
		open = s.m.driver.Within
	}
	s.m.helpers[open] = true
	args := s.arguments(sql)
	if s.Columns != "" {
		args = s.given(sql, s.columns())
	}
	opened := emit.Concat(call(open, args...), " as "+stream)
	rows := append([]emit.Doc{block(text(s.m.async()+"for "+row+" in "+stream+".rows():"), loop...)}, after...)
	switch {
	case operation == "":
		return append(body, block(with(s.m.async(), opened), rows...))
	case s.m.driver.Async:
		return append(body, s.m.observed(operation, s.Name, []emit.Doc{block(with(s.m.async(), opened), rows...)})...)
	}
	return append(body, block(with("", s.m.operation(operation, s.Name), opened), rows...))
}

// with is the head of a with statement.
func with(async string, managers ...emit.Doc) emit.Doc {
	if len(managers) == 1 {
		return emit.Group(async+"with ", managers[0], ":")
	}
	return emit.Group(async+"with ", emit.IfBroken("(", ""),
		emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), managers), emit.IfBroken(",", "")),
		emit.SoftLine(), emit.IfBroken(")", ""), ":")
}

// one is the method of :one.
func (s *method) one() emit.Doc {
	if s.nests() {
		return s.oneNested()
	}
	s.begin()
	operation := s.operation()
	fetch, body := s.first()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	fetched := row
	if s.Pluck {
		fetched += ": tuple[" + s.m.stored(s.Row.Fields[0]) + "] | None"
	}
	kind := surface.Single(s.Found, s.Demanded)
	if !s.Required() {
		typ = orNone(typ, !s.Pluck || !s.Row.Fields[0].Nullable)
	}
	body = append(body, emit.Concat(fetched+" = ", fetch))
	if f := s.Row.Fields[0]; operation == "" && !s.Required() &&
		(!s.Pluck || f.Override == nil && !(f.Nullable && s.m.decodes(f))) {
		choice := emit.Concat("None", emit.Line(), "if "+row+" is None", emit.Line(), "else ", value)
		return s.print(s.head(kind, typ), s.doc(kind), "", append(body, emit.Concat("return ", parenthesized(choice))))
	}
	missing := text("return None")
	if s.Required() {
		s.m.helpers["NoRowError"] = true
		missing = text("raise NoRowError(" + word(s.Name.SQL) + ")")
	}
	body = append(body, block(text("if "+row+" is None:"), missing))
	if operation != "" {
		body = append(body, text(operation+".rows = 1"))
	}
	if s.Pluck && s.Row.Fields[0].Override != nil {
		// What a configured function returns may be untyped.
		out := s.scope.Claim("value")
		body = append(body, emit.Concat(out+": "+typ+" = ", s.alone(value)), text("return "+out))
	} else {
		body = append(body, emit.Concat("return ", s.alone(value)))
	}
	return s.print(s.head(kind, typ), s.doc(kind), operation, body)
}

// first is the expression for the first row.
func (s *method) first() (fetch emit.Doc, body []emit.Doc) {
	if s.m.driver.First != "" {
		run, body := s.run()
		return s.m.await(s.m.driver.First, run), body
	}
	if strings.HasPrefix(s.m.driver.One, ".") {
		return s.fetched(s.m.driver.One)
	}
	sql, body := s.sql()
	return s.m.await(s.m.driver.One, s.arguments(sql)...), body
}

// alone is a row's value where it stands alone in a statement.
func (s *method) alone(value emit.Doc) emit.Doc {
	if s.Pluck && s.Row.Fields[0].Nullable && s.m.decodes(s.Row.Fields[0]) {
		return parenthesized(value)
	}
	return value
}

// readAll converts rows one by one; an error says which it was.
func (m *module) readAll(read, rows emit.Doc) emit.Doc {
	m.helpers["_read_all"] = true
	return call("_read_all", read, rows)
}

// reader is a function that converts a row; nil where none is needed.
func (s *method) reader() emit.Doc {
	switch {
	case s.Pluck && !s.m.decodes(s.Row.Fields[0]), !s.Pluck && !s.m.converts(s.Row):
		return nil
	case s.Pluck:
		return emit.Concat("lambda row: ", s.alone(s.m.decode(s.Row.Fields[0], "row[0]")))
	}
	return text(s.m.readerOf(s.m.rowOf(s.Row)))
}

// result is what a row becomes, and its type.
func (s *method) result(row string) (value emit.Doc, typ string) {
	if s.Pluck {
		f := s.Row.Fields[0]
		return s.m.decode(f, row+"[0]"), s.m.typeOf(f)
	}
	t := s.m.rowOf(s.Row)
	return s.m.readRow(t, row), t.class
}
