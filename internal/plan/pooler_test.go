package plan

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// What a session keeps is refused behind a pooler of transactions, and only there; no cursor outlives its transaction.
func TestPooler(t *testing.T) {
	model := &ir.Model{Name: ir.NewName("m"), Queries: []*ir.Query{
		{Name: ir.NewName("lock"), Kept: &ir.Kept{What: "it calls pg_advisory_lock()", Cure: "do not"}},
		{Name: ir.NewName("list"), Result: ir.All, Cursor: true, Row: &ir.Row{Name: ir.NewName("list")}},
	}}
	for _, id := range []string{"go/postgres/pgx", "python/postgres/asyncpg", "typescript/postgres/pg"} {
		p, diags := Build(model, target.Find(id), Options{Pooler: "transaction"}, "p", "v")
		if len(diags) != 1 || diags[0].Code != diag.NotSupported || !strings.Contains(diags[0].Msg, "pg_advisory_lock()") ||
			diags[0].Hint != "do not" {
			t.Errorf("%s: %+v", id, diags)
		}
		if !p.Methods[1].Unheld || !p.Options.Unprepared {
			t.Errorf("%s: %+v", id, p.Options)
		}
		p, diags = Build(model, target.Find(id), Options{}, "p", "v")
		if len(diags) > 0 || p.Methods[1].Unheld || p.Options.Unprepared {
			t.Errorf("%s without a pooler: %+v", id, diags)
		}
	}
}
