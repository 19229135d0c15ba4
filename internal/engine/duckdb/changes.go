package duckdb

import "github.com/sqg-dev/sqg/internal/infer"

// param is where a parameter goes.
type param struct {
	typ      *logical
	stored   infer.Source // the column it is stored into, or where it is chosen
	refused  bool         // one of the columns it is stored into is NOT NULL
	compared infer.Source // the column it is compared with
	met      [2]met       // columns it is compared with or stored into: the first, and one of other values
}

// met is a column that a parameter meets.
type met struct {
	column infer.Source
	typ    *logical
}

// meet notes a column that a parameter is compared with or stored into.
func (p *param) meet(c infer.Source, typ *logical) {
	switch {
	case p.met[0].typ == nil:
		p.met[0] = met{c, typ}
	case p.met[1].typ == nil && disagree(p.met[0].typ, typ):
		p.met[1] = met{c, typ}
	}
}

func (a *analysis) param(identifier string) *param {
	p := a.params[identifier]
	if p == nil {
		p = &param{}
		a.params[identifier] = p
	}
	return p
}

// visit evaluates expressions for what they say of parameters.
func (a *analysis) visit(cols []column, es ...*expr) {
	for _, e := range es {
		if e != nil {
			a.eval(e, cols, nil)
		}
	}
}

// compared notes the parameter that is compared with a column.
func (a *analysis) compared(x, y column) {
	if y.param != "" {
		x, y = y, x
	}
	if x.param != "" && y.Source != 0 {
		p := a.param(x.param)
		if p.meet(y.Source, y.typ); p.compared == 0 {
			p.compared = y.Source
		}
	}
}

// compare notes the parameters that two expressions, or the values of two rows, compare with columns.
func (a *analysis) compare(x, y *expr, cols []column, facts positions) {
	if left, right := rowOf(x), rowOf(y); left != nil && len(left) == len(right) {
		for i := range left {
			a.compare(left[i], right[i], cols, facts)
		}
		return
	}
	a.compared(a.eval(x, cols, facts), a.eval(y, cols, facts))
}

// store notes the parameters that are stored into the table's column of that position.
func (a *analysis) store(n *node, at uint64, v column) {
	columns := n.TableInfo.stored()
	if at >= uint64(len(columns)) {
		return
	}
	c := columns[at]
	for _, name := range v.params() {
		r := ref{n.TableInfo.Catalog, n.TableInfo.Schema, n.TableInfo.Table, c.Name}
		p, of := a.param(name), a.source(r)
		null, _ := a.catalog.nullness(r)
		p.refused = p.refused || !null.Nullable()
		if p.meet(of, c.Type); p.stored == 0 {
			p.stored = of
		}
	}
}

// mapped stores a new row's columns where a column map says; without a map, in the table's order.
func (a *analysis) mapped(n *node, by columnMap, row []column) {
	if len(by.Of) == 0 {
		for i, v := range row {
			a.store(n, uint64(i), v)
		}
		return
	}
	for at, from := range by.Of {
		if from < uint64(len(row)) {
			a.store(n, uint64(at), row[from])
		}
	}
}

func (a *analysis) evalAll(es []*expr, cols []column) []column {
	out := make([]column, len(es))
	for i, e := range es {
		out[i] = a.eval(e, cols, nil)
	}
	return out
}

