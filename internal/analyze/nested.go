package analyze

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// A row with a list is put together from several rows, which have the columns of the row itself, its parent, in common.
// Columns of the parent must be a key of it, so that no two parents become one and nothing of a parent is lost. That is
// proven by the FROM clause up to the last table that the parent needs: what stands behind only repeats a row of that,
// or leaves it out. Of
//
//	SELECT o.id, c.name, i.id AS "items[].id" FROM orders AS o JOIN customers AS c ON … LEFT JOIN items AS i ON …
//
// id is such a key, because the engine finds at most one row of
//
//	SELECT 1 FROM (SELECT o.id, c.name FROM orders AS o JOIN customers AS c ON …) AS parent WHERE "id" = $1

const parentAlias = "parent"

// keyKinds are the kinds of values that a program compares as the engine does.
var keyKinds = []ir.Kind{ir.Bool, ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.UInt8, ir.UInt16, ir.UInt32, ir.UInt64,
	ir.Text, ir.UUID, ir.Enum}

// listOf is the path of the innermost list that a column is in, as items[].tags[]; "" for a column of the row itself.
func listOf(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if strings.HasSuffix(path[i], "[]") {
			return strings.Join(path[:i+1], ".")
		}
	}
	return ""
}

// nesting is a query whose rows have lists, while it is proven how its rows are put together.
type nesting struct {
	*unit
	block *syntax.Block // as the engine is given it
	given given
	query *ir.Query
	cut   *syntax.Select
	lists []string   // its lists' paths, each behind the one that it is in
	paths [][]string // of the columns

	from []syntax.Part // the beginning of FROM for what the last list is in
}

// nested proves how the rows of a query with lists are put together.
func (u *unit) nested(b *syntax.Block, g given, q *ir.Query) {
	n := &nesting{unit: u, block: b, given: g, query: q}
	for _, f := range q.Row.Fields {
		path := pathOf(f.Column, f.Source)
		n.paths = append(n.paths, path)
		if strings.HasSuffix(path[len(path)-1], "[]") && f.Column != f.Source.Column {
			n.refuse("name what it has, as in "+ir.Quote(f.Column+".id"),
				"%s is a list of objects, and the column has no name in it", f.Column)
			return
		}
		for list := listOf(path); list != "" && !slices.Contains(n.lists, list); list = outer(list) {
			n.lists = append(n.lists, list)
		}
	}
	slices.Sort(n.lists) // a list's path starts with that of the one around it
	if len(n.lists) == 0 || !n.allowed() {
		return
	}
	for _, list := range n.lists {
		if !n.key(outer(list)) || !n.there(list) {
			return
		}
	}
	n.begin(n.around(""))
	n.alone()
	n.sorted()
}

// outer is the list around a list.
func outer(list string) string { return listOf(strings.Split(list, ".")[:strings.Count(list, ".")]) }

func (n *nesting) refuse(hint, msg string, args ...any) bool {
	return n.fail(diag.BadList, hint, msg, args...)
}

func (n *nesting) fail(code diag.Code, hint, msg string, args ...any) bool {
	n.report(diag.Diagnostic{Code: code, Span: n.block.NameSpan, Msg: fmt.Sprintf(msg, args...), Hint: hint})
	return false
}

// allowed reports whether a statement may have such lists, by its form.
func (n *nesting) allowed() bool {
	b := n.block
	list := n.lists[0]
	for modifier, is := range map[string]bool{":pluck": b.Mods.Pluck, ":bulk": b.Mods.Bulk, ":page": b.Mods.Page} {
		if is {
			hint := "remove " + modifier + ", or select the columns of " + list + " by names without []"
			if b.Mods.Page {
				hint = "gather " + list + " by a query in the place of a value, which goes with :page, or remove :page"
			}
			return n.refuse(hint,
				"%s does not go with lists: it is about the rows that the engine returns, and of %s there is one for each of %s",
				modifier, b.Name, list)
		}
	}
	for i, path := range n.paths {
		for k, part := range path[:len(path)-1] {
			if !strings.HasSuffix(part, "[]") && listOf(path[k:]) != "" {
				return n.refuse("have the list in the row: "+ir.Quote(strings.Join(path[k+1:], ".")),
					"%s is a list in the object %s: a list is in a row, or in an object of another list",
					n.query.Row.Fields[i].Column, part)
			}
		}
	}
	for i, list := range n.lists {
		if i > 0 && outer(list) != n.lists[i-1] {
			first := n.lists[slices.IndexFunc(n.lists, func(other string) bool { return outer(other) == outer(list) })]
			return n.refuse("write a query for each list, the second with :bulk, which takes the keys of all rows at once",
				"%s and %s stand side by side: each row of one would come with each row of the other", first, list)
		}
	}
	if n.cut = b.Select(n.Engine.Dialect); n.cut == nil {
		return n.refuse("write it as SELECT … FROM …, with anything else in a query within: FROM (…) AS x JOIN …",
			"lists are made of the rows of one SELECT with a FROM, and %s is of another form", b.Name)
	}
	if n.cut.Limit {
		return n.refuse("say which rows have lists before they are joined: WHERE x.id IN (SELECT id FROM … ORDER BY … LIMIT …)", "LIMIT counts the rows that the engine returns, of which there are several for a row with a list: it would cut %s off", list)
	}
	if len(n.cut.Items) != len(n.paths) {
		return n.refuse("name the columns", "sqg does not find the columns of %s one by one in its SELECT list", b.Name)
	}
	return true
}

