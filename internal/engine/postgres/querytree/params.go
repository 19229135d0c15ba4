package querytree

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Param is a parameter as the statement uses it.
type Param struct {
	Nullable     bool
	Why          string
	Source       ColumnRef // the column it is stored into, or else compared with
	Stored       bool      // it is stored into Source
	Elem         bool      // it is an array whose elements are stored into Source or compared with it
	ElemNullable bool      // of an array: it may hold NULLs
	Into         ColumnRef // the column that a number goes to which is computed from it
	Type         uint32    // 0 for a parameter that the statement does not mention
}

var (
	whyIntoNull    = infer.Why("it is stored into a column that may be NULL")
	whyIntoNotNull = infer.Why("it is stored into a column that is NOT NULL")
	whySaidNull    = infer.Why("it is declared so")
	whyNotSaid     = infer.Why("nothing says that it may be NULL")
)

// paramUse is where one parameter goes.
type paramUse struct {
	typ              uint32
	stored, compared []use
	into             ColumnRef
}

type use struct {
	ref     ColumnRef
	notNull bool
	full    bool // the column's arrays hold no NULL, or are not compared as a whole
	elem    bool
}

// flow follows the parameters through a statement.
type flow struct {
	catalog *Catalog
	uses    map[int]*paramUse
	inserts *[]NewRow
	stack   []*Node // the queries around, innermost last
	steps   *int
}

// NewRow is a new row of a table, of which all is known: no trigger or rule gives it more.
type NewRow struct {
	Rel   uint32
	Given map[int16]bool // columns that it has values for
}

func (c *Catalog) learnParams(q *Node, said []Said) ([]Param, []NewRow) {
	var inserts []NewRow
	f := &flow{catalog: c, uses: map[int]*paramUse{}, inserts: &inserts, steps: new(int)}
	f.query(q)
	highest := 0
	for n := range f.uses {
		highest = max(highest, n)
	}
	params := make([]Param, min(highest, 65535))
	for i := range params {
		p, u := &params[i], f.uses[i+1]
		if u != nil {
			u.decide(p)
		} else {
			p.Why = whyNotSaid.Text
		}
		if i < len(said) && said[i] != Unsaid {
			p.Nullable, p.Why = said[i] == SaidNull, whySaidNull.Text
		}
	}
	return params, inserts
}

func (u *paramUse) decide(p *Param) {
	p.Type, p.Why, p.Into = u.typ, whyNotSaid.Text, u.into
	if len(u.compared) > 0 {
		p.Source, p.Elem = u.compared[0].ref, u.compared[0].elem
		p.ElemNullable = !slices.ContainsFunc(u.compared, func(c use) bool { return c.full })
	}
	if len(u.stored) == 0 {
		return
	}
	nullable, full := true, false
	for _, s := range u.stored {
		nullable, full = nullable && !s.notNull, full || s.full
	}
	p.ElemNullable = !full && !p.Elem
	p.Stored, p.Source, p.Elem = true, u.stored[0].ref, u.stored[0].elem
	switch {
	case p.Elem:
		p.ElemNullable = nullable
	case nullable:
		p.Nullable, p.Why = true, whyIntoNull.Text
	default:
		p.Why = whyIntoNotNull.Text
	}
}

func (f *flow) use(n *Node) *paramUse {
	id := n.int("paramid")
	if f.uses[id] == nil {
		f.uses[id] = &paramUse{typ: n.oid("paramtype")}
	}
	return f.uses[id]
}

func isParam(n *Node) bool { return n != nil && n.Tag == "PARAM" && n.int("paramkind") == 0 }

// query follows what one Query stores and compares, and those within it.
func (f *flow) query(q *Node) {
	f.stack = append(f.stack, q)
	defer func() { f.stack = f.stack[:len(f.stack)-1] }()
	switch q.int("commandType") {
	case cmdInsert, cmdUpdate:
		if q.int("commandType") == cmdInsert {
			f.inserted(q.list("targetList"))
		}
		f.assign(q.list("targetList"))
		f.assign(q.node("onConflict").list("onConflictSet"))
	case cmdMerge:
		for _, m := range q.list("mergeActionList") {
			if m.int("commandType") == cmdInsert {
				f.inserted(m.list("targetList"))
			}
			f.assign(m.list("targetList"))
		}
	}
	for i := range q.fields {
		walk(q.fields[i].value, f.visit)
	}
}

