package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Describe compiles one statement and interprets its program.
func (s *session) Describe(ctx context.Context, in engine.Stmt) (*engine.Description, error) {
	d, err := s.describe(ctx, in)
	if err == nil && in.Many && d.Counts && len(d.Columns) == 0 && len(d.Params) > 0 {
		d.Set, err = s.set(in.SQL)
	}
	return d, err
}

func (s *session) describe(ctx context.Context, in engine.Stmt) (*engine.Description, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := describable(in.SQL); err != nil {
		return nil, err
	}
	if of, columns := told(in.SQL); columns != nil {
		return s.tells(ctx, in, of, columns)
	}
	if c := engine.CreationOf(engine.SQLite.Dialect, in); c != nil && c.Query != nil && len(in.Params) > 0 {
		return s.creates(ctx, in, c)
	}
	sch, err := s.loaded()
	if err != nil {
		return nil, err
	}
	sch.exchange(s.conn, true)
	defer sch.exchange(s.conn, false)
	s.conn.literally(true)
	defer s.conn.literally(false)
	st, used, fault := s.compile(sch, in.SQL)
	if fault != nil {
		return nil, s.explain(fault, in.SQL)
	}
	if st == nil {
		return nil, &engine.Error{Msg: "there is no statement here", Offset: 0}
	}
	defer st.close()
	if at := nextToken(in.SQL, used); at < len(in.SQL) {
		return nil, &engine.Error{Msg: "a second statement follows", Offset: at,
			Hint: "write one statement per QUERY or EXEC"}
	}
	if st.params() > len(in.Params) {
		return nil, &engine.Error{Msg: fmt.Sprintf("the statement has %d parameters, %d are known", st.params(),
			len(in.Params)), Offset: -1}
	}
	m := &s.machine
	m.rowHeld = sch.rowHeld && holdsRow(in.SQL)
	if st.columns() == 0 && len(in.Params) == 0 {
		m.ops = st.program(m.ops)
		if !slices.ContainsFunc(m.ops, func(o op) bool { return o.code == sqlite3.OP_HaltIfNull }) {
			return &engine.Description{Counts: counts(m.ops)}, nil
		}
	}
	if m.byCase = in.Sides; m.byCase {
		m.loads = map[int32]bool{}
	}
	fallback := m.guarded(func() error { return m.analyse(sch, st, in.Params) })
	d := m.description(st, in, fallback)
	if in.Reads {
		d.Reads = &ir.Reads{Why: st.writes(m.ops)}
	}
	m.byCase = false
	m.doubts(sch, in.Params, d)
	return d, nil
}

// compile prepares a statement, and once more where it opens table-valued functions that were not known before: what
// those filter by is heard only then.
func (s *session) compile(sch *schema, sql string) (*stmt, int, *sqlError) {
	clear(s.conn.filters.plans)
	st, used, fault := s.conn.prepare(sql)
	if st == nil {
		return st, used, fault
	}
	s.machine.ops = st.program(s.machine.ops)
	fresh := sch.functions(s.conn, s.machine.ops)
	for name, id := range fresh {
		if err := sch.loadFunction(s.conn, name, id); err != nil {
			delete(fresh, name)
		}
	}
	if len(fresh) == 0 {
		return st, used, fault
	}
	st.close()
	clear(s.conn.filters.plans)
	return s.conn.prepare(sql)
}

// doubts marks the columns whose description does not hold without what it takes for granted: that arithmetic on
// INTEGER stays INTEGER, and that declared types hold.
func (m *machine) doubts(sch *schema, hints []engine.ParamHint, d *engine.Description) {
	if d.Fallback != "" || len(d.Columns) == 0 {
		return
	}
	computes := slices.ContainsFunc(m.ops, func(o op) bool { return arithmetic[o.code] }) || m.types.rests(trusting)
	rests := computes && m.types.rests(trusting) || m.types.rests(overflow)
	m.decideParams(hints)
	for n := range m.params {
		m.params[n].types = kindStorage[m.params[n].final.Kind].may
	}
	if computes {
		m.doubtful(sch, overflow, d.Columns)
	}
	if rests {
		m.doubtful(sch, declared, d.Columns)
	}
}

// doubtful interprets the statement once more with a doubt, and marks what it makes another.
func (m *machine) doubtful(sch *schema, level doubt, columns []engine.Column) {
	m.types.doubt = level
	defer func() { m.types.doubt = trusting }()
	m.types.reset(sch)
	m.restart()
	fault := m.guarded(m.interpret)
	for i := range columns {
		c := &columns[i]
		storage, nullable := tAll, true
		if fault == "" && i < len(m.result) {
			storage, nullable = m.types.storage(m.result[i].Types), m.result[i].Null != infer.Never
		}
		fits := holds(c.Type)
		if level == declared && c.Overflow {
			fits |= tNumber
		}
		unsure := storage&^fits != 0 || nullable && !c.Nullable
		if level == overflow {
			c.Overflow = unsure
		} else {
			c.Declared = unsure
		}
	}
}