// in are the columns in a list, with those of lists in it.
func (n *nesting) in(list string) (columns []int) {
	for i, path := range n.paths {
		if own := listOf(path); own == list || list == "" || strings.HasPrefix(own, list+".") {
			columns = append(columns, i)
		}
	}
	return columns
}

// around are the columns of a list's objects and of all around it.
func (n *nesting) around(list string) (columns []int) {
	for i, path := range n.paths {
		if own := listOf(path); own == list || own == "" || strings.HasPrefix(list, own+".") {
			columns = append(columns, i)
		}
	}
	return columns
}

// subquery is the beginning of a query in the place of a value.
var subquery = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*\([(\s]*(SELECT|WITH|VALUES|FROM)\b`)
})

// there finds the column that is NULL where there is no object of a list. That has nothing to do with columns of what
// the list is in, which its objects may have, too, nor with what is computed. So are the columns of a subquery, though
// they have a source.
func (n *nesting) there(list string) bool {
	row := n.query.Row
	var own []int
	witness := -1
	for _, i := range n.in(list) {
		f := row.Fields[i]
		computed := f.Source.Table == "" && len(f.Sides) == 0 || subquery().MatchString(n.cut.Items[i].SQL)
		if computed || n.resolves([]int{i}, n.from) {
			continue
		}
		if own = append(own, i); listOf(n.paths[i]) != list {
			continue
		}
		if len(f.Sides) == 0 && !f.Nullable {
			return true
		}
		if len(f.Sides) > 0 && !f.Inner && (witness < 0 || len(f.Sides) < len(row.Fields[witness].Sides)) {
			witness = i
		}
	}
	if witness < 0 || slices.ContainsFunc(own,
		func(i int) bool { return !within(row.Fields[witness].Sides, row.Fields[i].Sides) }) {
		return n.fail(diag.ListKey, "select a column of it that is NOT NULL where there is one, such as its key",
			"nothing tells whether there is one of %s: no column of it is NULL where an outer join finds none, and only there", list)
	}
	row.Fields[witness].Tells = true
	return true
}

// candidates are the columns of a list's objects, or of the row, of which a key may be.
func (n *nesting) candidates(list string) (columns []int) {
	row := n.query.Row
	var missing []int // the sides that have no row where there is no object
	for _, i := range n.in(list) {
		if f := row.Fields[i]; f.Tells && listOf(n.paths[i]) == list {
			missing = f.Sides
		}
	}
	for i, path := range n.paths {
		f := row.Fields[i]
		null := f.Nullable && (f.Inner || len(f.Sides) == 0 || !within(f.Sides, missing))
		direct := list == strings.Join(path[:len(path)-1], ".")
		if !null && direct && slices.Contains(keyKinds, f.Type.Kind) && f.Type.Via == "" &&
			n.Engine.Keeps(f.Type.Kind) {
			columns = append(columns, i)
		}
	}
	return columns
}

var windowed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bOVER\b`) })

// key finds columns that tell the objects of a list apart, or with "" the rows.
func (n *nesting) key(list string) bool {
	what := "the row"
	if list != "" {
		what = "one of " + list
	}
	columns := n.around(list)
	for _, i := range columns {
		if windowed().MatchString(n.cut.Items[i].SQL) {
			return n.refuse("compute it in a query within: FROM (SELECT …, … OVER (…) AS x FROM …) AS y",
				"%s is of each row that the engine returns, and so it is no column of what has a list",
				n.query.Row.Fields[i].Column)
		}
	}
	if !n.begin(columns) {
		return n.fail(diag.ListKey,
			"select columns of the tables as they are, and compute others in a query within: FROM (SELECT …) AS x LEFT JOIN …",
			"the columns of %s are not those of tables in FROM alone: nothing tells that they are the same in all rows that it is made of", what)
	}
	if n.single(columns, n.bare(columns, n.from)) && !n.single(nil, n.from) {
		return n.refuse("compute it in a query within: FROM (SELECT …) AS x LEFT JOIN …",
			"a column of %s is computed of many rows, and so it is no column of what has a list", what)
	}
	var known []int // of the lists around
	for i, f := range n.query.Row.Fields {
		if f.Key {
			known = append(known, i)
		}
	}
	own := n.candidates(list)
	proves := func(key []int) bool { return len(key) > 0 && n.unique(columns, slices.Concat(known, key)) }
	key := own
	if i := slices.IndexFunc(own, func(i int) bool { return proves([]int{i}) }); i >= 0 {
		key = own[i : i+1]
	} else if !proves(own) {
		return n.unproven(list, columns)
	} else {
		for _, i := range slices.Backward(own) {
			if rest := slices.DeleteFunc(slices.Clone(key), func(k int) bool { return k == i }); proves(rest) {
				key = rest
			}
		}
	}
	for _, i := range key {
		n.query.Row.Fields[i].Key = true
	}
	return true
}

