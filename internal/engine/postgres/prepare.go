package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// prepared is a statement that the server has analysed.
type prepared struct {
	*pgconn.StatementDescription
	tree   string
	types  []typeID // of the parameters
	stated []bool   // the user says the type, and the statement alone would not
}

// is reports whether the statement is one of these commands, by their CmdType.
func (p *prepared) is(commands string) bool {
	command, found := strings.CutPrefix(p.tree, "{QUERY :commandType ")
	return found && strings.IndexByte(commands, command[0]) >= 0
}

// counts reports whether the statement is an UPDATE, INSERT, DELETE or MERGE.
func (p *prepared) counts() bool { return p.is("2345") }

// reads reports whether the statement does nothing but read, as a cursor that outlives its transaction must.
func (p *prepared) reads() bool {
	return p.is("1") && !flagged(p.tree, ":hasModifyingCTE") && !flagged(p.tree, ":hasForUpdate")
}

// returnsNothing reports whether all columns are of the type void, as those of SELECT pg_notify('a', 'b') are: such a
// SELECT is run for what it does.
func (p *prepared) returnsNothing() bool {
	return len(p.Fields) > 0 && !slices.ContainsFunc(p.Fields,
		func(f pgconn.FieldDescription) bool { return f.DataTypeOID != ir.OIDVoid })
}

// flagged reports whether a flag is true anywhere in a tree, whose text is broken into lines at blanks.
func flagged(tree, name string) bool {
	for {
		_, rest, found := strings.Cut(tree, name)
		if !found {
			return false
		}
		if tree = rest; strings.HasPrefix(strings.TrimLeft(tree, " \n"), "true") {
			return true
		}
	}
}

// parse has the server analyse a statement whose parameters are of these types, 0 where it shall tell.
func (s *session) parse(ctx context.Context, sql string, params []uint32) (*prepared, error) {
	s.trees = s.trees[:0]
	d, err := s.conn.Prepare(ctx, "", sql, params)
	if err != nil {
		return nil, err
	}
	p := &prepared{StatementDescription: d}
	if n := len(s.trees); n > 0 {
		p.tree = s.trees[n-1]
	}
	return p, nil
}

// prepare analyses a statement. A type that the user declared holds; one that only the sample tells is taken where the
// server cannot do without.
func (s *session) prepare(ctx context.Context, in engine.Stmt) (*prepared, error) {
	declared := make([]typeID, len(in.Params))
	for i, h := range in.Params {
		if h.Type != "" {
			declared[i], _ = s.parseType(ctx, h.Type)
		}
	}
	given := make([]uint32, len(in.Params))
	p, err := s.parse(ctx, in.SQL, nil)
	alone := p
	again := false
	for i, t := range declared {
		if t.oid != 0 && (err != nil || i < len(p.ParamOIDs) && p.ParamOIDs[i] != t.oid) {
			given[i], again = t.oid, true
		}
	}
	if again {
		p, err = s.parse(ctx, in.SQL, given)
	}
	if err == nil && s.shapeless(ctx, in, p, given) {
		p, err = s.parse(ctx, in.SQL, given)
	}
	for err != nil && s.supply(ctx, err, in, given) {
		p, err = s.parse(ctx, in.SQL, given)
	}
	if err != nil {
		return nil, s.failure(ctx, err, in)
	}
	if len(p.ParamOIDs) > len(in.Params) {
		return nil, &engine.Error{Msg: fmt.Sprintf("the statement has %d parameters, %d are known", len(p.ParamOIDs),
			len(in.Params)), Offset: -1}
	}
	if err := analysed(in.SQL, p.tree); err != nil {
		return nil, err
	}
	if err := cmp.Or(s.planned(ctx, p, in), s.arbitrated(ctx, p, in)); err != nil {
		return nil, err
	}
	if n := len(p.ParamOIDs); n < len(in.Params) {
		return nil, &engine.Error{Msg: "parameters are not allowed in this statement",
			Offset: strings.Index(in.SQL, fmt.Sprintf("$%d", n+1)), Hint: takesNone}
	}
	casts := castDimensions(in)
	p.types, p.stated = make([]typeID, len(in.Params)), make([]bool, len(in.Params))
	for i := range p.types {
		if p.types[i] = declared[i]; declared[i].oid == 0 {
			p.types[i] = typeID{oid: p.ParamOIDs[i], mod: -1, dims: casts[i]}
		}
		p.stated[i] = given[i] != 0 && (alone == nil || alone.ParamOIDs[i] != given[i])
	}
	return p, nil
}

