package querytree

// ColumnRef is a column of a table or view: its pg_class oid and attnum. The zero value is none.
type ColumnRef struct {
	Rel uint32
	Att int16
}

// Catalog is what the analysis knows of a schema. It is not safe for concurrent use.
type Catalog struct {
	builtin   map[uint32]function
	functions map[uint32]function // of the schema and its extensions
	relations map[uint32]*relation
	domains   map[uint32]domain
	arrays    map[uint32]bool   // types
	rows      map[uint32]bool   // types of rows, which have fields
	views     map[uint32]string // the text of the rule
	query     func(sql string) ([][][]byte, error)
	bodies    map[uint32]string // of SQL functions whose body was analysed when they were made

	finite bool // no column holds infinity: the user says so

	unique     map[uint32][]unique // these three are read when they are needed
	equal      map[uint32][]uint32
	collations map[uint32]bool

	parsed map[string]*Node // by text: views, bodies and expressions are read when they are needed
}

type column struct {
	name      string
	notNull   bool   // no row of this very table holds NULL
	full      bool   // no array in this very table holds NULL
	low, high bool   // a constraint of this very table refuses -infinity, infinity
	generated string // the expression that it is computed with, as a tree
	preset    string // the expression of its default, as a tree
}

type relation struct {
	kind     byte             // relkind
	columns  map[int16]column // those of which there is something to say
	children []uint32
	before   int  // bits of the triggers that run before or instead of what a statement writes; 0 where there are none
	ruled    bool // other statements may run instead
}

// isTable reports whether it is a table that checks its constraints; foreign tables and materialized views do not.
func (r *relation) isTable() bool { return r.kind == 'r' || r.kind == 'p' }

type domain struct {
	base    uint32
	notNull bool
}

// firstNormal is the first oid of what users make.
const firstNormal = 16384

// firstOwn is the first oid that is not PostgreSQL's own for good.
const firstOwn = 10000

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

// heirs calls f for a table and, where inherited is set, for all that inherit from it (partitions among them), until f
// says no. It reports whether f never did.
func (c *Catalog) heirs(rel uint32, inherited bool, f func(*relation) bool) bool {
	r := c.relations[rel]
	if r == nil || !f(r) {
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

// notNull reports whether no row of a table, or of one that inherits from it, holds NULL in the column. Heirs number
// their columns in their own way, and up to version 17 may drop the constraint; foreign tables never check theirs.
func (c *Catalog) notNull(ref ColumnRef, inherited bool) bool {
	return c.everywhere(ref, inherited, func(col column) bool { return col.notNull })
}

// ElemNullable reports whether arrays in a column may hold NULLs, as far as constraints of its table tell: CHECK
// (array_position(col, NULL) IS NULL) is how to say that they do not.
func (c *Catalog) ElemNullable(ref ColumnRef) bool {
	return !c.everywhere(ref, true, func(col column) bool { return col.full })
}

// everywhere reports whether something holds of a column in a table and, where inherited is set, in all that inherit
// from it.
func (c *Catalog) everywhere(ref ColumnRef, inherited bool, holds func(column) bool) bool {
	r := c.relations[ref.Rel]
	if r == nil {
		return false
	}
	name := r.columns[ref.Att].name
	return c.heirs(ref.Rel, inherited, func(r *relation) bool {
		for _, col := range r.columns {
			if col.name == name {
				return r.isTable() && holds(col)
			}
		}
		return false
	})
}

// plain reports whether what is written into a table is what the statement says: no trigger or rule has a part in it.
func (c *Catalog) plain(rel uint32) bool { return c.keeps(rel, -1) }

// keeps reports whether every row that a statement writes into a table is written as it says: no trigger on the events
// and no rule changes one, or leaves it out.
func (c *Catalog) keeps(rel uint32, events int) bool {
	return c.heirs(rel, true, func(r *relation) bool { return r.isTable() && r.before&events == 0 && !r.ruled })
}

// mayBeArray reports whether values of a type may be arrays; true where the type is not known.
func (c *Catalog) mayBeArray(typ uint32) bool {
	for range 100 {
		d, ok := c.domains[typ]
		if !ok {
			break
		}
		typ = d.base
	}
	return typ == 0 || c.arrays[typ]
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
