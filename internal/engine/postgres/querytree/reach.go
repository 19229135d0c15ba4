package querytree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// reach is what a statement reaches: the functions that run, and the tables that are read, wherever the statement, a
// view, a policy, a CHECK, a default, an index, a trigger's condition or an aggregate names them.
type reach struct {
	*Catalog
	functions map[uint32]bool // by oid: runs for each row by itself, and nowhere once for all of them
	relations map[uint32]uint32
	types     map[uint32]bool
	operators map[uint32]bool
	counts    bool // a sequence counts up
	sampled   bool // by TABLESAMPLE
	changes   bool // a query that it reaches changes rows
	locks     bool // FOR UPDATE and the like
}

func newReach(c *Catalog) *reach {
	return &reach{Catalog: c, functions: map[uint32]bool{}, relations: map[uint32]uint32{}, types: map[uint32]bool{},
		operators: map[uint32]bool{}}
}

// The questions of the closure. Each names what it finds; %s is a list of object ids.
const (
	// what else runs where rows are written to tables, or deleted from them
	writtenSQL = `SELECT conbin::text FROM pg_catalog.pg_constraint WHERE contype = 'c' AND conrelid IN (%[1]s)
UNION ALL SELECT d.adbin::text FROM pg_catalog.pg_attrdef d JOIN pg_catalog.pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
WHERE a.attgenerated <> '' AND d.adrelid IN (%[1]s)`
	conditionsSQL = "SELECT tgqual::text FROM pg_catalog.pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgqual IS NOT NULL AND tgrelid IN (%[1]s)"
	policiesSQL   = `SELECT pg_catalog.unnest(ARRAY[polqual::text, polwithcheck::text]) FROM pg_catalog.pg_policy WHERE polrelid IN (%[1]s)`
	columnsSQL    = "SELECT DISTINCT atttypid FROM pg_catalog.pg_attribute WHERE attnum > 0 AND NOT attisdropped AND attrelid IN (%[1]s)"

	// what compares values of the indexes of tables, and those of their partition keys; a function of internal alone is
	// given none, as by which pgvector's indexes learn how they are to work
	supportSQL = `WITH families AS (
SELECT o.opcfamily FROM pg_catalog.pg_index i JOIN pg_catalog.pg_opclass o ON o.oid = ANY (i.indclass::oid[]) WHERE i.indrelid IN (%[1]s)
UNION SELECT o.opcfamily FROM pg_catalog.pg_partitioned_table p JOIN pg_catalog.pg_opclass o ON o.oid = ANY (p.partclass::oid[]) WHERE p.partrelid IN (%[1]s))
SELECT p.amproc::oid FROM families JOIN pg_catalog.pg_amproc p ON p.amprocfamily = opcfamily
JOIN pg_catalog.pg_proc f ON f.oid = p.amproc AND f.proargtypes::text <> '2281'
UNION SELECT op.oprcode::oid FROM families JOIN pg_catalog.pg_amop a ON a.amopfamily = opcfamily JOIN pg_catalog.pg_operator op ON op.oid = a.amopopr
UNION SELECT op.oprcode::oid FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_operator op ON op.oid = ANY (c.conexclop) WHERE c.conrelid IN (%[1]s)`

	// the functions of operators, and those that sort by the user's own
	operatorsSQL = `SELECT oprcode::oid FROM pg_catalog.pg_operator WHERE oid IN (%[1]s)
UNION SELECT p.amproc::oid FROM pg_catalog.pg_amop a JOIN pg_catalog.pg_amproc p ON p.amprocfamily = a.amopfamily WHERE a.amopopr >= 16384 AND a.amopopr IN (%[1]s)`

	// the functions of aggregates
	aggregatesSQL = `SELECT DISTINCT f FROM pg_catalog.pg_aggregate a LEFT JOIN pg_catalog.pg_operator o ON o.oid = a.aggsortop,
pg_catalog.unnest(ARRAY[a.aggtransfn::oid, a.aggfinalfn::oid, a.aggcombinefn::oid, a.aggserialfn::oid, a.aggdeserialfn::oid,
a.aggmtransfn::oid, a.aggminvtransfn::oid, a.aggmfinalfn::oid, o.oprcode::oid]) f WHERE f <> 0 AND a.aggfnoid::oid IN (%[1]s)`

	// the constraints of domains, also of those that values of the types are made of
	domainsSQL = `WITH RECURSIVE t (oid) AS (SELECT oid FROM pg_catalog.pg_type WHERE oid IN (%[1]s) UNION
SELECT m.oid FROM t JOIN pg_catalog.pg_type y ON y.oid = t.oid LEFT JOIN pg_catalog.pg_range r ON r.rngtypid = y.oid OR r.rngmultitypid = y.oid
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = y.typrelid AND y.typrelid <> 0 AND a.attnum > 0,
LATERAL (VALUES (y.typbasetype), (y.typelem), (r.rngsubtype), (a.atttypid)) m (oid) WHERE m.oid <> 0)
SELECT c.conbin::text FROM t JOIN pg_catalog.pg_constraint c ON c.contypid = t.oid AND c.contype = 'c'`

	// the default of a domain, for a column without one
	defaultsSQL = "SELECT typdefaultbin::text FROM pg_catalog.pg_type WHERE typdefaultbin IS NOT NULL AND oid IN (%[1]s)"
)

