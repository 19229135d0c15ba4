package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
)

// list is the method of :all.
func (s *method) list() emit.Doc {
	s.begin()
	operation := s.operation()
	cursor, body := s.open()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	list := brackets("[", []emit.Doc{emit.Group(value, emit.Line(), "for "+row+" in "+cursor)}, "]")
	body = append(body, s.returnRows(list, operation)...)
	return s.print(s.head(s.name, "list["+typ+"]"), s.doc(), operation, body)
}

// raw is the method of :all that gives the driver's own tuples.
func (s *method) raw() emit.Doc {
	s.begin()
	operation := s.operation()
	cursor, body := s.open()
	body = append(body, s.returnRows(text(cursor+s.m.driver.Many), operation)...)
	doc := []string{"Like " + s.name + ", but the driver's own tuples."}
	name := s.m.member(s.name+"_raw", s.Span)
	return s.print(s.head(name, "list["+s.m.tupleOf(s.m.rowOf(s.Row))+"]"), doc, operation, body)
}

func (s *method) returnRows(list emit.Doc, operation string) []emit.Doc {
	if operation == "" {
		return []emit.Doc{emit.Concat("return ", list)}
	}
	rows := s.scope.Claim("rows")
	return []emit.Doc{emit.Concat(rows+" = ", list), text(operation + ".rows = len(" + rows + ")"), text("return " + rows)}
}

// iter is the method of :all that gives one row after the other.
func (s *method) iter() emit.Doc {
	s.begin()
	operation := s.operation()
	cursor, body := s.open()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	var loop []emit.Doc
	if operation != "" {
		loop = append(loop, text(operation+".rows += 1"))
	}
	loop = append(loop, emit.Concat("yield ", s.alone(value)))
	body = append(body,
		block(text("try:"), block(text("for "+row+" in "+cursor+":"), loop...)),
		block(text("finally:"), text(cursor+s.m.driver.Close)))
	s.m.std.add("Generator")
	doc := []string{"Like " + s.name + ", but row by row.", "", "It runs when the first row is asked for. Close it where it is not read to its end."}
	name := s.m.member(s.name+"_iter", s.Span)
	return s.print(s.head(name, "Generator["+typ+", None, None]"), doc, operation, body)
}

// one is the method of :one.
func (s *method) one() emit.Doc {
	s.begin()
	operation := s.operation()
	cursor, body := s.open()
	row := s.scope.Claim("row")
	value, typ := s.result(row)
	fetched := row
	if s.Pluck {
		fetched += ": tuple[" + stored(s.Row.Fields[0]) + "] | None"
		typ = orNone(typ, !s.Row.Fields[0].Nullable)
	} else {
		typ = orNone(typ, true)
	}
	body = append(body, text(fetched+" = "+cursor+s.m.driver.One), block(text("if "+row+" is None:"), text("return None")))
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
	return s.print(s.head(s.name, typ), s.doc(), operation, body)
}

// alone is a row's value where it stands alone in a statement.
func (s *method) alone(value emit.Doc) emit.Doc {
	if s.Pluck && s.Row.Fields[0].Nullable && decodes(s.Row.Fields[0]) {
		return parenthesized(value)
	}
	return value
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
