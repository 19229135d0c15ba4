package sqlite

import (
	"slices"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// rank orders what a parameter's type can be learnt from; the best wins, and among equals the first in the program.
type rank uint8

const (
	unknown   rank = iota
	tested         // for truth
	reckoned       // an operand of arithmetic
	passed         // to a function or operator that wants a type
	triggered      // assigned by a trigger
	compared
	assigned
)

// paramInfo is what the interpretation learns of a parameter.
type paramInfo struct {
	null    infer.Nullness // as the analysis takes it
	types   typeSet        // its bit
	origin  infer.Origin
	rank    rank
	typ     typeSet // what it is compared with, passed as
	column  *column
	met     [2]*column   // that it is compared with or assigned to: the first, and one whose values are never the same
	into    destinations // by the statement
	fired   destinations // by triggers
	as      int          // the parameter that is interpreted in its place, or itself
	shared  bool         // it is interpreted in place of others, too
	tracked bool         // has had a bit of its own
	decided bool
	operand bool    // of arithmetic
	final   ir.Type // once decided
}

// destinations are the columns that a parameter is stored into.
type destinations struct {
	nullable *column // one that may be NULL, be it in some rows only, or as what it is cast to
	notNull  *column // one that may not, in every row
}

var paramNull = infer.Why("the parameter may be NULL")
var paramValue = infer.Why("the parameter is never NULL")

func (m *machine) variable(n int) value {
	p := &m.params[m.params[n].as]
	v := value{Value: infer.Value{Null: p.null, Origin: p.origin, Why: paramNull}, Types: p.types}
	if p.null == infer.Never {
		v.Why = paramValue
	}
	if m.types.storage(p.types) == tInt {
		v.Known = finite
	}
	return v
}

// touch notes that a value decided something in which a parameter's type or nullness has a part.
func (m *machine) touch(v value) {
	if m.mattered || v.Types>>firstAtom == 0 {
		return
	}
	m.mattered = m.types.withoutParams(v.Types) != v.Types
}

// learn notes a type; once the parameters are decided, what they are does not change any more. What a trigger does
// with a value counts for less than what the statement does.
func (m *machine) learn(p *paramInfo, r rank, t typeSet, c *column) {
	if p.decided {
		return
	}
	switch {
	case m.caller != nil && r == assigned:
		r = triggered
	case m.caller != nil:
		r = min(r, passed)
	}
	if p.rank < r || p.rank == r && p.column == nil && c != nil {
		p.rank, p.typ, p.column = r, t, c
	}
	switch {
	case c == nil || r < compared:
	case p.met[0] == nil:
		p.met[0] = c
	case p.met[1] == nil && m.schema.classes(p.met[0])&m.schema.classes(c) == 0:
		p.met[1] = c
	}
}

// classes are the storage classes of a column's values; a REAL can equal an INTEGER.
func (s *schema) classes(c *column) typeSet {
	may := kindStorage[s.types[c.decl].typ.Kind].may
	if may&tNumber != 0 {
		may |= tNumber
	}
	return may
}

// each calls f for every parameter that v can be.
func (m *machine) eachParam(v value, f func(*paramInfo)) {
	if v.Types>>firstAtom == 0 {
		return
	}
	m.types.each(v.Types, func(a *atom) {
		if a.param > 0 {
			f(&m.params[a.param])
		}
	})
}

// compared notes a comparison of two values.
func (m *machine) compared(a, b value) {
	if a.Source > 0 && b.Source > 0 {
		m.meets(m.schema.known(a.Source), m.schema.known(b.Source))
		m.meets(m.schema.known(b.Source), m.schema.known(a.Source))
	}
	m.comparedWith(a, b)
	m.comparedWith(b, a)
}

func (m *machine) comparedWith(a, b value) {
	m.reckonsLike(a, b)
	m.eachParam(a, func(p *paramInfo) {
		var c *column
		if b.Source > 0 {
			c = m.schema.known(b.Source)
		}
		switch t := m.types.withoutParams(b.Types); {
		case t == 0:
		case t&^(litBool|litInt) == 0 && c == nil: // as an operand: 7 does not say that it has no fractions
			m.reckon(p, tInt)
		default:
			m.learn(p, compared, t, c)
		}
	})
}

// meets notes a BLOB column that is compared with a value of JSON, which is never a BLOB.
func (m *machine) meets(a, b *column) {
	of := b.table.name
	if m.kind(a) == ir.Blob && m.kind(b) == ir.Any && (of == "json_each" || of == "json_tree") {
		m.unlike[[2]*column{a, b}] = true
	}
}

func (m *machine) kind(c *column) ir.Kind { return m.schema.types[c.decl].typ.Kind }

// mixed notes that v is a parameter on one path and something else on another, as in coalesce(?1, name).
func (m *machine) mixed(v value) {
	m.eachParam(v, func(p *paramInfo) {
		if t := m.types.withoutParams(v.Types); t != 0 {
			m.learn(p, passed, t, nil)
		}
	})
}

// comparedColumn notes a comparison with a column, or with the rowid where there is none.
func (m *machine) comparedColumn(v value, c *column, t typeSet) {
	if c != nil && v.Source > 0 {
		m.meets(c, m.schema.known(v.Source))
		m.meets(m.schema.known(v.Source), c)
	}
	if c != nil {
		m.reckons(v, m.schema.numbers(c))
	}
	m.eachParam(v, func(p *paramInfo) {
		if c != nil {
			t = m.types.column(c)
		}
		if c != nil && c.id == 0 {
			m.learn(p, compared, t, nil)
			return
		}
		m.learn(p, compared, t, c)
	})
}

// seeks notes the keys of a seek or a bound.
func (m *machine) seeks(s *state, c *cursor, o *op) {
	for i := int32(0); i < o.n; i++ {
		v := s.get(o.p3 + i)
		switch {
		case c.kind == onTree && c.root.index && int(i) < len(c.root.columns):
			if col := c.root.columns[i]; col != nil {
				m.comparedColumn(v, col, 0)
			}
		case c.kind == onTransient && int(i) < len(m.contents[c.row].fields):
			m.compared(v, m.contents[c.row].fields[i].value)
		}
	}
	if o.n == 0 && c.kind == onTree && !c.root.index {
		m.comparedColumn(s.get(o.p3), c.root.table.rowid, tInt)
	}
}

func (m *machine) needsInt(v value) { m.wants(v, tInt) }

// wants notes that an operation takes v as a type.
func (m *machine) wants(v value, t typeSet) {
	if t != tNumber {
		m.reckons(v, t)
	}
	m.eachParam(v, func(p *paramInfo) { m.learn(p, passed, t, nil) })
}

// truth notes that v is tested for being true.
func (m *machine) truth(v value) {
	m.eachParam(v, func(p *paramInfo) {
		if p.rank == unknown {
			m.learn(p, tested, m.types.boolean(), nil)
		}
	})
}

// operand notes that v meets w in arithmetic. It is a number like w; where w is another parameter, or computed from
// one, it is just a number.
func (m *machine) operand(v, w value) {
	m.reckonsLike(v, w)
	t := m.types.storage(m.types.withoutParams(w.Types)) & tNumber
	if w.From != 0 {
		t = 0
	}
	m.eachParam(v, func(p *paramInfo) {
		p.operand = true
		m.reckon(p, t)
	})
}

// reckonsLike notes that v, which may be computed from parameters, meets w.
func (m *machine) reckonsLike(v, w value) {
	if v.From != 0 && w.From == 0 {
		m.reckons(v, m.types.storage(m.types.withoutParams(w.Types)))
	}
}

// reckons notes that a number of a class is what the parameters that v is computed from come to: a REAL column says
// more of ?1 in ?1 / 100 than the 100 does.
func (m *machine) reckons(v value, t typeSet) {
	if v.From == 0 || t == 0 || t&^tNumber != 0 {
		return
	}
	m.types.each(v.From, func(a *atom) { m.reckon(&m.params[a.param], t) })
}

// reckon notes of which class a parameter is as an operand, 0 where it is just a number. That with fractions wins.
func (m *machine) reckon(p *paramInfo, t typeSet) {
	if p.decided || p.rank > reckoned {
		return
	}
	if p.rank < reckoned {
		p.rank, p.typ = reckoned, 0
	}
	if p.typ == 0 || p.typ == tInt && t&tReal != 0 {
		p.typ = t
	}
}

// numbers are the classes of a column that holds nothing but numbers, else 0.
func (s *schema) numbers(c *column) typeSet {
	switch typ := s.types[c.decl].typ; typ.Kind {
	case ir.Int64, ir.Float64, ir.Decimal:
		return kindStorage[typ.Kind].may
	}
	return 0
}

// storedIn notes that v becomes the value of a column.
func (m *machine) storedIn(v value, c *column) {
	m.reckons(v, m.schema.numbers(c))
	straight := v.Types>>firstAtom != 0 && m.types.withoutParams(v.Types) == 0
	m.eachParam(v, func(p *paramInfo) {
		m.learn(p, assigned, m.types.column(c), c)
		m.reaches(p, c, straight)
	})
	m.types.each(v.Cast, func(a *atom) { m.reaches(&m.params[a.param], c, false) })
}

// reaches notes that a parameter is stored into a column. Where that is not so in each row, another value may be there
// for one that is NULL, as with coalesce: what is NOT NULL says nothing then.
func (m *machine) reaches(p *paramInfo, c *column, always bool) {
	if p.decided {
		return
	}
	into := &p.into
	if m.caller != nil {
		into = &p.fired
	}
	switch {
	case !c.notNull:
		into.nullable = c
	case always:
		into.notNull = c
	}
}

// paramType is the type of the parameter from what was learnt.
func (m *machine) paramType(p *paramInfo) ir.Type {
	if p.rank == unknown {
		return ir.Type{}
	}
	if p.column != nil {
		return m.schema.types[p.column.decl].typ
	}
	if p.rank == reckoned && p.typ == 0 {
		return m.types.resolve(tNumber)
	}
	return m.types.resolve(p.typ)
}

// pair finds parameters that do the same, as those of an IN list and of the rows of VALUES: one is interpreted in place
// of all.
func (m *machine) pair(hints []engine.ParamHint) {
	uses := make([]int, len(m.params))
	for i := range m.ops {
		if m.ops[i].code == sqlite3.OP_Variable {
			uses[m.ops[i].p1]++
		}
	}
	last := make([]int32, m.regCount+1) // by register: where a parameter was put into it
	for i := range m.ops {
		o := &m.ops[i]
		if o.code != sqlite3.OP_Variable || uses[o.p1] != 1 {
			continue
		}
		before := last[o.p2]
		last[o.p2] = int32(i)
		if before == 0 || !m.sameUse(before, int32(i)) || !hints[m.ops[before].p1-1].Alike(hints[o.p1-1]) {
			continue
		}
		first := m.params[m.ops[before].p1].as
		m.params[o.p1].as, m.params[first].shared = first, true
	}
	m.apart = m.apart[:0]
	for n := 1; n < len(m.params); n++ {
		if m.params[n].as == n {
			m.apart = append(m.apart, n)
		}
	}
}

// longestUse is how many instructions are compared: VALUES have one or two per column.
const longestUse = 500

// sameUse reports whether two parameters go the same way from the instructions that read them, until no register holds
// anything that was made of them.
func (m *machine) sameUse(a, b int32) bool {
	made := []int32{m.ops[a].p2}
	for range longestUse {
		a, b = a+1, b+1
		if int(max(a, b)) >= len(m.ops) {
			return false
		}
		made = slices.DeleteFunc(made, func(r int32) bool { return !m.flow.live[a].has(r) && !m.flow.live[b].has(r) })
		if len(made) == 0 {
			return true
		}
		x, y := m.ops[a], m.ops[b]
		if x.code == sqlite3.OP_Variable {
			x.p1, y.p1 = 0, 0
		}
		if flow := opcodes[x.code].flow; x != y || flow != flowNext && flow != flowYield {
			return false
		}
		made = m.madeOf(made, &x)
	}
	return false
}

// madeOf is which registers hold something of those after an instruction.
func (m *machine) madeOf(regs []int32, o *op) []int32 {
	reads := false
	for _, a := range opcodes[o.code].access {
		if !a.write {
			a.each(o, m.regCount, func(r int32) { reads = reads || slices.Contains(regs, r) })
		}
	}
	for _, a := range opcodes[o.code].access {
		if a.write && reads {
			a.each(o, m.regCount, func(r int32) { regs = append(regs, r) })
		}
	}
	return regs
}

// madeFrom are the parameters that a number computed from the values is computed from.
func (m *machine) madeFrom(values ...value) (from typeSet) {
	for _, v := range values {
		from |= v.From | m.types.paramsOf(v.Types)
	}
	return from
}
