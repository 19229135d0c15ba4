package java

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// jsonPrinter is the function that makes a value's JSON.
func (g *generator) jsonPrinter(t ir.Type) emit.Doc {
	if encodes(t) && !isJSONText(t) {
		return g.composed(g.encoder(t), g.jsonPrinter(*t.Plainly()))
	}
	return ir.Fold(t, jsonPrinters{g: g})
}

// isJSONText reports whether the JSON of a type's values is what printer makes of them, quoted.
func isJSONText(t ir.Type) bool { return jsonKinds[t.Kind] == "" && t.Elem == nil && t.Struct == nil }

// jsonKinds are the functions for the texts of other values; those of numbers are JSON themselves.
var jsonKinds = map[ir.Kind]string{ir.Bool: "Object::toString", ir.Int8: "Object::toString",
	ir.Int16: "Object::toString", ir.Int32: "Object::toString", ir.Int64: "Object::toString",
	ir.UInt8: "Object::toString", ir.UInt16: "Object::toString", ir.UInt32: "Object::toString",
	ir.Float32: "Object::toString", ir.Float64: "Object::toString", ir.Blob: "blobText"}

type jsonPrinters struct {
	ir.NoRanges[emit.Doc]
	g *generator
}

func (j jsonPrinters) function(helper string, args ...emit.Doc) emit.Doc {
	j.g.need(helper)
	return call(helper, args...)
}

func (j jsonPrinters) Scalar(t ir.Type) emit.Doc {
	if isJSONText(t) {
		return j.Enum(t)
	}
	text := emit.Text(j.g.preludeFunction(jsonKinds[t.Kind]))
	switch t.Kind {
	case ir.Float32, ir.Float64, ir.Blob:
		return j.function("jsonText", text)
	}
	return text
}

func (j jsonPrinters) Enum(t ir.Type) emit.Doc { return j.function("jsonText", j.g.printer(t)) }
func (j jsonPrinters) List(t ir.Type) emit.Doc {
	return j.function("jsonList", j.g.jsonPrinter(*t.Elem))
}
func (j jsonPrinters) Union(t ir.Type) emit.Doc { return j.Record(t) }

func (j jsonPrinters) Map(t ir.Type) emit.Doc {
	helper := map[bool]string{true: "jsonEntries", false: "jsonMap"}[plan.HasEntries(t)]
	return j.function(helper, j.g.jsonPrinter(*t.Key), j.g.jsonPrinter(*t.Elem))
}

func (j jsonPrinters) Record(t ir.Type) emit.Doc {
	return emit.Text(j.g.class + "::" + encoderOf(j.g.structType[t.Struct]))
}

// jsonMembers are the arguments that name the members of a struct and have their JSON.
func (g *generator) jsonMembers(s *ir.StructType, value func(i int) emit.Doc) []emit.Doc {
	var args []emit.Doc
	for i, f := range s.Fields {
		args = append(args, quoted(f.Column), value(i))
	}
	return args
}

// jsonEncoder is the method that makes the JSON of a row type's value.
func (g *generator) jsonEncoder(s *ir.StructType) emit.Doc {
	g.need("jsonStruct")
	g.need("mapped")
	names := components("field", s.Fields)
	args := g.jsonMembers(s, func(i int) emit.Doc {
		return call("mapped", emit.Text("value."+names[i]+"()"), g.jsonPrinter(s.Fields[i].Type))
	})
	class := g.structType[s]
	return block(emit.Text(g.own("static String "+encoderOf(class)+"("+class+" value)")),
		stmt("return ", call("jsonStruct", args...)))
}

// jsonUnionEncoder is the same for a union, a struct of the member's number and all members. Their names stand once, as
// a method of Java holds 64 KB of code.
func (g *generator) jsonUnionEncoder(u *ir.StructType) emit.Doc {
	g.need("jsonUnion")
	g.need("mapped")
	class := g.structType[u]
	body := []emit.Doc{emit.Text("int number = 0;"), emit.Text("String json = null;")}
	args := []emit.Doc{emit.Text("number"), emit.Text("json"), quoted(plan.TagName(u))}
	for i, m := range g.unionMembers(u) {
		f := u.Fields[i]
		args = append(args, quoted(f.Column))
		body = append(body, block(emit.Text("if (value instanceof "+class+"."+m+" member)"),
			emit.Text("number = "+strconv.Itoa(i)+";"),
			stmt("json = ", call("mapped", emit.Text("member.value()"), g.jsonPrinter(f.Type)))))
	}
	body = append(body, stmt("return ", call("jsonUnion", args...)))
	return block(emit.Text(g.own("static String "+encoderOf(class)+"("+class+" value)")), body...)
}
