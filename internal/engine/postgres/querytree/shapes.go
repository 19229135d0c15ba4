package querytree

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Shape is what a value is made of that the server has no name for: a row, as ROW(…) makes it and as the functions of
// JSON take it apart, or a list of such rows. JSON has a shape where the statement makes it of values: the shape is of
// those values, and the same rows without JSON have every digit, date and byte of them.
type Shape struct {
	Fields []Column // of a row
	Items  *Column  // of a list: what each of it is
}

// Plain reports whether it is a list of values of a type that the server has.
func (s *Shape) Plain() bool { return s.Items != nil && s.Items.Shape == nil }

// Part is a part of a statement's text that is written in other words where rows are to come in the place of JSON, or
// with types that each driver reads.
type Part struct {
	Kind   PartKind
	At     int      // the byte where it begins
	Fields []Column // of a row: its values
	Absent bool     // of WholePart: there may be no such row
}

// PartKind says what stands there, and what is to be sent in its place.
type PartKind int

// What is written in other words.
const (
	RowPart       PartKind = iota // ROW(a, b): itself
	ObjectPart                    // json_build_object('a', a, 'b', b): ROW(a, b)
	WholePart                     // x, a table or query of FROM: ROW(x.a, x.b)
	ConvertedPart                 // row_to_json(x), to_jsonb(x): (x)
	ListPart                      // json_agg(x): array_agg(x)
	EmptyPart                     // '[]': '{}'
)

const (
	oidUnknown  = 705
	oidArrayAgg = 2335 // array_agg(anynonarray)
)

// shaper finds the shape of one column, and the parts of the text that it is made by.
type shaper struct{ parts []Part }

// shapes says it of the columns of a statement. One that the statement sorts, groups or tells apart by is left as it
// is: rows are not compared as JSON is.
func (s *scope) shapes(columns []Column) {
	if s.query.has("setOperations") {
		return
	}
	key, c := "targetList", s.at(s.above)
	if s.query.int("commandType") != cmdSelect {
		key, c.returning = "returningList", true
	}
	i := 0
	for _, t := range s.query.list(key) {
		if t.is("resjunk") {
			continue
		}
		var made shaper
		if t.int("ressortgroupref") == 0 {
			columns[i].Shape = made.shape(c, t.node("expr"))
			columns[i].Parts = made.parts
		}
		i++
	}
}

func (m *shaper) add(kind PartKind, n *Node, part Part) {
	part.Kind, part.At = kind, n.int("location")
	m.parts = append(m.parts, part)
}

// shape is nil for an expression that is no such value, or that is made in another way: what was found within is left
// as it is then.
func (m *shaper) shape(c place, n *Node) *Shape {
	within := len(m.parts)
	s := m.shaped(c, n)
	if s == nil {
		m.parts = m.parts[:within]
	}
	return s
}

func (m *shaper) shaped(c place, n *Node) *Shape {
	c.step()
	if n == nil {
		return nil
	}
	switch n.Tag {
	case "ROWEXPR":
		return m.row(c, n)
	case "VAR":
		if n.int("varattno") == 0 {
			return m.whole(c, n)
		}
		return m.column(c, n)
	case "FUNCEXPR":
		return m.call(c, n)
	case "AGGREF":
		return m.aggregate(c, n)
	case "SUBLINK":
		return m.query(c, n)
	case "COALESCEEXPR":
		return m.orEmpty(c, n)
	case "CASEEXPR":
		return m.orNull(c, n)
	}
	return nil
}

// value is a value of a row, or one of a list.
func (m *shaper) value(c place, n *Node) Column {
	v := c.eval(n)
	col := Column{Nullable: v.Null != infer.Never, ElemNullable: v.Elems.Nullable(), Why: v.Why.String(),
		Source: c.sources[v.Source]}
	col.Type, col.Mod = exprType(n)
	if col.Shape = m.shape(c, n); col.Shape == nil && n.int("subLinkType") == arraySublink && n.Tag == "SUBLINK" {
		if s, item, _ := c.queried(n); s != nil {
			col.Shape = c.listOfPlain(m.value(s.at(s.above), item))
		}
	}
	return col
}

// row is ROW(a, b), whose fields are called as the columns that it is made of.
func (m *shaper) row(c place, n *Node) *Shape {
	args := n.list("args")
	if n.oid("row_typeid") != ir.OIDRecord {
		return nil
	}
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = c.nameOf(a)
	}
	return m.object(c, RowPart, n, names, args)
}

// nameOf is the name of the column that a value is; "" for any other.
func (c place) nameOf(n *Node) string {
	if n == nil || n.Tag != "VAR" || n.int("varattno") <= 0 {
		return ""
	}
	if at, ok := c.level(n); ok {
		return at.query.starColumn(n).Name
	}
	return ""
}

// object is a row of these values; nil where its fields have no names, or not each one of its own.
func (m *shaper) object(c place, kind PartKind, n *Node, names []string, values []*Node) *Shape {
	if !distinct(names) {
		return nil
	}
	s := &Shape{}
	for i, v := range values {
		field := m.value(c, v)
		if field.Name = names[i]; field.Type == 0 && field.Shape == nil {
			return nil
		}
		s.Fields = append(s.Fields, field)
	}
	m.add(kind, n, Part{Fields: s.Fields})
	return s
}

