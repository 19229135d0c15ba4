package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	accounts "drivers/gen/changes"
)

// postgresChanges updates, deletes, upserts or looks up accounts by their key. The server computes the changes and the
// outcome.
type postgresChanges struct {
	kind     string // update, delete, upsert or lookup
	rows     int
	conn     *pgx.Conn // of the ways
	watcher  *pgx.Conn
	control  *accounts.Accounts // over watcher
	updates  []accounts.UpdateAccountParams
	keys     []int64 // of deletes and lookups
	upserts  []accounts.UpsertAccountParams
	expected accounts.Outcome
	wanted   []accounts.Account  // by a lookup
	found    []*accounts.Account // by the last lookup
}

func changePostgres(kind string) func(context.Context, *plan, int, int) (contest, error) {
	return func(ctx context.Context, p *plan, rows, _ int) (_ contest, err error) {
		c := &postgresChanges{kind: kind, rows: rows}
		if c.conn, err = pgx.Connect(ctx, p.Server.dsn()); err != nil {
			return nil, err
		}
		if c.watcher, err = pgx.Connect(ctx, p.Server.dsn()); err != nil {
			return nil, err
		}
		c.control = accounts.NewAccounts(c.watcher)
		return c, c.fill(ctx)
	}
}

// fill makes a million accounts, or ten for each change where that is less, and reads the changes.
func (c *postgresChanges) fill(ctx context.Context) error {
	script := "DROP TABLE IF EXISTS account, original, change CASCADE; " +
		strings.Join(accounts.AccountsMigrations(), "; ")
	if _, err := c.watcher.Exec(ctx, script); err != nil {
		return err
	}
	count, rows := int64(min(10*c.rows, 1_000_000)), int64(c.rows)
	if _, err := c.control.FillOriginal(ctx, count); err != nil {
		return err
	}
	var err error
	if c.kind == "upsert" {
		_, err = c.control.FillChangesOfUpsert(ctx, count, rows)
	} else {
		_, err = c.control.FillChanges(ctx, rows, count, rows)
	}
	if err != nil {
		return err
	}
	if _, err := c.control.RefillAccounts(ctx); err != nil {
		return err
	}
	if _, err := c.watcher.Exec(ctx, "VACUUM ANALYZE"); err != nil {
		return err
	}
	if c.kind == "lookup" {
		if c.expected, err = c.control.Stored(ctx); err == nil {
			c.wanted, err = c.control.ChangedAccounts(ctx)
		}
	} else {
		c.expected, err = c.control.ExpectedOutcome(ctx, c.kind == "delete")
	}
	if err != nil {
		return err
	}
	for r, err := range c.control.EachChanges(ctx) {
		if err != nil {
			return err
		}
		c.updates = append(c.updates, accounts.UpdateAccountParams{Balance: r.Balance, ChangedAt: r.ChangedAt,
			ID: r.ID})
		c.keys = append(c.keys, r.ID)
		c.upserts = append(c.upserts, accounts.UpsertAccountParams(r))
	}
	return nil
}

func (c *postgresChanges) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	change := map[string]func(context.Context, *accounts.Accounts) (int64, error){
		"changes-on-server": c.onServer, "changes-generated": c.generated, "changes-batch": c.batch,
		"changes-unnest": c.unnest, "changes-single": c.single,
		"lookup-generated": c.lookUp, "lookup-any": c.any, "lookup-single": c.oneByOne,
	}[method]
	whole := map[string]func(context.Context) error{"changes-staged": c.staged, "lookup-batch": c.queries}[method]
	if whole != nil {
		run = func() error { return whole(ctx) }
	} else if change != nil {
		run = func() error {
			return accounts.NewAccounts(c.conn).InTx(ctx, func(q *accounts.Accounts) error {
				_, err := change(ctx, q)
				return err
			})
		}
	} else {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	c.found = nil
	return run, func() error { return c.verify(ctx) }, c.restore(ctx)
}

// restore makes the accounts what they were before a run.
func (c *postgresChanges) restore(ctx context.Context) error {
	if c.kind == "lookup" {
		return nil
	}
	var err error
	if c.rows >= blockRows {
		if err = c.control.ForgetAccounts(ctx); err == nil {
			_, err = c.control.RefillAccounts(ctx)
		}
	} else if _, err = c.control.ForgetChanged(ctx); err == nil {
		// Or accounts come back to where they were only in every other run, and else side by side at the end.
		if _, err = c.watcher.Exec(ctx, "VACUUM account"); err == nil {
			_, err = c.control.RestoreChanged(ctx)
		}
	}
	if err != nil {
		return err
	}
	if _, err := c.watcher.Exec(ctx, "VACUUM ANALYZE account"); err != nil {
		return err
	}
	_, err = c.watcher.Exec(ctx, "CHECKPOINT") // or one falls upon whoever fills the log
	return err
}

