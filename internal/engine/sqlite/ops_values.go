package sqlite

import (
	"math/bits"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// defineValues covers constants, parameters, copies, arithmetic, logic, casts and functions.
func defineValues() {
	define(flowNext, "w2", plain(stepLiteral), sqlite3.OP_Integer, sqlite3.OP_Int64, sqlite3.OP_Real,
		sqlite3.OP_String8, sqlite3.OP_String,
		sqlite3.OP_Blob)
	define(flowNext, "w2*^", plain(stepNull), sqlite3.OP_Null, sqlite3.OP_BeginSubrtn)
	define(flowNext, "w1", plain(func(_ *machine, s *state, o *op) { s.set(o.p1, null(nullWritten)) }),
		sqlite3.OP_SoftNull)
	define(flowNext, "w2", plain(func(m *machine, s *state, o *op) { s.set(o.p2, m.variable(int(o.p1))) }),
		sqlite3.OP_Variable)
	define(flowNext, "r1*3 w2*3 w1*3", plain(stepMove), sqlite3.OP_Move)
	define(flowNext, "r1*+ w2*+", plain(stepCopy), sqlite3.OP_Copy)
	define(flowNext, "r1 w2", plain(func(_ *machine, s *state, o *op) { s.regs[o.p2] = s.regs[o.p1] }),
		sqlite3.OP_SCopy, sqlite3.OP_IntCopy)
	define(flowNext, "r1 r2 w3", plain(stepArithmetic), sqlite3.OP_Add, sqlite3.OP_Subtract, sqlite3.OP_Multiply,
		sqlite3.OP_Divide,
		sqlite3.OP_Remainder)
	define(flowNext, "r1 r2 w3", plain(stepBits), sqlite3.OP_BitAnd, sqlite3.OP_BitOr, sqlite3.OP_ShiftLeft,
		sqlite3.OP_ShiftRight)
	define(flowNext, "r1 r2 w3", plain(stepLogic), sqlite3.OP_And, sqlite3.OP_Or)
	define(flowNext, "r1 r2 w3", plain(stepConcat), sqlite3.OP_Concat)
	define(flowNext, "r1 w2", plain(stepNot), sqlite3.OP_Not, sqlite3.OP_BitNot)
	define(flowNext, "r1 w2", plain(func(_ *machine, s *state, o *op) { s.set(o.p2, truth) }), sqlite3.OP_IsTrue)
	define(flowNext, "r1 w1", plain(func(_ *machine, s *state, o *op) { s.set(o.p1, counter) }), sqlite3.OP_AddImm)
	define(flowNext, "r1 r3 w2", plain(stepZeroOrNull), sqlite3.OP_ZeroOrNull)
	define(flowNext, "r1 w1", plain(stepRealAffinity), sqlite3.OP_RealAffinity)
	define(flowNext, "r1 w1", plain(stepCast), sqlite3.OP_Cast)
	define(flowNext, "r1*2 w1*2", plain(stepAffinity), sqlite3.OP_Affinity)
	define(flowNext, "r2*n w3", plain(stepFunction), sqlite3.OP_Function, sqlite3.OP_PureFunc)
	define(flowNext, "w1", plain(func(_ *machine, s *state, o *op) {
		if o.p1 != 0 {
			s.set(o.p1, address(0))
		}
	}), sqlite3.OP_CollSeq)
	define(flowNext, "r1*3 r2*3", nothing, sqlite3.OP_Compare)
	define(flowNext, "r1 r3 w2", plain(stepLimit), sqlite3.OP_OffsetLimit)
	define(flowNext, "w2", plain(func(_ *machine, s *state, o *op) { s.set(o.p2, counter) }), sqlite3.OP_ReadCookie,
		sqlite3.OP_Sequence, sqlite3.OP_NewRowid)
	define(flowNext, "w2", plain(func(_ *machine, s *state, o *op) { s.set(o.p2, rowCount) }), sqlite3.OP_Count)
	define(flowNext, "r1 w2", plain(func(_ *machine, s *state, o *op) { s.set(o.p2, counter) }), sqlite3.OP_GetSubtype)
}

var (
	literal     = infer.Why("a literal")
	nullWritten = &infer.Reason{Text: "NULL where no row or branch gives a value", Weak: true}
	divided     = infer.Why("division by zero is NULL")
	notANumber  = infer.Why("REAL arithmetic that meets infinities is NULL")
)

func stepLiteral(_ *machine, s *state, o *op) {
	v := never(0, finite, literal)
	switch o.code {
	case sqlite3.OP_Integer:
		v = number(int64(o.p1))
	case sqlite3.OP_Int64:
		v = number(int64(o.wide()))
	case sqlite3.OP_Real:
		v.Types = litReal
		v.Known, v.Over = realKnown(o.wide())
	case sqlite3.OP_Blob:
		v.Types, v.Known = tBlob, 0
	default:
		v.Types, v.Known, v.Text = textLiteral(o.p4), 0, s.pc+1
	}
	s.set(o.p2, v)
}

// number is an INTEGER that the statement says.
func number(n int64) value {
	v := never(litInt, finite|constant, literal)
	v.Const, v.Over = n, over(float64(n))
	if n == 0 || n == 1 {
		v.Types = litBool
	}
	if n != 0 {
		v.Known |= nonZero
	}
	return v
}

func stepNull(m *machine, s *state, o *op) {
	for r := o.p2; r <= max(o.p2, o.p3); r++ {
		if m.accumulator.has(r) {
			s.set(r, start())
		} else {
			s.set(r, null(nullWritten))
		}
	}
}

func stepMove(_ *machine, s *state, o *op) {
	for i := int32(0); i < o.p3; i++ {
		s.regs[o.p2+i] = s.regs[o.p1+i]
		s.regs[o.p1+i] = reg{}
	}
}

func stepCopy(_ *machine, s *state, o *op) {
	for i := int32(0); i <= o.p3; i++ {
		s.regs[o.p2+i] = s.regs[o.p1+i]
	}
}

// operation applies a rule to two operands.
func (m *machine) operation(s *state, o *op, r *rule) {
	args := [2]value{s.get(o.p1), s.get(o.p2)}
	m.touch(args[0])
	m.touch(args[1])
	s.set(o.p3, r.apply(args[:]))
}

func result(t typeSet) func([]value) typeSet {
	return func([]value) typeSet { return t }
}

// arithmetic are the instructions whose results on INTEGER may overflow to REAL.
var arithmetic = map[uint8]bool{sqlite3.OP_Add: true, sqlite3.OP_Subtract: true, sqlite3.OP_Multiply: true,
	sqlite3.OP_Divide: true}

var (
	bitRule    = rule{Nulls: nullIfArg, Strict: true, Known: finite, Result: result(tInt)}
	concatRule = rule{Nulls: nullIfArg, Strict: true, Result: result(tText)}
	logicRule  = rule{Nulls: nullIfArg, Known: finite, Result: result(tInt)}
	notRule    = rule{Nulls: nullIfArg, Strict: true, Known: finite, Result: result(tInt)}
)

func stepBits(m *machine, s *state, o *op) {
	m.operation(s, o, &bitRule)
	m.wants(s.get(o.p1), tInt)
	m.wants(s.get(o.p2), tInt)
}

func stepConcat(m *machine, s *state, o *op) {
	m.wants(s.get(o.p1), tText)
	m.wants(s.get(o.p2), tText)
	m.operation(s, o, &concatRule)
}

func stepLogic(m *machine, s *state, o *op) {
	m.truth(s.get(o.p1))
	m.truth(s.get(o.p2))
	m.operation(s, o, &logicRule)
}

func stepNot(m *machine, s *state, o *op) {
	args := [1]value{s.get(o.p1)}
	m.touch(args[0])
	if o.code == sqlite3.OP_Not {
		m.truth(args[0])
	} else {
		m.wants(args[0], tInt)
	}
	s.set(o.p2, notRule.apply(args[:]))
}

func stepZeroOrNull(_ *machine, s *state, o *op) {
	args := [2]value{s.get(o.p1), s.get(o.p3)}
	s.set(o.p2, bitRule.apply(args[:]))
}

// stepArithmetic: P3 = P2 op P1. INTEGER stays INTEGER, unless overflow to REAL is counted, too. REAL gives NULL where
// infinities cancel out, so only numbers known to be finite never do.
func stepArithmetic(m *machine, s *state, o *op) {
	right, left := s.get(o.p1), s.get(o.p2)
	m.operand(left, right)
	m.operand(right, left)
	if n, ok := folded(o.code, left, right); ok {
		s.set(o.p3, number(n))
		return
	}
	a, b := m.types.storage(left.Types), m.types.storage(right.Types)
	rule := rule{Nulls: nullIfArg, Strict: true}
	rule.Known, rule.Over = reach(o.code, left, right, a|b == tInt)
	types := tNumber
	switch {
	case a == tInt && b == tInt:
		types = tInt
		if m.types.doubt >= overflow && rule.Over >= 0 && o.code != sqlite3.OP_Remainder {
			types = tNumber
		}
	case a == tReal || b == tReal:
		types = tReal
	}
	if o.code == sqlite3.OP_Remainder && types != tInt {
		types = tNumber
	}
	if o.code == sqlite3.OP_Divide && right.Known&nonZero == 0 ||
		o.code == sqlite3.OP_Remainder && (right.Known&nonZero == 0 || b != tInt) { // x % 0.5 divides by 0
		rule.Nulls, rule.Why = nullMaybe, divided
	} else if mayBeNaN(o.code, left.Known, right.Known) {
		rule.Nulls, rule.Why = nullMaybe, notANumber
	}
	rule.Result = result(types)
	m.operation(s, o, &rule)
	if o.code != sqlite3.OP_Remainder { // which makes integers of its operands
		s.regs[o.p3].From = m.madeFrom(left, right)
	}
}

// folded computes with two INTEGERs that the statement says.
func folded(code uint8, left, right value) (n int64, ok bool) {
	const said = finite | constant
	if left.Null != infer.Never || right.Null != infer.Never || left.Known&right.Known&said != said ||
		left.Over > -32 || right.Over > -32 {
		return 0, false
	}
	a, b := left.Const, right.Const
	switch {
	case code == sqlite3.OP_Add:
		return a + b, true
	case code == sqlite3.OP_Subtract:
		return a - b, true
	case code == sqlite3.OP_Multiply:
		return a * b, true
	case b == 0:
	case code == sqlite3.OP_Divide:
		return a / b, true
	case code == sqlite3.OP_Remainder:
		return a % b, true
	}
	return 0, false
}

// reach is how far from 0 the result of an operation can be, and whether it is finite at all.
func reach(code uint8, left, right value, integers bool) (known, int16) {
	if left.Known&right.Known&finite == 0 {
		return 0, 0
	}
	over := max(left.Over, right.Over) + 1
	if min(left.Over, right.Over) <= 0 && over > summed {
		over--
	}
	switch code {
	case sqlite3.OP_Multiply:
		over = left.Over + right.Over - small
	case sqlite3.OP_Divide:
		switch {
		case !integers:
			return 0, 0 // by less than 1
		case right.Known&constant != 0 && right.Const != -1:
			over = min(left.Over, -1)
		default:
			over = left.Over
		}
	case sqlite3.OP_Remainder:
		over = 0
		if integers {
			over = min(left.Over, right.Over)
		}
	}
	if over > largest {
		return 0, 0
	}
	return finite, over
}

// mayBeNaN: infinities cancel out against each other, or against zero in a product.
func mayBeNaN(code uint8, left, right known) bool {
	const scale = finite | nonZero
	switch both, either := left&right, left|right; {
	case both&finite != 0 || code == sqlite3.OP_Remainder:
		return false
	case code == sqlite3.OP_Multiply:
		return left&scale != scale && right&scale != scale
	default:
		return either&finite == 0
	}
}

// stepRealAffinity makes REAL of what a REAL column was stored as.
func stepRealAffinity(m *machine, s *state, o *op) {
	v := s.regs[o.p1].value
	if m.ops[s.pc-1].code != sqlite3.OP_Column { // a VIRTUAL column is computed in its place
		v.Types &^= intReal
	}
	if m.types.storage(v.Types)&tInt != 0 {
		if v.Types &^= tInt | litBool | litInt; v.Types>>firstAtom == 0 {
			v.Types |= tReal
		}
	}
	s.set(o.p1, v)
}

// affinityTypes are the storage classes that CAST to an affinity gives.
var affinityTypes = map[int32]typeSet{
	sqlite3.SQLITE_AFF_BLOB: tBlob, sqlite3.SQLITE_AFF_TEXT: tText, sqlite3.SQLITE_AFF_NUMERIC: tNumber,
	sqlite3.SQLITE_AFF_INTEGER: tInt, sqlite3.SQLITE_AFF_REAL: tReal,
}

func stepCast(m *machine, s *state, o *op) {
	v := s.get(o.p1)
	to := affinityTypes[o.p2]
	m.wants(v, to)
	m.touch(v)
	was, known := m.types.storage(v.Types), v.Known
	cast := v.Cast | m.types.paramsOf(v.Types)
	if to == tText && m.mayBeJSON(v) { // which it stays
		to |= m.types.unknown()
	}
	v = v.Computed()
	v.Cast = cast
	v.Types, v.Known = to, 0
	if to != tReal && to != tNumber {
		v.From = 0
	}
	if to == tInt {
		v.Over = min(v.Over, 0)
	}
	if to == tInt || was&(tReal|tText|tBlob) == 0 || to&tText == 0 && known&finite != 0 {
		v.Known = finite
	}
	if v.Null == infer.Always {
		v.Known = finite | nonZero
	}
	s.set(o.p1, v)
}

// stepAffinity converts values on their way into a record or a comparison. A column's own values have its affinity
// already.
func stepAffinity(m *machine, s *state, o *op) {
	for i := int32(0); i < o.p2 && int(i) < len(o.p4); i++ {
		r := &s.regs[o.p1+i]
		r.Types = m.types.converted(r.Types, int32(o.p4[i]))
	}
}

// converted is what an affinity makes of a set. A declared type whose values it leaves what they are stays.
func (t *typeTable) converted(set typeSet, affinity int32) typeSet {
	out := t.storageConverted(set&(1<<firstAtom-1), affinity)
	for s := set >> firstAtom; s != 0; s &= s - 1 {
		i := bits.TrailingZeros64(uint64(s))
		may := kindStorage[t.atoms[i].typ.Kind].may
		if became := t.storageConverted(may, affinity); t.storage(became)&^may != 0 {
			out |= became
		} else {
			out |= 1<<(firstAtom+i) | became&intReal
		}
	}
	return out
}

func (t *typeTable) storageConverted(set typeSet, affinity int32) typeSet {
	from := t.storage(set)
	switch affinity {
	case sqlite3.SQLITE_AFF_TEXT:
		if from&tNumber != 0 {
			return set&^(tNumber|litBool|litInt|litReal|intReal) | tText
		}
	case sqlite3.SQLITE_AFF_NUMERIC, sqlite3.SQLITE_AFF_INTEGER:
		if from&(tText|tReal) != 0 {
			return from | tNumber
		}
	case sqlite3.SQLITE_AFF_REAL:
		if from&(tText|tNumber) != 0 {
			return from&^tInt | tReal | intReal
		}
	}
	return set
}

// recorded is a set as a record of a transient table holds it.
func (t *typeTable) recorded(set typeSet) typeSet {
	if set&intReal == 0 {
		return set
	}
	if set = set&^intReal | tInt; set>>firstAtom == 0 {
		set |= tReal
	}
	return set
}

func stepLimit(m *machine, s *state, o *op) {
	m.needsInt(s.get(o.p1))
	m.needsInt(s.get(o.p3))
	s.set(o.p2, counter)
}

func stepFunction(m *machine, s *state, o *op) {
	var room [16]value
	args := room[:0]
	for i := int32(0); i < o.n; i++ {
		args = append(args, s.get(o.p2+i))
	}
	name := strings.ToLower(o.p4)
	s.set(o.p3, m.makes(s.pc, name, args, m.call(name, args)))
}
