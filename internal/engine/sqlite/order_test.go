package sqlite

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

const orderSchema = `
CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'n') STRICT;
CREATE TABLE stock (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n >= 0), note TEXT DEFAULT 'x', supplier INTEGER REFERENCES supplier,
	half INTEGER GENERATED ALWAYS AS (n / 2)) STRICT;
CREATE INDEX stock_n ON stock (n) WHERE n > 5;
CREATE INDEX stock_half ON stock (half, upper(note));
CREATE TABLE part (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL REFERENCES stock, n INTEGER) STRICT;
CREATE TABLE yard (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE late (id INTEGER PRIMARY KEY, stock INTEGER REFERENCES yard DEFERRABLE INITIALLY DEFERRED) STRICT;
CREATE TABLE box (id INTEGER PRIMARY KEY, n INTEGER) STRICT;
CREATE TABLE lid (id INTEGER PRIMARY KEY, box INTEGER REFERENCES box ON DELETE SET NULL) STRICT;
CREATE TABLE person (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, boss INTEGER REFERENCES person, name TEXT) STRICT;
CREATE TABLE day (id INTEGER PRIMARY KEY, n INTEGER, at TEXT DEFAULT CURRENT_TIMESTAMP) STRICT;
CREATE UNIQUE INDEX day_n ON day (abs(n)) WHERE n > 3;
CREATE TABLE noted (id INTEGER PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP) STRICT;
CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, n INTEGER) STRICT;
CREATE TABLE plain (id INTEGER, n INTEGER);
CREATE TABLE pair (a INTEGER, b INTEGER, n INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TABLE seen (id INTEGER PRIMARY KEY, n INTEGER);
CREATE TRIGGER seen_n AFTER UPDATE OF n ON seen BEGIN UPDATE box SET n = new.n; END;
CREATE TABLE crate (id INTEGER PRIMARY KEY, n INTEGER);
CREATE TRIGGER crate_gone AFTER DELETE ON crate BEGIN UPDATE box SET n = old.n; END;
CREATE TABLE torn (id INTEGER PRIMARY KEY, crate INTEGER REFERENCES rubble (n));
CREATE TABLE rubble (n INTEGER);
CREATE VIEW stocks AS SELECT * FROM stock;
CREATE VIRTUAL TABLE words USING fts5 (word);
`