// guarded is why an interpretation did not come to its end, "" where it did.
func (m *machine) guarded(run func() error) (fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprintf("the analysis failed: %v", p)
		}
	}()
	if err := run(); err != nil {
		return err.Error()
	}
	return ""
}

// analyse interprets the statement, and once more if what the parameters turned out to be can make a difference.
func (m *machine) analyse(sch *schema, st *stmt, hints []engine.ParamHint) error {
	m.load(sch, st, len(hints))
	m.pair(hints)
	mattered := false
	for first := 0; first == 0 || first < len(m.apart); first += paramWindow {
		if first > 0 {
			m.decideParams(hints)
			m.types.reset(sch)
			m.restart()
		}
		m.trackParams(hints, first)
		if err := m.interpret(); err != nil {
			return err
		}
		mattered = mattered || m.mattered
	}
	if mattered && st.columns() > 0 {
		m.decideParams(hints)
		m.restart()
		if err := m.interpret(); err != nil {
			return err
		}
	}
	return nil
}

// interpret runs the program, with fewer states where telling all of them apart is too much.
func (m *machine) interpret() error {
	err := m.run()
	for errors.Is(err, errTooComplex) && !m.flat {
		m.coarse, m.flat = true, m.coarse
		m.restart()
		err = m.run()
	}
	return err
}

// load takes over the statement's program.
func (m *machine) load(sch *schema, st *stmt, params int) {
	m.schema, m.coarse, m.flat = sch, false, false
	m.types.reset(sch)
	m.ops = st.program(m.ops)
	filterArguments(m.ops)
	m.filters = st.c.filters.plans
	m.regCount, m.curCount = st.registers()+1, st.cursors()+1
	m.params = append(m.params[:0], make([]paramInfo, params+1)...)
	for n := range m.params {
		m.params[n].as = n
	}
	m.survey()
	m.restart()
}

// restart forgets what the interpretation found, but not what it learnt of parameters.
func (m *machine) restart() {
	m.types.forget()
	m.regs.reset()
	m.curs.reset()
	m.states.reset()
	clear(m.blocks[:cap(m.blocks)])
	m.blocks = slices.Grow(m.blocks[:0], len(m.ops))[:len(m.ops)]
	m.work, m.pushed, m.steps = m.work[:0], 0, 0
	m.contents = append(m.contents[:0], content{})
	m.byCursor = make([]int32, m.curCount)
	m.byRecord = make([]int32, len(m.ops))
	m.origins = map[cursorColumn]infer.Origin{}
	m.ofCursor = make([]infer.Origins, m.curCount)
	m.nOrigins = 0
	m.mattered = false
	m.result, m.cases, m.rowless, m.many = nil, cases{}, false, false
	m.lacks = map[string]bool{}
	m.unlike = map[[2]*column]bool{}
	for n := range m.params {
		m.nOrigins = max(m.nOrigins, int(m.params[n].origin))
	}
}

// contentOf is the content of the transient table that the cursor's number opens.
func (m *machine) contentOf(cur int32) int32 {
	return m.newContent(&m.byCursor[cur])
}

// recordOf is the content of the records made at pc.
func (m *machine) recordOf(pc int32) int32 { return m.newContent(&m.byRecord[pc]) }

func (m *machine) newContent(id *int32) int32 {
	if *id == 0 {
		*id = int32(len(m.contents))
		m.contents = append(m.contents, content{})
	}
	return *id
}

// paramWindow is how many parameters one interpretation tracks; a statement with more is interpreted again for the
// next.
const paramWindow = 24

// trackParams starts a window of parameters off: what the user said of them holds, anything else is open.
func (m *machine) trackParams(hints []engine.ParamHint, first int) {
	m.nOrigins = 0
	for i, n := range m.apart {
		p, h := &m.params[n], &hints[n-1]
		switch {
		case p.decided:
			p.types, p.origin = kindStorage[p.final.Kind].may, 0
		case i < first+paramWindow:
			p.null, p.tracked = infer.Maybe, true
			if h.Nullable == engine.No {
				p.null = infer.Never
			}
			a := atom{param: n}
			if h.Type != "" {
				a.typ, _ = Type(h.Type)
			}
			p.types = m.types.add(a)
			if !p.shared { // what is known of one is not known of the others
				m.nOrigins++
				p.origin = infer.Origin(m.nOrigins)
			}
		default:
			p.null, p.types = infer.Maybe, tAll
		}
	}
}

