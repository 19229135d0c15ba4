// Package app has the types that overrides name.
package app

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5/pgtype"
)

// Document is a JSON document as its fields.
type Document map[string]any

// Read reads a document.
func Read(text json.RawMessage) (d Document, err error) {
	err = json.Unmarshal(text, &d)
	return d, err
}

// Write writes a document.
func Write(d Document) (json.RawMessage, error) { return json.Marshal(d) }

// State is a number that is stored as a label.
type State int

var labels = []string{"draft", "final"}

// StateOf reads a label.
func StateOf(label string) (State, error) {
	for i, l := range labels {
		if l == label {
			return State(i), nil
		}
	}
	return 0, fmt.Errorf("%q is no state", label)
}

// LabelOf writes one.
func LabelOf(s State) (string, error) { return labels[s], nil }

// Cents is an amount of money.
type Cents int64

// CentsOf reads a number of two decimal places.
func CentsOf(n pgtype.Numeric) (Cents, error) {
	if !n.Valid || n.NaN || n.InfinityModifier != pgtype.Finite {
		return 0, fmt.Errorf("%v is no amount", n)
	}
	exp, cents := n.Exp+2, new(big.Int).Set(n.Int)
	for ; exp > 0; exp-- {
		cents.Mul(cents, big.NewInt(10))
	}
	return Cents(cents.Int64()), nil
}

// NumericOf writes one.
func NumericOf(c Cents) (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(c)), Exp: -2, Valid: true}, nil
}

// Colour is an enum's value.
type Colour string