func (f *flow) visit(n *Node) bool {
	args := n.list("args")
	switch n.Tag {
	case "QUERY":
		f.query(n)
		return false
	case "PARAM":
		if isParam(n) {
			f.use(n)
		}
	case "OPEXPR", "DISTINCTEXPR", "NULLIFEXPR":
		if len(args) == 2 && (n.Tag != "OPEXPR" || n.oid("opresulttype") == ir.OIDBool) {
			f.compare(args[0], args[1], use{full: n.oid("opno") != arraysEqual})
			f.compare(args[1], args[0], use{full: n.oid("opno") != arraysEqual})
		}
	case "SCALARARRAYOPEXPR":
		if len(args) != 2 {
			break
		}
		f.compare(args[1], args[0], use{elem: true, full: true})
		for _, e := range args[1].list("elements") {
			f.compare(e, args[0], use{full: true})
		}
	case "ROWCOMPAREEXPR":
		right := n.list("rargs")
		for i, left := range n.list("largs") {
			if i < len(right) {
				f.compare(left, right[i], use{full: true})
				f.compare(right[i], left, use{full: true})
			}
		}
	}
	return true
}

// arraysEqual is the operator = of arrays: a value that is looked for as a whole may hold NULLs where the column's may.
const arraysEqual = 1070

// compare notes the column that a parameter is compared with. A column of another type says nothing of it.
func (f *flow) compare(param, with *Node, as use) {
	p, v := stripped(param), stripped(with)
	if !isParam(p) && !isOperator(p) {
		return
	}
	ref, typ := f.column(v, len(f.stack))
	if isOperator(p) {
		f.reckon(p, ref)
		return
	}
	if ref == (ColumnRef{}) || !as.elem && !f.alike(p.oid("paramtype"), typ) {
		return
	}
	as.ref, as.full = ref, as.full || !f.catalog.ElemNullable(ref)
	u := f.use(p)
	u.compared = append(u.compared, as)
}

func isOperator(n *Node) bool { return n != nil && n.Tag == "OPEXPR" }

// reckon notes the column that a value goes to which operators make of parameters.
func (f *flow) reckon(n *Node, into ColumnRef) {
	for _, arg := range n.list("args") {
		switch arg = stripped(arg); {
		case isOperator(arg):
			f.reckon(arg, into)
		case isParam(arg):
			if u := f.use(arg); u.into == (ColumnRef{}) {
				u.into = into
			}
		}
	}
}

// alike reports whether a parameter's type is a column's, or close enough: PostgreSQL compares varchar and name as
// text, and composite values as records.
func (f *flow) alike(param, col uint32) bool {
	for range 100 {
		d, ok := f.catalog.domains[col]
		if !ok {
			break
		}
		col = d.base
	}
	return param == col || param == ir.OIDRecord || textTypes[param] && textTypes[col]
}

var textTypes = map[uint32]bool{ir.OIDName: true, ir.OIDText: true, ir.OIDBPChar: true, ir.OIDVarchar: true}

// column is the table's column that an expression reads unchanged, in the query at that depth of the stack.
func (f *flow) column(n *Node, depth int) (ColumnRef, uint32) {
	if n == nil || n.Tag != "VAR" {
		return ColumnRef{}, 0
	}
	depth -= n.int("varlevelsup")
	rte := f.relation(n, depth)
	att := n.int("varattno")
	if rte == nil || att < 1 {
		return ColumnRef{}, 0
	}
	switch rte.int("rtekind") {
	case rteTable:
		if ref, _, ok := f.catalog.viewed(ColumnRef{rte.oid("relid"), int16(att)}); ok {
			return ref, n.oid("vartype")
		}
	case rteJoin:
		if list := rte.list("joinaliasvars"); att <= len(list) {
			return f.column(list[att-1], depth)
		}
	case rteGroup:
		if list := rte.list("groupexprs"); att <= len(list) {
			return f.column(list[att-1], depth)
		}
	case rteSubquery:
		return f.within(rte.node("subquery"), att, depth)
	case rteCTE:
		depth -= rte.int("ctelevelsup")
		if depth < 1 {
			break
		}
		for _, cte := range f.stack[depth-1].list("cteList") {
			if cte.str("ctename") == rte.str("ctename") && !cte.is("cterecursive") {
				return f.within(cte.node("ctequery"), att, depth)
			}
		}
	}
	return ColumnRef{}, 0
}

// within is the column that a subquery of the query at that depth returns at a position.
func (f *flow) within(q *Node, att, depth int) (ColumnRef, uint32) {
	if q == nil || q.has("setOperations") || q.int("commandType") != cmdSelect {
		return ColumnRef{}, 0
	}
	e := target(q.list("targetList"), att)
	inner := *f
	inner.stack = append(append([]*Node{}, f.stack[:depth]...), q)
	return inner.column(e, len(inner.stack))
}

