package sqlite

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/refusal"
)

// refused are the statements that cannot be a QUERY or EXEC, with what to do instead: SQLite may run a PRAGMA while it
// compiles it, unless that tells something only; EXPLAIN returns SQLite's internals, and the others change a
// transaction that the driver keeps account of.
var refused = slices.Concat(refusal.Transaction("BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"),
	refusal.List{
		{"PRAGMA", "a PRAGMA cannot be a query: SQLite may run it while it is only being prepared",
			"select from the table function instead, for example SELECT name FROM pragma_table_info('users'), " +
				"or run the PRAGMA where the connection is opened"},
		{"EXPLAIN QUERY PLAN"},
		{"EXPLAIN", "EXPLAIN returns SQLite's internals, which differ between versions",
			"write EXPLAIN QUERY PLAN, or run it in the sqlite3 shell"},
	})

// notInTransaction are the statements that a migration cannot hold: it runs in a transaction of the program.
var notInTransaction = slices.Concat(refusal.Allow("ROLLBACK TO"), refusal.Ends,
	refusal.Each(" cannot run inside of the transaction in which applyMigrations() applies a migration", "leave it out",
		"BEGIN"),
	refusal.Each(" does nothing inside of the transaction in which applyMigrations() applies a migration",
		"set it where the program opens the connection",
		"PRAGMA FOREIGN_KEYS", "PRAGMA JOURNAL_MODE", "PRAGMA SYNCHRONOUS"))

func describable(sql string) error {
	if _, tells := pragmaOf(sql); tells {
		return nil
	}
	commands := engine.SQLite.Dialect.Split(sql)
	if len(commands) == 0 {
		return nil
	}
	return refused.Command(commands[0])
}

// quotedName matches the messages of SQLite that name what is wrong.
var quotedName = sync.OnceValue(func() (list []*regexp.Regexp) {
	for _, pattern := range []string{
		`^near "(.*)": `,
		`^no such (?:column|table|function|view|index|trigger|collation sequence|module): (.*)$`,
		`^ambiguous column name: (.*)$`,
		`^table (?:\S+) has no column named (.*)$`,
		`^wrong number of arguments to function (.*)\(\)$`,
		`^unknown datatype for \S+: "(.*)"$`,
		`^missing datatype for (.*)$`,
		`^unrecognized token: "(.*)"$`,
	} {
		list = append(list, regexp.MustCompile(pattern))
	}
	return list
})

// explain makes SQLite's error about sql an engine.Error: where it is, and the nearest name that exists.
func (s *session) explain(e *sqlError, sql string) *engine.Error {
	out, name := e.placed(sql)
	out.Hint = s.hint(out.Msg, name, sql)
	if notThere().MatchString(out.Msg) {
		out.Msg += lacking(name)
	}
	return out
}

// placed is the error with its place in sql, and the name that it is about.
func (e *sqlError) placed(sql string) (out *engine.Error, name string) {
	msg, _ := strings.CutSuffix(e.msg, " - should this be a string literal in single-quotes?")
	out = &engine.Error{Msg: msg, Offset: e.offset}
	for _, re := range quotedName() {
		if g := re.FindStringSubmatch(msg); g != nil {
			name = g[1]
			break
		}
	}
	if out.Offset < 0 && name != "" {
		out.Offset = find(sql, name)
	} else if out.Offset >= 0 && strings.HasPrefix(msg, "no such column: ") { // it points to the table's name before it
		out.Offset = engine.Unqualified(sql, out.Offset)
	}
	return out, name
}

// find is where the name stands in sql outside of strings and comments, or -1.
func find(sql, name string) int {
	last := name[strings.LastIndexByte(name, '.')+1:]
	for i := 0; i < len(sql); {
		t := scan(sql, i)
		if text := strings.Trim(sql[t.start:t.end], "\"`[]"); strings.EqualFold(text, last) {
			return t.start
		}
		i = max(t.end, i+1)
	}
	return -1
}

// notThere are the messages about what SQLite lacks.
var notThere = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^no such (?:function|table|module): `) })

var olderFullText = regexp.MustCompile(`(?i)^fts[1-4]$`)

func (s *session) hint(msg, name, sql string) string {
	switch {
	case strings.HasPrefix(msg, "no such column"), strings.Contains(msg, "has no column named"):
		hint := didYouMean(name, s.columnNames(sql))
		if hint == "" && strings.HasPrefix(name, `"`) {
			hint = "double quotes name a column; write text in single quotes"
		}
		return hint
	case strings.HasPrefix(msg, "no such table"):
		hint := didYouMean(name, s.tableNames())
		if ofElsewhere(name) != "" {
			return "leave it out, or write what it does in SQL, such as WITH RECURSIVE for a series"
		}
		if hint == "" {
			hint = "statements are prepared, never run: create the table in a MIGRATE or BASELINE block"
		}
		return hint
	case strings.HasPrefix(msg, "no such function"):
		if hint := didYouMean(name, s.functionNames()); hint != "" && ofElsewhere(name) == "" {
			return hint
		}
		return declaring(name)
	case strings.HasPrefix(msg, "no such collation sequence"):
		return "if the program registers it, declare it in sqg.yaml: sqlite: {collations: [" + name + "]}"
	case strings.HasPrefix(msg, "no such module"):
		if olderFullText.MatchString(name) {
			return "the SQLite that sqg analyses with has FTS5, and not the older " + strings.ToUpper(name[:3]) +
				name[3:] +
				": write USING fts5; what differs is in SQLite's documentation of FTS5, appendix A"
		}
		if ofElsewhere(name) != "" {
			return "create a table with its columns in its place, in a TESTDATA; the program creates the virtual one"
		}
		var known []string
		_ = s.conn.query("SELECT name FROM pragma_module_list", func(r *stmt) { known = append(known, r.text(0)) })
		return didYouMean(name, known)
	case strings.HasPrefix(msg, "ambiguous column"):
		return "put the table's name or alias before it"
	case strings.HasPrefix(msg, "unknown datatype"), strings.HasPrefix(msg, "missing datatype"):
		return "STRICT tables know INT, INTEGER, REAL, TEXT, BLOB and ANY: leave STRICT out, or declare one of these and say in the annotation of a statement what it means"
	case strings.HasPrefix(msg, "incomplete input"):
		return "the statement ends too early"
	}
	return ""
}

func (s *session) tableNames() (names []string) {
	if sch, err := s.loaded(); err == nil {
		for _, t := range sch.tables {
			if t.listed() || t.kind == "view" {
				names = append(names, t.name)
			}
		}
	}
	return names
}

// columnNames are the columns of the tables that the statement mentions.
func (s *session) columnNames(sql string) (names []string) {
	sch, err := s.loaded()
	if err != nil {
		return nil
	}
	for _, t := range sch.tables {
		if find(sql, t.name) < 0 {
			continue
		}
		for _, c := range t.columns {
			names = append(names, c.name)
		}
	}
	return names
}

func (s *session) functionNames() (names []string) {
	_ = s.conn.query("SELECT DISTINCT name FROM pragma_function_list",
		func(r *stmt) { names = append(names, r.text(0)) })
	return names
}

// didYouMean names the known name that this one is likely a misspelling of.
func didYouMean(name string, known []string) string {
	return diag.DidYouMean(strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`[]"), known)
}