// castType is a cast of what stands before it to an array type.
var castType = regexp.MustCompile(`(?i)^\s*(?:::|\bAS\s)\s*(?:"(?:[^"]|"")*"|\([\d\s,]*\)|[\pL_][\pL\pN_$]*|\.|\s)+((?:\[\s*\d*\s*\]\s*)+)`)

// castDimensions counts the dimensions of the array types that parameters are cast to, 0 where they are to none. The
// server reads them over.
func castDimensions(in engine.Stmt) []int {
	dims := make([]int, len(in.Params))
	for _, at := range dialect.Marks(in.SQL) {
		n := paramNumber(in.SQL[at[0]:at[1]])
		if m := castType.FindStringSubmatch(in.SQL[at[1]:]); m != nil && n >= 1 && n <= len(dims) {
			dims[n-1] = max(dims[n-1], strings.Count(m[1], "["))
		}
	}
	return dims
}

// late is what the server accepts when it analyses a statement, and may find to be impossible when it plans it: the
// mark of it in the tree, what the error says, where it is written, and what to do.
type late struct {
	tree      treeMark
	says, sql *regexp.Regexp
	hint      string
}

// treeMark is what a tree holds of something: one of these, each of which starts with a word of its own. Go looks for a
// word much faster than for one of two.
type treeMark []*regexp.Regexp

func marked(exprs ...string) (m treeMark) {
	for _, e := range exprs {
		m = append(m, regexp.MustCompile(e))
	}
	return m
}

func (m treeMark) in(tree string) bool {
	return slices.ContainsFunc(m, func(r *regexp.Regexp) bool { return r.MatchString(tree) })
}

var onConflict = late{marked(`\{ONCONFLICTEXPR`), regexp.MustCompile(`ON CONFLICT`),
	regexp.MustCompile(`(?i)\bON\s+CONFLICT\b`), "name the columns of a unique index or constraint, or leave them out"}

var planLate = []late{
	onConflict,
	{marked(`\{ROWMARKCLAUSE`), regexp.MustCompile(`lock`),
		regexp.MustCompile(`(?i)\bFOR\s+(NO\s+KEY\s+)?(UPDATE|(KEY\s+)?SHARE)\b`),
		"name the tables whose rows shall be locked: FOR UPDATE OF name"},
	{marked(`:hasRecursive\s+true`), regexp.MustCompile(`recursive`), regexp.MustCompile(`(?i)\bUNION\b`),
		"write UNION ALL, or cast the column to a type that can be hashed"},
	{marked(`\{SETOPERATIONSTMT`), regexp.MustCompile(`implement (UNION|INTERSECT|EXCEPT)`),
		regexp.MustCompile(`(?i)\b(UNION|INTERSECT|EXCEPT)\b`),
		"cast the column to a type that can be compared, such as text"},
	{marked(`\{GROUPINGSET\b`, `:groupClause\s+\(`), regexp.MustCompile(`GROUP BY|grouping`),
		regexp.MustCompile(`(?i)\bGROUP\s+BY\b`),
		"cast the expression to a type that can be hashed and sorted, such as text"},
	{marked(`:distinctClause\s+\(`), regexp.MustCompile(`DISTINCT`), regexp.MustCompile(`(?i)\bDISTINCT\b`),
		"cast the expression to a type that can be compared, such as text"},
	{marked(`\{JOINEXPR\s+:jointype\s+2\b`), regexp.MustCompile(`FULL JOIN`), regexp.MustCompile(`(?i)\bFULL\b`),
		"join by equality, or write a LEFT JOIN and the rows of the other side with UNION ALL"},
}

