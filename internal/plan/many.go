package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// many plans a method of :bulk.
func (b *builder) many(q *ir.Query) *Bulk {
	rows := b.target.Bulk.Many
	if q.Many.SQL == nil {
		switch {
		case q.Many.From != nil:
			return b.from(q)
		case q.Many.Staged != nil:
			return b.unlisted(q, q.Many.Each)
		}
		return b.each(q)
	}
	for i, p := range q.Params {
		if !listable(q, i) {
			return b.unlisted(q, p.Name.SQL+" has a type of the program's, which a list is not made of")
		}
	}
	lists := ir.ParamFields(q.Many.Params[:len(q.Params)])
	if q.Many.Rounds == 0 {
		return b.lookup(q, lists)
	}
	text, _ := b.text(&ir.Query{SQL: q.Many.SQL, Params: q.Many.Params})
	way := &Lists{InRounds: text[0].SQL, Rounds: q.Many.Rounds, Params: lists, Listed: q.Many.Listed}
	m := &Bulk{Way: way, Few: b.few(), Rows: rows, Atomic: q.Many.Atomic, Assumes: q.Many.Assumes,
		Why: fmt.Sprintf("one statement for %d rows, which come as lists; fewer than %d by the statement itself", rows,
			b.few())}
	if b.target.Bulk.Counts && q.Many.Plain != nil {
		plain, key := b.plain(q)
		text, binds := b.text(&ir.Query{SQL: plain, Params: q.Many.Params})
		if len(binds) == len(q.Params) && slices.IsSorted(binds) { // else a list is sent again for each place
			if way.Plain, way.Key = text[0].SQL, key; q.Many.Once {
				way.InRounds = ""
			}
		}
	}
	if way.Listed {
		m.Rows, m.Why = stagedRows, fmt.Sprintf("from %d rows on one statement, which has %d at a time as a list",
			m.Few, stagedRows)
	}
	way.Staged = b.staged(q)
	switch {
	case way.Staged != nil:
		m.Rows = way.Staged.Rows
		twice := ""
		if way.Key != nil {
			twice = "where a key comes twice, "
		}
		m.Why = fmt.Sprintf("from %d rows on one statement, which has them as lists; %sfrom %d rows on by COPY "+
			"through a temporary table, %d at a time", m.Few,
			twice, way.Staged.From, way.Staged.Rows)
	case way.InRounds == "":
		way.Rounds = 0
	}
	return m
}

// listable reports whether a list holds a parameter's values, and those of a key compare as the engine's do.
func listable(q *ir.Query, i int) bool {
	o, key := q.Params[i].Override, q.Many.Rounds == 0 || slices.Contains(q.Many.Key, i)
	return o == nil || o.Known && o == q.Many.Params[i].Type.Elem.Override && !key
}

// unlisted plans a method of :bulk whose rows cannot be lists.
func (b *builder) unlisted(q *ir.Query, why string) *Bulk {
	m := &Bulk{Way: &EachRow{}, Atomic: q.Many.Atomic, Why: "each row by itself: " + why}
	staged := b.staged(q)
	if staged == nil {
		return m
	}
	staged.From = cmp.Or(b.opts.StagedFrom, b.target.Bulk.Unlisted)
	m.Way, m.Few, m.Rows, m.Assumes = &Lists{Rounds: q.Many.Rounds, Staged: staged}, staged.From, staged.Rows,
		q.Many.Assumes
	m.Why = fmt.Sprintf("from %d rows on by COPY through a temporary table, %d at a time; fewer by the statement "+
		"itself, as lists cannot have them: %s", m.Few,
		m.Rows, why)
	return m
}

// demanded refuses to run each row by itself where the user demands one statement.
func (b *builder) demanded(q *ir.Query, m *Bulk) {
	if q.Many.One && m.Few == 0 {
		b.diags = append(b.diags, diag.Diagnostic{Code: diag.Unlike, Span: q.Span,
			Msg:  "one statement cannot take many rows of " + q.Name.SQL + ": " + m.Why,
			Hint: "without :bulk! each row is run by itself, all or none"})
	}
}

// plain is the statement without rounds, and the parameters by which the program tells that rows need none; none where
// the statement tells that itself, which takes the server longer.
func (b *builder) plain(q *ir.Query) (sql []ir.Part, key []int) {
	isNullable := func(n int) bool { return q.Params[n].Nullable }
	if q.Many.Distinct == nil || !b.target.Bulk.Distinct || slices.ContainsFunc(q.Many.Key, isNullable) {
		return q.Many.Plain, nil
	}
	return q.Many.Distinct, q.Many.Key
}