func (f *flow) relation(n *Node, depth int) *Node {
	if *f.steps++; *f.steps > maxSteps/4 {
		panic(stop("the statement is too complex to analyse"))
	}
	if depth < 1 || depth > len(f.stack) {
		return nil
	}
	rtable := f.stack[depth-1].list("rtable")
	if i := n.int("varno"); i >= 1 && i <= len(rtable) {
		return rtable[i-1]
	}
	return nil
}

// inserted notes a new row of the innermost query's table.
func (f *flow) inserted(list []*Node) {
	q := f.stack[len(f.stack)-1]
	rtable, result := q.list("rtable"), q.int("resultRelation")
	if result < 1 || result > len(rtable) || !f.catalog.plain(rtable[result-1].oid("relid")) {
		return
	}
	row := NewRow{rtable[result-1].oid("relid"), map[int16]bool{}}
	for _, t := range list {
		row.Given[int16(t.int("resno"))] = !t.is("resjunk")
	}
	*f.inserts = append(*f.inserts, row)
}

// assign notes the parameters that a target list stores.
func (f *flow) assign(list []*Node) {
	q := f.stack[len(f.stack)-1]
	rtable := q.list("rtable")
	result := q.int("resultRelation")
	if result < 1 || result > len(rtable) {
		return
	}
	rte := rtable[result-1]
	for _, t := range list {
		if t.is("resjunk") {
			continue
		}
		ref, _, ok := f.catalog.viewed(ColumnRef{rte.oid("relid"), int16(t.int("resno"))})
		if ok {
			f.store(t.node("expr"), len(f.stack),
				use{ref: ref, notNull: f.catalog.notNull(ref, false), full: !f.catalog.ElemNullable(ref)})
		}
	}
}

// choices are the expressions of which some are the value, by the tag of what chooses.
var choices = map[string]func(*Node) []*Node{
	"CASEEXPR": func(n *Node) (results []*Node) {
		for _, when := range n.list("args") {
			results = append(results, when.node("result"))
		}
		return append(results, n.node("defresult"))
	},
	"COALESCEEXPR": func(n *Node) []*Node { return n.list("args") },
	"NULLIFEXPR":   func(n *Node) []*Node { return n.list("args")[:1] },
}

// store follows an expression that is stored into a column back to the parameters that it is.
func (f *flow) store(n *Node, depth int, into use) {
	for e := n; e != nil && e != stripped(n); e = e.node("arg") {
		if e.Tag == "COERCETODOMAIN" && f.catalog.refusesNull(e.oid("resulttype")) {
			into.notNull = true
		}
	}
	switch n = stripped(n); {
	case isParam(n):
		u := f.use(n)
		into.notNull = into.notNull || f.catalog.refusesNull(u.typ)
		u.stored = append(u.stored, into)
		return
	case isOperator(n):
		f.reckon(n, into.ref)
		return
	case n != nil && choices[n.Tag] != nil:
		// Where a value is NULL in whose place another is stored, the column need not take NULL: asked says so.
		for _, e := range choices[n.Tag](n) {
			f.store(e, depth, into)
		}
		return
	case n == nil || n.Tag != "VAR" && n.Tag != "FUNCEXPR":
		return
	case n.Tag == "FUNCEXPR":
		if args := n.list("args"); n.oid("funcid") == unnestArray && len(args) == 1 && isParam(stripped(args[0])) {
			into.elem = true
			f.store(args[0], depth, into)
		}
		return
	}
	depth -= n.int("varlevelsup")
	rte, att := f.relation(n, depth), n.int("varattno")
	if rte == nil || att < 1 {
		return
	}
	switch rte.int("rtekind") {
	case rteValues:
		rows, _ := rte.get("values_lists").([]any)
		for _, row := range rows {
			if list := nodes(row); att <= len(list) {
				f.store(list[att-1], depth, into)
			}
		}
	case rteSubquery:
		f.storeFrom(rte.node("subquery"), att, depth, into)
	case rteFunction:
		if list := rte.list("functions"); att <= len(list) && list[att-1].int("funccolcount") == 1 {
			f.store(list[att-1].node("funcexpr"), depth, into)
		}
	}
}

// storeFrom follows a column of a subquery that is stored.
func (f *flow) storeFrom(q *Node, att, depth int, into use) {
	if q == nil || q.int("commandType") != cmdSelect {
		return
	}
	inner := *f
	inner.stack = append(append([]*Node{}, f.stack[:depth]...), q)
	if !q.has("setOperations") {
		inner.store(target(q.list("targetList"), att), len(inner.stack), into)
		return
	}
	for _, rte := range q.list("rtable") {
		if rte.int("rtekind") == rteSubquery {
			inner.storeFrom(rte.node("subquery"), att, len(inner.stack), into)
		}
	}
}
