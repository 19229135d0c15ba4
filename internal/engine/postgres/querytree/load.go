package querytree

import (
	"fmt"
	"strconv"
)

// systems are the schemas of PostgreSQL's own tables and views.
const systems = "relnamespace IN ('pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)"

// viewSQL reads one of PostgreSQL's own views, of which few statements use any.
const viewSQL = "SELECT ev_action::text FROM pg_catalog.pg_rewrite WHERE rulename = '_RETURN' AND ev_class = %d"

// view is the text of a view's rule, "" for none.
func (c *Catalog) view(rel uint32) string {
	text, known := c.views[rel]
	if known || rel >= firstNormal || c.relations[rel] == nil || c.relations[rel].kind != 'v' {
		return text
	}
	if rows, err := c.query(fmt.Sprintf(viewSQL, rel)); err == nil && len(rows) == 1 {
		text = row(rows[0]).text(0)
	}
	c.views[rel] = text
	return text
}

// loads are the queries that read a schema, and what becomes of their rows. The names of all but PostgreSQL's own
// objects start at oid 16384; functions of its own that have no number for good start at 10000.
var loads = []struct {
	sql string
	row func(c *Catalog, r row)
}{
	{"SELECT oid, relkind FROM pg_catalog.pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND (oid >= 16384 OR " +
		systems + ")", func(c *Catalog, r row) {
		c.relations[r.oid(0)] = &relation{kind: r.text(1)[0], columns: map[int16]column{}}
	}},
	{`SELECT a.attrelid, a.attnum, a.attname, a.attnotnull, d.adbin::text, a.attgenerated <> '' FROM pg_catalog.pg_attribute a
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE (a.attrelid >= 16384 OR a.attrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relkind = 'r' AND ` + systems + `))
AND a.attnum > 0 AND NOT a.attisdropped AND (a.attnotnull OR a.atthasdef)`, func(c *Catalog, r row) {
		c.change(r, func(col *column) {
			if col.notNull = r.text(3) == "t"; r.text(5) == "t" {
				col.generated = r.text(4)
			} else {
				col.preset = r.text(4)
			}
		})
	}},
	{`SELECT n.conrelid, a.attnum, a.attname, n.contype, n.convalidated, n.conbin::text FROM pg_catalog.pg_constraint n
JOIN pg_catalog.pg_attribute a ON a.attrelid = n.conrelid AND a.attnum = n.conkey[1]
WHERE n.conrelid >= 16384 AND n.contype IN ('c', 'n') AND pg_catalog.cardinality(n.conkey) = 1`, func(c *Catalog, r row) {
		switch valid := r.text(4) == "t"; {
		case r.text(3) == "n" && !valid: // holds for new rows only
			c.change(r, func(col *column) { col.notNull = false })
		case r.text(3) == "c" && valid:
			c.change(r, func(col *column) { c.check(col, r.text(5)) })
		}
	}},
	{"SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits ORDER BY 1, 2", func(c *Catalog, r row) {
		if rel := c.relations[r.oid(0)]; rel != nil {
			rel.children = append(rel.children, r.oid(1))
		}
	}},
	// BEFORE, INSTEAD OF
	{"SELECT tgrelid, tgtype FROM pg_catalog.pg_trigger WHERE NOT tgisinternal AND tgtype & 66 <> 0",
		func(c *Catalog, r row) {
			if rel := c.relations[r.oid(0)]; rel != nil {
				rel.before |= int(r.oid(1))
			}
		}},
	{"SELECT ev_class FROM pg_catalog.pg_rewrite WHERE ev_type <> '1' AND ev_class >= 16384", func(c *Catalog, r row) {
		if rel := c.relations[r.oid(0)]; rel != nil {
			rel.ruled = true
		}
	}},
	{"SELECT oid, typbasetype, typnotnull FROM pg_catalog.pg_type WHERE typtype = 'd'", func(c *Catalog, r row) {
		c.domains[r.oid(0)] = domain{r.oid(1), r.text(2) == "t"}
	}},
	{"SELECT oid, typtype FROM pg_catalog.pg_type WHERE typtype = 'c' AND oid >= 16384 OR typcategory = 'A'",
		func(c *Catalog, r row) {
			if r.text(1) == "c" {
				c.rows[r.oid(0)] = true
			} else {
				c.arrays[r.oid(0)] = true
			}
		}},
	{`SELECT r.ev_class, r.ev_action::text FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
WHERE r.rulename = '_RETURN' AND c.relkind = 'v' AND c.oid >= 16384`, func(c *Catalog, r row) {
		c.views[r.oid(0)] = r.text(1)
	}},
	{"SELECT oid, proname, proisstrict, pronargs, prosqlbody::text FROM pg_catalog.pg_proc WHERE oid >= 10000",
		func(c *Catalog, r row) {
			c.functions[r.oid(0)] = function{name: r.text(1), strict: r.text(2) == "t", args: r.int(3)}
			if r[4] != nil {
				c.bodies[r.oid(0)] = r.text(4)
			}
		}},
	{`SELECT p.oid, p.proname, p.proisstrict, e.extname FROM pg_catalog.pg_extension e
JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid AND d.deptype = 'e'
JOIN pg_catalog.pg_proc p ON d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND p.oid = d.objid
WHERE NOT p.proretset AND p.prokind = 'f'`, func(c *Catalog, r row) {
		if known := ofExtensions[r.text(3)]; known[r.text(1)] {
			c.functions[r.oid(0)] = function{name: r.text(1), strict: r.text(2) == "t", never: withArgs}
		}
	}},
}

