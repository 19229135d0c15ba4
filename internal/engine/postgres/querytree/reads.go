package querytree

import (
	"fmt"
	"maps"
	"slices"
)

// harmless are PostgreSQL's own volatile functions that a standby runs: they change nothing, and know nothing of their
// session.
var harmless = map[string]bool{"random": true, "random_normal": true, "gen_random_uuid": true, "uuidv4": true,
	"uuidv7": true, "clock_timestamp": true, "timeofday": true, "pg_sleep": true}

const (
	// the functions that are not volatile, and that a standby refuses: some give the transaction a number
	refusedSQL = "SELECT proname FROM pg_catalog.pg_proc WHERE oid IN (%s) AND " +
		"proname IN ('txid_current', 'pg_current_xact_id', 'pg_walfile_name', 'pg_walfile_name_offset', " +
		"'pg_replication_origin_oid')"

	// the relations that a standby does not have the rows of
	lostSQL = "SELECT relname FROM pg_catalog.pg_class WHERE relpersistence <> 'p' AND oid IN (%s) ORDER BY relname"
)

// Writes says why a statement is not proven to only read; "" where a standby runs it as the primary does. What a
// function of the user's does is known where PostgreSQL keeps its body analysed, or where it says that it is IMMUTABLE.
func (c *Catalog) Writes(q *Node) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("sqg does not understand what PostgreSQL made of it: %v", p)
		}
	}()
	switch q.int("commandType") {
	case cmdSelect:
	case cmdUtility:
		return "it is no SELECT"
	default:
		return "it changes rows"
	}
	r := newReach(c)
	r.code(q, false)
	for _, f := range r.close() {
		if f.oid >= firstNormal || !f.volatile || !harmless[f.name] {
			return "nothing proves that the function " + f.name + " only reads"
		}
	}
	switch {
	case r.changes:
		return "a part of it changes rows"
	case r.locks:
		return "it locks rows"
	}
	if refused := r.ask(refusedSQL, slices.Sorted(maps.Keys(r.functions))...); refused != nil {
		return "a standby refuses the function " + refused[0]
	}
	if lost := r.ask(lostSQL, slices.Sorted(maps.Keys(r.relations))...); lost != nil {
		return lost[0] + " is temporary or UNLOGGED, and a standby does not have it"
	}
	return ""
}
