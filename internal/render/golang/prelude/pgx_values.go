//go:build ignore

package prelude

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"
)

// notNull is a list or bytes that are empty where they are nil, which pgx would take for NULL.
func notNull[S ~[]T, T any](s S) S {
	if s == nil {
		return S{}
	}
	return s
}

// encoded is a value that a function of the program makes another of before it is bound.
type encoded[T, V any] struct {
	value  T
	encode func(T) (V, error)
}

func (e encoded[T, V]) Value() (driver.Value, error) { return e.encode(e.value) }

// encodedNull is the same for a value that may be NULL.
func encodedNull[T, V any](value *T, encode func(T) (V, error)) driver.Valuer {
	if value == nil {
		return nil
	}
	return encoded[T, V]{*value, encode}
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

// textTypes are types that pgx does not know, with numbers that no server has.
var textTypes []*pgtype.Type

// textMaps are maps with textTypes; one cannot be used twice at a time.
var textMaps = sync.Pool{New: func() any {
	m := pgtype.NewMap()
	for _, t := range textTypes {
		m.RegisterType(t)
	}
	return m
}}

// builtin is a type of the server's own.
func builtin(name string) *pgtype.Type {
	t, _ := pgtype.NewMap().TypeForName(name)
	return t
}

func textType(codec pgtype.Codec) *pgtype.Type {
	t := &pgtype.Type{Name: fmt.Sprint("sqg", len(textTypes)), OID: 1<<31 + uint32(len(textTypes)), Codec: codec}
	textTypes = append(textTypes, t)
	return t
}

func listOf(elem *pgtype.Type) *pgtype.Type { return textType(&pgtype.ArrayCodec{ElementType: elem}) }

func rangeOf(bound *pgtype.Type) *pgtype.Type {
	return textType(&pgtype.RangeCodec{ElementType: bound})
}

func multirangeOf(r *pgtype.Type) *pgtype.Type {
	return textType(&pgtype.MultirangeCodec{ElementType: r})
}

func rowOf(columns ...*pgtype.Type) *pgtype.Type {
	codec := &pgtype.CompositeCodec{}
	for _, t := range columns {
		codec.Fields = append(codec.Fields, pgtype.CompositeCodecField{Type: t})
	}
	return textType(codec)
}

// fromText scans a value of a type that comes as text.
func fromText(dst any, typ *pgtype.Type) sql.Scanner { return textScanner{dst, typ} }

type textScanner struct {
	dst any
	typ *pgtype.Type
}

func (s textScanner) Scan(src any) error {
	m := textMaps.Get().(*pgtype.Map)
	defer textMaps.Put(m)
	var text []byte
	switch src := src.(type) {
	case nil:
	case string:
		text = []byte(src)
	default:
		return fmt.Errorf("%T in place of text", src)
	}
	return m.Scan(s.typ.OID, pgtype.TextFormatCode, text, s.dst)
}

// toText is a value of a type as text, which the server takes for any type.
func toText(value any, typ *pgtype.Type) any {
	m := textMaps.Get().(*pgtype.Map)
	defer textMaps.Put(m)
	text, err := m.Encode(typ.OID, pgtype.TextFormatCode, value, nil)
	switch {
	case err != nil:
		return unbound{err}
	case text == nil:
		return nil
	}
	return string(text)
}

// unbound is what cannot be bound, and why.
type unbound struct{ err error }

func (u unbound) Value() (driver.Value, error) { return nil, u.err }