// decideParams fixes the types and nullness of the parameters that were tracked.
func (m *machine) decideParams(hints []engine.ParamHint) {
	for _, n := range m.apart {
		p := &m.params[n]
		if !p.tracked || p.decided {
			continue
		}
		d := m.param(p, &hints[n-1])
		p.null, p.decided, p.final = infer.Never, true, d.Type
		if d.Nullable {
			p.null = infer.Maybe
		}
		m.types.atomOf(p.types).typ = d.Type
	}
}

// param is what is known of a parameter at the end.
func (m *machine) param(p *paramInfo, h *engine.ParamHint) engine.Param {
	d := engine.Param{Type: p.final, Operand: p.operand}
	if !p.decided {
		d.Type = m.paramType(p)
	}
	if p.column != nil {
		d.Source = p.column.ref()
	}
	switch {
	case h.Type != "":
		d.Type, _ = Type(h.Type)
	case h.Sample != "" && (d.Type.Kind == ir.Unknown || d.Type.Kind == ir.Any && p.column == nil):
		if t := sampleType(h.Sample); t.Kind != ir.Unknown {
			d.Type = t
		}
	}
	if other := p.met[1]; other != nil && h.Type == "" {
		d.Clash = m.schema.said(p.met[0]) + " and " + m.schema.said(other)
	}
	into := p.into
	if into == (destinations{}) && p.rank <= triggered {
		into = p.fired
	}
	switch {
	case h.Nullable == engine.Yes:
		d.Nullable, d.Why = true, "declared nullable"
	case h.Nullable == engine.No:
		d.Why = "declared not null"
	case into.notNull != nil:
		d.Why = "assigned to " + into.notNull.table.name + "." + into.notNull.name + ", which is NOT NULL"
	case into.nullable != nil:
		d.Nullable, d.Why = true, "assigned to "+into.nullable.table.name+"."+into.nullable.name+", which is nullable"
	case p.column != nil && p.rank == compared:
		d.Why = "compared with " + p.column.table.name + "." + p.column.name + ", not declared nullable"
	default:
		d.Why = "not declared nullable"
	}
	return d
}

// said is a column with its type.
func (s *schema) said(c *column) string {
	return c.table.name + "." + c.name + " (" + s.types[c.decl].typ.SQL + ")"
}

func (m *machine) description(st *stmt, in engine.Stmt, fallback string) *engine.Description {
	d := &engine.Description{Fallback: fallback, Counts: counts(m.ops)}
	for n := range in.Params {
		as := m.params[n+1].as
		d.Params = append(d.Params, m.param(&m.params[as], &in.Params[n]))
		if a := m.types.atomOf(m.params[as].types); a != nil && a.param == as {
			a.typ = d.Params[n].Type
		}
	}
	for i := range st.columns() {
		c := engine.Column{Name: st.name(i), Nullable: true}
		switch {
		case fallback != "":
			c.Type, c.Why = anyType, fallback // a declared type is that of a compound's first arm
		case i >= len(m.result) || m.result[i].Null == infer.Unreached:
			c.Type, c.Declared, c.Why = columnType(st.declared(i)), true, "the statement never returns a row"
		default:
			v := &m.result[i]
			c.Type = m.types.resolve(v.Types)
			if t, ok := m.jsonType(v.Types); ok && !slices.Contains(in.Stays, c.Name) {
				c.Type = t
			}
			c.Nullable, c.Why = v.Null.Nullable(), v.Why.String()
			if v.Source > 0 {
				c.Source = m.schema.known(v.Source).ref()
			}
		}
		d.Columns = append(d.Columns, c)
	}
	if fallback == "" {
		m.sides(d.Columns)
		d.Lacks, d.Found = m.lacking(), st.columns() > 0 && !m.rowless
		if st.columns() > 0 {
			d.Single = m.single(in.SQL)
		}
	}
	for pair := range m.unlike {
		d.Never = append(d.Never, engine.Never{Column: m.schema.said(pair[0]),
			With: pair[1].table.name + "." + pair[1].name, Why: "JSON holds no bytes",
			Cure: "unhex(" + pair[1].name + ") makes bytes of hexadecimal digits"})
	}
	slices.SortFunc(d.Never, func(a, b engine.Never) int { return strings.Compare(a.Column+a.With, b.Column+b.With) })
	return d
}

// lacking are the columns that get nothing but NULL, which they do not take.
func (m *machine) lacking() (list []ir.ColumnRef) {
	for _, t := range m.schema.tables {
		for _, c := range t.columns {
			if m.lacks[t.name+"."+c.name] {
				list = append(list, c.ref())
				delete(m.lacks, t.name+"."+c.name)
			}
		}
	}
	return list
}
