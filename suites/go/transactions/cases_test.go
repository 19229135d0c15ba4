// Package transactions plays the cases of corpus/transactions with every driver.
package transactions

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// block is a transaction of a case: what is called in it, and what comes of it.
type block struct {
	Options json.RawMessage
	Do      []step
	Error   *string // a part of its error's text
}

type step struct {
	Put       []int64
	Rows      [][2]int64
	Get       int64
	Fail      bool
	In, Other *block
	Once      bool // in the first call alone
	Isolation string
	Broken    *bool // a statement that fails; true where its error is passed over
	Terminate bool
}

type testCase struct {
	Name    string
	Engines []string
	Pool    bool
	block
	Calls *int
	After []int64
}

// accounts is what generated code has for every engine.
type accounts[A, O any] interface {
	Balances(ctx context.Context) ([]int64, error)
	Balance(ctx context.Context, id int64) (int64, error)
	Put(ctx context.Context, id, balance int64) (int64, error)
	InTx(ctx context.Context, fn func(A) error) error
	Transaction(ctx context.Context, options O, fn func(A) error) error
}

// onServer is what PostgreSQL's has besides.
type onServer interface {
	Isolation(ctx context.Context) (string, error)
	Broken(ctx context.Context) (int64, error)
	Terminate(ctx context.Context) (int64, error)
}

// database is a new one of a driver: generated code on it, and the same on a connection of its own.
type database[A accounts[A, O], O any] struct {
	app, other A
	rows       func(ctx context.Context, app A, rows [][2]int64) error
}

// playCases plays the cases of an engine, each on a database that open makes.
func playCases[A accounts[A, O], O any](t *testing.T, engine string, pool bool,
	open func(t *testing.T) database[A, O]) {
	t.Helper()
	text, err := os.ReadFile("../../../corpus/transactions/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, c := range cases {
		if c.Engines != nil && !slices.Contains(c.Engines, engine) || c.Pool && !pool {
			continue
		}
		played++
		t.Run(c.Name, func(t *testing.T) {
			p := player[A, O]{T: t, database: open(t)}
			p.begin(p.app, c.block)
			want := 1
			if c.Calls != nil {
				want = *c.Calls
			}
			if p.calls != want {
				t.Errorf("%d calls, not %d", p.calls, want)
			}
			if c.After == nil {
				c.After = []int64{100, 100, 100, 100}
			}
			p.after(p.app, c.After)
			if !c.Pool { // nothing is left open
				p.begin(p.app, block{Do: []step{{Put: []int64{1, 1}}}})
				c.After[0] = 1
				p.after(p.other, c.After)
			}
		})
	}
	if played == 0 {
		t.Error("no case")
	}
}

type player[A accounts[A, O], O any] struct {
	*testing.T
	database[A, O]
	depth, calls int
}

// begin plays a transaction. Its error is what it has to be, and returned where the block says nothing of it.
func (p *player[A, O]) begin(app A, b block) error {
	p.Helper()
	var options O
	if b.Options != nil {
		if err := json.Unmarshal(b.Options, &options); err != nil {
			p.Fatal(err)
		}
	}
	err := app.Transaction(p.Context(), options, func(tx A) error {
		if p.depth == 0 {
			p.calls++
		}
		p.depth++
		defer func() { p.depth-- }()
		for _, s := range b.Do {
			if err := p.step(tx, s); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case b.Error == nil:
		if err != nil && p.depth == 0 {
			p.Error(err)
		}
		return err
	case err == nil || !strings.Contains(err.Error(), *b.Error):
		p.Errorf("%v, not %s", err, *b.Error)
	}
	return nil
}

func (p *player[A, O]) step(tx A, s step) error {
	ctx := p.Context()
	server, _ := any(tx).(onServer)
	switch {
	case s.Put != nil:
		_, err := tx.Put(ctx, s.Put[0], s.Put[1])
		return err
	case s.Rows != nil:
		return p.rows(ctx, tx, s.Rows)
	case s.Get != 0:
		_, err := tx.Balance(ctx, s.Get)
		return err
	case s.Fail:
		return errors.New("stop")
	case s.In != nil:
		return p.begin(tx, *s.In)
	case s.Other != nil:
		if s.Once && p.calls > 1 {
			return nil
		}
		return p.begin(p.other, *s.Other)
	case s.Isolation != "":
		got, err := server.Isolation(ctx)
		if got != s.Isolation {
			p.Errorf("isolation %q, not %q", got, s.Isolation)
		}
		return err
	case s.Broken != nil:
		_, err := server.Broken(ctx)
		if *s.Broken {
			return nil
		}
		return err
	case s.Terminate:
		_, err := server.Terminate(ctx)
		return err
	}
	panic("a step that does nothing")
}

func (p *player[A, O]) after(app A, want []int64) {
	p.Helper()
	if got, err := app.Balances(p.Context()); err != nil || !slices.Equal(got, want) {
		p.Errorf("balances %v, %v; not %v", got, err, want)
	}
}