// planned lets the server plan a statement that holds something of planLate. Planning computes what is constant, so it
// must not be able to write.
func (s *session) planned(ctx context.Context, p *prepared, in engine.Stmt) error {
	at := slices.IndexFunc(planLate, func(l late) bool { return l.tree.in(p.tree) })
	if at < 0 {
		return nil
	}
	if err := s.exec(ctx, "BEGIN READ ONLY"); err != nil {
		return err
	}
	err := s.exec(ctx, "EXPLAIN (GENERIC_PLAN) "+in.SQL)
	if err := s.exec(ctx, "ROLLBACK"); err != nil {
		return err
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || !neverPlanned[pg.Code] {
		return nil // whatever else there may be shows when it is prepared
	}
	e := s.explain(ctx, err, in.SQL, in.Params)
	var out *engine.Error
	if errors.As(e, &out) && pg.Position == 0 {
		out.Offset = -1
		for _, l := range planLate {
			if places := l.sql.FindAllStringIndex(in.SQL, -1); l.says.MatchString(pg.Message) && len(places) > 0 {
				out.Hint, out.Offset = l.hint, places[len(places)-1][0]
				break
			}
		}
	}
	return e
}

// neverPlanned are the errors that every run of a statement would end with.
var neverPlanned = map[string]bool{invalidReference: true, wrongObjectType: true, featureNotSupported: true}

// supply gives parameters a type where the server's error is that it cannot tell one: that of their other uses, or that
// of their samples. It reports whether there was any to give.
func (s *session) supply(ctx context.Context, err error, in engine.Stmt, given []uint32) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch n := untyped(pg, in); {
	case n > 0 && given[n-1] == 0:
		if gaveUp(pg) {
			given[n-1] = s.usedAs(ctx, in, n, given)
		}
		if given[n-1] == 0 {
			given[n-1] = s.sampled(ctx, in.Params[n-1])
		}
		return given[n-1] != 0
	case pg.Code == ambiguousFunction || pg.Code == undefinedFunction:
		found := false
		for i, h := range in.Params {
			if given[i] == 0 {
				given[i] = s.sampled(ctx, h)
				found = found || given[i] != 0
			}
		}
		return found
	}
	return false
}

// shapeless gives parameters the types of their samples where the server takes them for any record, as it does in a
// comparison with a composite value. It reports whether there was any to give.
func (s *session) shapeless(ctx context.Context, in engine.Stmt, p *prepared, given []uint32) bool {
	found := false
	for i := range min(len(given), len(p.ParamOIDs)) {
		if t := s.catalog.types[p.ParamOIDs[i]]; given[i] == 0 && t != nil && t.class == 'p' {
			given[i] = s.sampled(ctx, in.Params[i])
			found = found || given[i] != 0
		}
	}
	return found
}

// sampled is the type of a parameter's sample, 0 for none. The server says it, without computing the value.
func (s *session) sampled(ctx context.Context, h engine.ParamHint) uint32 {
	if h.Sample == "" {
		return 0
	}
	d, err := s.conn.Prepare(ctx, "", "SELECT "+h.Sample+"\n", nil)
	if err != nil || len(d.Fields) != 1 {
		return 0
	}
	return d.Fields[0].DataTypeOID
}

