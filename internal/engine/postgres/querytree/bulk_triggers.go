package querytree

import (
	"regexp"
	"strings"
	"sync"
)

// stampBody is the text of a PL/pgSQL trigger function that does nothing but set columns of its own row to the time:
// that of the transaction, or of the clock.
var stampBody = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^(?:\s|--[^\n]*\n)*BEGIN\s+(?:NEW\.` + stampName + `\s*:?=\s*` + stampTime +
		`\s*;\s*)+RETURN\s+NEW\s*;\s*END\s*;?\s*$`)
})

var stampColumn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)NEW\.(` + stampName + `)\s*:?=`) })

const (
	stampName = `(?:[a-z_][a-z0-9_]*|"[^"]+")`
	stampCall = `(?:(?:now|transaction_timestamp|clock_timestamp)\s*\(\s*\)|(?:current_timestamp|localtimestamp)(?:\s*\(\s*[0-6]\s*\))?|current_date)`
	stampTime = `(?:` + stampCall + `|\(?\s*` + stampCall +
		`\s+AT\s+TIME\s+ZONE\s+'[a-z/_]+'\s*\)?|timezone\s*\(\s*'[a-z/_]+'(?:::text)?\s*,\s*` + stampCall + `\s*\))`
)

// The events of a trigger, and when it runs, as bits of pg_trigger.tgtype.
const (
	forEachRow   = 1
	beforeChange = 2
	onInsert     = 4
	onDelete     = 8
	onUpdate     = 16
)

// triggers refuses those that a statement may fire, but for what sets columns of its own row to the time: it says the
// same of many rows as of each.
func (b *bulk) triggers() error {
	shadowed := len(b.rows(`SELECT 1 FROM pg_catalog.pg_proc WHERE proname IN ('now', 'transaction_timestamp', 'clock_timestamp', 'timezone')
AND pronamespace <> 'pg_catalog'::pg_catalog.regnamespace`)) > 0
	for _, t := range b.rows(`SELECT t.tgname, t.tgtype & %[2]d = %[3]d AND l.lanname = 'plpgsql' AND t.tgtype & %[4]d = 0, p.prosrc FROM pg_catalog.pg_trigger t
JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE t.tgrelid IN (%[1]s) AND NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgtype & %[5]d <> 0 ORDER BY t.tgname`,
		b.family, forEachRow|beforeChange, forEachRow|beforeChange, onDelete, b.fires()) {
		if shadowed || t[1] != "t" || !stampBody().MatchString(t[2]) {
			return refuse("", "%s has a trigger (%s), which could see the rows of others", b.table, t[0])
		}
		for _, set := range stampColumn().FindAllStringSubmatch(t[2], -1) {
			b.stamp(set[1])
		}
	}
	return nil
}

// stamp notes a column that a trigger sets, by what its function calls it.
func (b *bulk) stamp(name string) {
	if name[0] == '"' {
		name = name[1 : len(name)-1]
	} else {
		name = strings.ToLower(name)
	}
	for _, r := range b.rows("SELECT attnum FROM pg_catalog.pg_attribute WHERE attrelid = %d AND attname = '%s'",
		b.target, strings.ReplaceAll(name, "'", "''")) {
		b.stamped[int(oidOf(r[0]))] = true
	}
}

// fires are the events of the triggers that a statement may fire.
func (b *bulk) fires() int {
	switch {
	case b.many.Command == Insert && b.conflict().int("action") > onConflictNothing:
		return onInsert | onUpdate
	case b.many.Command == Insert:
		return onInsert
	case b.many.Command == Delete:
		return onDelete
	case b.relations[b.target].kind == 'p': // a row may move to another partition
		return onInsert | onDelete | onUpdate
	}
	return onUpdate
}
