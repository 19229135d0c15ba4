package querytree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Many is how the statement for one row of parameters can be one for many rows.
type Many struct {
	Command int   // as a Query's commandType: Update, Insert, Delete
	Key     []int // numbers of the parameters of which rows that can meet have the same; nil where no two can
	Ordered bool  // rows must be taken in their order: what fills in columns counts up, or differs from call to call

	// of a parameter that ON CONFLICT may read as EXCLUDED has it: its column's number
	excluded map[int]int

	coerced map[int]string // of a parameter in Key: the type of the column, where that shortens or rounds values

	list uint32 // the type of the list that the one parameter of a DELETE may be; 0 where it may not
}

// Listed reports whether the one parameter of a DELETE may be a list: column = ANY (list).
func (m Many) Listed() bool { return m.list != 0 }

// Coerced is the type of the column that a parameter of Key goes into, where two of its values may be one there: as
// varchar(n) drops blanks, and numeric(p,s) rounds; "" where none may.
func (m Many) Coerced(param int) string { return m.coerced[param] }

// The commands that Many can be of.
const (
	Update = cmdUpdate
	Insert = cmdInsert
	Delete = cmdDelete
)

// Refused is why a statement cannot be one for many rows: its meaning could differ from that of a call for each row.
// The hint says what statement could, "" where nothing does.
type Refused struct{ Msg, Hint string }

func (r *Refused) Error() string { return r.Msg }

func refuse(hint, format string, args ...any) error {
	return &Refused{fmt.Sprintf(format, args...), hint}
}

// bulk is the work on one statement.
type bulk struct {
	*Catalog
	query   *Node
	target  uint32
	members []uint32     // the table and all that inherit from it
	family  string       // the same as a list in SQL
	table   string       // for messages
	stamped map[int]bool // numbers of columns that triggers set to the time
	many    Many
}

// Many decides whether one statement for many rows would mean what a call for each row means, in their order.
func (c *Catalog) Many(q *Node) (m Many, err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = Many{}, refuse("", "sqg does not understand what PostgreSQL made of it: %v", p)
		}
	}()
	b := &bulk{Catalog: c, query: q, stamped: map[int]bool{},
		many: Many{Command: q.int("commandType"), excluded: map[int]int{}, coerced: map[int]string{}}}
	for _, check := range []func() error{b.shape, b.tables, b.words, b.reached, b.key, b.uniques, b.references} {
		if err := check(); err != nil {
			return Many{}, err
		}
	}
	return b.many, nil
}

// shape refuses what is not one command on one table.
func (b *bulk) shape() error {
	if !slices.Contains([]int{Update, Insert, Delete}, b.many.Command) {
		return refuse("write INSERT … VALUES, UPDATE or DELETE", ":bulk is for INSERT, UPDATE and DELETE")
	}
	rtable := b.query.list("rtable")
	extra := 1
	if b.query.has("onConflict") && b.conflict().int("action") > onConflictNothing {
		extra = 2 // EXCLUDED
	}
	switch {
	case len(b.query.list("cteList")) > 0:
		return refuse("write the part behind WITH where it is used", ":bulk takes no WITH yet")
	case b.many.Command == Insert && len(rtable) > extra:
		return refuse("write INSERT … VALUES with one row of parameters",
			":bulk takes one row of VALUES, not several rows or SELECT")
	case len(rtable) > extra:
		return refuse("read the other table in a subquery: SET a = (SELECT …), WHERE EXISTS (SELECT …)",
			":bulk takes no second table beside the one that it changes")
	}
	b.over(rtable[b.query.int("resultRelation")-1].oid("relid"))
	return nil
}

// over takes a table, with all that inherit from it.
func (b *bulk) over(table uint32) {
	b.target, b.members = table, b.heirsOf(table)
	b.family = oidList(b.members)
}

// heirsOf are a table and all that inherit from it.
func (b *bulk) heirsOf(table uint32) []uint32 {
	family := []uint32{table}
	for i := 0; i < len(family); i++ {
		if r := b.relations[family[i]]; r != nil {
			family = append(family, r.children...)
		}
	}
	return family
}

// related are the tables that share rows with the one that is changed, as a list in SQL: those below it and above.
func (b *bulk) related() string {
	list := slices.Clone(b.members)
	for i := 0; i < len(list); i++ {
		for _, r := range b.rows("SELECT inhparent FROM pg_catalog.pg_inherits WHERE inhrelid = %d", list[i]) {
			if parent := oidOf(r[0]); !slices.Contains(list, parent) {
				list = append(list, parent)
			}
		}
	}
	return oidList(list)
}

func (b *bulk) conflict() *Node { return b.query.node("onConflict") }