// keyKinds are the kinds of values that a program can tell apart as DuckDB does: none that it rounds, and none that has
// several values for one.
var keyKinds = map[ir.Kind]bool{ir.Bool: true, ir.Int8: true, ir.Int16: true, ir.Int32: true, ir.Int64: true,
	ir.HugeInt: true, ir.UInt8: true,
	ir.UInt16: true, ir.UInt32: true, ir.UInt64: true, ir.UHugeInt: true, ir.Text: true, ir.UUID: true, ir.Date: true,
	ir.TimestampTZ: true, ir.Enum: true}

// each plans the statement for each row, in the order of a key where that is faster and means the same.
func (b *builder) each(q *ir.Query) *Bulk {
	m := &Bulk{Way: &EachRow{}, Why: q.Many.Each, Atomic: q.Many.Atomic}
	if len(q.Many.Key) != 1 || b.target.Bulk.Sorts == 0 {
		return m
	}
	key := q.Many.Key[0]
	p := q.Params[key]
	if p.Override != nil || p.Nullable || p.Type.Kind != ir.Int64 {
		m.Why += ", in their order: which rows have one " + p.Name.SQL +
			" is told outside of the engine for integers only"
		return m
	}
	way := &SortedRows{Key: key, From: b.target.Bulk.Sorts, Rows: sortedRows}
	m.Assumes, m.Way = q.Many.Assumes, way
	m.Why += fmt.Sprintf("; from %d rows on %d at a time are sorted by %s, as the engine then goes through its "+
		"table once", way.From, way.Rows, p.Name.SQL)
	return m
}

// several is from how many rows on a call may run one statement for them. One row runs as the statement itself, which
// is the shortest way, and whose error is that of the row.
const several = 2

// few is with fewer than how many rows a call runs the statement for each.
func (b *builder) few() int { return max(several, cmp.Or(b.opts.BulkFrom, b.target.Bulk.Few)) }

func eachRow(why string) *Bulk {
	return &Bulk{Way: &EachRow{}, Why: "a statement for each row, in one transaction: " + why}
}

// from plans a statement that joins its rows from what the driver provides as a source of them.
func (b *builder) from(q *ir.Query) *Bulk {
	switch {
	case b.target.Bulk.Scans:
		return b.scans(q)
	case b.target.Bulk.Joins:
		return b.joined(q)
	case !b.target.Bulk.Source:
		return eachRow("the driver provides no source of rows that a statement joins")
	}
	if b.opts.Appender == "insert" {
		return eachRow("as the config asks for")
	}
	f := q.Many.From
	out := &Sourced{}
	for _, n := range f.Key {
		if t := q.Params[n].Type; q.Params[n].Override == nil &&
			(keyKinds[t.Kind] || t.Kind == ir.Timestamp && t.Precision == 6) {
			out.Key = append(out.Key, n)
		}
	}
	if len(f.Key) > 0 && len(out.Key) == 0 {
		return eachRow("which rows have one key is not told outside of DuckDB for " + q.Params[f.Key[0]].Type.SQL)
	}
	row := &ir.Row{Fields: ir.ParamFields(q.Params)}
	load, why, ok := b.source(row.Fields)
	if !ok {
		return eachRow(why)
	}
	columns := make([]string, len(row.Fields))
	for i, field := range row.Fields {
		columns[i] = "CAST(" + load.read(i) + " AS " + field.Type.Ref + ") AS " + f.Columns[i]
	}
	load.SQL, load.After = f.Before+"(\n  SELECT "+strings.Join(columns, ", ")+"\n  FROM ", "\n)"+f.After
	if f.Ordered {
		order := load.order()
		load.After, load.Sorts = order+load.After, order != ""
	}
	out.Load = &Appender{Appender: &ir.Appender{Name: q.Name, Table: &ir.Table{Name: q.Name}, Row: row, Span: q.Span},
		Load: load, Why: why}
	return &Bulk{Way: out, Few: b.few(), Rows: b.target.Bulk.Many, Assumes: q.Many.Assumes,
		Why: fmt.Sprintf("from %d rows on %s; fewer by the statement itself", b.few(), why)}
}

