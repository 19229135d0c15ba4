package sqlite

import (
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/ir"
)

// single says why the statement returns at most one row; "" where it may return more.
func (m *machine) single(sql string) string {
	switch {
	case limitsToOne(sql):
		return "LIMIT"
	case m.many:
		return ""
	}
	for i := range m.ops {
		o := &m.ops[i]
		if o.code == sqlite3.OP_SeekRowid || o.code == sqlite3.OP_NotExists {
			if key := m.sought(int32(i)); key != "" {
				return "the key " + key
			}
		}
	}
	return "it goes through no table's rows"
}

// sought is the key of the table that the instruction at pc finds a row of; "" where it is not known.
func (m *machine) sought(pc int32) string {
	for i := range m.ops {
		if o := &m.ops[i]; opens[o.code] && o.p1 == m.ops[pc].p1 {
			if r := m.schema.roots[rootPage{o.p3, o.p2}]; r != nil && r.table.rowid != nil {
				return ir.KeyOf(r.table.name, r.table.rowid.name)
			}
		}
	}
	return ""
}

// limitsToOne reports whether a statement ends in LIMIT 1, or LIMIT 0: nothing behind it returns more rows.
func limitsToOne(sql string) bool {
	var words []string
	depth, at := 0, -1
	for t := scan(sql, 0); t.start < len(sql); t = scan(sql, t.end) {
		word := strings.ToUpper(sql[t.start:t.end])
		switch {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case depth == 0 && t.word && word == "LIMIT":
			at = len(words)
		}
		words = append(words, word)
	}
	if at < 0 || at+1 >= len(words) || words[at+1] != "1" && words[at+1] != "0" {
		return false
	}
	rest := words[at+2:]
	return len(rest) == 0 || rest[0] == ";" || rest[0] == "OFFSET" || rest[0] == "RETURNING"
}
