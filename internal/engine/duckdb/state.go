package duckdb

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// use is one place of a parameter in a statement.
type use struct {
	start, end int
	n          int      // the parameter
	typ        *logical // nil where nothing there gives it one
}

// stating is a statement with the types written into it that DuckDB does not find.
type stating struct {
	text    string
	added   edits
	stated  map[int]bool   // the parameters that need a cast when they run
	casts   map[int]string // the types of all that are cast here
	outside map[int]string // the types of parameters that are no part of a plan: arguments of table functions
}

// state writes types to those parameters of a statement that DuckDB cannot type where they stand, or types otherwise
// than the user: the type that the user gives, or else the one that another use of the same parameter has. A parameter
// without a type leaves the whole statement without a plan, and DuckDB does not tell which it is; so each use is bound
// by itself, with NULL in place of the others.
func (s *session) state(ctx context.Context, stmt engine.Stmt) (*stating, error) {
	uses := usesOf(stmt.SQL)
	known := map[int]string{}
	for i := range uses {
		u := &uses[i]
		if u.typ = s.alone(ctx, stmt.SQL, uses, i, "$1"); u.typ != nil && known[u.n] == "" {
			known[u.n] = s.catalog.nameOf(u.typ)
		}
	}
	out := &stating{stated: map[int]bool{}, casts: map[int]string{}, outside: map[int]string{}}
	from := 0
	for i, u := range uses {
		hint := stmt.Params[u.n-1]
		if u.typ != nil && (hint.Type == "" || s.isOf(ctx, u.typ, hint.Type)) {
			continue
		}
		own := ownCast.FindString(stmt.SQL[u.end:])
		typ := cmp.Or(hint.Type, known[u.n], strings.TrimLeft(own, ": "), sampleType(hint.Sample))
		if typ == "" {
			return nil, untyped(hint.Name, u.start)
		}
		value := stmt.SQL[u.start:u.end]
		if s.alone(ctx, stmt.SQL, uses, i, "CAST($1 AS "+typ+")") == nil {
			value = "NULL" // what a table function returns depends on it: it is bound when it runs
			out.outside[u.n] = typ
		}
		out.casts[u.n] = typ
		out.stated[u.n] = out.stated[u.n] || own == "" || hint.Type != ""
		written := "CAST(" + value + " AS " + typ + ")"
		out.added = append(out.added, edit{u.start, len("CAST(")},
			edit{u.end, len(written) - len("CAST(") - (u.end - u.start)})
		out.text += stmt.SQL[from:u.start] + written
		from = u.end
	}
	out.text += stmt.SQL[from:]
	return out, nil
}

// isOf reports whether a type is the one that a name stands for.
func (s *session) isOf(ctx context.Context, t *logical, name string) bool {
	named, ok := s.Type(ctx, name)
	return ok && strings.EqualFold(named.Ref, s.catalog.nameOf(t))
}

// refused is an error in the statement as written here, with the place where the user sees it.
func (st *stating) refused(err error, stmt engine.Stmt) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	for n := range st.outside {
		if at := findParam(stmt.SQL, n); strings.Contains(e.Msg, "NULL") {
			return &engine.Error{Msg: "what this statement returns depends on ${" + stmt.Params[n-1].Name +
				"}, which is known only when it runs", Offset: at,
				Hint: "write the value; the path of a file is a source: add it to sources: in sqg.yaml and write ${sources_name}"}
		}
	}
	e.Offset = st.added.before(e.Offset)
	return err
}

// castTypes are the types that the user has cast parameters to, by number, where each stands first. A plan may have
// another: DuckDB takes the outermost of several casts for the parameter's type, an implicit one among them, yet runs
// all of them. A type of more words, or with parentheses of its own, is left to the plan.
func castTypes(sql string) map[int]string {
	out := map[int]string{}
	for _, u := range usesOf(sql) {
		if _, seen := out[u.n]; seen {
			continue
		}
		out[u.n] = ""
		if cast := castBehind.FindStringSubmatch(sql[u.end:]); cast != nil && !goesOn[strings.ToUpper(cast[2])] {
			out[u.n] = cast[1]
		} else if cast := castAs.FindStringSubmatch(sql[u.end:]); cast != nil && castBefore.MatchString(sql[:u.start]) {
			out[u.n] = cast[1]
		}
	}
	return out
}

