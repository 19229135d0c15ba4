package duckdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

const setSchema = `
CREATE TABLE supplier (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);
CREATE TABLE item (id INTEGER PRIMARY KEY, code VARCHAR UNIQUE, name VARCHAR, n INTEGER, price DECIMAL(10,2), supplier INTEGER REFERENCES supplier,
	at_ TIMESTAMPTZ DEFAULT now(), half INTEGER GENERATED ALWAYS AS (n // 2), tags VARCHAR[]);
CREATE SEQUENCE numbers;
CREATE TABLE person (id BIGINT PRIMARY KEY DEFAULT nextval('numbers'), mail VARCHAR UNIQUE, boss BIGINT REFERENCES person, name VARCHAR);
CREATE TABLE loose (id UUID, at_ TIMESTAMPTZ, v DOUBLE, f FLOAT, folded VARCHAR COLLATE NOCASE, tags VARCHAR[]);
CREATE VIEW items AS SELECT * FROM item;
CREATE MACRO most() AS (SELECT max(n) FROM item);
CREATE TYPE mood AS ENUM ('bad', 'good');
CREATE TABLE felt (id INTEGER, m mood);
CREATE TABLE checked (id INTEGER, n INTEGER CHECK (n > 2), m INTEGER NOT NULL);
`

// TestSet: what becomes one statement for many rows, and what does not.
func TestSet(t *testing.T) {
	s := open(t, setSchema)
	for _, c := range []struct{ sql, want string }{ // what is in the derived statement, or why there is none
		{"UPDATE item SET n = ${n} WHERE id = ${id}",
			"UPDATE item SET n = k.p_n FROM … AS k\nWHERE id = k.p_id key [2] last []."},
		{"UPDATE loose SET v = ${v} WHERE id = ${id} AND at_ = ${at_}", "k.p_at_ key [2 3]"},
		{"UPDATE item SET n = n + ${n}::INTEGER, price = ${price} WHERE id = ${id} AND n > 0", "AND n > 0 key [3]."},
		{"update item as i set n = ${n}\nwhere ${id} = i.id", "where k.p_id = i.id key [2]"},
		{"UPDATE item AS k SET n = ${n} WHERE k.id = ${id}", "AS k_\n"},
		{"UPDATE item SET n = ${n} /* WHERE */ WHERE name = ${name} OR id = ${id}", "compares no column"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND (name = 'a' OR name = ${name})", "k.p_name) key [2]."},
		{"UPDATE item SET n = CASE WHEN ${n}::INTEGER > 3 THEN ${n} ELSE n END WHERE id = ${id}", "k.p_n::INTEGER > 3"},
		{"UPDATE item SET n = (SELECT count(*) FROM supplier WHERE name = ${name}) WHERE id = ${id}", "its plan has"},
		{"UPDATE item SET tags = ${tags} WHERE id = ${id}", "deletes changed rows"},
		{"UPDATE loose SET tags = ${tags} WHERE id = ${id}", "deletes changed rows"},
		{"UPDATE item SET n = ${n}", "compares no column"},
		{"UPDATE item SET n = ${n} WHERE id > ${id}", "compares no column"},
		{"UPDATE item SET id = ${new} WHERE id = ${id}", "deletes changed rows"},
		{"UPDATE item SET code = ${code} WHERE id = ${id}", "deletes changed rows"},
		{"UPDATE item SET n = ${n} WHERE half = ${half}", "might fail"},
		{"UPDATE loose SET v = ${v} WHERE folded = ${folded}", "compares no column"},
		{"UPDATE item SET n = most() + ${n}::INTEGER WHERE id = ${id}", "its plan has"},
		{"UPDATE item SET price = random() * ${n}::INTEGER WHERE id = ${id}", "the function random"},
		{"UPDATE item SET at_ = now(), name = ${name} WHERE id = ${id}", "at_ = now()"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND name::INTEGER > 1", "might fail"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND item.rowid > 1", "the number of a row"},
		{"UPDATE item SET n = s.id FROM supplier s WHERE item.id = ${id} AND s.name = ${name}",
			"more than the table that it changes"},
		{"UPDATE felt SET id = ${id} WHERE m = ${m}", "k.p_m key [2] last []."},
		{"DELETE FROM item WHERE id = ${id} AND n = ${n}",
			"DELETE FROM item USING … AS k\nWHERE id = k.p_id AND n = k.p_n key []"},
		{"DELETE FROM item i WHERE i.id = ${id} AND EXISTS (FROM supplier s WHERE s.id = i.supplier)",
			", in one transaction: its "},
		{"DELETE FROM person WHERE id = ${id}", "refers to itself"},
		{"INSERT INTO item (id, n, price) VALUES (${id}, ${n}::INTEGER + 1, ${price})",
			"SELECT k.p_id, k.p_n::INTEGER + 1, k.p_price\nFROM … AS k key [] ordered"},
		{"INSERT INTO item (id, at_) VALUES (${id}, DEFAULT)", "does not show the plan"},
		{"INSERT INTO item (id) VALUES (${a}), (${b})", "several rows"},
		{"INSERT INTO item (id) SELECT ${a}::INTEGER", "no VALUES"},
		{"INSERT INTO person (mail, name) VALUES (${mail}, ${name})", "the function nextval"},
		{"INSERT INTO person (id, mail) VALUES (${id}, ${mail})", "refers to itself"},
		{"INSERT INTO supplier VALUES (${id}, ${name}) ON CONFLICT DO NOTHING", "ON CONFLICT DO NOTHING key [1]"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT DO NOTHING", "its plan has LOGICAL_ANY_JOIN"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n, name = 'x' WHERE item.n < excluded.n", "key [1]"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = item.n + ${n}",
			"item.n + excluded.n key [1]."},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
			"key [1] last []."},
		{"INSERT INTO item (id, n, price) VALUES (${id}, ${n}, ${price}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
			"key [1]."},
		{"UPDATE checked SET n = ${n} WHERE id = ${id}", "key [2]."},
		{"UPDATE checked SET m = ${m}, n = 3 WHERE id = ${id}", "key [2] last [1]."},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND price < ${price}", "key [2]."},
		{"INSERT INTO item (id, price) VALUES (${id}, ${price}) ON CONFLICT (id) DO UPDATE SET name = ${name}",
			"ON CONFLICT sees"},
		{"INSERT INTO item (id, n) VALUES (${id}::INTEGER + 1, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
			"might fail"},
		{"INSERT INTO item (id, code) VALUES (${id}, ${code}) ON CONFLICT (id) DO UPDATE SET code = excluded.code",
			"deletes changed rows"},
		{"INSERT OR REPLACE INTO supplier VALUES (${id}, ${name})", "key [1] last [2]."},
		{"MERGE INTO loose USING (SELECT ${id}::UUID AS id, ${v}::DOUBLE AS v) s ON loose.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)",
			"(SELECT k.p_id::UUID AS id, k.p_v::DOUBLE AS v\nFROM … AS k) s ON loose.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v) key [1]."},
		{"MERGE INTO loose USING (SELECT ${id}::UUID AS id) s ON loose.id = s.id WHEN MATCHED THEN DELETE", "key [1]"},
		{"MERGE INTO loose USING (SELECT ${id}::UUID AS id) s ON loose.id = s.id WHEN NOT MATCHED BY SOURCE THEN DELETE", "its source reads a table"},
		{"MERGE INTO loose USING (SELECT ${id}::UUID AS id, ${v}::DOUBLE AS v) s ON loose.id = s.id WHEN NOT MATCHED THEN INSERT (v) VALUES (s.v)", "compared with a parameter"},
	} {
		in := enginetest.Statement(c.sql)
		d, err := s.Describe(t.Context(), in)
		var e *engine.Error
		if errors.As(err, &e) {
			t.Errorf("%s\n%+v", c.sql, e)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := setText(d.Set) + "."; !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s\nnot: %s", c.sql, got, c.want)
		}
	}
}
