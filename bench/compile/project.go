package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

const tables = 20

// writeProject makes a project of n queries over twenty related tables, in the mix that applications have: lookups,
// lists with filters, joins, outer joins, aggregates, inserts, updates.
func writeProject(dir string, n int, generator string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	config := "version: 1\nname: bench\nsql:\n  - files: [queries.sql]\n    gen:\n      - {generator: " + generator + ", output: ./gen/}\n"
	if err := os.WriteFile(filepath.Join(dir, "sqg.yaml"), []byte(config), 0o644); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("-- MIGRATE 1\n")
	strict := ""
	if target.Find(generator).Engine == "sqlite" {
		strict = " STRICT"
	}
	for t := 0; t < tables; t++ {
		fmt.Fprintf(&b, `CREATE TABLE t%d (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER REFERENCES t%d(id),
  name TEXT NOT NULL,
  nick TEXT,
  amount REAL NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  note TEXT
)%s;
CREATE INDEX t%d_parent ON t%d(parent_id);
`, t, max(t-1, 0), strict, t, t)
	}
	for i := 0; i < n; i++ {
		b.WriteString("\n" + query(i))
	}
	return os.WriteFile(filepath.Join(dir, "queries.sql"), []byte(b.String()), 0o644)
}

func query(i int) string {
	t, p := i%tables, (i+tables-1)%tables
	switch i / tables % 8 {
	case 0:
		return fmt.Sprintf("-- QUERY get_%d :one\nSELECT * FROM t%d WHERE id = ${id};\n", i, t)
	case 1:
		return fmt.Sprintf("-- QUERY list_%d\nSELECT id, name, nick, amount FROM t%d WHERE active = 1 AND name LIKE ${pattern} ORDER BY created_at DESC LIMIT 100;\n", i, t)
	case 2:
		return fmt.Sprintf("-- QUERY join_%d\nSELECT c.id, c.name, p.name AS parent, p.amount FROM t%d c JOIN t%d p ON p.id = c.parent_id WHERE c.id > ${after};\n", i, t, p)
	case 3:
		return fmt.Sprintf("-- QUERY outer_%d\nSELECT c.id, coalesce(c.nick, c.name) AS label, p.name AS parent FROM t%d c LEFT JOIN t%d p ON p.id = c.parent_id;\n", i, t, p)
	case 4:
		return fmt.Sprintf("-- QUERY totals_%d\nSELECT active, count(*) AS n, sum(amount) AS total, max(created_at) AS latest FROM t%d GROUP BY active;\n", i, t)
	case 5:
		return fmt.Sprintf("-- EXEC add_%d\nINSERT INTO t%d (parent_id, name, nick, amount, created_at) VALUES (${parent_id}, ${name}, ${nick}, ${amount}, ${created_at});\n", i, t)
	case 6:
		return fmt.Sprintf("-- EXEC rename_%d\nUPDATE t%d SET name = ${name}, note = ${note} WHERE id = ${id};\n", i, t)
	default:
		return fmt.Sprintf("-- QUERY count_%d :one :pluck\nSELECT count(*) FROM t%d WHERE active = ${active};\n", i, t)
	}
}
