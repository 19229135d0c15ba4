package duckdb

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
)

// column is what is known of one column of an operator's output, or of an expression.
type column struct {
	infer.Value
	typ   *logical
	holds *held    // nil where nothing is known of what is within
	param string   // the parameter that it is unchanged, "" for none
	some  []string // the parameters that it is in some rows: those of CASE, of rows of VALUES, of arms of UNION
	// DuckDB knows its least and greatest value when it plans: those of a table's column, or of a literal.
	bounded bool

	sides  []int // the sides of outer joins that it comes from, the outermost last: it is NULL where one found no match
	padded bool  // it is NULL only where the outermost found no match
	inner  bool  // it may be NULL where all found one
}

// positions is a set of columns of an operator's output.
type positions map[int]bool

func (p positions) add(q positions) {
	for i := range q {
		p[i] = true
	}
}

// analysis interprets one bound plan.
type analysis struct {
	catalog  *catalog
	nullable func(param string) *infer.Reason // why a parameter can be NULL; nil where it cannot
	ctes     map[uint64][]column
	defined  map[uint64]*node // what those are made of
	delims   [][]column       // duplicate-eliminated columns of the enclosing delim joins
	sources  []ref            // by infer.Source, from 1
	params   map[string]*param
	sides    int  // of outer joins, counted
	chosen   int  // conditions above, which may choose rows by number
	first    bool // one does: columns are nullable by whyFirst
	work     int  // operators visited
	widths   map[*node]int
	refused  string // the function that cannot run as it is called
	lacks    []ref  // columns that a new row has no value for
	finite   bool   // no column holds infinity: the user says so
}

// unknownOperator ends an analysis: nothing is then proven of the statement.
type unknownOperator string

var (
	whyOuter      = infer.Why("an outer join may find no match")
	whyRow        = infer.Why("a row's number")
	whyNoRow      = infer.Why("rows of PostgreSQL's partitions and heirs have no number")
	whyScan       = infer.Why("a table function's column")
	whySubquery   = infer.Why("a subquery may return no row")
	whyUnnest     = infer.Why("a list may hold NULL, and lists of different lengths are filled up")
	whyRollup     = infer.Why("left out of some grouping sets")
	whyUnknownCTE = infer.Why("a common table expression that is not understood")
	whyCount      = infer.Why("a count")
	whyKept       = infer.Why("a condition of the statement rules NULL out")
	whyFirst      = infer.Why("DuckDB 1.5.5 makes a row of NULLs when it looks for the first of no rows by row_number(); ORDER BY … LIMIT 1 does not")
	whyCorrelated = infer.Why("correlated with a query around it")
)

// see applies what is needed above: rows in which these columns are NULL do not survive.
func see(cols []column, need positions) []column {
	for i := range cols {
		if need[i] && cols[i].Null == infer.Maybe && cols[i].Why != whyFirst {
			cols[i].Null, cols[i].Why = infer.Never, whyKept
		}
	}
	return cols
}

// picked is cols as a projection map orders them; an empty map keeps all.
func picked(cols []column, by []uint64) []column {
	if len(by) == 0 {
		return cols
	}
	out := make([]column, len(by))
	for i, at := range by {
		if at < uint64(len(cols)) {
			out[i] = cols[at]
		} else {
			out[i] = column{Value: infer.Unsure(whyScan), typ: &logical{}}
		}
	}
	return out
}

// through is need as the child of a projection map counts.
func through(need positions, by []uint64) positions {
	out := positions{}
	for i := range need {
		switch {
		case len(by) == 0:
			out[i] = true
		case i < len(by):
			out[int(by[i])] = true
		}
	}
	return out
}

// operators says what each operator's output is. need are output columns known not to be NULL in the rows that matter:
// a condition above removes the others.
var operators map[string]func(a *analysis, n *node, need positions) []column