// TestOrder: by which parameter rows may be sorted, or why they may not.
func TestOrder(t *testing.T) {
	s := enginetest.Open(t, Open, orderSchema)
	for _, c := range []struct{ sql, want string }{
		{"UPDATE stock SET n = n - ${n} WHERE id = ${id}", "2"},
		{"UPDATE stock SET n = ${n}, note = lower(note) || ${note} WHERE ${id} = id AND note LIKE ${like}", "3"},
		{"UPDATE stock AS s SET (n, note) = (${n}, ${note}) WHERE s.rowid = ${id} AND (n = 3 OR note IS NULL)", "3"},
		{"UPDATE stock SET n = ${id} WHERE id = ${id}", "1"},
		{"UPDATE stock SET id = ${id}, n = ${n} WHERE id = ${id}", "1"},
		{"UPDATE stock SET supplier = ${supplier} WHERE id = ${id}", "2"},
		{"UPDATE stock SET n = CASE WHEN ${n} > 3 THEN ${n} ELSE coalesce(n, 0) END WHERE id = ${id}", "2"},
		{"UPDATE OR IGNORE stock SET n = ${n} WHERE id = ${id}", "2"},
		{"UPDATE plain SET n = ${n} WHERE rowid = ${id}", "2"},
		{"UPDATE person SET name = ${name} WHERE id = ${id}", "2"},
		{"UPDATE day SET at = ${at} WHERE id = ${id}", "2"},
		{"UPDATE seen SET id = ${id} WHERE id = ${id}", "1"},
		{"UPDATE stock SET id = ${new} WHERE id = ${id}", "not find its row by one parameter"},
		{"UPDATE stock SET id = id + 1 WHERE id = ${id}", "not find its row by one parameter"},
		{"UPDATE stock SET n = ${n} WHERE id = ${id} + 1", "not find its row by one parameter"},
		{"UPDATE stock SET n = ${n} WHERE id = 3 AND note = ${note}", "not find its row by one parameter"},
		{"UPDATE stock SET n = ${n} WHERE id > ${id}", "more rows of stock"},
		{"UPDATE stock SET n = ${n} WHERE id = ${id} OR id = 3", "does more than"},
		{"UPDATE stock SET n = ${n} WHERE note = ${note}", "more rows of stock"},
		{"UPDATE stock SET note = ${note} WHERE n = ${n} AND n > 5", "more rows of stock"},
		{"UPDATE stock SET n = ${n}", "more rows of stock"},
		{"UPDATE stock SET n = (SELECT max(n) FROM stock) + ${n} WHERE id = ${id}", "does more than"},
		{"UPDATE stock SET n = random() & ${n} WHERE id = ${id}", "the function random "},
		{"UPDATE stock SET note = datetime('now') || ${note} WHERE id = ${id}", "the function datetime "},
		{"UPDATE stock SET n = last_insert_rowid() + ${n} WHERE id = ${id}", "the function last_insert_rowid "},
		{"UPDATE stock SET n = changes() + ${n} WHERE id = ${id}", "the function changes "},
		{"UPDATE stock SET n = ${n} + p.n FROM part p WHERE p.id = stock.n AND stock.id = ${id}", "does more than"},
		{"WITH w AS (SELECT max(n) AS n FROM stock) UPDATE stock SET n = ${n} + (SELECT n FROM w) WHERE id = ${id}",
			"does more than"},
		{"UPDATE person SET mail = ${mail} WHERE id = ${id}", "unique index of person"},
		{"UPDATE day SET n = ${n} WHERE id = ${id}", "unique index of day"},
		{"UPDATE seen SET n = ${n} WHERE id = ${id}", "trigger"},
		{"UPDATE late SET stock = ${stock} WHERE id = ${id}", "is deferred"},
		{"UPDATE person SET boss = ${boss} WHERE id = ${id}", "unique index of person"},
		{"UPDATE pair SET n = ${n} WHERE a = ${a} AND b = ${b}", "more rows of pair"},
		{"DELETE FROM part WHERE id = ${id} AND n = ${n}", "1"},
		{"DELETE FROM person WHERE id = ${id}", "not find its row by one parameter"},
		{"DELETE FROM supplier WHERE id = ${id}", "1"},
		{"DELETE FROM box WHERE id = ${id}", "trigger, or a foreign key"},
		{"DELETE FROM day WHERE id = ${id}", "1"},
		{"DELETE FROM late WHERE id = ${id}", "is deferred"},
		{"DELETE FROM plain WHERE id = ${id}", "more rows of plain"},
		{"DELETE FROM seen WHERE id = ${id}", "1"},
		{"DELETE FROM numbered WHERE id IN (${id}, ${other})", "does more than"},
		{"INSERT INTO stock (id, n, supplier) VALUES (${id}, ${n} + 1, ${supplier})", "1"},
		{"INSERT INTO stock (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = stock.n + excluded.n WHERE stock.n < ${n}", "1"},
		{"INSERT INTO stock (n, id) VALUES (${n}, ${id}) ON CONFLICT DO NOTHING", "2"},
		{"INSERT OR IGNORE INTO supplier (id) VALUES (${id})", "1"},
		{"INSERT OR REPLACE INTO part (id, stock) VALUES (${id}, ${stock})", "1"},
		{"REPLACE INTO box (id, n) VALUES (${id}, ${n})", "trigger, or a foreign key"},
		{"INSERT INTO plain (rowid, n) VALUES (${id}, ${n})", "1"},
		{"INSERT INTO plain (id, n) VALUES (${id}, ${n})", "not find its row by one parameter"},
		{"INSERT INTO stock (n) VALUES (${n})", "not find its row by one parameter"},
		{"INSERT INTO stock (id, n) VALUES (coalesce(${id}, 3), ${n})", "not find its row by one parameter"},
		{"INSERT INTO stock (id, n) VALUES (${a}, 1), (${b}, 2)", "does more than"},
		{"INSERT INTO stock (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET id = ${n}",
			"not find its row by one parameter"},
		{"INSERT INTO person (id, name) VALUES (${id}, ${name}) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
			"unique index of person"},
		{"INSERT INTO person (name, mail) VALUES (${name}, ${mail}) ON CONFLICT (mail) DO UPDATE SET name = excluded.name", "unique index of person"},
		{"INSERT INTO noted (id) VALUES (${id})", "the function current_timestamp "},
		{"INSERT INTO numbered (id, n) VALUES (${id}, ${n})", "uses numbered and sqlite_sequence"},
		{"INSERT INTO pair VALUES (${a}, ${b}, ${n}) ON CONFLICT (a, b) DO UPDATE SET n = excluded.n",
			"unique index of pair"},
		{"INSERT INTO late (id, stock) VALUES (${id}, ${stock})", "is deferred"},
		{"INSERT INTO seen (id, n) VALUES (${id}, ${n})", "1"},
		{"INSERT INTO seen (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = 1", "trigger"},
		{"INSERT INTO seen (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET id = excluded.id", "1"},
		{"INSERT INTO seen (n) VALUES ((SELECT n FROM seen WHERE id = ${id}) + ${n})", "does more than"},
		{"UPDATE seen SET id = ${id} WHERE id = (SELECT n FROM seen AS s WHERE s.id = ${id})", "does more than"},
		{"INSERT INTO crate (id, n) VALUES (${id}, ${n})", "1"},
		{"REPLACE INTO crate (id, n) VALUES (${id}, ${n})", "trigger"},
		{"UPDATE torn SET crate = ${crate} WHERE id = ${id}", "foreign keys do not fit"},
		{"INSERT INTO words (rowid, word) VALUES (${id}, ${word})", "changes no table by its key"},
		{"INSERT INTO stock (id, n) SELECT ${id}, n FROM stock", "does more than"},
	} {
		d, err := s.Describe(t.Context(), enginetest.Statement(c.sql))
		if err != nil {
			t.Errorf("%s\n%+v", c.sql, err)
			continue
		}
		got := d.Set.Each
		if len(d.Set.Key) == 1 {
			got = strconv.Itoa(d.Set.Key[0])
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s\nnot: %s", c.sql, got, c.want)
		}
	}
}
