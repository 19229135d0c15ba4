package postgres

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

var spelling = enginetest.Spelling{
	Table: "CREATE TABLE t%[1]d (id int PRIMARY KEY, parent int REFERENCES t%[1]d(id), name text NOT NULL, note varchar(40), price numeric(10,2), made timestamptz NOT NULL)",
	Mark:  "$",
}

func BenchmarkDescribe(b *testing.B) { spelling.Describe(b, testHost.Open) }
func BenchmarkUnit(b *testing.B)     { spelling.Unit(b, testHost.Open) }

// BenchmarkCatalog reads a schema back.
func BenchmarkCatalog(b *testing.B) {
	s := open(b, spelling.Schema())
	for b.Loop() {
		s.catalog = nil
		if _, err := s.loaded(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