// unproven refuses a list whose key is not selected.
func (n *nesting) unproven(list string, columns []int) bool {
	inner := n.lists[slices.Index(n.lists, list)+1]
	what := "row"
	if list != "" {
		what = "object of " + list
	}
	return n.fail(diag.ListKey, n.cure(list, columns),
		"nothing tells which rows make %s of one %s: no columns of it are a key", inner, what)
}

// cure says which key is to be selected.
func (n *nesting) cure(list string, columns []int) string {
	cure := "declare a unique key of its table, of columns that are NOT NULL, and select them"
	for _, i := range columns {
		source := n.query.Row.Fields[i].Source
		t := n.tableOf(source)
		if listOf(n.paths[i]) != list || t == nil || len(t.Key) == 0 {
			continue
		}
		var missing []string
		for _, name := range t.Key {
			source.Column = name
			if slices.ContainsFunc(columns, func(k int) bool { return n.query.Row.Fields[k].Source == source }) {
				continue
			}
			if list != "" {
				name += " AS " + ir.Quote(list+"."+name)
			}
			missing = append(missing, name)
		}
		if missing != nil {
			return "add the key of " + source.Table + " to SELECT: " + strings.Join(missing, ", ")
		}
		cure = "begin FROM with the tables of what has the list, and join the tables of the list to them"
	}
	return cure
}

// tableOf is the table of a column; nil for none.
func (n *nesting) tableOf(c ir.ColumnRef) *ir.Table {
	for _, t := range n.unit.model.Tables {
		if slices.ContainsFunc(t.Columns, func(column ir.TableColumn) bool { return column.Source == c }) {
			return t
		}
	}
	return nil
}

// begin finds the shortest beginning of FROM that has all that columns need.
func (n *nesting) begin(columns []int) bool {
	n.from = nil
	for _, table := range n.cut.Tables {
		if n.from = slices.Concat(n.from, table.Parts); n.resolves(columns, n.from) {
			return true
		}
	}
	return false
}

// resolves reports whether a beginning of FROM has all that columns need.
func (n *nesting) resolves(columns []int, from []syntax.Part) bool {
	d, err := n.describe(n.bare(columns, from))
	if err != nil || len(d.Columns) != len(columns) {
		return false
	}
	for k, i := range columns { // SQLite takes "name" for a text where there is no such column
		if source := n.query.Row.Fields[i].Source; source != (ir.ColumnRef{}) && source != d.Columns[k].Source {
			return false
		}
	}
	return true
}

// bare is a SELECT of columns from a beginning of FROM.
func (n *nesting) bare(columns []int, from []syntax.Part, more ...syntax.Part) []syntax.Part {
	parts := append(slices.Clone(n.cut.With.Parts), n.literal("SELECT "))
	for k, i := range columns {
		if k > 0 {
			parts = append(parts, n.literal("\n, "))
		}
		parts = append(parts, n.cut.Items[i].Parts...)
	}
	return slices.Concat(parts, more, []syntax.Part{n.literal("\n")}, from)
}

// unique reports whether there is at most one row with the same values of some of the columns.
func (n *nesting) unique(columns, key []int) bool {
	tests := make([]compared, len(key))
	for k, i := range key {
		tests[k] = compared{n.query.Row.Fields[i].Column, n.typed(n.query.Row.Fields[i]), "="}
	}
	return n.one(n.bare(columns, n.from), tests)
}

// compared is a column that is compared with a parameter of a type.
type compared struct{ column, typ, operator string }

// one reports whether a query finds at most one row where columns have the values of parameters.
func (n *nesting) one(query []syntax.Part, tests []compared) bool {
	stmt := n.stmt(query)
	var conditions []string
	for _, c := range tests {
		stmt.Params = append(stmt.Params, engine.ParamHint{Name: c.column, Type: c.typ})
		conditions = append(conditions, fmt.Sprintf("%s %s %s", ir.Quote(c.column), c.operator,
			n.Engine.Placeholder(len(stmt.Params))))
	}
	stmt.SQL = "SELECT 1 AS one FROM (" + stmt.SQL + "\n) AS " + parentAlias + " WHERE " +
		strings.Join(conditions, " AND ")
	d, err := n.session.Describe(n.ctx, stmt)
	return err == nil && d.Single != ""
}