// joined plans a statement that joins its rows from a table of one call, which the driver's bulk insert fills.
func (b *builder) joined(q *ir.Query) *Bulk {
	row := &ir.Row{Fields: ir.ParamFields(q.Params)}
	declared, columns := make([]string, len(row.Fields)), make([]string, len(row.Fields))
	taken := map[string]bool{"rowid": true} // every table has that, and tells no upper case from lower
	for i, field := range row.Fields {
		name := strings.ToLower(field.Column)
		if taken[name] {
			return eachRow("the table of its rows cannot have one more column called " + field.Column)
		}
		taken[name] = true
		columns[i] = ir.Quote(field.Column)
		declared[i] = columns[i] + " " + field.Type.Ref
	}
	table := &ir.Table{Schema: engine.Find(b.target.Engine).Schema, Name: ir.NewName(joinedTable)}
	const from = "temp.main." + joinedTable
	order := "rowid"
	if b.target.Bulk.Appends {
		for order = "sqg_row"; taken[order]; {
			order += "_"
		}
	}
	all, keyed := joinedFrom(q.Many.From, columns, order, "")
	out := &Joined{SQL: all.Of(from), From: from, Keyed: keyed, Drop: "DROP TABLE " + from,
		Load: b.load(&ir.Appender{Name: q.Name, Table: table, Row: row, Span: q.Span})}
	if keyed != nil {
		if b.target.Bulk.Appends {
			declared = append(declared, order+" BIGINT")
		} else {
			out.keepOrder()
		}
	}
	out.Create = "CREATE TEMP TABLE " + joinedTable + " (" + strings.Join(declared, ", ") + ")"
	return b.joins(q, out, "a temporary table")
}

// scans plans a statement that joins its rows from a table function of the program.
func (b *builder) scans(q *ir.Query) *Bulk {
	out, columns := b.scannedOf(q)
	order := ""
	if q.Many.From.Ordered {
		order = inOrder
	}
	out.All, out.Keyed = joinedFrom(q.Many.From, columns, "n", order)
	return b.joins(q, out, "a table function")
}

// scannedOf has the parameters of many rows come from a table function, and returns what makes the values of each.
func (b *builder) scannedOf(q *ir.Query) (out *Scanned, columns []string) {
	row := &ir.Row{Fields: ir.ParamFields(q.Params)}
	columns = b.scanned(row.Fields)
	for i, field := range row.Fields {
		if isNativeColumn(field) { // others are cast already
			columns[i] += "::" + field.Type.Ref
		}
	}
	return &Scanned{Load: &Appender{Appender: &ir.Appender{Name: q.Name, Row: row, Span: q.Span},
		Load: scanOf(row.Fields)}}, columns
}

// joins says how a statement that joins its rows is run.
func (b *builder) joins(q *ir.Query, way Way, from string) *Bulk {
	m := &Bulk{Way: way, Few: b.few(), Rows: b.target.Bulk.Many, Assumes: q.Many.Assumes}
	m.Why = fmt.Sprintf("from %d rows on one statement, which joins them from %s; fewer by the statement itself", m.Few,
		from)
	return m
}

// joinedFrom are the statement that joins its rows, and how rows of one key are divided.
func joinedFrom(f *ir.From, columns []string, number, order string) (Around, *Keyed) {
	named := named(f, columns)
	all := Around{f.Before + "(\n  SELECT " + strings.Join(named, ", ") + "\n  FROM", order + "\n)" + f.After}
	return all, keyedBy(f, columns, named, number)
}

// named are the columns of the relation of the rows, with their names.
func named(f *ir.From, columns []string) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c + " AS " + f.Columns[i]
	}
	return out
}

// keepOrder has rows stand in the table as they came, also with preserve_insertion_order off: rows are numbered by one
// thread.
func (j *Joined) keepOrder() {
	const numbered = " QUALIFY row_number() OVER () > 0"
	switch load := j.Load.Load.(type) {
	case *Chunks:
		load.SQL += numbered
	case *Relation:
		load.SQL += numbered
	}
}

// joinedTable is the table of the rows that a statement joins.
const joinedTable = "sqg_rows"

// The crossovers of :bulk, which are those of the server: docs/language.md has what was measured.
const (
	stagedFrom = 2000
	stagedRows = 100_000
	sortedRows = 100_000
)

// staged brings rows into a table by COPY, where that has a representation of all values. What travels as text is text
// there.
func (b *builder) staged(q *ir.Query) *Staged {
	t := q.Many.Staged
	if t == nil || !b.target.Bulk.Stages {
		return nil
	}
	for i, p := range q.Params {
		// The program makes one text of such a list, where the table has a list of them.
		if p.Override != nil && q.Many.SQL == nil && q.Many.Params[i].Type.TextForm() == "text[]" {
			return nil
		}
	}
	row := &ir.Row{Fields: ir.ParamFields(q.Params)}
	load, refused := b.copied(row, "COPY "+t.Into+" FROM STDIN (FORMAT binary)", true)
	if refused != "" {
		return nil
	}
	text, _ := b.text(&ir.Query{SQL: t.SQL, Params: q.Many.Params[len(q.Params):]})
	return &Staged{From: cmp.Or(b.opts.StagedFrom, b.target.Bulk.From, stagedFrom), Rows: stagedRows, Create: t.Create,
		Drop: t.Drop, SQL: text[0].SQL,
		Load: &Appender{Appender: &ir.Appender{Name: q.Name,
			Table: &ir.Table{Schema: t.Schema, Name: ir.NewName(t.Table)}, Row: row, Span: q.Span}, Load: load,
			Qualified: true}}
}
