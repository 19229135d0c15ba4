//go:build ignore

package prelude

import (
	"github.com/shopspring/decimal"
)

func toDecimal(text string) (decimal.Decimal, error) { return decimal.NewFromString(text) }

// fromDecimal is a number as its text, with the zeros that it ends in.
func fromDecimal(d decimal.Decimal) (string, error) { return d.StringFixed(max(-d.Exponent(), 0)), nil }
