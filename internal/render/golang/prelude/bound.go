//go:build ignore

package prelude

import (
	"strings"
)

// The functions below make the bound form of a value. Its error is returned when the statement runs.

// same binds a value as it is.
func same[T any](v T) any { return v }

// bound binds a value that is not nil.
func bound[T any](bind func(T) any, v *T) any {
	if v == nil {
		return nil
	}
	return bind(*v)
}

// boundSlice, boundMap and boundPointer bind what is not nil of its own type.
func boundSlice[S ~[]E, E any](bind func(S) any, v S) any {
	if v == nil {
		return nil
	}
	return bind(v)
}

func boundMap[M ~map[K]V, K comparable, V any](bind func(M) any, v M) any {
	if v == nil {
		return nil
	}
	return bind(v)
}

func boundPointer[T any](bind func(*T) any, v *T) any {
	if v == nil {
		return nil
	}
	return bind(v)
}

// encoded binds the result of the user's encoder.
func encoded[T, S any](encode func(T) (S, error), bind func(S) any) func(T) any {
	return func(v T) any {
		stored, err := encode(v)
		if err != nil {
			return err
		}
		return bind(stored)
	}
}

// literal quotes a text for SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