func init() {
	keep := func(a *analysis, n *node, need positions) []column { return a.operate(n.Children[0], need) }
	operators = map[string]func(*analysis, *node, positions) []column{
		"LOGICAL_GET":        func(a *analysis, n *node, need positions) []column { return see(a.scan(n), need) },
		"LOGICAL_DUMMY_SCAN": func(*analysis, *node, positions) []column { return noTable() },
		"LOGICAL_EMPTY_RESULT": func(_ *analysis, n *node,
			need positions) []column {
			return see(unsure(n.ReturnTypes, whyScan), need)
		},
		"LOGICAL_CHUNK_GET": func(_ *analysis, n *node,
			need positions) []column {
			return see(unsure(n.ChunkTypes, whyScan), need)
		},
		"LOGICAL_EXPRESSION_GET": func(a *analysis, n *node, need positions) []column {
			return see(a.values(n), need)
		},
		"LOGICAL_PROJECTION": (*analysis).projection,
		"LOGICAL_FILTER":     (*analysis).filter,
		"LOGICAL_ORDER_BY":   (*analysis).sort,
		// A row that a condition above removes counts in these, but is not seen.
		"LOGICAL_LIMIT": keep, "LOGICAL_TOP_N": keep, "LOGICAL_SAMPLE": keep, "LOGICAL_DISTINCT": keep,
		"LOGICAL_AGGREGATE_AND_GROUP_BY": (*analysis).aggregate,
		"LOGICAL_WINDOW":                 (*analysis).windows,
		"LOGICAL_UNNEST":                 (*analysis).unnest,
		"LOGICAL_UNION":                  (*analysis).setOperation,
		"LOGICAL_EXCEPT":                 (*analysis).setOperation,
		"LOGICAL_INTERSECT":              (*analysis).setOperation,
		"LOGICAL_MATERIALIZED_CTE": func(a *analysis, n *node, need positions) []column {
			a.chosen++ // a condition on its uses
			a.ctes[n.TableIndex] = a.operate(n.Children[0], positions{})
			a.defined[n.TableIndex] = n.Children[0]
			a.chosen--
			return a.operate(n.Children[1], need)
		},
		"LOGICAL_RECURSIVE_CTE": func(a *analysis, n *node,
			need positions) []column {
			return see(a.recursion(n), need)
		},
		"LOGICAL_CTE_REF": func(a *analysis, n *node,
			need positions) []column {
			return see(a.reference(n), need)
		},
		"LOGICAL_DELIM_GET": func(a *analysis, n *node, need positions) []column { return see(a.delim(n), need) },
	}
	for _, join := range []string{"CROSS_PRODUCT", "POSITIONAL_JOIN", "ANY_JOIN", "COMPARISON_JOIN", "DELIM_JOIN",
		"ASOF_JOIN", "JOIN", "DEPENDENT_JOIN"} {
		operators["LOGICAL_"+join] = (*analysis).join
	}
	for _, change := range []string{"INSERT", "UPDATE", "DELETE", "MERGE_INTO"} {
		operators["LOGICAL_"+change] = func(a *analysis, n *node,
			need positions) []column {
			return see(a.change(n), need)
		}
	}
}

func (a *analysis) operate(n *node, need positions) []column {
	if a.work++; a.work > maxWork {
		panic(unknownOperator("so many operators"))
	}
	if f := operators[n.Type]; f != nil {
		return f(a, n, need)
	}
	panic(unknownOperator(n.Type))
}

func (a *analysis) filter(n *node, need positions) []column {
	below := through(need, n.ProjectionMap)
	for _, e := range n.Expressions.List {
		below.add(a.whenTrue(e))
	}
	a.chosen++
	cols := see(a.operate(n.Children[0], below), below)
	a.chosen--
	a.visit(cols, n.Expressions.List...)
	return picked(cols, n.ProjectionMap)
}

func (a *analysis) sort(n *node, need positions) []column {
	by := n.Projections
	if len(by) == 0 {
		by = n.ProjectionMap
	}
	return picked(a.operate(n.Children[0], through(need, by)), by)
}

// windows adds window functions' results. Rows that a condition above removes still are in the frames: nothing is
// pushed below.
func (a *analysis) windows(n *node, need positions) []column {
	cols := append([]column{}, a.operate(n.Children[0], positions{})...)
	if a.chosen > 0 && slices.ContainsFunc(n.Expressions.List, numbersAll) {
		for i := range cols {
			cols[i].Null, cols[i].Why, cols[i].padded, cols[i].sides = infer.Maybe, whyFirst, false, nil
		}
		a.first = true
	}
	out := cols
	for _, e := range n.Expressions.List {
		a.unbounded(e, cols)
		out = append(out, column{Value: a.windowed(e, cols), typ: e.logicalType()})
	}
	return see(out, need)
}

