package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"

	accounts "drivers/gen/changes"
)

func (c *postgresChanges) lookUp(ctx context.Context, q *accounts.Accounts) (_ int64, err error) {
	c.found, err = q.AccountByIDBulk(ctx, slices.Values(c.keys))
	return int64(len(c.found)), err
}

// any sends lists of up to 10,000 keys; a map brings what is found into the order of the keys.
func (c *postgresChanges) any(ctx context.Context, q *accounts.Accounts) (int64, error) {
	c.found = make([]*accounts.Account, 0, len(c.keys))
	for part := range slices.Chunk(c.keys, 10_000) {
		rows, err := q.AccountsAny(ctx, part)
		if err != nil {
			return 0, err
		}
		byID := make(map[int64]*accounts.Account, len(rows))
		for i := range rows {
			byID[rows[i].ID] = &rows[i]
		}
		for _, id := range part {
			c.found = append(c.found, byID[id])
		}
	}
	return int64(len(c.found)), nil
}

// queries is pgx's batch of a query a key.
func (c *postgresChanges) queries(ctx context.Context) error {
	return pgx.BeginFunc(ctx, c.conn, func(tx pgx.Tx) error {
		c.found = make([]*accounts.Account, 0, len(c.keys))
		for part := range slices.Chunk(c.keys, 10_000) {
			var batch pgx.Batch
			for _, id := range part {
				batch.Queue("SELECT id, owner, balance, changed_at FROM account WHERE id = $1",
					id).QueryRow(func(row pgx.Row) error {
					var a accounts.Account
					c.found = append(c.found, &a)
					return row.Scan(&a.ID, &a.Owner, &a.Balance, &a.ChangedAt)
				})
			}
			if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *postgresChanges) oneByOne(ctx context.Context, q *accounts.Accounts) (int64, error) {
	c.found = make([]*accounts.Account, 0, len(c.keys))
	for _, id := range c.keys {
		account, err := q.AccountByID(ctx, id)
		if err != nil {
			return 0, err
		}
		c.found = append(c.found, &account)
	}
	return int64(len(c.found)), nil
}

// verifyFound compares what a lookup has found with what the server finds by a join.
func (c *postgresChanges) verifyFound() error {
	if len(c.found) != len(c.wanted) {
		return fmt.Errorf("%d accounts are found, and not %d", len(c.found), len(c.wanted))
	}
	for i := range c.wanted {
		if c.found[i] == nil || !reflect.DeepEqual(*c.found[i], c.wanted[i]) {
			return fmt.Errorf("lookup %d finds %v, and not %v", i, c.found[i], c.wanted[i])
		}
	}
	return nil
}
