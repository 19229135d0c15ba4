package postgres

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
)

// deferrableSQL lists the indexes of constraints that may be checked at the end of a transaction, with their tables.
const deferrableSQL = `SELECT c.relname, t.relname FROM pg_catalog.pg_index i
	JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
	WHERE (i.indisunique OR i.indisexclusion) AND NOT i.indimmediate ORDER BY i.indexrelid`

// planNode is a node of a plan: of an INSERT, what it does about conflicts, and the indexes that tell of them, none for
// all of the table.
type planNode struct {
	Relation   string     `json:"Relation Name"`
	Resolution string     `json:"Conflict Resolution"`
	Arbiters   []string   `json:"Conflict Arbiter Indexes"`
	Plans      []planNode `json:"Plans"`
}

// takes reports whether a node's ON CONFLICT, or that of one below it, takes an index of a table.
func (n planNode) takes(index, table string) bool {
	return slices.Contains(n.Arbiters, index) || n.Resolution != "" && n.Arbiters == nil && n.Relation == table ||
		slices.ContainsFunc(n.Plans, func(below planNode) bool { return below.takes(index, table) })
}

// arbitrated refuses ON CONFLICT with a deferrable constraint, which the server plans and cannot run.
func (s *session) arbitrated(ctx context.Context, p *prepared, in engine.Stmt) error {
	if !onConflict.tree.in(p.tree) {
		return nil
	}
	deferrable, err := s.conn.Exec(ctx, deferrableSQL).ReadAll()
	if err != nil || len(deferrable[0].Rows) == 0 {
		return err
	}
	text, err := s.explained(ctx, "GENERIC_PLAN, FORMAT JSON", in.SQL)
	if err != nil || text == "" {
		return err
	}
	var plans []struct{ Plan planNode }
	if err := json.Unmarshal([]byte(text), &plans); err != nil {
		return err
	}
	for _, row := range deferrable[0].Rows {
		if index := string(row[0]); plans[0].Plan.takes(index, string(row[1])) {
			places := onConflict.sql.FindAllStringIndex(in.SQL, -1)
			return &engine.Error{Msg: "ON CONFLICT cannot take " + index + ", as that constraint is deferrable",
				Offset: places[len(places)-1][0],
				Hint:   "make the constraint NOT DEFERRABLE, or name the columns of another key"}
		}
	}
	return nil
}
