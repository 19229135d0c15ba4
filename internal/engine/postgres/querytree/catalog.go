package querytree

import (
	"fmt"
	"strconv"
)

// ColumnRef is a column of a table or view: its pg_class oid and attnum. The zero value is none.
type ColumnRef struct {
	Rel uint32
	Att int16
}

// Catalog is what the analysis knows of a schema. It is read only once made.
type Catalog struct {
	version   int
	builtin   map[uint32]function
	functions map[uint32]function // of the schema and its extensions
	relations map[uint32]*relation
	domains   map[uint32]domain
	views     map[uint32]string // the text of the rule
	bodies    map[uint32]string // of SQL functions whose body was analysed when they were made

	parsed map[string]*Node
}

type column struct {
	name      string
	notNull   bool   // no row of this very table holds NULL
	generated string // the expression that it is computed with, as a tree
}

type relation struct {
	kind     byte             // relkind
	columns  map[int16]column // those of which there is something to say
	children []uint32
	triggers bool // that may change what a statement writes
	ruled    bool // other statements may run instead
}

// isTable reports whether it is a table that checks its constraints; foreign tables and materialized views do not.
func (r *relation) isTable() bool { return r.kind == 'r' || r.kind == 'p' }

type domain struct {
	base    uint32
	notNull bool
}

// firstOwn is the first oid that is not PostgreSQL's own for good.
const firstOwn = 10000

// Load reads a schema. version is the server's major version; query runs one statement and returns its rows as text, NULL
// as nil.
func Load(version int, query func(sql string) ([][][]byte, error)) (*Catalog, error) {
	c := &Catalog{version: version, builtin: builtins(version), functions: map[uint32]function{},
		relations: map[uint32]*relation{}, domains: map[uint32]domain{}, views: map[uint32]string{}, bodies: map[uint32]string{}, parsed: map[string]*Node{}}
	// The catalogue of not-null constraints came with version 18, and with it constraints that hold for new rows only.
	valid := "true"
	if version >= 18 {
		valid = "NOT EXISTS (SELECT FROM pg_catalog.pg_constraint n WHERE n.conrelid = a.attrelid AND n.contype = 'n' AND n.conkey[1] = a.attnum AND NOT n.convalidated)"
	}
	for _, load := range []struct {
		sql string
		row func(r row)
	}{
		{"SELECT c.oid, c.relkind FROM pg_catalog.pg_class c WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')", func(r row) {
			c.relations[r.oid(0)] = &relation{kind: r.text(1)[0], columns: map[int16]column{}}
		}},
		{"SELECT a.attrelid, a.attnum, a.attname, a.attnotnull AND " + valid + ", d.adbin::text FROM pg_catalog.pg_attribute a" +
			" LEFT JOIN pg_catalog.pg_attrdef d ON a.attgenerated <> '' AND d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid >= 16384 AND a.attnum > 0 AND NOT a.attisdropped AND (a.attnotnull OR a.attgenerated <> '')", func(r row) {
			if rel := c.relations[r.oid(0)]; rel != nil && rel.isTable() {
				rel.columns[int16(r.int(1))] = column{r.text(2), r.text(3) == "t", r.text(4)}
			}
		}},
		{"SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits ORDER BY 1, 2", func(r row) {
			if rel := c.relations[r.oid(0)]; rel != nil {
				rel.children = append(rel.children, r.oid(1))
			}
		}},
		{"SELECT tgrelid FROM pg_catalog.pg_trigger WHERE NOT tgisinternal AND tgtype & 66 <> 0", func(r row) { // BEFORE, INSTEAD OF
			if rel := c.relations[r.oid(0)]; rel != nil {
				rel.triggers = true
			}
		}},
		{"SELECT ev_class FROM pg_catalog.pg_rewrite WHERE ev_type <> '1' AND ev_class >= 16384", func(r row) {
			if rel := c.relations[r.oid(0)]; rel != nil {
				rel.ruled = true
			}
		}},
		{"SELECT oid, typbasetype, typnotnull FROM pg_catalog.pg_type WHERE typtype = 'd'", func(r row) {
			c.domains[r.oid(0)] = domain{r.oid(1), r.text(2) == "t"}
		}},
		{"SELECT ev_class, ev_action::text FROM pg_catalog.pg_rewrite JOIN pg_catalog.pg_class c ON c.oid = ev_class" +
			" WHERE rulename = '_RETURN' AND c.relkind = 'v' AND c.oid >= 16384", func(r row) {
			c.views[r.oid(0)] = r.text(1)
		}},
		{"SELECT oid, proname, proisstrict, prosqlbody::text FROM pg_catalog.pg_proc WHERE oid >= 10000", func(r row) {
			c.functions[r.oid(0)] = function{name: r.text(1), strict: r.text(2) == "t"}
			if r[3] != nil {
				c.bodies[r.oid(0)] = r.text(3)
			}
		}},
	} {
		rows, err := query(load.sql)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", load.sql, err)
		}
		for _, r := range rows {
			load.row(r)
		}
	}
	return c, nil
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

// stored is the tree of a view or function by its text; nil where it cannot be read.
func (c *Catalog) stored(text string) *Node {
	n, known := c.parsed[text]
	if !known && text != "" {
		n, _ = parse(text)
		c.parsed[text] = n
	}
	return n
}

// function is what is known of a function; the zero value where nothing is.
func (c *Catalog) function(oid uint32) function {
	if oid < firstOwn {
		return c.builtin[oid]
	}
	return c.functions[oid]
}

// heirs calls f for a table and, where inherited is set, for all that inherit from it (partitions among them), until f says
// no. It reports whether f never did.
func (c *Catalog) heirs(rel uint32, inherited bool, f func(uint32, *relation) bool) bool {
	r := c.relations[rel]
	if r == nil || !f(rel, r) {
		return false
	}
	if inherited {
		for _, child := range r.children {
			if !c.heirs(child, true, f) {
				return false
			}
		}
	}
	return true
}

// notNull reports whether no row of a table, or of one that inherits from it, holds NULL in the column. Heirs number their
// columns in their own way, and up to version 17 may drop the constraint; foreign tables never check theirs.
func (c *Catalog) notNull(ref ColumnRef, inherited bool) bool {
	r := c.relations[ref.Rel]
	if r == nil || !r.columns[ref.Att].notNull {
		return false
	}
	name := r.columns[ref.Att].name
	return c.heirs(ref.Rel, inherited, func(_ uint32, r *relation) bool {
		for _, col := range r.columns {
			if col.name == name {
				return col.notNull
			}
		}
		return false
	})
}

// plain reports whether what is written into a table is what the statement says: no trigger or rule has a part in it.
func (c *Catalog) plain(rel uint32) bool {
	return c.heirs(rel, true, func(_ uint32, r *relation) bool { return r.isTable() && !r.triggers && !r.ruled })
}

// refusesNull reports whether a domain, or one that it is made of, checks for NULL.
func (c *Catalog) refusesNull(typ uint32) bool {
	for range 100 {
		d, ok := c.domains[typ]
		if !ok {
			return false
		}
		if d.notNull {
			return true
		}
		typ = d.base
	}
	return false
}