// single reports whether a query returns at most one row; of no columns, one with a constant.
func (n *nesting) single(columns []int, query []syntax.Part) bool {
	if columns == nil {
		query = slices.Concat(n.cut.With.Parts, []syntax.Part{n.literal("SELECT 1 AS one ")}, query)
	}
	d, err := n.describe(query)
	return err == nil && d.Single != ""
}

func (n *nesting) describe(parts []syntax.Part) (*engine.Description, error) {
	return n.session.Describe(n.ctx, n.stmt(parts))
}

// stmt is a statement of these parts, with its own numbering of parameters.
func (n *nesting) stmt(parts []syntax.Part) (stmt engine.Stmt) {
	var sql strings.Builder
	marks := map[int]string{}
	for _, part := range parts {
		if part.Param < 0 {
			sql.WriteString(part.Text)
			continue
		}
		i := n.given.order[part.Param]
		if n.given.params[i].FileSource {
			sql.WriteString(n.given.marks[i])
			continue
		}
		if marks[i] == "" {
			bound := 0
			for _, p := range n.given.params[:i] {
				if !p.FileSource {
					bound++
				}
			}
			stmt.Params = append(stmt.Params, n.given.stmt.Params[bound])
			marks[i] = n.Engine.Placeholder(len(stmt.Params))
		}
		sql.WriteString(marks[i])
	}
	stmt.SQL, stmt.Finite = sql.String(), n.Finite
	return stmt
}

// literal is text that sqg puts into a statement.
func (n *nesting) literal(text string) syntax.Part { return syntax.Part{Text: text, Param: -1} }

// alone says of a query of one row why there is at most one: conditions on the tables of the row itself leave no more.
func (n *nesting) alone() {
	if n.query.Result != ir.One || n.query.Single != "" {
		return
	}
	query := n.bare(n.around(""), n.from)
	where := "\nWHERE "
	for _, condition := range n.cut.Where {
		tested := slices.Concat(query, []syntax.Part{n.literal(where)}, condition.Parts)
		if d, err := n.describe(tested); err == nil {
			query, where, n.query.Single = tested, "\nAND ", d.Single
		}
	}
}

// sorted says whether all rows of one parent come one behind the other: ORDER BY begins with a key of it.
func (n *nesting) sorted() {
	columns := n.around("")
	var more []syntax.Part
	var keys []compared
	for i, key := range n.cut.Order {
		name := strings.Trim(strings.TrimSpace(key.SQL), `"`)
		column := slices.IndexFunc(n.query.Row.Fields,
			func(f ir.Field) bool { return strings.EqualFold(f.Column, name) })
		if number := 0; column < 0 {
			if _, err := fmt.Sscanf(name, "%d", &number); err == nil && fmt.Sprint(number) == name &&
				number <= len(n.paths) {
				column = number - 1
			}
		}
		alias := ""
		if column < 0 {
			alias = fmt.Sprintf("sorted_%d", i+1)
			more = slices.Concat(more, []syntax.Part{n.literal("\n, (")}, key.Parts,
				[]syntax.Part{n.literal(") AS " + alias)})
		} else if !slices.Contains(columns, column) {
			break
		} else {
			alias = n.query.Row.Fields[column].Column
		}
		query := n.bare(columns, n.from, more...)
		d, err := n.describe(query)
		if err != nil {
			break
		}
		c := d.Columns[slices.IndexFunc(d.Columns, func(c engine.Column) bool { return c.Name == alias })]
		same := "="
		if c.Nullable {
			same = n.Engine.Nulls.Same
		}
		keys = append(keys, compared{alias, n.typed(ir.Field{Type: c.Type}), same})
		if n.one(query, keys) {
			n.query.Adjacent = true
			return
		}
	}
	if n.query.Result == ir.All {
		n.report(diag.Diagnostic{Code: diag.NotAdjacent, Severity: diag.Notice, Span: n.block.NameSpan,
			Msg:  fmt.Sprintf("the rows of %s do not come one at a time: nothing tells that those of one list follow each other", n.block.Name),
			Hint: "to have an iterator, begin ORDER BY with a key of the row: ORDER BY " + n.keyed()})
	}
}

// keyed is the key of the row, for people.
func (n *nesting) keyed() string {
	var names []string
	for i, f := range n.query.Row.Fields {
		if f.Key && listOf(n.paths[i]) == "" {
			names = append(names, f.Column)
		}
	}
	return strings.Join(names, ", ")
}