// usedAs is the type that a parameter has in those of its uses that tell one, 0 where none does or they differ: the
// server gives up on $1 IS NULL OR name = $1, since it looks at the first use first. So each use of any parameter gets
// a number of its own, and those that tell nothing are taken for text.
func (s *session) usedAs(ctx context.Context, in engine.Stmt, n int, given []uint32) uint32 {
	var sql strings.Builder
	var types []uint32 // by use
	var of []int       // the parameter of each use
	end := 0
	for _, at := range dialect.Marks(in.SQL) {
		param := paramNumber(in.SQL[at[0]:at[1]])
		if param < 1 || param > len(given) {
			return 0
		}
		types, of = append(types, given[param-1]), append(of, param)
		fmt.Fprintf(&sql, "%s$%d", in.SQL[end:at[0]], len(of))
		end = at[1]
	}
	if first := slices.Index(of, n); first < 0 || !slices.Contains(of[first+1:], n) {
		return 0 // there is no other use to ask
	}
	sql.WriteString(in.SQL[end:])
	mute := make([]bool, len(of))
	for range of {
		p, err := s.parse(ctx, sql.String(), types)
		if err == nil {
			return agreed(p.ParamOIDs, func(use int) bool { return of[use] == n && !mute[use] })
		}
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || !gaveUp(pg) {
			return 0
		}
		use := paramNumber(pg.Message) - 1
		if use < 0 || use >= len(of) || types[use] != 0 {
			return 0
		}
		types[use], mute[use] = ir.OIDText, true
	}
	return 0
}

// agreed is the one type that the uses have that count; 0 where they differ.
func agreed(types []uint32, counts func(use int) bool) uint32 {
	var found uint32
	for use, t := range types {
		switch {
		case !counts(use):
		case found != 0 && t != found:
			return 0
		default:
			found = t
		}
	}
	return found
}

// nearest is the name of the first parameter behind a place in a statement, or else the last before it.
func nearest(in engine.Stmt, offset int) string {
	name := ""
	for _, at := range dialect.Marks(in.SQL) {
		if n := paramNumber(in.SQL[at[0]:at[1]]); n > 0 && n <= len(in.Params) {
			name = in.Params[n-1].Name
		}
		if at[0] > offset {
			break
		}
	}
	return name
}

// mark is the placeholder that a text starts with.
func mark(sql string) string {
	if end := strings.IndexFunc(sql, func(r rune) bool { return r != '$' && (r < '0' || r > '9') }); end >= 0 {
		return sql[:end]
	}
	return sql
}

// gaveUp reports whether the error is that nothing gives a parameter its type; details say that several do.
func gaveUp(pg *pgconn.PgError) bool {
	return pg.Code == indeterminateType || pg.Code == ambiguousParameter && pg.Detail == ""
}

// untyped is the number of the parameter whose type the error is about, 0 for none.
func untyped(pg *pgconn.PgError, in engine.Stmt) int {
	n := 0
	switch {
	case pg.Code == indeterminateType || pg.Code == ambiguousParameter:
		n = paramNumber(pg.Message)
	case pg.Code == datatypeMismatch && strings.Contains(pg.Message, "type unknown") && pg.Position > 0:
		n = paramNumber(mark(in.SQL[byteOffset(in.SQL, int(pg.Position)):])) // it cannot be subscripted, or the like
	}
	if n > len(in.Params) {
		return 0
	}
	return n
}

// failure is what the server says is wrong with a statement; of a parameter without a type, what to write.
func (s *session) failure(ctx context.Context, err error, in engine.Stmt) error {
	e := s.explain(ctx, err, in.SQL, in.Params)
	var pg *pgconn.PgError
	var out *engine.Error
	if !errors.As(err, &pg) || !errors.As(e, &out) {
		return e
	}
	if n := untyped(pg, in); n > 0 && (gaveUp(pg) || pg.Code == datatypeMismatch) {
		name := in.Params[n-1].Name
		out.Untyped = true
		out.Msg = "cannot infer the type of ${" + name + "}"
		out.Hint = fmt.Sprintf("write ${%s}::type, such as ${%[1]s}::text, give it a sample of that type (@set %[1]s = 1), or declare it in the annotation (params: {%[1]s: …})", name)
		if out.Offset < 0 {
			out.Offset = strings.Index(in.SQL, fmt.Sprintf("$%d", n))
		}
	}
	if strings.HasPrefix(pg.Message, "operator") || pg.Code == ambiguousFunction {
		if name := nearest(in, out.Offset); name != "" {
			out.Hint = "where a parameter is meant to be of another type, write it: ${" + name + "}::type"
		}
	}
	return out
}
