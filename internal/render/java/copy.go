package java

import (
	"slices"
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// wireType is how a kind of value gets into a binary COPY: a method of the prelude, with OrNull appended for a
// primitive that may be missing, and whether it has values that it refuses and takes the name to say so.
type wireType struct {
	put     string // "" where COPY takes no such values
	refuses bool
}

// copyInserter hands rows to COPY, or to INSERT where they are few or cannot go by COPY.
func (g *generator) copyInserter(a *appender) inserter {
	switch load := a.Load.(type) {
	case *plan.Values:
		return g.insertInserter(a)
	case *plan.Listed:
		return g.manyInserter(a, load)
	}
	load := a.Load.(*plan.Copy)
	g.use("java.sql.SQLException")
	sql := g.consts.Claim("COPY_" + constant(a.Name) + "_SQL")
	target := g.consts.Claim(constant(a.Name) + "_TARGET")
	next, _ := quote(load.Few.Next, width-len("          ,"))
	made := call("new CopyTarget", quoted(a.Table.Name.SQL), emit.Text(a.constant), next,
		emit.Text(strconv.Itoa(len(a.Row.Fields))), emit.Text(sql), emit.Text(strconv.Itoa(load.From)))
	body := g.rowEncoding(a.Row.Fields)
	return inserter{
		class: "CopyInserter",
		sql:   load.Few.Row,
		args: []emit.Doc{emit.Text("connection"), emit.Text(target), emit.Text(a.class + "::bind"),
			emit.Text(a.class + "::encode")},
		constants: []emit.Doc{constantField(sql, load.SQL), assign("private static final CopyTarget "+target, made)},
		members: []emit.Doc{g.binder(a), signature(2, "private static void", "encode",
			[]string{a.row + " row", "CopyBuffer out"}, body...)},
		note: " COPY keeps the connection busy: do not read the rows from the same connection, or the call deadlocks.",
	}
}

// manyInserter hands rows to what :bulk runs.
func (g *generator) manyInserter(a *appender, load *plan.Listed) inserter {
	for _, used := range []string{"each", "many"} {
		g.need(used)
	}
	m := &method{Method: load.Method, sqlName: a.constant, paramsType: a.row}
	run, constants := g.many(m, m.sqlName, load.Bulk.Way.(*plan.Lists))
	target := g.consts.Claim(constant(a.Name) + "_TARGET")
	sql, _ := load.Literal()
	return inserter{
		class: "ManyInserter", sql: sql, args: []emit.Doc{emit.Text("connection"), emit.Text(target)},
		constants: append(constants, assign("private static final Many<"+a.row+"> "+target, run)),
	}
}

// rowEncoding are the statements that put a row into a COPY.
func (g *generator) rowEncoding(fields []ir.Field) []emit.Doc {
	names := components("column", fields)
	e := newRowEncoder(g, "row", "out")
	body := []emit.Doc{emit.Text("out.count(" + strconv.Itoa(len(names)) + ");")}
	for i, f := range fields {
		e.name = quoted(f.Name.SQL)
		body = append(body, e.field(f, "row."+names[i]+"()", names[i])...)
	}
	return body
}

// loads are how rows reach tables: those of appenders, and of methods of :bulk.
func (g *generator) loads() []*plan.Appender {
	all := slices.Clone(g.unit.Appenders)
	add := func(b *plan.Bulk) {
		if b == nil {
			return
		}
		switch way := b.Way.(type) {
		case *plan.Sourced:
			all = append(all, way.Load)
		case *plan.Lists:
			if way.Staged != nil {
				all = append(all, way.Staged.Load)
			}
		}
	}
	for _, a := range g.unit.Appenders {
		if load, ok := a.Load.(*plan.Listed); ok {
			add(load.Bulk)
		}
	}
	for _, m := range g.unit.Methods {
		add(m.Bulk)
	}
	return all
}

// encoders prints the methods that encode composite values for the loads.
func (g *generator) encoders() []emit.Doc {
	used := map[*ir.StructType]bool{}
	encode := [2]func(*ir.StructType) emit.Doc{g.arrowEncoder, g.arrowUnionEncoder}
	for _, a := range g.loads() {
		switch load := a.Load.(type) {
		case *plan.Values, *plan.Listed:
			continue
		case *plan.Copy:
			encode[0] = g.structEncoder
		case *plan.Source:
			if load.Strategy == plan.Function || load.Strategy == plan.Rows {
				encode = [2]func(*ir.StructType) emit.Doc{g.jsonEncoder, g.jsonUnionEncoder}
			}
		}
		for _, f := range a.Row.Fields {
			for t := range f.Type.Parts {
				if t.Struct != nil {
					used[t.Struct] = true
				}
			}
		}
	}
	var ds []emit.Doc
	for _, s := range g.p.Structs {
		if used[s] {
			ds = append(ds, encode[0](s))
		}
	}
	for _, u := range g.p.Unions {
		if used[u] {
			ds = append(ds, encode[1](u))
		}
	}
	return ds
}

func (g *generator) structEncoder(s *ir.StructType) emit.Doc {
	g.need("beginFields")
	e := newRowEncoder(g, "out", "value", "name", "start")
	e.name = emit.Text("name")
	body := []emit.Doc{
		block(emit.Text("if (value == null)"), emit.Text("out.missing();"), emit.Text("return;")),
		emit.Text("int start = beginFields(out, " + strconv.Itoa(len(s.Fields)) + ");"),
	}
	names := components("field", s.Fields)
	for i, f := range s.Fields {
		body = append(body, emit.Text("out.put("+elementOID(f.Type)+");"))
		body = append(body, e.field(f, "value."+names[i]+"()", names[i])...)
	}
	body = append(body, emit.Text("out.close(start);"))
	class := g.structType[s]
	return signature(1, g.own("static void"), encoderOf(class),
		[]string{"CopyBuffer out", g.nullable(class) + " value", "String name"}, body...)
}

func encoderOf(class string) string { return "encode" + class }

// elementOID is the type that a part of a composite value or an array is said to be of. The server compares only what
// both sides take for a built-in type, so those of a schema, whose numbers differ from server to server, can go
// without.
func elementOID(t ir.Type) string { return strconv.FormatUint(uint64(t.PartOID()), 10) }

// rowEncoder prints what puts values into a COPY.
type rowEncoder struct {
	g     *generator
	scope *emit.Scope
	name  emit.Doc // what an error calls the value
}

func newRowEncoder(g *generator, taken ...string) *rowEncoder {
	e := &rowEncoder{g: g, scope: emit.NewScope(reservedLocals, escape)}
	for _, t := range taken {
		e.scope.Claim(t)
	}
	return e
}

// field puts a field of a row or of a composite value.
func (e *rowEncoder) field(f ir.Field, value, local string) []emit.Doc {
	d, nullable := e.given(f, value)
	return e.put(f.Type, d, nullable, local)
}

// given is a field's value as it is encoded, and whether that may be null.
func (e *rowEncoder) given(f ir.Field, value string) (d emit.Doc, nullable bool) {
	d, nullable = emit.Text(value), f.Nullable
	if !nullable && boxes[e.g.typeOf(f)] == "" {
		d = e.required(d)
	}
	return e.encoded(f.Override, d, nullable)
}

// encoded is a value by the function of an override, and whether that may be null.
func (e *rowEncoder) encoded(o *ir.Override, value emit.Doc, nullable bool) (emit.Doc, bool) {
	if o == nil || o.Encode == "" {
		return value, nullable
	}
	e.g.need("encoded")
	return call("encoded", value, emit.Text(e.g.reference(o.Encode, o)), e.name), true
}

func (e *rowEncoder) required(d emit.Doc) emit.Doc {
	e.g.need("required")
	return call("required", d, e.name)
}

// put puts a value; local names a variable that holds it, where one is needed.
func (e *rowEncoder) put(t ir.Type, value emit.Doc, nullable bool, local string) []emit.Doc {
	value, nullable = e.encoded(t.Override, value, nullable)
	return ir.Fold(*t.Plainly(), copied{rowEncoder: e, value: value, nullable: nullable, local: local})
}

// copied puts a value by its type's shape.
type copied struct {
	ir.NoUnions[[]emit.Doc]
	*rowEncoder
	value    emit.Doc
	nullable bool
	local    string
}

func (c copied) Scalar(t ir.Type) []emit.Doc { return []emit.Doc{c.scalar(t, c.value, c.nullable)} }
func (c copied) Map(t ir.Type) []emit.Doc    { return c.Scalar(t) } // an hstore

func (c copied) List(t ir.Type) []emit.Doc {
	if t.Extension != "" {
		return c.Scalar(t)
	}
	return c.list(t, c.value, c.nullable, c.local)
}

func (c copied) Range(t ir.Type) []emit.Doc {
	if t.Kind == ir.Multirange {
		return c.List(t)
	}
	return c.rangeOf(t, c.value, c.nullable, c.local)
}

func (c copied) Record(t ir.Type) []emit.Doc {
	return []emit.Doc{stmt(call(encoderOf(c.g.structType[t.Struct]), emit.Text("out"), c.value, c.name))}
}

func (c copied) Enum(t ir.Type) []emit.Doc {
	c.g.need("putText")
	c.g.need("mapped")
	label := call("mapped", c.value, emit.Text(c.g.enumType[t.Enum]+"::getValue"))
	return []emit.Doc{stmt(call("putText", emit.Text("out"), label, c.name))}
}

func (e *rowEncoder) scalar(t ir.Type, value emit.Doc, nullable bool) emit.Doc {
	w := e.g.held(t).wire
	put, args := w.put, []emit.Doc{emit.Text("out"), value}
	switch {
	case t.IsJSONB():
		put = "putJsonb"
	case t.IsChar():
		put = "putChar"
	case t.Kind == ir.Decimal && t.Precision > 0:
		args = append(args, emit.Text(strconv.Itoa(t.Precision)), emit.Text(strconv.Itoa(t.Scale)))
	case nullable && e.g.held(t).boxed != "":
		put += "OrNull"
	}
	e.g.need(put)
	if w.refuses {
		args = append(args, e.name)
	}
	return stmt(call(put, args...))
}

// list puts an array, or the ranges of a multirange. On the wire the elements of several dimensions follow each other.
func (e *rowEncoder) list(t ir.Type, value emit.Doc, nullable bool, local string) []emit.Doc {
	list, start := e.scope.Claim(local), e.scope.Claim("start")
	body := []emit.Doc{assign("int "+start, e.begin(t, list)), e.each(t, list), emit.Text("out.close(" + start + ");")}
	return e.held(t, value, nullable, list, body)
}

// begin is the call that writes what comes before the elements.
func (e *rowEncoder) begin(t ir.Type, list string) emit.Doc {
	helper, args := "beginArray", []emit.Doc{emit.Text("out"), emit.Text(list + ".size()")}
	switch {
	case t.Kind == ir.Multirange:
		helper = "beginFields"
	case t.Nested():
		inner, depth := t.Innermost()
		e.g.need("dimensions")
		e.g.need("encoded")
		lists := e.scope.Claim("lists")
		lengths := emit.Concat(lists+" -> ", call("dimensions", emit.Text(lists), emit.Text(strconv.Itoa(depth))))
		helper = "beginLists"
		args = []emit.Doc{emit.Text("out"), call("encoded", emit.Text(list), lengths, e.name),
			emit.Text(elementOID(*inner.Elem))}
	default:
		args = append(args, emit.Text(elementOID(*t.Elem)))
	}
	e.g.need(helper)
	return call(helper, args...)
}

// each puts every element of a list, or of the lists in it.
func (e *rowEncoder) each(t ir.Type, list string) emit.Doc {
	element := e.scope.Claim("element")
	elem, elemNullable := *t.Elem, t.ElemNullable
	if t.Kind == ir.Multirange {
		elem, elemNullable = ir.Type{Kind: ir.Range, Elem: t.Elem}, false
	}
	head := emit.Text("for (" + e.g.element(elem) + " " + element + " : " + list + ")")
	if t.Nested() {
		return block(head, e.each(elem, element))
	}
	item := emit.Text(element)
	if !elemNullable {
		item = e.required(item)
	}
	return block(head, e.put(elem, item, elemNullable, "value")...)
}

// rangeOf puts a range.
func (e *rowEncoder) rangeOf(t ir.Type, value emit.Doc, nullable bool, local string) []emit.Doc {
	e.g.need("beginRange")
	name, start := e.scope.Claim(local), e.scope.Claim("start")
	bound := func(which string) emit.Doc {
		value := name + "." + which + "()"
		return block(emit.Text("if (!"+name+".empty() && "+value+" != null)"),
			e.put(*t.Elem, emit.Text(value), false, which)...)
	}
	body := []emit.Doc{
		emit.Text("int " + start + " = beginRange(out, " + name + ");"), bound("lower"), bound("upper"),
		emit.Text("out.close(" + start + ");"),
	}
	return e.held(t, value, nullable, name, body)
}

// held puts a value into a variable before what uses it, which is for values that are there.
func (e *rowEncoder) held(t ir.Type, value emit.Doc, nullable bool, name string, use []emit.Doc) []emit.Doc {
	local := assign(e.g.held(t).name+" "+name, value)
	if !nullable {
		return append([]emit.Doc{local}, use...)
	}
	return []emit.Doc{local, emit.Concat(
		block(emit.Text("if ("+name+" == null)"), emit.Text("out.missing();")), block(emit.Text(" else"), use...))}
}
