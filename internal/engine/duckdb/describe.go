package duckdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// planned are the kinds of statements that have a plan to read; others return nothing.
var planned = map[libduckdb.Kind]bool{
	libduckdb.Select: true, libduckdb.Insert: true, libduckdb.Update: true, libduckdb.Delete: true,
	libduckdb.Merge: true,
}

// Describe binds a statement and reads its plan. Nothing is run.
func (s *session) Describe(ctx context.Context, stmt engine.Stmt) (*engine.Description, error) {
	var d *engine.Description
	if err := s.within(ctx, "statement", func(ctx context.Context) (err error) {
		if d, err = s.describe(ctx, stmt); err == nil {
			err = s.lake.takes(ctx, s, stmt, d.Params)
		}
		return err
	}); err != nil {
		return nil, err
	}
	return d, nil
}

func (s *session) describe(ctx context.Context, stmt engine.Stmt) (*engine.Description, error) {
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(describable(stmt.SQL), s.unchanged(stmt.SQL, 0, false)); err != nil {
		return nil, err
	}
	p, err := s.conn.Prepare(ctx, stmt.SQL)
	first := firstWord(stmt.SQL)
	if word := commandWord(stmt.SQL); word != "" {
		return s.command(ctx, stmt, word, p, err)
	}
	if first == "ALTER" && len(stmt.Params) > 0 || err != nil &&
		strings.Contains(err.Error(), "Unexpected prepared parameter") {
		return nil, takesNone(stmt)
	}
	if err != nil {
		if n, at := paramBehind(stmt.SQL, "FROM", "JOIN"); n > 0 {
			return nil, pathAsTable(stmt.Params[n-1].Name, at)
		}
	}
	if err != nil || p.Kind == libduckdb.Multi {
		return nil, s.tell(unprepared(err, stmt.SQL))
	}
	o, err := s.overFiles(ctx, stmt, p)
	if o != nil {
		d, failed := o.described(ctx, s)
		if err = cmp.Or(failed, o.drop(ctx)); err == nil {
			return d, nil
		}
	}
	if err != nil && p.Open { // of other statements DuckDB tells the types
		return nil, err
	}
	if of := tellings.Of(dialect, stmt.SQL); of.Head != "" {
		return s.tells(ctx, stmt, p, of)
	}
	if !planned[p.Kind] {
		return s.unplanned(ctx, stmt)
	}
	st := &stating{text: stmt.SQL}
	plan, err := s.plan(ctx, stmt.SQL)
	var e *planError
	if errors.As(err, &e) && p.Kind == libduckdb.Merge && !p.Open {
		return s.unread(stmt, p, e)
	}
	if len(stmt.Params) > 0 && (p.Open || errors.As(err, &e) || slices.ContainsFunc(stmt.Params, hasType)) {
		stated, untyped := s.state(ctx, stmt)
		switch {
		case untyped != nil && e != nil && !p.Open: // there is no plan of it, whatever its parameters are
			return s.unread(stmt, p, e)
		case untyped != nil:
			return nil, untyped
		}
		st = stated
		if p, err = s.conn.Prepare(ctx, st.text); err != nil {
			return nil, st.refused(unprepared(err, st.text), stmt)
		}
		plan, err = s.plan(ctx, st.text)
	}
	if errors.As(err, &e) {
		return s.unread(stmt, p, e)
	}
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.changes(plan), s.missing(ctx, plan, st, stmt)); err != nil {
		return nil, err
	}
	d, err := s.described(c, stmt, p, plan)
	if err != nil {
		return nil, err
	}
	if err := nameless(d, stmt); err != nil {
		return nil, err
	}
	casts := castTypes(stmt.SQL)
	for n := range d.Params {
		d.Params[n].Stated = st.stated[n+1]
		if name := cmp.Or(stmt.Params[n].Type, casts[n+1]); name != "" &&
			!strings.EqualFold(name, d.Params[n].Type.Ref) {
			if own, ok := s.Type(ctx, name); ok {
				d.Params[n].Type = own
			}
		}
		if name := st.outside[n+1]; name != "" && d.Params[n].Type.Kind == ir.Unknown {
			d.Params[n].Type, _ = s.Type(ctx, name)
		}
	}
	switch text := cmp.Or(st.text, stmt.SQL); {
	case stmt.Many && d.Counts:
		d.Set, err = s.set(ctx, stmt, text, d.Params)
	case stmt.Many:
		d.Set, err = s.lookup(ctx, stmt, text, d.Params)
	}
	return d, err
}

// hasType reports whether the user says the type of a parameter.
func hasType(h engine.ParamHint) bool { return h.Type != "" }

// unprepared explains why a statement cannot be prepared. What DuckDB takes apart into several is a PIVOT whose columns
// another statement finds first.
func unprepared(err error, text string) error {
	var e *libduckdb.Error
	if errors.As(err, &e) {
		return explain(err, text)
	}
	return &engine.Error{Msg: "the columns of this statement depend on the data",
		Offset: max(0, strings.Index(strings.ToUpper(text), "PIVOT")), Forbidden: true,
		Hint: "name them: PIVOT … ON column IN ('a', 'b'), or aggregates with FILTER"}
}

