package postgres

import (
	"context"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

// reachSchema has tables that a statement reaches in ways that its text does not show.
const reachSchema = `
CREATE TABLE other (x int, y int);
CREATE SEQUENCE counter;
CREATE TABLE tags (id int PRIMARY KEY, n bigint, u uuid);
CREATE FUNCTION tags_count() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM tags';
CREATE FUNCTION others() RETURNS bigint LANGUAGE sql STABLE RETURN (SELECT count(*) FROM other);
CREATE FUNCTION tags_now() RETURNS bigint LANGUAGE sql STABLE RETURN (SELECT count(*) FROM tags);

CREATE TABLE booking (id int PRIMARY KEY, room int, a int, b int);
CREATE FUNCTION overlaps_(int, int, int) RETURNS bool LANGUAGE sql STABLE AS 'SELECT EXISTS (SELECT FROM booking WHERE room = $1 AND a < $3 AND $2 < b)';
ALTER TABLE booking ADD CHECK (NOT overlaps_(room, a, b));

CREATE TABLE member (id int PRIMARY KEY, grp int, seen int);
CREATE FUNCTION room_left(int) RETURNS bool LANGUAGE sql STABLE AS 'SELECT count(*) < 5 FROM member WHERE grp = $1';
CREATE DOMAIN grp AS int CHECK (room_left(VALUE));
CREATE DOMAIN grps AS grp;
ALTER TABLE member ALTER grp TYPE grps;

CREATE DOMAIN numbered AS bigint DEFAULT tags_count();
CREATE TABLE ticket (id int PRIMARY KEY, no numbered, at timestamptz DEFAULT now());
CREATE TABLE stamped (id int PRIMARY KEY, no bigint DEFAULT tags_count());

CREATE FUNCTION step(bigint, int) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT $1 + count(*) FROM tags';
CREATE AGGREGATE steps(int) (sfunc = step, stype = bigint, initcond = '0');
CREATE FUNCTION more(int, int) RETURNS int LANGUAGE sql STABLE AS 'SELECT $1 + count(*)::int FROM tags';
CREATE OPERATOR <+> (leftarg = int, rightarg = int, function = more);
CREATE TABLE ranked (id int PRIMARY KEY, name text);
CREATE FUNCTION before_(text, text) RETURNS int LANGUAGE sql STABLE AS 'SELECT count(*)::int FROM ranked';
CREATE OPERATOR CLASS by_rank FOR TYPE text USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 before_(text, text);
CREATE INDEX ON ranked (name by_rank);
CREATE FUNCTION less_(text, text) RETURNS bool LANGUAGE sql STABLE AS 'SELECT count(*) > 3 FROM tags';
CREATE OPERATOR <~ (leftarg = text, rightarg = text, function = less_);
CREATE OPERATOR CLASS by_less FOR TYPE text USING btree AS OPERATOR 1 <~, OPERATOR 3 =, FUNCTION 1 bttextcmp(text, text);

CREATE TABLE vehicle (id int PRIMARY KEY, n bigint);
CREATE TABLE car (wheels int, PRIMARY KEY (id)) INHERITS (vehicle);
CREATE TABLE event (id int, day int, cause int, cause_day int, n bigint, PRIMARY KEY (id, day), FOREIGN KEY (cause, cause_day) REFERENCES event) PARTITION BY RANGE (day);
CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (1) TO (100);
CREATE VIEW cars AS SELECT id, n FROM vehicle;
CREATE VIEW elsewhere AS SELECT x, y FROM other;

CREATE TABLE secret (id int, n int);
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON secret USING ((SELECT count(*) FROM tags) < 3);
CREATE TABLE tenant (id int PRIMARY KEY, owner text, n int);
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON tenant USING (owner = current_setting('app.owner', true) OR owner = current_user);
CREATE TABLE crowd (id int PRIMARY KEY, n int);
ALTER TABLE crowd ENABLE ROW LEVEL SECURITY;
CREATE POLICY most ON crowd WITH CHECK (NOT EXISTS (SELECT FROM crowd c WHERE c.n > crowd.n));

CREATE TABLE post (id int PRIMARY KEY, body text, n int, changed timestamptz UNIQUE, updated_at timestamptz, "At" timestamp);
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
-- The time of the last change.
BEGIN
  NEW.updated_at = now(); NEW."At" := (current_timestamp AT TIME ZONE 'utc');
  RETURN NEW;
END;
$$;
CREATE TRIGGER stamp BEFORE UPDATE ON post FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp();
CREATE TABLE note (id int PRIMARY KEY, n int, updated_at timestamptz UNIQUE);
CREATE TRIGGER stamp BEFORE UPDATE ON note FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE TABLE busy (id int PRIMARY KEY, n int, updated_at timestamptz, "At" timestamp);
CREATE TRIGGER stamp BEFORE UPDATE ON busy FOR EACH ROW WHEN (tags_count() < 3) EXECUTE FUNCTION stamp();
CREATE TABLE versioned (id int PRIMARY KEY, n int, updated_at timestamptz);
CREATE FUNCTION versions() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.updated_at = now(); NEW.n = (SELECT max(n) FROM versioned); RETURN NEW; END';
CREATE TRIGGER versions BEFORE UPDATE ON versioned FOR EACH ROW EXECUTE FUNCTION versions();
CREATE TABLE gone (id int PRIMARY KEY, n int);
CREATE TRIGGER gone AFTER DELETE ON gone FOR EACH ROW EXECUTE FUNCTION versions();

CREATE TABLE short (code varchar(4) PRIMARY KEY, n int);
CREATE TABLE fixed (code char(4) PRIMARY KEY, n int);
CREATE TABLE priced (price numeric(6,1) PRIMARY KEY, n int);
CREATE TABLE timed (at timestamptz(3) PRIMARY KEY, n int);
CREATE TABLE child (id int PRIMARY KEY, tag int REFERENCES tags ON DELETE SET NULL, n int CHECK (n < 5));
`

// reachCases are statements, and why each row has to be run by itself: "" where one statement does.
var reachCases = [][2]string{
	{"INSERT INTO tags (id, n) VALUES (${id}, nextval('counter'))", ""},
	{"INSERT INTO tags (id, u) VALUES (${id}, gen_random_uuid())", ""},
	{"INSERT INTO tags (id, u) VALUES (${id}, (SELECT gen_random_uuid()))", "the function gen_random_uuid"},
	{"INSERT INTO tags (id, n) VALUES (${id}, (SELECT nextval('counter')))", "the function nextval"},
	{"INSERT INTO tags (id, n) VALUES (${id}, (SELECT max(nextval('counter')) FROM other))", "the function nextval"},
	{"INSERT INTO tags (id, n) VALUES (${id}, nextval('counter') + (SELECT nextval('counter')))",
		"the function nextval"},
	{"INSERT INTO tags (id, n) VALUES (${id}, CASE WHEN EXISTS (SELECT FROM other WHERE random() < 0.5) THEN 1 END)",
		"the function random"},
	{"INSERT INTO tags (id, n) VALUES (${id}, 1) ON CONFLICT (id) DO UPDATE SET n = (SELECT nextval('counter'))",
		"the function nextval"},
	{"INSERT INTO tags (id, n) VALUES (${id}, tags_count())", "the function tags_count"},
	{"INSERT INTO tags (id, n) VALUES (${id}, others())", ""},
	{"INSERT INTO tags (id, n) VALUES (${id}, tags_now())", "it reads tags"},
	{"INSERT INTO tags (id, n) VALUES (${id}, (SELECT count(*) FROM elsewhere WHERE x = ${id}))", ""},

	{"INSERT INTO booking VALUES (${id}, ${room}, ${a}, ${b})", "the function overlaps_"},
	{"UPDATE booking SET a = ${a} WHERE id = ${id}", "the function overlaps_"},
	{"DELETE FROM booking WHERE id = ${id} AND a = ${a}", "the function overlaps_"}, // no row is checked then, but that is not told apart
	{"INSERT INTO member (id, grp) VALUES (${id}, ${grp})", "the function room_left"},
	{"UPDATE member SET seen = ${seen} WHERE id = ${id}", "the function room_left"},
	{"INSERT INTO member (id, grp) VALUES (${id}, ${grp}) ON CONFLICT (id) DO UPDATE SET grp = excluded.grp",
		"the function room_left"},
	{"UPDATE tags SET n = ${n}::grps WHERE id = ${id}", "the function room_left"},

	{"INSERT INTO ticket (id) VALUES (${id})", "the function tags_count"},
	{"INSERT INTO ticket (id, no) VALUES (${id}, ${no})", ""},
	{"INSERT INTO stamped (id) VALUES (${id})", "the function tags_count"},
	{"INSERT INTO stamped (id, no) VALUES (${id}, ${no})", ""},

	{"UPDATE tags SET n = (SELECT steps(x) FROM other) + ${n} WHERE id = ${id}", "the function step"},
	{"UPDATE tags SET n = ${n}::int <+> 1 WHERE id = ${id}", "the function more"},
	{"UPDATE tags SET n = (SELECT x FROM other ORDER BY x::text USING <~ LIMIT 1) + ${n} WHERE id = ${id}",
		"the function less_"},
	{"INSERT INTO ranked VALUES (${id}, ${name})", "the function before_"},

	{"INSERT INTO car (id, n) VALUES (${id}, (SELECT count(*) FROM vehicle))", "it reads vehicle"},
	{"UPDATE car SET n = (SELECT max(n) FROM vehicle) + ${n} WHERE id = ${id}", "it reads vehicle"},
	{"DELETE FROM car WHERE id = ${id} AND n < (SELECT max(n) FROM cars)", "it reads vehicle"},
	{"UPDATE event_1 SET n = (SELECT max(n) FROM event) + ${n} WHERE id = ${id} AND day = ${day}", "it reads event"},
	{"UPDATE event_1 SET n = ${n} WHERE id = ${id} AND day = ${day}", ""},
	{"INSERT INTO event_1 (id, day, cause, cause_day) VALUES (${id}, ${day}, ${cause}, ${cause_day})",
		"event_1 refers to itself"},
	{"INSERT INTO event_1 (id, day) VALUES (${id}, ${day})", ""},
	{"DELETE FROM event_1 WHERE id = ${id} AND day = ${day}", "event_1 refers to itself"},

	{"UPDATE tags SET n = (SELECT max(n) FROM secret) + ${n} WHERE id = ${id}", "it reads tags"},
	{"UPDATE tenant SET n = ${n} WHERE id = ${id}", ""},
	{"INSERT INTO tenant VALUES (${id}, ${owner}, ${n})", ""},
	{"INSERT INTO crowd VALUES (${id}, ${n})", "it reads crowd"},

	{"UPDATE post SET n = ${n} WHERE id = ${id}", ""},
	{"UPDATE post SET n = ${n} WHERE updated_at = ${at}", "compares no column"},
	{"INSERT INTO post (id, n) VALUES (${id}, ${n})", ""},
	{"INSERT INTO post (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n", ""},
	{"UPDATE note SET n = ${n} WHERE id = ${id}", "note_updated_at_key"},
	{"UPDATE busy SET n = ${n} WHERE id = ${id}", "the function tags_count"},
	{"UPDATE versioned SET n = ${n} WHERE id = ${id}", "has a trigger (versions)"},
	{"INSERT INTO versioned VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
		"has a trigger (versions)"},
	{"INSERT INTO versioned VALUES (${id}, ${n})", ""},
	{"DELETE FROM versioned WHERE id = ${id}", ""},
	{"UPDATE gone SET n = ${n} WHERE id = ${id}", ""},
	{"DELETE FROM gone WHERE id = ${id}", "has a trigger (gone)"},

	{"INSERT INTO short VALUES (${code}, ${n}) ON CONFLICT (code) DO UPDATE SET n = excluded.n", ""},
	{"INSERT INTO fixed VALUES (${code}, ${n}) ON CONFLICT (code) DO UPDATE SET n = excluded.n", ""},
	{"INSERT INTO priced VALUES (${price}, ${n}) ON CONFLICT (price) DO UPDATE SET n = excluded.n", ""},
	{"INSERT INTO timed VALUES (${at}, ${n}) ON CONFLICT (at) DO UPDATE SET n = excluded.n", ""},
	{"DELETE FROM tags WHERE id = ${id} AND n = ${n} AND EXISTS (SELECT FROM child WHERE tag IS NULL)",
		"it reads child"},
}

// apart describes a statement and says why each row has to be run by itself.
func apart(t *testing.T, s *session, sql string) string {
	t.Helper()
	d, err := s.Describe(ctx, stmt(sql))
	if err != nil {
		t.Fatal(err, sql)
	}
	if (d.Set.Each == "") == (d.Set.SQL == "") {
		t.Errorf("%s: %+v", sql, d.Set)
	}
	return d.Set.Each
}

// openReach applies the schema as a superuser: nobody else may create an operator class.
func openReach(t *testing.T) *session {
	t.Helper()
	s := open(t, "")
	if err := s.elevated(ctx, func(ctx context.Context) error { return s.Apply(ctx, reachSchema) }); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReach: what a statement reaches by other ways than its text counts.
func TestReach(t *testing.T) {
	s := openReach(t)
	for _, c := range reachCases {
		if why := apart(t, s, c[0]); why != c[1] && (c[1] == "" || !strings.Contains(why, c[1])) {
			t.Errorf("%s\n%s", c[0], why)
		}
	}
}

// TestCoerced: values that a column shortens or rounds to one have one key.
func TestCoerced(t *testing.T) {
	s := openReach(t)
	for table, want := range map[string]string{"short (code": "PARTITION BY p_key::character varying(4) ORDER",
		"priced (price": "PARTITION BY p_key::numeric(6,1) ORDER",
		"timed (at":     "PARTITION BY p_key::timestamp(3) with time zone ORDER", "tags (id": "PARTITION BY p_key ORDER"} {
		_, column, _ := strings.Cut(table, "(")
		d, err := s.Describe(ctx,
			stmt("INSERT INTO "+table+", n) VALUES (${key}, ${n}) ON CONFLICT ("+column+") DO UPDATE SET n = excluded.n"))
		if err != nil || !strings.Contains(d.Set.SQL, want) {
			t.Errorf("%s: %v %+v", table, err, d)
		}
	}
}

// questions are texts that each question of the closure has alone.
var questions = map[string]string{
	"CHECKs":                       "SELECT conbin::text FROM pg_catalog.pg_constraint WHERE contype = 'c' AND conrelid",
	"conditions of triggers":       "SELECT tgqual::text",
	"policies":                     "FROM pg_catalog.pg_policy",
	"operator classes":             "JOIN pg_catalog.pg_amproc",
	"operators":                    "SELECT oprcode::oid FROM pg_catalog.pg_operator",
	"aggregates":                   "FROM pg_catalog.pg_aggregate",
	"domains":                      "WITH RECURSIVE t (oid)",
	"defaults of domains":          "SELECT typdefaultbin::text",
	"types of columns":             "SELECT DISTINCT atttypid",
	"volatility":                   "provolatile",
	"heirs":                        "SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits",
	"ancestors":                    "SELECT inhparent FROM pg_catalog.pg_inherits WHERE inhrelid",
	"triggers":                     "SELECT t.tgname",
	"foreign keys to itself":       "SELECT conname FROM pg_catalog.pg_constraint",
	"what a deletion sets":         "SELECT conrelid FROM pg_catalog.pg_constraint",
	"views":                        "SELECT r.ev_class, r.ev_action",
	"indexes that keep rows apart": "SELECT DISTINCT x.relname",
}

// lose has the analysis get no answer to a question.
func lose(t *testing.T, s *session, question string) {
	t.Helper()
	if _, err := s.loaded(ctx); err != nil {
		t.Fatal(err)
	}
	analysis, err := querytree.Load(s.database.Version/10000, func(sql string) ([][][]byte, error) {
		rs, err := s.conn.Exec(ctx, sql).ReadAll()
		if err != nil || strings.Contains(sql, question) {
			return nil, err
		}
		return rs[0].Rows, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.catalog.analysis = analysis
}

// TestReachMutants: each question of the closure is needed: where its answer is lost, a statement is taken for one that
// many rows can share.
func TestReachMutants(t *testing.T) {
	s := openReach(t)
	for name, question := range questions {
		lose(t, s, question)
		found := false
		for _, c := range reachCases {
			found = found || c[1] != "" && apart(t, s, c[0]) == ""
		}
		if !found {
			t.Errorf("nothing needs the question for %s", name)
		}
	}
}