func (c *postgresChanges) verify(ctx context.Context) error {
	stored, err := c.control.Stored(ctx)
	if err != nil {
		return err
	}
	if stored != c.expected {
		return fmt.Errorf("the table holds %v, and must hold %v", stored, c.expected)
	}
	return c.verifyFound()
}

func (c *postgresChanges) onServer(ctx context.Context, q *accounts.Accounts) (int64, error) {
	switch c.kind {
	case "update":
		return q.UpdateFromServer(ctx)
	case "delete":
		return q.DeleteFromServer(ctx)
	}
	return q.UpsertFromServer(ctx)
}

func (c *postgresChanges) generated(ctx context.Context, q *accounts.Accounts) (int64, error) {
	switch c.kind {
	case "update":
		return q.UpdateAccountBulk(ctx, slices.Values(c.updates))
	case "delete":
		return q.DeleteAccountBulk(ctx, slices.Values(c.keys))
	}
	return q.UpsertAccountBulk(ctx, slices.Values(c.upserts))
}

// batch is pgx's batch, as the generated method has it.
func (c *postgresChanges) batch(ctx context.Context, q *accounts.Accounts) (int64, error) {
	switch c.kind {
	case "update":
		return q.UpdateAccountBatch(ctx, slices.Values(c.updates))
	case "delete":
		return q.DeleteAccountBatch(ctx, slices.Values(c.keys))
	}
	return q.UpsertAccountBatch(ctx, slices.Values(c.upserts))
}

// unnest sends lists of up to 10,000 values.
func (c *postgresChanges) unnest(ctx context.Context, q *accounts.Accounts) (changed int64, err error) {
	for part := range slices.Chunk(c.upserts, 10_000) {
		var ids []int64
		var owners []string
		var balances []pgtype.Numeric
		var times []time.Time
		for _, row := range part {
			ids, owners = append(ids, row.ID), append(owners, row.Owner)
			balances, times = append(balances, row.Balance), append(times, row.ChangedAt)
		}
		var n int64
		switch c.kind {
		case "update":
			n, err = q.UpdateUnnest(ctx, ids, balances, times)
		case "delete":
			n, err = q.DeleteUnnest(ctx, ids)
		default:
			n, err = q.UpsertUnnest(ctx, accounts.UpsertUnnestParams{Ids: ids, Owners: owners, Balances: balances,
				Times: times})
		}
		if changed += n; err != nil {
			return changed, err
		}
	}
	return changed, nil
}

func (c *postgresChanges) single(ctx context.Context, q *accounts.Accounts) (changed int64, err error) {
	for _, row := range c.upserts {
		var n int64
		switch c.kind {
		case "update":
			n, err = q.UpdateAccount(ctx, row.Balance, row.ChangedAt, row.ID)
		case "delete":
			n, err = q.DeleteAccount(ctx, row.ID)
		default:
			n, err = q.UpsertAccount(ctx, row)
		}
		if changed += n; err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// fromStaged are the statements that join the temporary table.
var fromStaged = map[string]string{
	"update": "UPDATE account AS a SET balance = s.balance, changed_at = s.changed_at FROM staged AS s WHERE a.id = s.id",
	"delete": "DELETE FROM account AS a USING staged AS s WHERE a.id = s.id",
	"upsert": "INSERT INTO account SELECT * FROM staged ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at",
}

// staged copies into a temporary table by CopyFrom, analyzes it, and joins it.
func (c *postgresChanges) staged(ctx context.Context) error {
	return pgx.BeginFunc(ctx, c.conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "CREATE TEMP TABLE staged (LIKE account) ON COMMIT DROP"); err != nil {
			return err
		}
		rows := pgx.CopyFromSlice(len(c.upserts), func(i int) ([]any, error) {
			row := &c.upserts[i]
			return []any{row.ID, row.Owner, row.Balance, row.ChangedAt}, nil
		})
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{"staged"}, []string{"id", "owner", "balance", "changed_at"},
			rows); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "ANALYZE staged"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, fromStaged[c.kind])
		return err
	})
}

func (c *postgresChanges) calls() int { return 1 }

func (c *postgresChanges) serverMS() float64 { return processMS(c.conn.PgConn().PID()) }

func (c *postgresChanges) close() error {
	return errors.Join(c.conn.Close(context.Background()), c.watcher.Close(context.Background()))
}