func distinct(names []string) bool {
	for i, name := range names {
		if name == "" || name == "?" || slices.Contains(names[:i], name) {
			return false
		}
	}
	return len(names) > 0
}

// call is json_build_object('a', a), or row_to_json(x).
func (m *shaper) call(c place, n *Node) *Shape {
	oid, set, args := callee(n)
	if oid >= firstOwn || set || n.is("funcvariadic") {
		return nil
	}
	switch name := c.catalog.function(oid).name; {
	case (name == "json_build_object" || name == "jsonb_build_object") && len(args)%2 == 0:
		var names []string
		var values []*Node
		for i := 0; i < len(args); i += 2 {
			names, values = append(names, textConst(args[i])), append(values, args[i+1])
		}
		return m.object(c, ObjectPart, n, names, values)
	case (name == "row_to_json" || name == "to_json" || name == "to_jsonb") && len(args) == 1 && args[0].Tag == "VAR" &&
		args[0].int("varattno") == 0:
		s := m.whole(c, args[0])
		m.add(ConvertedPart, n, Part{})
		return s
	}
	return nil
}

// textConst is a text that the statement writes; "" for anything else.
func textConst(n *Node) string {
	b := n.bytes("constvalue")
	if n == nil || n.Tag != "CONST" || n.is("constisnull") {
		return ""
	}
	switch typ := n.oid("consttype"); {
	case typ == oidUnknown && len(b) > 0: // which ends with a zero
		return string(b[:len(b)-1])
	case typ == ir.OIDText && len(b) > 4: // behind its length
		return string(b[4:])
	}
	return ""
}

// whole is the row of a table or query that FROM gives.
func (m *shaper) whole(c place, n *Node) *Shape {
	at, ok := c.level(n)
	rte := at.relation(n.int("varno"))
	if !ok || rte == nil || c.changed(n.int("varno")) {
		return nil
	}
	sides, ok := at.nulling(n)
	if !ok {
		return nil
	}
	absent := c.variable(n, 0).Null != infer.Never
	if absent {
		for _, side := range sides { // a row that is there
			c.facts.Add(c.origin(side, true))
		}
	}
	types := rte.numbers("coltypes")
	var sub *scope
	if rte.int("rtekind") == rteSubquery {
		types = nil
		for _, col := range resultColumns(rte.node("subquery")) {
			types = append(types, int(col.Type))
		}
		at.columns(n.int("varno"))
		sub = at.subs[n.int("varno")]
	}
	s := &Shape{}
	var names []string
	list, _ := rte.node("eref").get("colnames").([]any)
	for i, name := range list {
		text, _ := name.(string)
		if text == "" {
			continue // it was dropped
		}
		v := c.variable(n, i+1)
		field := Column{Name: text, Nullable: v.Null != infer.Never, ElemNullable: v.Elems.Nullable(),
			Why: v.Why.String(), Source: c.sources[v.Source], Mod: -1}
		switch {
		case rte.int("rtekind") == rteTable:
			field.Declared = ColumnRef{rte.oid("relid"), int16(i + 1)}
		case i < len(types):
			field.Type = uint32(types[i])
		}
		if sub != nil && reads(at.query, -1, n.int("varno"), i+1) == 1 {
			field.Shape = m.target(sub, i+1)
		}
		if field.Type == 0 && field.Declared == (ColumnRef{}) {
			return nil
		}
		s.Fields, names = append(s.Fields, field), append(names, text)
	}
	if !distinct(names) {
		return nil
	}
	m.add(WholePart, n, Part{Fields: s.Fields, Absent: absent})
	return s
}

// target is the shape of a column of a query, whose text only that query has.
func (m *shaper) target(s *scope, att int) *Shape {
	if s == nil || s.query.has("setOperations") || s.query.int("commandType") != cmdSelect {
		return nil
	}
	for _, t := range s.query.list("targetList") {
		if t.int("resno") == att && !t.is("resjunk") && t.int("ressortgroupref") == 0 {
			return m.shape(s.at(s.above), t.node("expr"))
		}
	}
	return nil
}

// column is the shape of a subquery's column, which nothing else reads.
func (m *shaper) column(c place, n *Node) *Shape {
	at, ok := c.level(n)
	rel, att := n.int("varno"), n.int("varattno")
	rte := at.relation(rel)
	if !ok || rte == nil || rte.int("rtekind") != rteSubquery || reads(at.query, -1, rel, att) != 1 {
		return nil
	}
	at.columns(rel)
	return m.target(at.subs[rel], att)
}