// rows runs a query of the catalogue.
func (b *bulk) rows(sql string, args ...any) [][]string {
	found, err := b.Catalog.query(fmt.Sprintf(sql, args...))
	if err != nil {
		panic(err)
	}
	out := make([][]string, len(found))
	for i, r := range found {
		for _, v := range r {
			out[i] = append(out[i], string(v))
		}
	}
	return out
}

// firsts joins the first columns of rows, for messages.
func firsts(rows [][]string) string {
	var list []string
	for _, r := range rows {
		if !slices.Contains(list, r[0]) {
			list = append(list, r[0])
		}
	}
	return strings.Join(list, ", ")
}

// tables refuses targets of which a statement changes more than itself says, or less.
func (b *bulk) tables() error {
	b.table = b.relname(b.target)
	if b.target < firstNormal || !b.heirs(b.target, true, func(r *relation) bool { return r.isTable() && !r.ruled }) {
		return refuse("name the table itself", "%s is no plain table, or has rules", b.table)
	}
	return b.triggers()
}

// words refuses what a value of many rows cannot be.
func (b *bulk) words() (err error) {
	walk(b.query, func(n *Node) bool {
		switch {
		case err != nil:
		case n.Tag == "SETTODEFAULT" && b.many.Command != Insert:
			err = refuse("write the default's value", "DEFAULT in SET is nothing that many rows can share")
		case n.Tag == "VAR" && n.int("varattno") < 0:
			err = refuse("compare columns of the table", "a system column such as ctid or xmin changes with the row")
		}
		return err == nil
	})
	return err
}

func (b *bulk) relname(rel uint32) string {
	return b.rows("SELECT relname FROM pg_catalog.pg_class WHERE oid = %d", rel)[0][0]
}

// reached refuses what could read what earlier rows changed, and functions that may give each row something else.
func (b *bulk) reached() error {
	r := newReach(b.Catalog)
	for _, part := range b.query.fields {
		switch part.key {
		case "rtable": // those of the statement itself are the table, and EXCLUDED
		case "targetList", "onConflict":
			r.code(part.value, true)
		default:
			r.code(part.value, false)
		}
	}
	changed := b.changed()
	r.writes(changed...)
	if b.many.Command == Insert {
		b.filled(r)
	}
	ordered := false
	for _, f := range r.close() {
		if b.many.Command != Insert || !f.perCall || !r.functions[f.oid] {
			return refuse("",
				"the function %s may return something else for each row, or read what earlier rows changed", f.name)
		}
		ordered = true
	}
	b.many.Ordered = ordered || r.counts
	if r.sampled {
		return refuse("", "TABLESAMPLE takes another sample for each call")
	}
	return b.apart(r, changed)
}

// changed are the tables of which a statement changes rows.
func (b *bulk) changed() []uint32 {
	changed := slices.Clone(b.members)
	if b.many.Command == Delete {
		for _, r := range b.rows("SELECT conrelid FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confrelid IN (%s) AND confdeltype IN ('c', 'n', 'd')", b.family) {
			changed = append(changed, b.heirsOf(oidOf(r[0]))...)
		}
	}
	return changed
}

// filled adds the defaults of columns that an INSERT leaves out.
func (b *bulk) filled(r *reach) {
	var presets []string
	var types []uint32
	for _, row := range b.rows("SELECT attnum, atttypid, attidentity <> '' FROM pg_catalog.pg_attribute WHERE attrelid = %d AND attnum > 0 AND NOT attisdropped", b.target) {
		att, _ := strconv.Atoi(row[0])
		preset := b.relations[b.target].columns[int16(att)].preset
		switch {
		case row[2] == "t":
			r.counts = true
		case target(b.query.list("targetList"), att) != nil:
		case preset != "":
			presets = append(presets, preset)
		default:
			types = append(types, oidOf(row[1]))
		}
	}
	r.fills(presets, types)
}

// apart refuses relations that are read and may hold what earlier rows changed.
func (b *bulk) apart(r *reach, changed []uint32) error {
	for _, rel := range slices.Sorted(maps.Keys(r.relations)) {
		as := b.relname(r.relations[rel])
		known := b.relations[rel]
		switch {
		case slices.Contains(changed, rel):
			return refuse("", "it reads %s, which earlier rows change", as)
		case known == nil || known.kind == 'f':
			return refuse("read the tables below it",
				"it reads %s, which is no table here: it may be what earlier rows change", as)
		}
	}
	return nil
}

