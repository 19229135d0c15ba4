package postgres

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

const readsSchema = `CREATE TABLE item (id bigint PRIMARY KEY, name text NOT NULL);
INSERT INTO item VALUES (1, 'a'), (2, 'b');
CREATE UNLOGGED TABLE fast (id integer); CREATE SEQUENCE numbers;
CREATE TABLE part (id integer, day date) PARTITION BY RANGE (day);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE UNLOGGED TABLE part_2 PARTITION OF part FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');
CREATE FUNCTION numbered() RETURNS bigint LANGUAGE sql AS 'SELECT nextval(''numbers'')';
CREATE FUNCTION hidden() RETURNS bigint LANGUAGE plpgsql STABLE AS 'BEGIN RETURN numbered(); END';
CREATE FUNCTION known() RETURNS bigint STABLE BEGIN ATOMIC SELECT count(*) FROM item; END;
CREATE FUNCTION lying() RETURNS bigint STABLE BEGIN ATOMIC SELECT numbered(); END;
CREATE FUNCTION same(text, text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN PERFORM numbered(); RETURN true; END';
CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = same);
CREATE FUNCTION add(bigint, bigint) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN PERFORM numbered(); RETURN $1; END';
CREATE AGGREGATE noisy (bigint) (SFUNC = add, STYPE = bigint, INITCOND = 0);
CREATE FUNCTION checked(integer) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN PERFORM numbered(); RETURN true; END';
CREATE DOMAIN watched AS integer CHECK (checked(VALUE));
CREATE VIEW held AS SELECT id FROM item FOR UPDATE;
CREATE VIEW counting AS SELECT id, nextval('numbers') AS n FROM item;
CREATE VIEW fine AS SELECT id, now() AS at FROM item;
CREATE TABLE guarded (id integer); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
ALTER TABLE guarded FORCE ROW LEVEL SECURITY;
CREATE POLICY noticed ON guarded USING (numbered() > 0);`

// TestStandby: a real standby runs each query that is said to only read, and refuses the others; but for those whose
// functions nobody looks into, of which nothing is said.
func TestStandby(t *testing.T) {
	options := pgserver.FromEnvironment(os.Getenv, nil)
	options.Stock, options.Extensions = true, ""
	primary, err := pgserver.Start(ctx, options, pgserver.EmbeddedVersion, false)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, primary)
	standby, err := primary.Standby(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, standby)

	on := func(s *pgserver.Server) *pgconn.PgConn {
		conn, err := pgconn.ConnectConfig(ctx, s.Config("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(ctx) })
		return conn
	}
	first, second := on(primary), on(standby)
	run := func(c *pgconn.PgConn, sql string) [][][]byte {
		r, err := c.Exec(ctx, sql).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		return r[len(r)-1].Rows
	}
	run(first, readsSchema) // after the copy: it is streamed
	at := string(run(first, "SELECT pg_current_wal_insert_lsn()")[0][0])
	for end := time.Now().Add(time.Minute); ; {
		if string(run(second, "SELECT pg_last_wal_replay_lsn() >= '"+at+"'")[0][0]) == "t" {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the standby does not follow")
		}
		run(second, "SELECT pg_sleep(0.01)")
	}

	s := open(t, readsSchema)
	for _, c := range []struct{ sql, why string }{
		{"SELECT id, name FROM item ORDER BY id", ""},
		{"SELECT random(), clock_timestamp(), now(), gen_random_uuid()", ""},
		{"WITH a AS MATERIALIZED (SELECT count(*) FROM item) SELECT * FROM a, fine", ""},
		{"SELECT known()", ""},
		{"SELECT last_value FROM numbers", ""},
		{"SELECT * FROM part_1 TABLESAMPLE SYSTEM (50)", ""},
		{"SELECT id FROM item FOR UPDATE", "locks rows"},
		{"SELECT (SELECT id FROM item LIMIT 1 FOR SHARE)", "locks rows"},
		{"SELECT id FROM held", "locks rows"},
		{"SELECT * FROM counting", "nextval"},
		{"WITH d AS (DELETE FROM item RETURNING id) SELECT id FROM d", "changes rows"},
		{"INSERT INTO item VALUES (3, 'c') RETURNING id", "it changes rows"},
		{"SELECT txid_current()", "txid_current"},
		{"SELECT pg_current_xact_id()", "pg_current_xact_id"},
		{"SELECT pg_walfile_name('0/1')", "pg_walfile_name"},
		{"SELECT file_name FROM pg_walfile_name_offset('0/1')", "pg_walfile_name_offset"},
		{"SELECT pg_replication_origin_oid('a')", "pg_replication_origin_oid"},
		{"SELECT JSON_VALUE('{\"a\": 1}'::jsonb, '$.a' RETURNING watched)", "checked"},
		{"SELECT * FROM jsonb_to_recordset('[{\"a\": 1}]') AS r (a watched)", "checked"},
		{"SELECT id FROM fast", "UNLOGGED"},
		{"SELECT id FROM part", "UNLOGGED"},
		{"SELECT numbered()", "numbered"},
		{"SELECT hidden()", "hidden"},
		{"SELECT lying()", "numbered"},
		{"SELECT 'a' === name FROM item", "same"},
		{"SELECT noisy(id) FROM item", "add"},
		{"SELECT id::integer::watched FROM item", "checked"},
		{"SELECT id FROM guarded", "numbered"},
		{"SELECT set_config('work_mem', '1MB', false)", "set_config"},
		{"SELECT pg_advisory_lock(1)", "pg_advisory_lock"},
		{"SELECT query_to_xml('SELECT 1', true, true, '')", "query_to_xml"},
	} {
		if strings.Contains(c.sql, "JSON_VALUE") && s.database.Version < 170000 {
			continue // the function is new in 17
		}
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Reads: true})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		if d.Reads.Only() != (c.why == "") || !strings.Contains(d.Reads.Why, c.why) {
			t.Errorf("%s: %q, not %q", c.sql, d.Reads.Why, c.why)
		}
		_, err = second.Exec(ctx, c.sql).ReadAll()
		unseen := strings.HasPrefix(c.sql, "SELECT set_config") || strings.HasPrefix(c.sql, "SELECT pg_advisory_lock") ||
			strings.HasPrefix(c.sql, "SELECT query_to_xml") || c.sql == "SELECT id FROM guarded" // as a superuser
		if failed := errors.As(err, new(*pgconn.PgError)); failed == (c.why == "") && !unseen {
			t.Errorf("%s: the standby says %v", c.sql, err)
		}
	}
}

// closed ends a server.
func closed(t *testing.T, s *pgserver.Server) {
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
