package pgserver

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestScratch(t *testing.T) {
	h := New(Options{Log: func(s string) { t.Log(s) }})
	for range 3 {
		d, err := h.Scratch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c, err := pgconn.ConnectConfig(t.Context(), d.Config())
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Exec(t.Context(), "create table t(a int); select version(), current_database()").ReadAll()
		t.Logf("%s %v %d", r[1].Rows, err, d.Version)
		if err := d.Drop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
}
