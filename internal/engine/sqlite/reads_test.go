package sqlite

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestReads: another connection to the file, which only reads, runs each query that is said to only read, and refuses
// those that change rows or read what is temporary.
func TestReads(t *testing.T) {
	const schema = `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE VIRTUAL TABLE note USING fts5(text); CREATE TEMP TABLE scratch (id INTEGER);
CREATE VIEW named AS SELECT name FROM item`
	s := enginetest.Open(t, Open, schema).(*session)
	file := filepath.Join(t.TempDir(), "a.db")
	writer, err := open(file, sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.close()
	for _, command := range strings.Split(schema, ";") {
		if err := writer.query(command, func(*stmt) {}); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := open(file, sqlite3.SQLITE_OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.close()
	for _, c := range []struct {
		sql, why string
		unseen   bool // the reader runs it, and returns something else
	}{
		{sql: "SELECT name FROM named ORDER BY name"},
		{sql: "WITH RECURSIVE n (i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 3) SELECT i, random() FROM n"},
		{sql: "SELECT text FROM note WHERE note MATCH 'a' ORDER BY rank"},
		{sql: "SELECT count(*) FROM item GROUP BY name ORDER BY 1"},
		{sql: "SELECT value FROM json_each('[1]')"},
		{sql: "INSERT INTO item (name) VALUES ('a') RETURNING id", why: "changes rows"},
		{sql: "DELETE FROM item RETURNING id", why: "changes rows"},
		{sql: "SELECT id FROM scratch", why: "temporary"},
		{sql: "SELECT id FROM item UNION SELECT id FROM scratch", why: "temporary"},
		{sql: "SELECT last_insert_rowid()", why: "last_insert_rowid", unseen: true},
		{sql: "SELECT id FROM item WHERE id > (SELECT changes())", why: "changes tells", unseen: true},
	} {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql, Reads: true})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		if d.Reads.Only() != (c.why == "") || !strings.Contains(d.Reads.Why, c.why) {
			t.Errorf("%s: %q, not %q", c.sql, d.Reads.Why, c.why)
		}
		if err := reader.query(c.sql, func(*stmt) {}); (err == nil) == (c.why != "") && !c.unseen {
			t.Errorf("%s: a connection that only reads says %v", c.sql, err)
		}
	}
}
