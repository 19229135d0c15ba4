//go:build ignore

package prelude

import (
	"errors"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/shopspring/decimal"
)

// toDecimal is a number of the server's, which decimal has no NaN and no infinities for.
func toDecimal(n pgtype.Numeric) (decimal.Decimal, error) {
	if n.NaN || n.InfinityModifier != pgtype.Finite {
		return decimal.Decimal{}, errors.New("a decimal.Decimal is no NaN and not infinite")
	}
	return decimal.NewFromBigInt(n.Int, n.Exp), nil
}

func fromDecimal(d decimal.Decimal) (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: d.Coefficient(), Exp: d.Exponent(), Valid: true}, nil
}
