// Package app has the types that overrides name.
package app

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"
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
func LabelOf(s State) (string, error) {
	if int(s) >= len(labels) {
		return "", fmt.Errorf("%d is no state", s)
	}
	return labels[s], nil
}

// Cents is an amount of money.
type Cents int64

// CentsOf reads a number of two decimal places.
func CentsOf(n pgtype.Numeric) (Cents, error) {
	if !n.Valid || n.NaN || n.InfinityModifier != pgtype.Finite {
		return 0, fmt.Errorf("%v is no amount", n)
	}
	return centsOf(n.Int, int64(n.Exp)), nil
}

// centsOf is a number times a power of ten, in cents.
func centsOf(n *big.Int, exp int64) Cents {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(exp+2, -exp-2)), nil)
	if exp < -2 {
		return Cents(new(big.Int).Quo(n, unit).Int64())
	}
	return Cents(unit.Mul(unit, n).Int64())
}

// NumericOf writes one.
func NumericOf(c Cents) (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(c)), Exp: -2, Valid: true}, nil
}

// CentsOfDecimal reads a number of DuckDB's.
func CentsOfDecimal(d duckdb.Decimal) (*Cents, error) {
	c := centsOf(d.Value, -int64(d.Scale))
	return &c, nil
}

// DecimalOf writes one.
func DecimalOf(c *Cents) (duckdb.Decimal, error) {
	return duckdb.Decimal{Width: 10, Scale: 2, Value: big.NewInt(int64(*c))}, nil
}

// Fields and Text are Read and Write for a map that nil is NULL of.
func Fields(text json.RawMessage) (map[string]any, error) { return Read(text) }

// Text writes what Fields reads.
func Text(d map[string]any) (json.RawMessage, error) { return Write(d) }

// Colour is an enum's value.
type Colour string

// Key is a UUID in words of its own; the zero key is none.
type Key struct{ Text string }

// KeyOf reads one.
func KeyOf(id [16]byte) (Key, error) { return Key{fmt.Sprintf("key %x", id[:])}, nil }

// BytesOf writes one.
func BytesOf(k Key) (id [16]byte, err error) {
	digits, is := strings.CutPrefix(k.Text, "key ")
	if n, err := hex.Decode(id[:], []byte(digits)); !is || err != nil || n != len(id) {
		return id, fmt.Errorf("%q is no key", k.Text)
	}
	return id, nil
}

// Day is a day, counted from 1970.
type Day int

// DayOf reads one.
func DayOf(t time.Time) (Day, error) { return Day(t.Unix() / 86400), nil }

// TimeOf writes one.
func TimeOf(d Day) (time.Time, error) { return time.Unix(int64(d)*86400, 0).UTC(), nil }
