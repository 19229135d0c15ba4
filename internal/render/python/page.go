package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keyReaders are the functions that read a value that a cursor holds, by its type.
var keyReaders = map[string]string{"int": "int", "float": "float", "str": "str", "bool": "_truth", "Decimal": "Decimal",
	"UUID":    "UUID",
	"dt.date": "dt.date.fromisoformat", "dt.datetime": "dt.datetime.fromisoformat"}

// keyReader is the function that reads a column's value from a cursor; "" where a cursor holds none of that type.
func (m *module) keyReader(f ir.Field) string {
	f.Nullable = false
	if f.Override != nil {
		return ""
	}
	return keyReaders[m.typeOf(f)]
}

// page is the method of a query of pages.
func (s *method) page() emit.Doc {
	s.begin()
	operation := s.operation()
	p := s.Page
	s.paging = s.scope.Claim("page")
	tag := word(p.Tag)
	if p.Sort >= 0 {
		tag += " + " + s.params[p.Sort] + ".value"
	}
	args := []emit.Doc{text(word(s.Name.SQL)), text(tag), text(s.params[p.Size]), text(s.params[p.After]),
		text(s.params[p.Before])}
	var keys, of []emit.Doc
	for _, k := range p.Keys {
		f := s.Row.Fields[k.Column]
		read := s.m.keyReader(f)
		if read == "_truth" {
			s.m.helpers[read] = true
		}
		args = append(args, text(read))
		keys = append(keys, text(s.params[k.Param]))
		if s.Pluck {
			of = append(of, text("row"))
		} else {
			of = append(of, text("row."+s.m.rowOf(s.Row).fields[s.Row.At(k.Column)]))
		}
	}
	s.m.helpers["_Paging"], s.m.helpers["Page"] = true, true
	list, typ, found := s.found()
	body := []emit.Doc{
		emit.Concat(s.paging+" = ", call("_Paging", args...)),
		emit.Concat(unpacked(keys), " = "+s.paging+".keys"),
	}
	made := call(s.paging+".of", list, emit.Concat("lambda row: ", tuple(of)))
	body = append(body, found...)
	if operation == "" {
		body = append(body, emit.Concat("return ", made))
	} else {
		rows := s.scope.Claim("found")
		body = append(body, emit.Concat(rows+" = ", made), text(operation+".rows = len("+rows+".rows)"),
			text("return "+rows))
	}
	return s.print(s.head(surface.Page, "Page["+typ+"]"), s.doc(surface.Page), operation, body)
}

// unpacked are variables that a tuple is taken apart into.
func unpacked(names []emit.Doc) emit.Doc {
	if len(names) == 1 {
		return tuple(names)
	}
	return emit.Group(emit.IfBroken("(", ""),
		emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), names), emit.IfBroken(",", "")),
		emit.SoftLine(), emit.IfBroken(")", ""))
}