// reads counts the references to a column of a query, with those to its whole row and to all that a join of a name has.
func reads(v any, depth, rel, att int) (count int) {
	switch v := v.(type) {
	case *Node:
		switch {
		case v == nil:
			return 0
		case v.Tag == "VAR" && v.int("varlevelsup") == depth && v.int("varno") == rel &&
			(v.int("varattno") == att || v.int("varattno") == 0):
			count++
		case v.Tag == "QUERY":
			depth++
		}
		named := v.Tag != "RANGETBLENTRY" || v.int("rtekind") != rteJoin || v.has("alias")
		for _, f := range v.fields {
			if f.key != "joinaliasvars" || named {
				count += reads(f.value, depth, rel, att)
			}
		}
	case []any:
		for _, x := range v {
			count += reads(x, depth, rel, att)
		}
	}
	return count
}

// query is ARRAY(SELECT …), or a query in the place of a value.
func (m *shaper) query(c place, n *Node) *Shape {
	s, value, sorted := c.queried(n)
	switch {
	case s == nil || sorted:
		return nil
	case n.int("subLinkType") == exprSublink:
		return m.shape(s.at(s.above), value)
	}
	return listOf(m.value(s.at(s.above), value))
}

// queried is a query that stands for a value or a list, what it selects, and whether it sorts or tells apart by that.
func (c place) queried(n *Node) (s *scope, value *Node, sorted bool) {
	q, kind := n.node("subselect"), n.int("subLinkType")
	if q == nil || kind != arraySublink && kind != exprSublink || q.int("commandType") != cmdSelect ||
		q.has("setOperations") {
		return nil, nil, false
	}
	list := slices.DeleteFunc(q.list("targetList"), func(t *Node) bool { return t.is("resjunk") })
	if len(list) != 1 {
		return nil, nil, false
	}
	return c.sub(q), list[0].node("expr"), list[0].int("ressortgroupref") != 0
}

// listOf is a list of rows.
func listOf(item Column) *Shape {
	if item.Shape == nil || item.Shape.Items != nil {
		return nil
	}
	return &Shape{Items: &item}
}

// aggregate is array_agg(x) of rows, or json_agg(x) of rows and plain values.
func (m *shaper) aggregate(c place, n *Node) *Shape {
	oid, args := n.oid("aggfnoid"), n.list("args")
	json := oid < firstOwn && (c.catalog.function(oid).name == "json_agg" || c.catalog.function(oid).name == "jsonb_agg")
	if !json && oid != oidArrayAgg || n.int("agglevelsup") != 0 || len(n.list("aggdistinct")) > 0 || len(args) == 0 {
		return nil
	}
	inner := c.scope.at(c.below).beneath()
	inner = inner.given(inner.whenTrue(n.node("aggfilter")))
	item := m.value(inner, args[0].node("expr"))
	if item.Shape != nil && args[0].int("ressortgroupref") != 0 {
		return nil // sorted as JSON is
	}
	if !json {
		return listOf(item)
	}
	m.add(ListPart, n, Part{})
	if item.Shape == nil {
		return c.listOfPlain(item)
	}
	return listOf(item)
}

// listOfPlain is a list of values that are no rows and no lists.
func (c place) listOfPlain(item Column) *Shape {
	if item.Shape != nil || item.Type == 0 || c.catalog.mayBeArray(item.Type) || c.catalog.rows[item.Type] {
		return nil
	}
	return &Shape{Items: &item}
}

// orEmpty is coalesce(list, '[]').
func (m *shaper) orEmpty(c place, n *Node) *Shape {
	args := n.list("args")
	if len(args) != 2 {
		return nil
	}
	s := m.shape(c, args[0])
	if s == nil || s.Items == nil {
		return nil
	}
	empty, json := c.catalog.empty(args[1])
	if json {
		m.add(EmptyPart, args[1], Part{})
	}
	if !empty {
		return nil
	}
	return s
}

// empty reports whether an expression is a list of nothing, and whether that is JSON.
func (c *Catalog) empty(n *Node) (empty, json bool) {
	typ, value := n.oid("consttype"), string(n.bytes("constvalue"))
	if len(value) > 4 {
		value = value[4:] // behind its length
	}
	switch n.Tag {
	case "ARRAYEXPR":
		return len(n.list("elements")) == 0, false
	case "FUNCEXPR":
		name := c.function(n.oid("funcid")).name
		made := n.oid("funcid") < firstOwn && (name == "json_build_array" || name == "jsonb_build_array")
		return made && len(n.list("args")) == 0, true
	case "CONST":
		return typ == ir.OIDJSON && strings.ReplaceAll(value, " ", "") == "[]" ||
				typ == ir.OIDJSONB && value == "\x00\x00\x00\x40" || // of no elements
				c.arrays[typ] && strings.HasPrefix(value, "\x00\x00\x00\x00"), // of no dimensions
			!c.arrays[typ]
	}
	return false, false
}

// orNull is CASE WHEN … THEN row END.
func (m *shaper) orNull(c place, n *Node) *Shape {
	when, last := n.list("args"), n.node("defresult")
	if len(when) != 1 || n.has("arg") || last != nil && !(last.Tag == "CONST" && last.is("constisnull")) {
		return nil
	}
	return m.shape(c.given(c.caseFacts(n, when[0].node("expr"), true)), when[0].node("result"))
}
