package sqlite

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestForeignKeyActions: an application may turn foreign keys on, whose actions then change rows that a statement has
// found and not come back to yet.
func TestForeignKeyActions(t *testing.T) {
	s := enginetest.Open(t, Open, `CREATE TABLE folders (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES FOLDERS(id) ON DELETE SET NULL);
		CREATE TABLE plain (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES plain(id) DEFERRABLE INITIALLY DEFERRED);
		CREATE TABLE hooked (id INTEGER PRIMARY KEY, parent INTEGER);
		CREATE TRIGGER clear BEFORE DELETE ON hooked BEGIN UPDATE hooked SET parent = NULL; END;
		INSERT INTO folders VALUES (1, NULL), (2, 1), (3, 2); INSERT INTO plain SELECT * FROM folders; INSERT INTO hooked SELECT * FROM folders`).(*session)
	for table, nullable := range map[string]bool{"folders": true, "plain": false, "hooked": true} {
		sql := "DELETE FROM " + table + " WHERE parent IS NOT NULL RETURNING parent"
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
		if err != nil {
			t.Fatal(err)
		}
		mustRun(t, s.conn, "PRAGMA foreign_keys = ON")
		saw := []seen{{bools: true}}
		s.conn.observe(t, sql, nil, saw)
		mustRun(t, s.conn, "PRAGMA foreign_keys = OFF")
		if d.Columns[0].Nullable != nullable || saw[0].null != nullable || saw[0].rows != 2 {
			t.Errorf("%s: nullable %v (%s), NULL among %d rows: %v", table, d.Columns[0].Nullable, d.Columns[0].Why,
				saw[0].rows, saw[0].null)
		}
	}
}
