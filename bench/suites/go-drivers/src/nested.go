package main

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"

	nested "drivers/gen/nested"
)

const linesOfEach = 10

// nestedRead reads purchases with their lines.
type nestedRead struct {
	conn   *pgx.Conn
	reads  *nested.NestedReads
	wanted []nested.PurchasesByNameRow
}

type (
	line     = nested.PurchasesByNameLinesRow
	purchase = nested.PurchasesByNameRow
)

func readNested(ctx context.Context, p *plan, rows, _ int) (contest, error) {
	conn, err := pgx.Connect(ctx, p.Server.dsn())
	if err != nil {
		return nil, err
	}
	c := &nestedRead{conn: conn, reads: nested.NewNestedReads(conn)}
	script := "DROP TABLE IF EXISTS lines, purchases; " + strings.Join(nested.NestedReadsMigrations(), "; ")
	if _, err := conn.Exec(ctx, script); err != nil {
		return nil, err
	}
	if _, err := c.reads.FillPurchases(ctx, int32(rows)); err != nil {
		return nil, err
	}
	if _, err := c.reads.FillLines(ctx); err != nil {
		return nil, err
	}
	for i := range int32(rows) {
		c.wanted = append(c.wanted, expectedPurchase(i+1))
	}
	_, err = conn.Exec(ctx, "VACUUM ANALYZE")
	return c, err
}

func expectedPurchase(id int32) purchase {
	p := purchase{ID: id, Customer: fmt.Sprintf("customer number %d", id)}
	for n := range int32(linesOfEach) {
		l := line{ID: 10*id + n, Product: fmt.Sprintf("product %d/%d", id%7, n), Quantity: n + 1,
			Price: float64(id+n) / 4}
		if n%2 == 0 {
			note := fmt.Sprintf("note %d", n)
			l.Note = &note
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

func (c *nestedRead) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	var got []purchase
	var byValue []nested.PurchasesByValueRow
	run = map[string]func() error{
		"nested-name":  func() (err error) { got, err = c.reads.PurchasesByName(ctx); return err },
		"nested-value": func() (err error) { byValue, err = c.reads.PurchasesByValue(ctx); return err },
		"nested-flat":  func() (err error) { got, err = c.flat(ctx); return err },
		"nested-two":   func() (err error) { got, err = c.two(ctx); return err },
	}[method]
	if run == nil {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	return run, func() error {
		for _, p := range byValue {
			as := purchase{ID: p.ID, Customer: p.Customer}
			for _, l := range p.Lines {
				as.Lines = append(as.Lines, line(l))
			}
			got = append(got, as)
		}
		if !reflect.DeepEqual(got, c.wanted) {
			return fmt.Errorf("%d purchases are not what they must be", len(got))
		}
		return nil
	}, nil
}

// flat reads rows of the join, and groups them by hand.
func (c *nestedRead) flat(ctx context.Context) (all []purchase, err error) {
	rows, err := c.conn.Query(ctx, `SELECT p.id, p.customer, l.id, l.product, l.quantity, l.price, l.note
FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
ORDER BY p.id, l.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p purchase
		var id, quantity *int32
		var product, note *string
		var price *float64
		if err := rows.Scan(&p.ID, &p.Customer, &id, &product, &quantity, &price, &note); err != nil {
			return nil, err
		}
		if len(all) == 0 || all[len(all)-1].ID != p.ID {
			all = append(all, p)
		}
		if id != nil {
			last := &all[len(all)-1]
			last.Lines = append(last.Lines, line{*id, *product, *quantity, *price, note})
		}
	}
	return all, rows.Err()
}

// two is a query for the purchases, and one for the lines of all of them.
func (c *nestedRead) two(ctx context.Context) (all []purchase, err error) {
	rows, err := c.conn.Query(ctx, "SELECT id, customer FROM purchases ORDER BY id")
	if err != nil {
		return nil, err
	}
	var keys []int32
	at := map[int32]int{}
	var p purchase
	if _, err = pgx.ForEachRow(rows, []any{&p.ID, &p.Customer}, func() error {
		at[p.ID] = len(all)
		keys, all = append(keys, p.ID), append(all, p)
		return nil
	}); err != nil {
		return nil, err
	}
	rows, err = c.conn.Query(ctx, `SELECT purchase, id, product, quantity, price, note FROM lines
WHERE purchase = ANY ($1) ORDER BY id`, keys)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var of int32
		var l line
		if err := rows.Scan(&of, &l.ID, &l.Product, &l.Quantity, &l.Price, &l.Note); err != nil {
			return nil, err
		}
		p := &all[at[of]]
		p.Lines = append(p.Lines, l)
	}
	return all, rows.Err()
}

func (c *nestedRead) calls() int { return 1 }

func (c *nestedRead) serverMS() float64 { return processMS(c.conn.PgConn().PID()) }

func (c *nestedRead) close() error { return c.conn.Close(context.Background()) }