// ask runs one of the questions about some objects, and returns the first columns of its rows that are not NULL.
func (r *reach) ask(sql string, oids ...uint32) (found []string) {
	if len(oids) == 0 {
		return nil
	}
	rows, err := r.query(fmt.Sprintf(sql, oidList(oids)))
	if err != nil {
		panic(err)
	}
	for _, row := range rows {
		if row[0] != nil {
			found = append(found, string(row[0]))
		}
	}
	return found
}

func oidList(oids []uint32) string {
	list := make([]string, len(oids))
	for i, oid := range oids {
		list[i] = strconv.Itoa(int(oid))
	}
	return strings.Join(list, ", ")
}

// typeKeys are the fields of nodes that name the type of a value that is made or converted there.
var typeKeys = []string{"resulttype", "paramtype", "funcresulttype", "opresulttype", "typeId", "row_typeid",
	"array_typeid", "vartype", "casetype", "coalescetype", "minmaxtype", "aggtype", "typid"}

// code adds what expressions and queries reach. each says that they run for each row by themselves; what a query within
// them has may run once for all.
func (r *reach) code(v any, each bool) {
	walk(v, func(n *Node) bool {
		for _, key := range []string{"funcid", "opfuncid", "aggfnoid", "winfnoid"} {
			if oid := n.oid(key); oid != 0 {
				r.function(oid, each)
			}
		}
		for _, key := range []string{"opno", "eqop", "sortop"} { // a stored tree need not name their functions
			if oid := n.oid(key); oid != 0 {
				r.operators[oid] = true
			}
		}
		for _, oid := range n.numbers("opnos") {
			r.operators[uint32(oid)] = true
		}
		for _, key := range typeKeys {
			if oid := n.oid(key); oid >= firstNormal {
				r.types[oid] = true
			}
		}
		r.counts = r.counts || n.Tag == "NEXTVALUEEXPR"
		r.sampled = r.sampled || n.Tag == "TABLESAMPLECLAUSE"
		if n.Tag == "QUERY" {
			r.changes = r.changes || n.int("commandType") != cmdSelect
			r.locks = r.locks || len(n.list("rowMarks")) > 0
		}
		if (n.Tag == "RANGETBLENTRY" || n.Tag == "RTE") && n.int("rtekind") == rteTable {
			r.reads(n.oid("relid"), n.oid("relid"))
		}
		if each && (n.Tag == "SUBLINK" || n.Tag == "QUERY") {
			for _, f := range n.fields {
				r.code(f.value, false)
			}
			return false
		}
		return true
	})
}

func (r *reach) function(oid uint32, each bool) {
	known, seen := r.functions[oid]
	r.functions[oid] = each && (known || !seen)
}

