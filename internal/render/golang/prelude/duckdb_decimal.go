//go:build ignore

package prelude

import (
	"fmt"
	"math"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/shopspring/decimal"
)

func toDecimal(d duckdb.Decimal) (decimal.Decimal, error) {
	return decimal.NewFromBigInt(d.Value, -int32(d.Scale)), nil
}

// fromDecimal is a number as DuckDB binds it. What has more digits behind the point than any of its numbers is rounded,
// as DuckDB itself rounds what has more than the column.
func fromDecimal(d decimal.Decimal) (duckdb.Decimal, error) {
	if d.Exponent() > 0 || d.Exponent() < -math.MaxUint8 {
		d = d.Round(min(max(-d.Exponent(), 0), math.MaxUint8))
	}
	return duckdb.Decimal{Scale: uint8(-d.Exponent()), Value: d.Coefficient()}, nil
}
