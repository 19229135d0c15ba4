package querytree

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Result is what is proven of a statement. Nothing in it is a guess: what is not proven is nullable.
type Result struct {
	Columns  []Column // what it returns; nil for a statement that returns no rows
	Params   []Param  // by number; up to the highest that the tree holds
	Found    bool     // it returns at least one row
	Single   string   // why it returns at most one; "" where it may return more
	Fallback string   // why nothing is proven of the whole statement; "" where it was analysed
	Inserts  []NewRow
	Kept     *ir.Kept  // what of it belongs to the session; nil where nothing is known to
	Reads    *ir.Reads // whether it only reads, of a statement of which that is asked
}

// Column is a result column.
type Column struct {
	Name         string
	Nullable     bool
	Why          string
	Source       ColumnRef // the table's column that the value is, unchanged
	Type         uint32    // domains included, which RowDescription hides; 0 where the tree does not say
	Mod          int32     // the type's modifier, -1 where there is none
	ElemNullable bool      // of an array: it may hold NULLs
	Sides        []int     // as in engine.Column
	Inner        bool
	Shape        *Shape    // of a row and of a list of rows; nil where it has none
	Parts        []Part    // of a column of the statement: what its shape is made by, where the text says so
	Declared     ColumnRef // of a field: the table's column whose type it has, where Type is 0
}

// Said is what the user says of a parameter.
type Said uint8

// Said of a parameter: nothing, that it may be NULL, that it may not.
const (
	Unsaid Said = iota
	SaidNull
	SaidNotNull
)

// Assume says whether no column of the schema holds an infinite date, time or interval.
func (c *Catalog) Assume(finite bool) { c.finite = finite }

// Analyze proves what it can of a statement. It does not fail: a tree that is not as expected proves nothing.
func (c *Catalog) Analyze(q *Node, said []Said) (r *Result) {
	r = &Result{}
	defer func() {
		switch p := recover().(type) {
		case nil:
			return
		case stop:
			r.Fallback = string(p)
		default:
			r.Fallback = fmt.Sprint("the analysis does not understand the statement: ", p)
		}
		for i := range r.Columns {
			r.Columns[i].Nullable, r.Columns[i].ElemNullable, r.Columns[i].Why, r.Columns[i].Source = true, true,
				r.Fallback, ColumnRef{}
			r.Columns[i].Shape, r.Columns[i].Parts = nil, nil
		}
	}()
	r.Kept = c.kept(q)
	if q.int("commandType") == cmdUtility {
		r.Fallback = "nothing is known of what this statement returns"
		return r
	}
	r.Columns = resultColumns(q)
	r.Params, r.Inserts = c.learnParams(q, said)
	a := newAnalysis(c)
	s := a.open(q, nil, func(n int) infer.Value { return paramValue(r.Params, n) })
	values := s.results()
	if len(values) != len(r.Columns) {
		panic(stop("the statement's columns are not as expected"))
	}
	for i, v := range values {
		col := &r.Columns[i]
		col.Nullable, col.ElemNullable, col.Why = v.Null != infer.Never, v.Elems.Nullable(), v.Why.String()
		col.Source = a.sources[v.Source]
	}
	s.outerSides(r.Columns)
	s.shapes(r.Columns)
	r.Found = s.returnsRow()
	if len(r.Columns) > 0 {
		r.Single = s.single()
	}
	return r
}

// single is atMostOne of a statement: where that proof gives up, what is proven besides stays so.
func (s *scope) single() (why string) {
	defer func() {
		if recover() != nil {
			why = ""
		}
	}()
	return s.atMostOne(nil)
}

func paramValue(params []Param, n int) infer.Value {
	if n < 1 || n > len(params) || params[n-1].Nullable {
		return maybe(whyParamNull)
	}
	return given(whyParam)
}

// resultColumns are the names and types of what a statement returns; all of them nullable yet.
func resultColumns(q *Node) (list []Column) {
	key := "targetList"
	if q.int("commandType") != cmdSelect {
		key = "returningList"
	}
	ops := q.node("setOperations")
	for _, t := range q.list(key) {
		if t.is("resjunk") {
			continue
		}
		col := Column{Name: t.str("resname"), Nullable: true, ElemNullable: true, Why: whyUnknown.Text}
		col.Type, col.Mod = exprType(t.node("expr"))
		if types := ops.numbers("colTypes"); len(list) < len(types) {
			col.Type = uint32(types[len(list)])
		}
		list = append(list, col)
	}
	return list
}

// typeFields are the fields of expressions that hold their type, and its modifier.
var typeFields = map[string][2]string{
	"VAR": {"vartype", "vartypmod"}, "CONST": {"consttype", "consttypmod"}, "PARAM": {"paramtype", "paramtypmod"},
	"AGGREF": {"aggtype", ""}, "WINDOWFUNC": {"wintype", ""}, "SUBSCRIPTINGREF": {"refrestype", "reftypmod"},
	"FUNCEXPR": {"funcresulttype", ""}, "OPEXPR": {"opresulttype", ""}, "NULLIFEXPR": {"opresulttype", ""},
	"FIELDSELECT": {"resulttype", "resulttypmod"}, "RELABELTYPE": {"resulttype", "resulttypmod"},
	"COERCEVIAIO":     {"resulttype", ""},
	"ARRAYCOERCEEXPR": {"resulttype", "resulttypmod"}, "CONVERTROWTYPEEXPR": {"resulttype", ""},
	"CASEEXPR":  {"casetype", ""},
	"ARRAYEXPR": {"array_typeid", ""}, "ROWEXPR": {"row_typeid", ""}, "COALESCEEXPR": {"coalescetype", ""},
	"MINMAXEXPR":       {"minmaxtype", ""},
	"SQLVALUEFUNCTION": {"type", "typmod"}, "COERCETODOMAIN": {"resulttype", "resulttypmod"},
	"NEXTVALUEEXPR": {"typeId", ""},
}

// exprType is the type of an expression, 0 where the tree does not say.
func exprType(n *Node) (oid uint32, mod int32) {
	if n == nil {
		return 0, -1
	}
	if n.Tag == "COLLATEEXPR" {
		return exprType(n.node("arg"))
	}
	if query := n.node("subselect"); n.Tag == "SUBLINK" && n.int("subLinkType") == exprSublink {
		if columns := resultColumns(query); len(columns) == 1 {
			return columns[0].Type, columns[0].Mod
		}
	}
	f, known := typeFields[n.Tag]
	if !known {
		return 0, -1
	}
	mod = -1
	if f[1] != "" {
		mod = int32(n.int(f[1]))
	}
	return n.oid(f[0]), mod
}