// unplanned describes a statement that changes the schema: it returns nothing, and takes nothing but what the query of
// CREATE TABLE … AS does.
func (s *session) unplanned(ctx context.Context, stmt engine.Stmt) (*engine.Description, error) {
	if len(stmt.Params) == 0 {
		return &engine.Description{}, nil
	}
	c := engine.CreationOf(dialect, stmt)
	if c == nil || c.Query == nil {
		return nil, takesNone(stmt)
	}
	of, err := s.describe(ctx, *c.Query)
	if err != nil {
		return nil, err
	}
	return &engine.Description{Params: of.Params, Edits: of.Edits}, nil
}

func takesNone(stmt engine.Stmt) error {
	return &engine.Error{Msg: "parameters are not allowed in a statement that changes the schema", Offset: findParam(stmt.SQL, 1),
		Hint: "write the value; the query of CREATE TABLE … AS takes parameters"}
}

// unread describes a statement whose plan DuckDB cannot write out, as one that reads CSV files, or a MERGE of DuckDB
// 2.0: its types, as preparing it tells them. What a change returns is not read, nor whether it may change an attached
// database.
func (s *session) unread(stmt engine.Stmt, p libduckdb.Prepared, e *planError) (*engine.Description, error) {
	reads := p.Kind == libduckdb.Select
	counts := !reads && len(s.attached) == 0 && !strings.Contains(strings.ToUpper(stmt.SQL), "RETURNING")
	if !reads && !counts || p.Open || len(p.Params) != len(stmt.Params) {
		hint := "read the file in a view or macro without parameters, or convert it to Parquet"
		if p.Kind == libduckdb.Merge {
			hint = "write an INSERT … ON CONFLICT, an UPDATE or a DELETE"
		}
		return nil, &engine.Error{Msg: "DuckDB does not show the plan of this statement (" + e.msg + ")",
			Offset: -1, Hint: hint}
	}
	d := &engine.Description{Fallback: "DuckDB does not tell its plan: " + e.msg, Cursor: reads, Counts: counts}
	a := &analysis{catalog: s.catalog, params: map[string]*param{}}
	for n, t := range p.Params {
		a.param(strconv.Itoa(n + 1)).typ = logicalOf(t)
		d.Params = append(d.Params, a.describeParam(n+1, stmt.Params[n]))
	}
	for i, name := range p.Names {
		if reads {
			d.Columns = append(d.Columns, engine.Column{Name: name, Type: s.catalog.typeOf(logicalOf(p.Types[i])),
				Nullable: true, Why: d.Fallback})
		}
	}
	return d, nil
}

// described interprets a plan: once for where the parameters go, which decides what can be NULL in them, and once for
// the columns.
func (s *session) described(c *catalog, stmt engine.Stmt, p libduckdb.Prepared, plan *node) (*engine.Description,
	error) {
	reads := p.Kind == libduckdb.Select
	d := &engine.Description{Counts: !reads, Cursor: reads}
	a := &analysis{catalog: c, params: map[string]*param{}, widths: map[*node]int{},
		nullable: func(string) *infer.Reason { return nil }, finite: stmt.Finite}
	a.parameters(plan)
	_, fallback := a.run(plan)
	if name := a.refused; name != "" {
		return nil, &engine.Error{Msg: name +
			" needs the least and the greatest value, which DuckDB does not know here",
			Offset: strings.Index(strings.ToLower(stmt.SQL), name),
			Hint:   "write them: " + name + "(…, least, greatest)"}
	}
	for n := range stmt.Params {
		d.Params = append(d.Params, a.describeParam(n+1, stmt.Params[n]))
	}
	a.nullable = func(identifier string) *infer.Reason {
		if n, err := strconv.Atoi(identifier); err == nil && n >= 1 && n <= len(d.Params) && d.Params[n-1].Nullable {
			return infer.Why(fmt.Sprintf("parameter %s may be NULL", stmt.Params[n-1].Name))
		}
		return nil
	}
	cols, again := a.run(plan)
	if fallback == "" {
		fallback = again
	}
	if again == "" {
		for _, r := range a.lacks {
			if null, _ := c.nullness(r); !null.Nullable() && !c.presets[r] && (r.catalog == own || r.catalog == temp) {
				d.Lacks = append(d.Lacks, r.ir())
			}
		}
	}
	if d.Counts && onlyCounts(plan) {
		return d, nil // a count of rows is no result
	}
	if fallback == "" {
		fallback = c.unlike(cols, p)
	}
	d.Fallback = fallback
	if fallback == "" {
		d.Found, d.Single = a.someRow(plan), a.single(plan)
	}
	for i, name := range p.Names {
		column := engine.Column{Name: name, Nullable: true, Why: fallback}
		if fallback == "" {
			column.Type = c.typeHolding(cols[i].typ, cols[i].holds)
			column.Nullable, column.Why = cols[i].Null.Nullable(), cols[i].Why.String()
			column.Source = a.ref(cols[i].Source)
			if stmt.Sides && column.Nullable {
				column.Sides, column.Inner = slices.Compact(slices.Sorted(slices.Values(cols[i].sides))), cols[i].inner
			}
		} else {
			column.Type = c.typeOf(logicalOf(p.Types[i]))
		}
		d.Columns = append(d.Columns, column)
	}
	return d, nil
}