// The ways of writing the cast of a parameter, and what tells that there is more of the type.
var (
	castBehind = regexp.MustCompile(`^\s*::\s*` + castType + `\s*(\w*|[(\[])`)
	castBefore = regexp.MustCompile(`(?i)\bcast\s*\(\s*$`)
	castAs     = regexp.MustCompile(`(?i)^\s+AS\s+` + castType + `\s*\)`)
	goesOn     = map[string]bool{"(": true, "[": true, "WITH": true, "WITHOUT": true, "PRECISION": true,
		"VARYING": true, "ARRAY": true}
)

const castType = `([A-Za-z_][A-Za-z_0-9.]*(?:\s*\([0-9, ]*\))?(?:\[[0-9]*\])*)`

// ownCast is a cast that the user has written behind a parameter.
var ownCast = regexp.MustCompile(`^\s*::\s*` + castType)

// edit is how many bytes state writes at a place of the statement.
type edit struct{ at, size int }

type edits []edit

// before is the place in the statement that a place in the text made of it stands for.
func (es edits) before(at int) int {
	for i := len(es) - 1; i >= 0; i-- {
		start := es[i].at
		for _, e := range es[:i] {
			start += e.size
		}
		switch {
		case at >= start+es[i].size:
			at -= es[i].size
		case at > start:
			at = start
		}
	}
	return at
}

func untyped(name string, at int) error {
	return &engine.Error{Msg: "cannot infer the type of ${" + name + "}", Offset: at, Untyped: true,
		Hint: "write a cast, ${" + name + "}::VARCHAR or what it is; or give it a sample (@set " + name +
			" = 1), or declare it in the annotation (params: {" + name + ": …})"}
}

// usesOf finds the parameters of a statement.
func usesOf(sql string) (uses []use) {
	for _, mark := range dialect.Marks(sql) {
		if n, err := strconv.Atoi(sql[mark[0]+1 : mark[1]]); err == nil {
			uses = append(uses, use{start: mark[0], end: mark[1], n: n})
		}
	}
	return uses
}

// alone is the type of one use of a parameter, written as given, where all others are NULL; nil where it has none.
func (s *session) alone(ctx context.Context, sql string, uses []use, i int, written string) *logical {
	var out strings.Builder
	from := 0
	for k, u := range uses {
		out.WriteString(sql[from:u.start])
		if k == i {
			out.WriteString(written)
		} else {
			out.WriteString("NULL")
		}
		from = u.end
	}
	plan, err := s.plan(ctx, out.String()+sql[from:])
	if err != nil {
		return nil
	}
	a := &analysis{params: map[string]*param{}}
	a.parameters(plan)
	if p := a.params["1"]; p != nil && p.typ.ID != "UNKNOWN" && p.typ.ID != "NULL" && p.typ.ID != "ANY" {
		return p.typ
	}
	return nil
}

// findParam is where the placeholder $n stands, or -1.
func findParam(sql string, n int) int {
	for _, u := range usesOf(sql) {
		if u.n == n {
			return u.start
		}
	}
	return -1
}

var literals = []struct {
	form *regexp.Regexp
	typ  string
}{
	{regexp.MustCompile(`^[+-]?\d{1,9}$`), "INTEGER"},
	{regexp.MustCompile(`^[+-]?\d{10,18}$`), "BIGINT"},
	{regexp.MustCompile(`^[+-]?\d*\.?\d+([eE][+-]?\d+)?$`), "DOUBLE"},
	{regexp.MustCompile(`(?i)^(true|false)$`), "BOOLEAN"},
	{regexp.MustCompile(`(?i)^date\s*'[^']*'$`), "DATE"},
	{regexp.MustCompile(`(?i)^timestamp\s*'[^']*'$`), "TIMESTAMP"},
	{regexp.MustCompile(`(?i)^timestamptz\s*'[^']*'$`), "TIMESTAMP WITH TIME ZONE"},
	{regexp.MustCompile(`(?s)^'([^']|'')*'$`), "VARCHAR"},
}

// sampleType is the type of an obvious literal, "" for anything else.
func sampleType(sample string) string {
	for _, l := range literals {
		if l.form.MatchString(strings.TrimSpace(sample)) {
			return l.typ
		}
	}
	return ""
}
