package querytree

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/ir"
)

const (
	lockCure     = "take a lock of the transaction: pg_advisory_xact_lock(…), which ends with it"
	sequenceCure = "return the number from the INSERT that takes it: RETURNING id"
	settingCure  = "set it for the transaction: set_config(name, value, true)"
	tableCure    = "write ON COMMIT DROP, and run what reads the table in the same transaction"
	seedCure     = "order and pick rows by a hash of their key and a seed of your own"
)

// keeping are PostgreSQL's own functions whose effect belongs to the session.
var keeping = map[string]string{
	"pg_advisory_lock": lockCure, "pg_advisory_lock_shared": lockCure, "pg_try_advisory_lock": lockCure,
	"pg_try_advisory_lock_shared": lockCure, "pg_advisory_unlock": lockCure, "pg_advisory_unlock_shared": lockCure,
	"pg_advisory_unlock_all": lockCure, "currval": sequenceCure, "lastval": sequenceCure, "set_config": settingCure,
	"setseed": seedCure,
}

// onCommitDrop is OnCommitAction's ONCOMMIT_DROP.
const onCommitDrop = 3

// kept is the first thing of a statement, of the views that it reads and of the SQL functions that it calls whose body
// PostgreSQL keeps analysed, that belongs to the session; nil where nothing is known to. What other functions do in
// their bodies, nobody sees.
func (c *Catalog) kept(q *Node) (kept *ir.Kept) {
	if q.int("commandType") == cmdUtility {
		if kept = temporary(q); kept != nil {
			return kept
		}
	}
	c.everyNode(q, func(n *Node) {
		oid := n.oid("funcid")
		if kept != nil || oid == 0 || oid >= firstOwn {
			return
		}
		name := c.function(oid).name
		if cure, known := keeping[name]; known && !(name == "set_config" && isLocal(n)) {
			kept = &ir.Kept{What: "it calls " + name + "()", Cure: cure}
		}
	})
	return kept
}

// isLocal reports whether a call of set_config says that the setting ends with the transaction.
func isLocal(call *Node) bool {
	args := call.list("args")
	return len(args) == 3 && args[2] != nil && args[2].Tag == "CONST" && len(args[2].bytes("constvalue")) > 0 &&
		args[2].bytes("constvalue")[0] == 1
}

// temporary finds the temporary table, view or sequence that a statement makes and that outlives the transaction.
func temporary(q *Node) (kept *ir.Kept) {
	drops := false
	walk(q, func(n *Node) bool {
		for _, key := range []string{"oncommit", "onCommit"} {
			drops = drops || n.str(key) == strconv.Itoa(onCommitDrop)
		}
		if n.Tag == "RANGEVAR" && (n.str("relpersistence") == "t" || n.str("schemaname") == "pg_temp") {
			kept = &ir.Kept{What: "it makes " + n.str("relname") + ", which is temporary", Cure: tableCure}
		}
		return true
	})
	if drops {
		return nil
	}
	return kept
}

// everyNode calls f for every node of a statement, of the views that it reads and of the SQL functions that it calls
// whose body is kept analysed.
func (c *Catalog) everyNode(q *Node, f func(*Node)) {
	seen := map[string]bool{}
	var visit func(*Node)
	follow := func(text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			visit(c.stored(text))
		}
	}
	visit = func(n *Node) {
		walk(n, func(n *Node) bool {
			f(n)
			follow(c.view(n.oid("relid")))
			follow(c.bodies[n.oid("funcid")])
			return true
		})
	}
	visit(q)
}