// reads adds a relation, those that inherit from it, and what is behind a view and in policies. As is what the
// statement calls it.
func (r *reach) reads(rel, as uint32) {
	if _, seen := r.relations[rel]; seen {
		return
	}
	r.relations[rel] = as
	if known := r.Catalog.relations[rel]; known != nil {
		for _, child := range known.children {
			r.reads(child, as)
		}
	}
	if text := r.view(rel); text != "" {
		r.stores(text)
	}
	r.stores(r.ask(policiesSQL, rel)...)
}

// stores adds what trees reach that the catalogue stores.
func (r *reach) stores(texts ...string) {
	for _, text := range texts {
		tree := r.stored(text)
		if tree == nil {
			panic("a stored expression cannot be read")
		}
		r.code(tree, false)
	}
}

// writes adds what runs where rows of tables are written or deleted.
func (r *reach) writes(tables ...uint32) {
	r.stores(r.ask(writtenSQL, tables...)...)
	r.stores(r.ask(conditionsSQL, tables...)...)
	r.stores(r.ask(policiesSQL, tables...)...)
	for _, f := range r.ask(supportSQL, tables...) {
		r.function(oidOf(f), false)
	}
	for _, t := range r.ask(columnsSQL, tables...) {
		r.types[oidOf(t)] = true
	}
}

// fills adds the defaults that an INSERT takes: of columns, or of their types where they have none.
func (r *reach) fills(presets []string, types []uint32) {
	for _, text := range append(presets, r.ask(defaultsSQL, types...)...) {
		r.code(r.stored(text), true)
	}
}

func oidOf(text string) uint32 {
	n, _ := strconv.ParseUint(text, 10, 32)
	return uint32(n)
}

// close follows what is reached until nothing more is: domains, operators, aggregates, and functions that say that they
// are STABLE and whose body PostgreSQL keeps analysed. It returns the functions that nothing proves to give every row
// the same, by name: those that are volatile, and the user's own STABLE ones.
func (r *reach) close() (unsure []called) {
	done := map[uint32]bool{}
	for {
		r.stores(r.ask(domainsSQL, taken(r.types)...)...)
		for _, f := range r.ask(operatorsSQL, taken(r.operators)...) {
			r.function(oidOf(f), false)
		}
		var next []uint32
		for oid := range r.functions {
			if !done[oid] {
				next = append(next, oid)
			}
			done[oid] = true
		}
		if len(next) == 0 {
			return unsure
		}
		slices.Sort(next)
		for _, f := range r.ask(aggregatesSQL, next...) {
			r.function(oidOf(f), false)
		}
		unsure = append(unsure, r.unsure(next)...)
	}
}

// taken empties a set, and returns what was in it.
func taken(set map[uint32]bool) (oids []uint32) {
	for oid := range set {
		oids = append(oids, oid)
	}
	clear(set)
	slices.Sort(oids)
	return oids
}

// called is a function that may return something else for each call, or read what changed.
type called struct {
	oid      uint32
	name     string
	volatile bool
	perCall  bool // PostgreSQL's own, that an INSERT may call for each row, in the order of the rows
}

// perCall are PostgreSQL's own functions that an INSERT may call for each row.
const perCall = "'nextval', 'random', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'clock_timestamp', 'timeofday'"

// unsureSQL lists functions that are not immutable. PostgreSQL's own that are STABLE read no tables but those of
// to_xml.
const unsureSQL = `SELECT oid, proname, provolatile = 'v', oid < %d AND proname IN (%s) FROM pg_catalog.pg_proc WHERE oid IN (%s) AND provolatile <> 'i'
AND (provolatile = 'v' OR oid >= %[1]d OR proname LIKE '%%to\_xml%%') ORDER BY proname`

func (r *reach) unsure(oids []uint32) (list []called) {
	rows, err := r.query(fmt.Sprintf(unsureSQL, firstNormal, perCall, oidList(oids)))
	if err != nil {
		panic(err)
	}
	for _, found := range rows {
		f := called{row(found).oid(0), row(found).text(1), row(found).text(2) == "t", row(found).text(3) == "t"}
		if body := r.stored(r.bodies[f.oid]); body != nil && !f.volatile {
			r.code(body, false)
			continue
		}
		list = append(list, f)
	}
	return list
}