// change is what an INSERT, UPDATE, DELETE or MERGE returns: the table's columns as they are stored, or a count.
func (a *analysis) change(n *node) []column {
	if n.TableInfo == nil || len(n.Children) == 0 {
		panic(unknownOperator(n.Type + " of an unknown table"))
	}
	cols := a.operate(n.Children[0], positions{})
	written := map[uint64]column{} // what every row of the result got, by the table's column
	switch n.Type {
	case "LOGICAL_INSERT":
		a.mapped(n, n.ColumnMap, cols)
		a.inserted(n, n.ColumnMap, cols, written)
	case "LOGICAL_UPDATE":
		for i, v := range a.evalAll(n.Expressions.List, cols) {
			if i < len(n.Columns) {
				a.store(n, n.Columns[i], v)
				written[n.Columns[i]] = v
			}
		}
	case "LOGICAL_MERGE_INTO":
		var rows []map[uint64]column // what each action that returns rows wrote
		for _, when := range n.Actions {
			for _, action := range when.Value {
				if row := a.act(n, action, cols); row != nil {
					rows = append(rows, row)
				}
			}
		}
		written = inAll(rows)
	}
	if n.ReturnChunk != nil && !*n.ReturnChunk {
		return []column{{Value: infer.Value{Null: infer.Never, Why: whyCount}, typ: &logical{ID: "BIGINT"}}}
	}
	var out []column
	for at, c := range n.TableInfo.stored() {
		v := a.stored(ref{n.TableInfo.Catalog, n.TableInfo.Schema, n.TableInfo.Table, c.Name}, c.Type)
		if w, ok := written[uint64(at)]; ok && w.Null == infer.Never && v.Null == infer.Maybe {
			v.Null, v.Why = infer.Never, w.Why
		}
		out = append(out, v)
	}
	if n.Type == "LOGICAL_MERGE_INTO" {
		out = append(out, column{Value: infer.Value{Null: infer.Never, Why: whyAction}, typ: &logical{ID: "VARCHAR"}})
	}
	return out
}

// inserted notes what a new row has, by the table's column, and which columns have nothing.
func (a *analysis) inserted(n *node, by columnMap, row []column, written map[uint64]column) {
	for at, c := range n.TableInfo.stored() {
		from := uint64(at)
		if len(by.Of) > at {
			from = by.Of[at]
		}
		if from < uint64(len(row)) {
			written[uint64(at)] = row[from]
		}
		if from >= uint64(len(row)) || row[from].Null == infer.Always {
			a.lacks = append(a.lacks, ref{n.TableInfo.Catalog, n.TableInfo.Schema, n.TableInfo.Table, c.Name})
		}
	}
}

var whyAction = infer.Why("merge_action always says something")

// act is what an action writes, by the table's column; nil for one that returns no rows.
func (a *analysis) act(n *node, action mergeAction, cols []column) map[uint64]column {
	a.visit(cols, action.Condition)
	row := a.evalAll(action.Expressions, cols)
	written := map[uint64]column{}
	switch action.Type {
	case "MERGE_INSERT":
		a.mapped(n, action.ColumnMap, row)
		a.inserted(n, action.ColumnMap, row, written)
	case "MERGE_UPDATE":
		for i, v := range row {
			if i < len(action.Columns) {
				a.store(n, action.Columns[i], v)
				written[action.Columns[i]] = v
			}
		}
	case "MERGE_DO_NOTHING", "MERGE_ERROR":
		return nil
	}
	return written
}

// inAll are the columns that every action writes.
func inAll(rows []map[uint64]column) map[uint64]column {
	out := map[uint64]column{}
	for i, row := range rows {
		for at, v := range row {
			have, ok := out[at]
			switch {
			case i == 0:
				out[at] = v
			case ok:
				out[at] = joined(have, v)
			}
		}
		for at := range out {
			if _, ok := row[at]; !ok {
				delete(out, at)
			}
		}
	}
	return out
}

// parameters collects the types of all parameters in a plan.
func (a *analysis) parameters(n *node) {
	note := func(e *expr, typ *logical) {
		if p := a.param(e.Identifier); p.typ == nil || p.typ.ID == "UNKNOWN" {
			p.typ = typ
		}
	}
	var values func(row []*expr, as *logical) // a value of a row has no type of its own, but that of what it is compared with
	values = func(row []*expr, as *logical) {
		if as.ID != "STRUCT" || len(as.Info.Children) != len(row) {
			return
		}
		for i, x := range row {
			if typ := as.Info.Children[i].Second; x.Class == "BOUND_PARAMETER" && x.logicalType().ID == "UNKNOWN" {
				note(x, typ)
			} else {
				values(rowOf(x), typ)
			}
		}
	}
	n.all(func(e *expr) {
		switch e.Class {
		case "BOUND_PARAMETER":
			note(e, e.logicalType())
		case "BOUND_CAST":
			values(rowOf(e), e.logicalType())
		}
	})
}

// rowOf are the values of a row, as (a, b) makes it; nil for any other expression.
func rowOf(e *expr) []*expr {
	for e.Class == "BOUND_CAST" && e.Child != nil {
		e = e.Child
	}
	if e.Class == "BOUND_FUNCTION" && e.Name == "row" {
		return e.Children
	}
	return nil
}
