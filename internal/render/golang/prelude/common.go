//go:build ignore

package prelude

import (
	"fmt"
)

// migration is a change of the schema.
type migration struct{ name, checksum, sql string }

func scripts(migrations []migration) []string {
	all := make([]string, len(migrations))
	for i, m := range migrations {
		all[i] = m.sql
	}
	return all
}

// decode calls a function of the program for what was read of a column.
func decode[V, T any](column string, from func(V) (T, error), value V) (T, error) {
	t, err := from(value)
	if err != nil {
		return t, fmt.Errorf("column %s: %w", column, err)
	}
	return t, nil
}

// decodeNull is the same for a value that may be NULL.
func decodeNull[V, T any](column string, from func(V) (T, error), value *V) (*T, error) {
	if value == nil {
		return nil, nil
	}
	t, err := decode(column, from, *value)
	return &t, err
}
