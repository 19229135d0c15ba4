package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// watch says what a migration does to programs that run meanwhile: which tables it reads or writes as a whole while it
// keeps others from them, and what it takes away that a program may use. The server itself tells, in the transaction of
// the migration: which locks that holds, how often it went through a table, and which file a table is in. Tables that
// the migration makes itself are no one else's.
type watch struct {
	warn  func(engine.Warning)
	there map[string]watched // those from before the migration by OID, as the last statement left them
}

type watched struct {
	name    string
	scans   string
	file    string
	lock    int               // 0 is none that keeps writes away
	columns map[string]string // names by number
}

// watchedSQL has a row for each column of each table: of all, or of those only that the transaction has touched, as it
// holds a lock on each. Locks are counted from SHARE, which keeps writes away, to ACCESS EXCLUSIVE.
const watchedSQL = `SELECT coalesce(c.oid, l.relation), concat(nullif(n.nspname, 'public') || '.', c.relname), pg_catalog.pg_stat_get_xact_numscans(c.oid), c.relfilenode,
	coalesce(l.level, 0), a.attnum, a.attname
FROM pg_catalog.pg_class AS c
FULL JOIN (
	SELECT relation, max(pg_catalog.array_position('{ShareLock,ShareRowExclusiveLock,ExclusiveLock,AccessExclusiveLock}', mode)) AS level
	FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation' GROUP BY relation
) AS l ON l.relation = c.oid
LEFT JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.oid IS NULL OR c.relkind IN ('r', 'p', 'm') AND c.relpersistence <> 't'
	AND c.relnamespace NOT IN ('pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)`

const touched = ` AND l.relation IS NOT NULL`

const accessExclusive = 4

func (s *session) watched(ctx context.Context, sql string) (map[string]watched, error) {
	rs, err := s.conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, err
	}
	there := map[string]watched{}
	for _, row := range rs[0].Rows {
		oid := string(row[0])
		t, ok := there[oid]
		if !ok {
			lock, _ := strconv.Atoi(string(row[4]))
			t = watched{name: string(row[1]), scans: string(row[2]), file: string(row[3]), lock: lock,
				columns: map[string]string{}}
		}
		if row[5] != nil {
			t.columns[string(row[5])] = string(row[6])
		}
		there[oid] = t
	}
	return there, nil
}

// watching begins to watch the migration whose transaction has begun; nil where nobody asks.
func (s *session) watching(ctx context.Context,
	warn func(engine.Warning)) (after func(context.Context, syntax.Command) error, err error) {
	if warn == nil {
		return nil, nil
	}
	w := &watch{warn: warn}
	if w.there, err = s.watched(ctx, watchedSQL); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c syntax.Command) error { return w.look(ctx, s, c) }, nil
}

// look compares what is there with what was there before a command.
func (w *watch) look(ctx context.Context, s *session, c syntax.Command) error {
	now, err := s.watched(ctx, watchedSQL+touched)
	if err != nil {
		return err
	}
	warn := func(hint, format string, args ...any) {
		w.warn(engine.Warning{Offset: c.Start, Msg: fmt.Sprintf(format, args...), Hint: hint})
	}
	held := false
	for _, oid := range slices.Sorted(maps.Keys(w.there)) {
		was := w.there[oid]
		is, touched := now[oid]
		if !touched {
			continue
		}
		if w.there[oid] = is; is.name == "" {
			delete(w.there, oid)
		}
		lost(warn, was, is)
		if does := holds(c, was, is); does != "" && !held {
			held = true // what the command does to other tables follows from it
			warn(lockHint(c), "%s", does)
		}
	}
	return nil
}

// lost warns of what programs of the version before may miss.
func lost(warn func(hint, format string, args ...any), was, is watched) {
	switch is.name {
	case "":
		warn(laterHint, "this drops the table %s, which programs of the version before may use", was.name)
		return
	case was.name:
	default:
		warn(renameHint, "this renames the table %s, which programs of the version before may use", was.name)
	}
	for _, n := range slices.Sorted(maps.Keys(was.columns)) {
		switch is.columns[n] {
		case "":
			warn(laterHint, "this drops the column %s of %s, which programs of the version before may use",
				was.columns[n], was.name)
		case was.columns[n]:
		default:
			warn(renameHint, "this renames the column %s of %s, which programs of the version before may use",
				was.columns[n], was.name)
		}
	}
}

// holds says how a command goes through a table that it keeps others from; "" where it does not.
func holds(c syntax.Command, was, is watched) string {
	does, lets := "reads", "write to it"
	switch {
	case is.name == "" || is.lock == 0 || verb(c) == "TRUNCATE":
		return ""
	case is.file != was.file:
		does = "rewrites"
	case is.scans == was.scans:
		return ""
	}
	if is.lock == accessExclusive {
		lets = "use it"
	}
	return fmt.Sprintf("this %s the whole table %s, and lets no other statement %s meanwhile", does, was.name, lets)
}

const (
	laterHint  = "release a program that does without it first; then say :reviewed in the annotation"
	renameHint = "add the new name beside the old one, release a program that uses it, and drop the old one later"
)

// lockHints tell how a command is divided into ones that are short or keep nothing away, by words of it.
var lockHints = []struct{ words, hint string }{
	{"CREATE INDEX", indexHint}, {"CREATE UNIQUE INDEX", indexHint},
	{"REINDEX", "write REINDEX … CONCURRENTLY, in a migration with :no_transaction"},
	{"REFRESH", "write REFRESH MATERIALIZED VIEW CONCURRENTLY"},
	{"SET NOT NULL",
		"add CHECK (… IS NOT NULL) NOT VALID, VALIDATE CONSTRAINT in a later migration, and then SET NOT NULL, which believes it"},
	{"TYPE", rewriteHint},
	{"PRIMARY KEY", uniqueHint}, {"UNIQUE", uniqueHint},
	{"VALIDATE CONSTRAINT", heldHint},
	{"FOREIGN KEY", validHint}, {"REFERENCES", validHint}, {"CHECK", validHint}, {"CONSTRAINT", validHint},
	{"ADD", "add the column without a default, and fill it in parts"},
}

const (
	indexHint   = "write CREATE INDEX CONCURRENTLY IF NOT EXISTS, in a migration with :no_transaction"
	rewriteHint = "add a column of the new type beside it, fill it in parts, and drop the old one later"
	uniqueHint  = "CREATE UNIQUE INDEX CONCURRENTLY first, with :no_transaction, and then ADD CONSTRAINT … USING INDEX"
	validHint   = "add the constraint NOT VALID, and VALIDATE CONSTRAINT in a later migration"
	heldHint    = "move it to a migration of its own: the lock of a statement before lasts until the migration ends"
)

// verb is the first word of a command; "" for a query in parentheses.
func verb(c syntax.Command) string {
	if len(c.Words) == 0 {
		return ""
	}
	return c.Words[0]
}

// lockHint says what to write instead of a command.
func lockHint(c syntax.Command) string {
	if slices.Contains([]string{"", "SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "DO", "CALL"}, verb(c)) {
		return heldHint
	}
	words := " " + strings.Join(c.Words, " ") + " "
	for _, h := range lockHints {
		if strings.Contains(words, " "+h.words+" ") {
			return h.hint
		}
	}
	return "run it when few programs run; then say :reviewed in the annotation"
}
