package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// nester is the function that puts rows with a list together, and that of their key. A row as it is read has a list of
// one object, or of none.
func (m *module) nester(t *rowType) (nest, key string) {
	if t.home != nil {
		nest, key = m.unit.nester(t.home)
		return m.lent(nest), m.lent(key)
	}
	if t.nest == "" {
		name := snake(ir.NewName(t.class), "row")
		t.nest, t.key = m.scope.Claim("_nest_"+name), m.scope.Claim("_key_of_"+name)
		if inner := t.row.List().Row; inner.List() != nil {
			m.nester(m.rowOf(inner))
		}
	}
	return t.nest, t.key
}

// nestDocs are these functions.
func (m *module) nestDocs(t *rowType) []emit.Doc {
	keys := make([]emit.Doc, 0, 1)
	for _, at := range t.row.Keys() {
		keys = append(keys, text("row."+t.fields[at]))
	}
	key := keys[0]
	if len(keys) > 1 {
		key = tuple(keys)
	}
	list := "row." + t.fields[t.row.ListAt()]
	m.helpers["_gather"] = true
	gather := call("_gather", text("rows"), text(t.key), text("lambda row: "+list))
	body := []emit.Doc{emit.Concat("return ", gather)}
	if inner := t.row.List().Row; inner.List() != nil {
		nest, _ := m.nester(m.rowOf(inner))
		body = []emit.Doc{emit.Concat("nested = ", gather),
			block(text("for row in nested:"), text(list+"[:] = "+nest+"("+list+")")), text("return nested")}
	}
	return []emit.Doc{
		block(def(t.key, []emit.Doc{text("row: " + t.class)}, "object"), emit.Concat("return ", key)),
		block(def(t.nest, []emit.Doc{text("rows: list[" + t.class + "]")}, "list["+t.class+"]"), body...),
	}
}

// nests reports whether several rows that the engine returns make one row.
func (s *method) nests() bool { return s.Row.List() != nil }

// nested is a list of rows put together.
func (s *method) nested(rows emit.Doc) emit.Doc {
	nest, _ := s.m.nester(s.m.rowOf(s.Row))
	return call(nest, rows)
}

// oneNested is the method of :one for which all rows are read.
func (s *method) oneNested() emit.Doc {
	s.begin()
	operation, kind := s.operation(), surface.Single(s.Found, s.Demanded)
	list, typ, body := s.found()
	rows := s.scope.Claim("rows")
	body = append(body, emit.Concat(rows+" = ", list))
	result := rows + "[0]"
	if s.Required() {
		s.m.helpers["NoRowError"] = true
		body = append(body, block(text("if not "+rows+":"), text("raise NoRowError("+word(s.Name.SQL)+")")))
	} else {
		result += " if " + rows + " else None"
	}
	if operation != "" {
		body = append(body, text(operation+".rows = min(len("+rows+"), 1)"))
	}
	return s.print(s.head(kind, orNone(typ, !s.Required())), s.doc(kind), operation,
		append(body, text("return "+result)))
}

// gathering is what an iterator does before it reads rows, with each, and after the last.
func (s *method) gathering(value emit.Doc, yields []emit.Doc, nested string) (before emit.Doc, each, after []emit.Doc) {
	nest, key := s.m.nester(s.m.rowOf(s.Row))
	s.m.helpers["_gathering"] = true
	gathered := s.scope.Claim("gathered")
	taken := func(row emit.Doc) []emit.Doc {
		return []emit.Doc{block(emit.Group("for "+nested+" in ", call(gathered, row), ":"), yields...)}
	}
	return emit.Concat(gathered+" = ", call("_gathering", text(key), text(nest))), taken(value), taken(text("None"))
}
