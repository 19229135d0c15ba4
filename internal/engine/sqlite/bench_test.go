package sqlite

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

var spelling = enginetest.Spelling{
	Table: "CREATE TABLE t%[1]d (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t%[1]d(id), name TEXT NOT NULL, note VARCHAR(40), price DECIMAL(10,2), made TIMESTAMP NOT NULL)",
	Mark:  "?",
}

func BenchmarkDescribe(b *testing.B) { spelling.Describe(b, Open) }
func BenchmarkUnit(b *testing.B)     { spelling.Unit(b, Open) }
