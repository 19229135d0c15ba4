package duckdb

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

var spelling = enginetest.Spelling{
	Table: "CREATE TABLE t%[1]d (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t%[1]d(id), name VARCHAR NOT NULL, note VARCHAR, price DECIMAL(10,2), made TIMESTAMPTZ NOT NULL)",
	Mark:  "$",
}

func BenchmarkDescribe(b *testing.B) { spelling.Describe(b, NewHost(testEnvironment).Open) }
func BenchmarkUnit(b *testing.B)     { spelling.Unit(b, NewHost(testEnvironment).Open) }