// Load reads a schema. version is the server's major version; query runs one statement and returns its rows as text,
// NULL as nil.
func Load(version int, query func(sql string) ([][][]byte, error)) (*Catalog, error) {
	c := &Catalog{builtin: builtins(version), functions: map[uint32]function{}, relations: map[uint32]*relation{},
		domains: map[uint32]domain{}, arrays: map[uint32]bool{}, rows: map[uint32]bool{}, views: map[uint32]string{},
		query: query, bodies: map[uint32]string{}, parsed: map[string]*Node{}}
	for _, l := range loads {
		rows, err := query(l.sql)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.sql, err)
		}
		for _, r := range rows {
			l.row(c, r)
		}
	}
	return c, nil
}

// change notes something of a column: its table, number and name come first in the row.
func (c *Catalog) change(r row, f func(*column)) {
	if rel := c.relations[r.oid(0)]; rel != nil {
		col := rel.columns[int16(r.int(1))]
		col.name = r.text(2)
		f(&col)
		rel.columns[int16(r.int(1))] = col
	}
}

// check notes what a constraint of one column proves.
func (c *Catalog) check(col *column, text string) {
	test, _ := parse(text)
	list := []*Node{test}
	if test != nil && test.Tag == "BOOLEXPR" && test.str("boolop") == "and" {
		list = test.list("args")
	}
	for _, t := range list {
		switch {
		case t == nil:
		case t.Tag == "NULLTEST" && t.int("nulltesttype") == isNotNull && !t.is("argisrow") && isColumn(t.node("arg")):
			col.notNull = true
		case t.Tag == "FUNCEXPR" && c.function(t.oid("funcid")).name == "isfinite" && t.oid("funcid") < firstOwn &&
			len(t.list("args")) == 1 && isColumn(t.list("args")[0]):
			col.low, col.high = true, true
		case t.Tag == "OPEXPR":
			c.checkRange(col, t)
		case forbidsNullElements(t):
			col.full = true
		}
	}
}

// checkRange notes which ends of the range of dates and times a comparison in a constraint refuses.
func (c *Catalog) checkRange(col *column, test *Node) {
	oid, _, args := callee(test)
	g := comparison.FindStringSubmatch(c.function(oid).name)
	if g == nil || oid >= firstOwn || len(args) != 2 {
		return
	}
	left, right := bounds(g[1], args[0], args[1], func(n *Node) bool { return infinite(n) == 0 })
	for i, ends := range [][]atomKind{left, right} {
		for _, end := range ends {
			col.high = col.high || isColumn(args[i]) && end == ceilingAtom
			col.low = col.low || isColumn(args[i]) && end == floorAtom
		}
	}
}

func isColumn(n *Node) bool { return n != nil && n.Tag == "VAR" }

// forbidsNullElements reports whether a constraint is array_position(col, NULL) IS NULL.
func forbidsNullElements(test *Node) bool {
	const arrayPosition = 3277
	call := test.node("arg")
	args := call.list("args")
	return test.Tag == "NULLTEST" && test.int("nulltesttype") == isNull && call.oid("funcid") == arrayPosition &&
		len(args) == 2 && args[0] != nil && args[0].Tag == "VAR" && args[1] != nil && args[1].is("constisnull")
}

type row [][]byte

func (r row) text(i int) string { return string(r[i]) }

func (r row) int(i int) int {
	n, _ := strconv.Atoi(string(r[i]))
	return n
}

func (r row) oid(i int) uint32 {
	n, _ := strconv.ParseUint(string(r[i]), 10, 32)
	return uint32(n)
}