// numbersAll reports whether a window function numbers all rows. DuckDB 1.5.5 makes an arg_min of a condition that
// looks for the first of them, which gives a row of NULLs where there is none.
func numbersAll(e *expr) bool {
	return e.Type == "WINDOW_ROW_NUMBER" && len(e.Partitions) == 0 && len(e.Orders) > 0
}

func (a *analysis) unnest(n *node, need positions) []column {
	out := append([]column{}, a.operate(n.Children[0], positions{})...)
	for _, e := range n.Expressions.List {
		out = append(out, column{Value: infer.Unsure(whyUnnest), typ: e.logicalType()})
	}
	return see(out, need)
}

// reference is a use of a common table expression.
func (a *analysis) reference(n *node) []column {
	cols, ok := a.ctes[n.CTEIndex]
	if !ok || len(cols) != len(n.ChunkTypes) {
		return unsure(n.ChunkTypes, whyUnknownCTE)
	}
	out := append([]column{}, cols...)
	a.renumber(out)
	for i := range out {
		out[i].bounded = false
	}
	return out
}

// renumber has the sides of outer joins in a common table expression be others for each of its uses: a row of one need
// not be that of another.
func (a *analysis) renumber(cols []column) {
	again := map[int]int{}
	for i := range cols {
		sides := slices.Clone(cols[i].sides)
		for k, side := range sides {
			if again[side] == 0 {
				a.sides++
				again[side] = a.sides
			}
			sides[k] = again[side]
		}
		cols[i].sides = sides
	}
}

// side is the outermost side of an outer join that a column comes from, 0 for none.
func (c column) side() int {
	if len(c.sides) == 0 {
		return 0
	}
	return c.sides[len(c.sides)-1]
}

// delim is what a subquery sees of the query around it. With several delim joins around it, it does not say which one.
func (a *analysis) delim(n *node) []column {
	if len(a.delims) == 1 && len(a.delims[0]) == len(n.ChunkTypes) {
		return append([]column{}, a.delims[0]...)
	}
	return unsure(n.ChunkTypes, whyCorrelated)
}

func unsure(types []*logical, why *infer.Reason) []column {
	out := make([]column, len(types))
	for i, t := range types {
		out[i] = column{Value: infer.Unsure(why), typ: t}
	}
	return out
}

// noTable is what a query without FROM reads: a row with one column, which only counts where others stand behind it.
func noTable() []column { return unsure([]*logical{{ID: "INTEGER"}}, whyTable) }

// rowID is the position that stands for a row's number.
const rowID = ^uint64(0)

// scan is a table's or a table function's output.
func (a *analysis) scan(n *node) []column {
	at := func(k uint64) column {
		if k >= uint64(len(n.ColumnIndexes)) {
			return column{Value: infer.Unsure(whyScan), typ: &logical{}}
		}
		return a.scanned(n, k)
	}
	var out []column
	if len(n.ProjectionIDs) > 0 {
		for _, k := range n.ProjectionIDs {
			out = append(out, at(k))
		}
		return out
	}
	for k := range n.ColumnIndexes {
		out = append(out, at(uint64(k)))
	}
	return out
}

func (a *analysis) scanned(n *node, k uint64) column {
	index := n.ColumnIndexes[k]
	switch {
	case index.Index == rowID && outside(n):
		return column{Value: infer.Unsure(whyNoRow), typ: &logical{ID: "BIGINT"}}
	case index.Index == rowID:
		return column{Value: infer.Value{Null: infer.Never, Why: whyRow}, typ: &logical{ID: "BIGINT"}}
	case index.Index >= uint64(len(n.Names)) || index.Index >= uint64(len(n.ReturnedTypes)) || len(index.Children) > 0:
		return column{Value: infer.Unsure(whyScan), typ: &logical{}}
	}
	c := column{Value: infer.Unsure(whyScan), typ: n.ReturnedTypes[index.Index]}
	switch n.Name {
	case "seq_scan":
		if r, ok := tableOf(n); ok {
			r.column = n.Names[index.Index]
			c = a.stored(r, c.typ)
			c.bounded = (r.catalog == own || r.catalog == "temp") && !strings.HasPrefix(r.schema, readerSchema)
			return c
		}
	case "range", "generate_series":
		if index.Index == 0 {
			c.Value = infer.Value{Null: infer.Never, Why: infer.Why(n.Name + " makes no NULL")}
		}
	}
	return c
}

// stored is a table's column.
func (a *analysis) stored(r ref, typ *logical) column {
	c := column{typ: typ}
	c.Null, c.Why = a.catalog.nullness(r)
	c.Finite = a.finite || a.catalog.finite[r]
	c.Source = a.source(r)
	return c
}

