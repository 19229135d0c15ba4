package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// lookup is the method of a QUERY's :bulk.
func (s *method) lookup() []emit.Doc {
	s.begin()
	rows := s.scope.Claim("rows")
	_, typ := s.result("")
	found := "list[" + typ + "]"
	doc := summary(surface.LookupDoc(language, s.name, s.Result == ir.One, s.Bulk.Atomic))
	if s.Result == ir.One {
		found = orNone(typ, !s.Pluck || !s.Row.Fields[0].Nullable)
	}
	params := s.rows()
	head := func() emit.Doc { return s.takesRows(surface.Lookup, rows, params, "list["+found+"]") }
	look := s.Bulk.Lookup()
	if look == nil {
		return []emit.Doc{s.print(head(), doc, "", s.lookupEach(rows))}
	}
	operation := s.operation()
	each, some := s.scope.Claim("some"), s.scope.Claim("found")
	sql, _ := s.sql() // without file sources, which no statement for many rows has
	how := append(s.fewOrMany(sql), text("many="+s.hold("_MANY", look.SQL)),
		text("lists="+s.lister(look.Params, look.Texts)))
	if class := s.m.driver.Lookup; class != "" {
		s.m.helpers[class] = true
		if s.Reshaped {
			how = append(how, emit.Concat("columns=", s.columns()))
		}
		how = []emit.Doc{call(class, how...)}
	}
	args := append([]emit.Doc{text("self._conn"), text(rows)}, how...)
	first := look.Keyed && s.Result == ir.One
	if look.Keyed {
		args = append(args, text("key="+itoa(look.KeyAt)))
	}
	if first {
		args = append(args, text("first=True"))
	}
	if look.Apart {
		args = append(args, text("apart=True"))
	}
	ask := "_look_up"
	if s.Bulk.Atomic {
		ask = "_look_up_or_none"
	}
	body := []emit.Doc{emit.Concat(some+" = ", s.m.await(ask, args...))}
	var value emit.Doc
	count := "len(" + each + ")"
	if s.Result == ir.One {
		row := each + "[0]"
		if first {
			each = s.scope.Claim("row")
			row, count = each, each+" is not None"
		}
		value, _ = s.result(s.ofFound(look, row))
		value = emit.Concat(s.alone(value), emit.Line(), "if "+each, emit.Line(), "else None")
	} else {
		row := s.scope.Claim("row")
		value, _ = s.result(s.ofFound(look, row))
		value = brackets("[", []emit.Doc{emit.Group(s.alone(value), emit.Line(), "for "+row+" in "+each)}, "]")
	}
	if operation != "" {
		body = append(body, text(operation+".rows = sum("+count+" for "+each+" in "+some+")"))
	}
	list := brackets("[", []emit.Doc{emit.Group(value, emit.Line(), "for "+each+" in "+some)}, "]")
	if s.reader() != nil {
		list = s.m.readAll(emit.Concat("lambda "+each+": ", parenthesized(value)), text(some))
	}
	return []emit.Doc{s.print(head(), doc, operation, append(body, emit.Concat("return ", list)))}
}

// ofFound is a found row, without the key that may stand behind its columns where a row is made of all there is.
func (s *method) ofFound(look *plan.Lookup, row string) string {
	own := len(s.Row.Fields)
	if s.Pluck || !look.Keyed || look.KeyAt < own || s.m.converts(s.Row) {
		return row
	}
	return row + "[:" + itoa(own) + "]"
}

// lookupEach calls the method for every row.
func (s *method) lookupEach(rows string) []emit.Doc {
	each := "_look_each"
	if s.m.driver.Async {
		each = "_await_each"
	}
	ask := text("self." + s.name)
	if s.Grouped {
		ask = call("_by_name", append([]emit.Doc{ask}, s.quotedParams()...)...)
		s.m.helpers["_by_name"] = true
	}
	all := emit.Concat("return ", s.m.await(each, ask, text(rows)))
	if s.Bulk.Atomic {
		return []emit.Doc{s.together(all)}
	}
	return []emit.Doc{all}
}

// quotedParams are the names of the parameters, as text.
func (s *method) quotedParams() []emit.Doc {
	out := make([]emit.Doc, len(s.params))
	for i, p := range s.params {
		out[i] = text(word(p))
	}
	return out
}

// together is what takes effect as a whole or not at all.
func (s *method) together(what emit.Doc) emit.Doc {
	return block(with(s.m.async(), emit.Concat(s.m.helper("_atomic"), "(self._conn)")), what)
}