// key finds what tells rows apart that cannot meet in one row of the table.
func (b *bulk) key() error {
	if b.many.Command == Insert {
		return b.conflictKey()
	}
	assigned := b.assigned(b.query.list("targetList"))
	maps.Copy(assigned, b.stamped)
	generated := b.generated()
	for _, q := range conjuncts(b.query.node("jointree").node("quals")) {
		if n, att := b.equality(q); n > 0 && !slices.Contains(b.many.Key, n) && !assigned[att] && !generated[att] {
			b.many.Key = append(b.many.Key, n)
			b.list(q, att)
		}
	}
	if len(b.many.Key) == 0 {
		return refuse("write WHERE key = ${key}, of a column that SET does not change",
			"nothing tells which rows of %s a row of parameters hits: WHERE compares no column with a parameter by = alone", b.table)
	}
	return nil
}

// conjuncts are the conditions that all must hold.
func conjuncts(n *Node) []*Node {
	if n == nil {
		return nil
	}
	if n.Tag != "BOOLEXPR" || n.str("boolop") != "and" {
		return []*Node{n}
	}
	var out []*Node
	for _, a := range n.list("args") {
		out = append(out, conjuncts(a)...)
	}
	return out
}

// equality is the parameter and the column of the condition column = ${parameter}; 0 for any other. Two values that one
// row is equal to are then equal to each other, as PARTITION BY sees it.
func (b *bulk) equality(q *Node) (param, att int) {
	args := q.list("args")
	if q.Tag != "OPEXPR" || len(args) != 2 {
		return 0, 0
	}
	for i := range args {
		p, v := relabelled(args[i]), relabelled(args[1-i])
		if !isParam(p) || !b.isTarget(v) {
			continue
		}
		typ, _ := exprType(args[i])
		if b.equals(q.oid("opno"), typ) && b.deterministic(q.oid("inputcollid")) {
			return p.int("paramid"), v.int("varattno")
		}
	}
	return 0, 0
}

func (b *bulk) isTarget(n *Node) bool {
	return n != nil && n.Tag == "VAR" && n.int("varno") == b.query.int("resultRelation") && n.int("varlevelsup") == 0 &&
		n.int("varattno") > 0
}

// relabelled is an expression without the casts that leave the value as it is.
func relabelled(n *Node) *Node {
	for n != nil && (n.Tag == "RELABELTYPE" || n.Tag == "COERCETODOMAIN") {
		n = n.node("arg")
	}
	return n
}

// equals reports whether an operator is the equality that a type is sorted by.
func (b *bulk) equals(op, typ uint32) bool {
	const polymorphic = "3500, 2277, 3831, 4537, 2249" // anyenum, anyarray, anyrange, anymultirange, record
	of := strconv.Itoa(int(typ))
	if textTypes[typ] {
		of += ", 25"
	}
	return len(b.rows(`SELECT 1 FROM pg_catalog.pg_amop o JOIN pg_catalog.pg_opclass c ON c.opcfamily = o.amopfamily
WHERE o.amopmethod = 403 AND o.amopstrategy = 3 AND o.amopopr = %d AND c.opcmethod = 403 AND c.opcdefault AND c.opcintype IN (%s, %s)`,
		op, of, polymorphic)) > 0
}

// deterministic reports whether texts of a collation are equal only where their bytes are.
func (b *bulk) deterministic(collation uint32) bool {
	return len(b.rows("SELECT 1 FROM pg_catalog.pg_collation WHERE oid = %d AND NOT collisdeterministic",
		collation)) == 0
}

// assigned are the numbers of the columns that a target list assigns to.
func (b *bulk) assigned(list []*Node) map[int]bool {
	out := map[int]bool{}
	for _, t := range list {
		if !t.is("resjunk") {
			out[t.int("resno")] = true
		}
	}
	return out
}

// generated are the numbers of the columns that are computed from others.
func (b *bulk) generated() map[int]bool {
	out := map[int]bool{}
	for att, col := range b.relations[b.target].columns {
		out[int(att)] = col.generated != ""
	}
	return out
}

// Assumes says why many rows mean what each means, for people.
func (m Many) Assumes() []string {
	switch {
	case m.Command == Delete:
		return []string{"no row of parameters sees what another deletes",
			"a row of the table that several of them hit is deleted, and counted, once"}
	case m.Command != Insert:
		return []string{"rows of parameters with different keys change different rows of the table, and see nothing of each other",
			"rows of one key are run one after the other, in their order"}
	case len(m.Key) == 0:
		return []string{"rows are inserted in their order, and meet only where a unique index refuses or leaves out the later one"}
	case m.Ordered:
		return []string{"rows are inserted in their order; where two have one key, each is run by itself"}
	}
	return []string{"rows with different keys meet in no row of the table",
		"rows of one key are run one after the other, in their order"}
}
