package sqlite

import (
	"regexp"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// heldFrame matches a frame that holds the row that it is of, in words with one space between them. RANGE with an
// offset is none: it computes with REAL, which may round past the row.
var heldFrame = regexp.MustCompile(`\b(RANGE (BETWEEN )?(CURRENT ROW|UNBOUNDED PRECEDING)( AND (CURRENT ROW|UNBOUNDED FOLLOWING))?|` +
	`(ROWS|GROUPS) (BETWEEN )?(CURRENT ROW|(UNBOUNDED|(\? )?\d+) PRECEDING)( AND (CURRENT ROW|(UNBOUNDED|(\? )?\d+) FOLLOWING))?)`)

// otherFrame matches what else says which rows a window function or an aggregate sees.
var otherFrame = regexp.MustCompile(`\b(PRECEDING|FOLLOWING|EXCLUDE|FILTER)\b`)

// holdsRow reports whether every frame in a text holds the row that it is of, with nothing left out.
func holdsRow(sql string) bool {
	var b strings.Builder
	for t := scan(sql, 0); t.start < len(sql); t = scan(sql, t.end) {
		if b.WriteByte(' '); t.word || t.end == t.start+1 {
			b.WriteString(strings.ToUpper(sql[t.start:t.end]))
		} else {
			b.WriteByte('"')
		}
	}
	return !otherFrame.MatchString(heldFrame.ReplaceAllString(b.String(), ""))
}

// firstOfFrame reports whether the instruction at pc asks whether a frame has a first row, which it has where it holds
// the row that it is of. SQLite's first_value() is Integer 1, Add the number of rows that left the frame, Gt that of
// rows that came into it, SeekRowid that never jumps, Column.
func (m *machine) firstOfFrame(pc int32) bool {
	if !m.rowHeld || pc < 2 || int(pc)+1 >= len(m.ops) {
		return false
	}
	one, add, more, seek := &m.ops[pc-2], &m.ops[pc-1], &m.ops[pc], &m.ops[pc+1]
	number := one.p2
	return one.code == sqlite3.OP_Integer && one.p1 == 1 &&
		add.code == sqlite3.OP_Add && add.p1 == number && add.p3 == number &&
		more.code == sqlite3.OP_Gt && more.p1 == add.p2+1 && more.p3 == number &&
		seek.code == sqlite3.OP_SeekRowid && seek.p3 == number && seek.p2 == 0
}
