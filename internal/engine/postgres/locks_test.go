package postgres

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// TestWarnings: what a migration does to programs that run meanwhile, with a word of the hint; and what does nothing.
func TestWarnings(t *testing.T) {
	const reads, writes, use, write = "reads the whole table %s", "rewrites the whole table %s",
		"no other statement use it", "no other statement write to it"
	on := func(does, table, lets, hint string) []string {
		return []string{strings.Replace(does, "%s", table, 1), lets, hint}
	}
	for _, c := range []struct {
		script string
		want   [][]string // a warning each: parts of it and of its hint
	}{
		{"CREATE TABLE n (id integer); CREATE INDEX ON n (id); INSERT INTO n VALUES (1); ALTER TABLE n ALTER id TYPE bigint", nil},
		{"ALTER TABLE a ADD COLUMN x integer NOT NULL DEFAULT 7, ADD COLUMN y timestamptz DEFAULT now()", nil},
		{"ALTER TABLE a ADD CHECK (n > 0) NOT VALID; ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a NOT VALID", nil},
		{"ALTER TABLE a ALTER v TYPE varchar(30)", nil},
		{"TRUNCATE a", nil},
		{"SET LOCAL search_path = s, public; ALTER TABLE a ADD x integer; SET LOCAL search_path = s; ALTER TABLE c ADD x integer", nil},
		{"UPDATE a SET n = 1; DELETE FROM b", nil},
		{"CREATE TRIGGER r BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", nil},
		{"ALTER TABLE a VALIDATE CONSTRAINT late", nil},
		{"ALTER TABLE a ADD CONSTRAINT u UNIQUE USING INDEX a_v", nil},
		{"CREATE INDEX ON a (n)", [][]string{on(reads, "a", write, "CONCURRENTLY")}},
		{"CREATE UNIQUE INDEX ON s.c (id)", [][]string{on(reads, "s.c", write, "CONCURRENTLY")}},
		{"ALTER TABLE a ALTER n SET NOT NULL", [][]string{on(reads, "a", use, "IS NOT NULL) NOT VALID")}},
		{"ALTER TABLE a ADD CHECK (n > 0)", [][]string{on(reads, "a", use, "add the constraint NOT VALID")}},
		{"ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a",
			[][]string{on(reads, "b", write, "add the constraint NOT VALID")}},
		{"ALTER TABLE a ADD UNIQUE (n)", [][]string{on(reads, "a", use, "USING INDEX")}},
		{"ALTER TABLE a ALTER n TYPE bigint", [][]string{on(writes, "a", use, "column of the new type")}},
		{"ALTER TABLE a ALTER v TYPE varchar(3)", [][]string{on(writes, "a", use, "column of the new type")}},
		{"ALTER TABLE a ADD COLUMN g uuid DEFAULT gen_random_uuid()",
			[][]string{on(writes, "a", use, "without a default")}},
		{"ALTER TABLE a ADD COLUMN x integer; UPDATE a SET x = 1",
			[][]string{on(reads, "a", use, "lasts until the migration ends")}},
		{"ALTER TABLE a ADD CONSTRAINT x CHECK (n > 1) NOT VALID; ALTER TABLE a VALIDATE CONSTRAINT x",
			[][]string{on(reads, "a", use, "lasts until the migration ends")}},
		{"ALTER TABLE a ADD COLUMN x integer; (SELECT count(*) FROM a)",
			[][]string{on(reads, "a", use, "lasts until the migration ends")}},
		{"REINDEX TABLE a", [][]string{on(reads, "a", write, "CONCURRENTLY")}},
		{"REFRESH MATERIALIZED VIEW m", [][]string{on(writes, "m", use, "CONCURRENTLY")}},
		{"CLUSTER a USING a_pkey", [][]string{on(writes, "a", use, ":reviewed")}},
		{"ALTER TABLE a DROP COLUMN n", [][]string{{"drops the column n of a", "release"}}},
		{"ALTER TABLE a RENAME COLUMN n TO o", [][]string{{"renames the column n of a", "beside"}}},
		{"ALTER TABLE a RENAME TO z; DROP TABLE b CASCADE",
			[][]string{{"renames the table a"}, {"drops the table b"}, {"drops the table m"}}},
		{"ALTER TABLE a SET SCHEMA s", [][]string{{"renames the table a"}}},
		{"DROP SCHEMA s CASCADE", [][]string{{"drops the table s.c"}}},
	} {
		s := open(t, `CREATE SCHEMA s; CREATE TABLE s.c (id integer);
			CREATE TABLE a (id integer PRIMARY KEY, n integer, v varchar(20)); CREATE TABLE b (id integer PRIMARY KEY, a integer);
			ALTER TABLE a ADD CONSTRAINT late CHECK (n < 9) NOT VALID; CREATE UNIQUE INDEX a_v ON a (v); CREATE MATERIALIZED VIEW m AS SELECT id FROM b`)
		var got []string
		err := s.Migrate(ctx, engine.Migration{Script: c.script,
			Warn: func(r engine.Warning) { got = append(got, r.Msg+"; "+r.Hint) }})
		if err != nil {
			t.Fatalf("%s: %v", c.script, err)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.script, got)
			continue
		}
		for i, parts := range c.want {
			for _, part := range parts {
				if !strings.Contains(got[i], part) {
					t.Errorf("%s: %s, not %s", c.script, got[i], part)
				}
			}
		}
	}
}