func (a *analysis) source(r ref) infer.Source {
	for i, have := range a.sources {
		if have == r {
			return infer.Source(i + 1)
		}
	}
	a.sources = append(a.sources, r)
	return infer.Source(len(a.sources))
}

// values is a VALUES list.
func (a *analysis) values(n *node) []column {
	var out []column
	for r, row := range n.Expressions.Rows {
		for i, e := range row {
			v := a.eval(e, nil, nil)
			v.bounded = false
			switch {
			case r == 0:
				out = append(out, v)
			case i < len(out):
				out[i] = joined(out[i], v)
			}
		}
	}
	return out
}

// joined is a column that is one or the other.
func joined(a, b column) column {
	out := column{Value: infer.Join(a.Value, b.Value), typ: a.typ, bounded: a.bounded && b.bounded}
	if a.param == b.param {
		out.param = a.param
	}
	if out.param == "" {
		out.some = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.params(), b.params()))))
	}
	return out
}

// params are the parameters that a column is, be it in some rows only.
func (c column) params() []string {
	if c.param != "" {
		return []string{c.param}
	}
	return c.some
}

func (a *analysis) projection(n *node, need positions) []column {
	below := positions{}
	for i := range need {
		if i < len(n.Expressions.List) {
			below.add(a.whenNotNull(n.Expressions.List[i]))
		}
	}
	cols := see(a.operate(n.Children[0], below), below)
	out := make([]column, len(n.Expressions.List))
	for i, e := range n.Expressions.List {
		out[i] = a.eval(e, cols, nil)
		out[i].bounded = bounded(e, cols)
		if out[i].Null == infer.Maybe && a.mergedKey(e, n.Children[0]) {
			out[i].Null, out[i].Why = infer.Never, infer.Why("one side of the join has a value")
		}
	}
	return see(out, need)
}

// setOperation lines up the columns of its arms by position.
func (a *analysis) setOperation(n *node, need positions) []column {
	if len(n.Children) < 2 {
		panic(unknownOperator(n.Type))
	}
	var out []column
	for k, child := range n.Children {
		// EXCEPT's second arm only takes rows away: a condition above says nothing of it.
		below := need
		if n.Type == "LOGICAL_EXCEPT" && k > 0 {
			below = positions{}
		}
		cols := a.operate(child, below)
		if k == 0 {
			out = append([]column{}, cols...)
			continue
		}
		for i := range out {
			if i >= len(cols) {
				panic(unknownOperator(n.Type + " of arms that differ"))
			}
			switch {
			case n.Type == "LOGICAL_UNION":
				out[i] = joined(out[i], cols[i])
			case n.Type == "LOGICAL_INTERSECT" && cols[i].Null == infer.Never:
				out[i].Null, out[i].Why = infer.Never, cols[i].Why
			}
		}
	}
	return see(out, need)
}

// recursion starts from what the first arm can be and widens until nothing changes.
func (a *analysis) recursion(n *node) []column {
	cols := a.operate(n.Children[0], positions{})
	if len(n.KeyTargets) > 0 {
		for i := range cols {
			cols[i].Null, cols[i].Why = infer.Maybe, whyUnknownCTE
		}
		return cols
	}
	for {
		a.ctes[n.TableIndex] = cols
		again := a.operate(n.Children[1], positions{})
		wider := make([]column, len(cols))
		same := true
		for i := range cols {
			if i >= len(again) {
				panic(unknownOperator("a recursion whose arms differ"))
			}
			wider[i] = joined(cols[i], again[i])
			same = same && wider[i].Null == cols[i].Null && wider[i].Source == cols[i].Source &&
				wider[i].Finite == cols[i].Finite
		}
		cols = wider
		if same {
			return cols
		}
	}
}

// outside reports whether a scan reads an attached database.
func outside(n *node) bool {
	r, ok := tableOf(n)
	return ok && r.catalog != own && r.catalog != temp
}

// tableOf is the table that a scan reads.
func tableOf(n *node) (ref, bool) {
	var data struct{ Catalog, Schema, Table string }
	if err := json.Unmarshal(n.FunctionData, &data); err != nil || data.Table == "" {
		return ref{}, false
	}
	return ref{catalog: data.Catalog, schema: data.Schema, table: data.Table}, true
}