// unlike tells a plan that is read wrong by its columns: DuckDB says how many the statement has, and their types; ""
// where all agree.
func (c *catalog) unlike(cols []column, p libduckdb.Prepared) string {
	if len(cols) != len(p.Names) {
		return "the plan has other columns than the statement"
	}
	for i, t := range p.Types {
		if prepared := logicalOf(t); known(t) && cols[i].typ.key() != prepared.key() {
			return fmt.Sprintf("column %s is %s in the plan, and %s in the statement", p.Names[i],
				c.nameOf(cols[i].typ), c.nameOf(prepared))
		}
	}
	return ""
}

// nameless refuses structs whose fields have no names, as (a, b), row(a, b) and list_zip(…) make them, where a program
// would read or give one.
func nameless(d *engine.Description, stmt engine.Stmt) error {
	is := func(t ir.Type) bool {
		return t.Kind == ir.Struct && slices.ContainsFunc(t.Struct.Fields,
			func(f ir.Field) bool { return f.Column == "" })
	}
	const hint = "name the fields: {'a': x, 'b': y} or struct_pack(a := x, b := y) in place of (x, y); of list_zip, list_transform(list_zip(l, m), lambda z: {'a': z[1], 'b': z[2]})"
	for _, c := range d.Columns {
		if c.Type.Holds(is) {
			return &engine.Error{Msg: "the column " + c.Name + " holds a struct whose fields have no names", Offset: -1,
				Hint: hint}
		}
	}
	for n, p := range d.Params {
		if p.Type.Holds(is) {
			return &engine.Error{Msg: "${" + stmt.Params[n].Name + "} is a struct whose fields have no names",
				Offset: findParam(stmt.SQL, n+1), Hint: hint}
		}
	}
	return nil
}

// onlyCounts reports whether all that a plan returns is how many rows it changes.
func onlyCounts(n *node) bool {
	for n.Type == "LOGICAL_MATERIALIZED_CTE" && len(n.Children) == 2 {
		n = n.Children[1]
	}
	return n.ReturnChunk != nil && !*n.ReturnChunk
}

// maxWork is how many operators a statement's analysis may visit; those that are joined often are visited often.
const maxWork = 200_000

// run interprets the plan; what it does not understand it names.
func (a *analysis) run(plan *node) (cols []column, fallback string) {
	defer func() {
		if p := recover(); p != nil {
			cols, fallback = nil, fmt.Sprintf("sqg does not understand %v in the plan", p)
		}
	}()
	a.lacks = nil
	a.ctes, a.defined, a.delims, a.work = map[uint64][]column{}, map[uint64]*node{}, nil, 0
	return a.operate(plan, positions{}), ""
}

func (a *analysis) ref(s infer.Source) ir.ColumnRef {
	if s < 1 || int(s) > len(a.sources) {
		return ir.ColumnRef{}
	}
	return a.sources[s-1].ir()
}

// said names a column and its type.
func (a *analysis) said(m met) string {
	return a.ref(m.column).String() + " (" + a.catalog.nameOf(m.typ) + ")"
}

// describeParam is what the analysis says of a parameter, and the user.
func (a *analysis) describeParam(n int, h engine.ParamHint) engine.Param {
	p := a.param(strconv.Itoa(n))
	d := engine.Param{Why: "not declared nullable"}
	if p.typ != nil {
		d.Type = a.catalog.typeOf(p.typ)
	}
	switch {
	case p.stored != 0:
		r := a.sources[p.stored-1]
		d.Source = r.ir()
		d.NullElems = true
		d.Nullable = !p.refused
		d.Why = "assigned to " + r.table + "." + r.column + ", which is " +
			map[bool]string{true: "nullable", false: "NOT NULL"}[d.Nullable]
	case p.compared != 0:
		d.Source = a.sources[p.compared-1].ir()
		d.Why = "compared with " + d.Source.String() + ", not declared nullable"
		if t := p.met[0].typ; t != nil { // it is looked for as a whole
			d.NullElems = t.ID == "LIST" || t.ID == "ARRAY"
		}
	}
	if p.met[1].typ != nil && h.Type == "" {
		d.Clash = a.said(p.met[0]) + " and " + a.said(p.met[1])
	}
	switch h.Nullable {
	case engine.Yes:
		d.Nullable, d.Why = true, "declared nullable"
	case engine.No:
		d.Nullable, d.Why = false, "declared not null"
	}
	return d
}
