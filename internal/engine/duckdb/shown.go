package duckdb

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// someValue is a value that text of a kind can be: DuckDB plans no parameter without one, and what is compared with
// NULL it leaves out. Any other kind is NULL.
var someValue = map[ir.Kind]string{ir.Bool: "true", ir.Int8: "1", ir.Int16: "1", ir.Int32: "1", ir.Int64: "1",
	ir.HugeInt: "1", ir.UInt8: "1",
	ir.UInt16: "1", ir.UInt32: "1", ir.UInt64: "1", ir.UHugeInt: "1", ir.Float32: "1", ir.Float64: "1", ir.Decimal: "1",
	ir.Text: "a",
	ir.Date: "2000-01-01", ir.Time: "00:00:00", ir.Timestamp: "2000-01-01", ir.TimestampTZ: "2000-01-01 00:00:00+00",
	ir.TimeTZ: "00:00:00+00", ir.Interval: "1 day", ir.UUID: "00000000-0000-0000-0000-000000000000", ir.Blob: "a",
	ir.Bits: "1"}

// Plan is DuckDB's physical plan, for one value of each parameter.
func (s *session) Plan(ctx context.Context, in engine.Stmt, params []engine.Param) (plan string, err error) {
	plan, err = s.explained(ctx, in, params)
	var refused *libduckdb.Error
	if errors.As(err, &refused) {
		return "", nil // as what is no query
	}
	return plan, err
}

// explained is what EXPLAIN says of a statement, or DuckDB's refusal.
func (s *session) explained(ctx context.Context, in engine.Stmt, params []engine.Param) (plan string, err error) {
	var text strings.Builder
	text.WriteString("EXPLAIN ")
	end := 0
	for _, at := range engine.DuckDB.Dialect.Marks(in.SQL) {
		n, _ := strconv.Atoi(in.SQL[at[0]+1 : at[1]])
		value := "NULL"
		if v, ok := someValue[params[n-1].Type.Kind]; ok {
			value = "'" + v + "'"
		}
		text.WriteString(in.SQL[end:at[0]] + "CAST(" + value + " AS " + params[n-1].Type.Ref + ")")
		end = at[1]
	}
	text.WriteString(in.SQL[end:])
	// Of tables without rows, statistics make a plan of nothing, and small integers.
	if err := s.exec(ctx, "SET disabled_optimizers = 'statistics_propagation,compressed_materialization'"); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.exec(ctx, "RESET disabled_optimizers")) }()
	err = s.each(ctx, text.String(), func(r row) { plan = strings.Trim(r.text(1), "\n") })
	return plan, err
}
