//go:build ignore

package prelude

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
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

// when is where a value of an object is scanned into; nil, which pgx passes over, where there is no object.
func when(there bool, target any) any {
	if there {
		return target
	}
	return nil
}

// encoded is a value that a function of the program makes another of before it is bound.
type encoded[T, V any] struct {
	value  T
	encode func(T) (V, error)
}

func (e encoded[T, V]) Value() (driver.Value, error) { return e.encode(e.value) }

func encodedBy[T, V any](value T, encode func(T) (V, error)) driver.Valuer {
	return encoded[T, V]{value, encode}
}

// encodedNull is the same for a value that may be NULL.
func encodedNull[T, V any](value *T, encode func(T) (V, error)) driver.Valuer {
	if value == nil {
		return nil
	}
	return encoded[T, V]{*value, encode}
}

// textTypes are types that pgx does not know, with numbers that no server has.
var textTypes []*pgtype.Type

// textMaps are maps with textTypes; one cannot be used twice at a time.
var textMaps = sync.Pool{New: func() any { return newTypes() }}

func newTypes() *pgtype.Map {
	m := pgtype.NewMap()
	for _, t := range textTypes {
		m.RegisterType(t)
	}
	return m
}

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

// converted is the codec of a type whose values functions of the program make of another codec's, and back.
type converted[T, V any] struct {
	pgtype.Codec
	oid    uint32
	decode func(V) (T, error)
	encode func(T) (V, error)
}

func convertedOf[T, V any](typ *pgtype.Type, decode func(V) (T, error), encode func(T) (V, error)) *pgtype.Type {
	return textType(converted[T, V]{typ.Codec, typ.OID, decode, encode})
}

func (c converted[T, V]) PlanScan(m *pgtype.Map, _ uint32, format int16, target any) pgtype.ScanPlan {
	if c.decode == nil {
		return m.PlanScan(c.oid, format, target)
	}
	if _, is := target.(*T); !is {
		return nil
	}
	return convertedScan[T, V]{c, m, format}
}

func (c converted[T, V]) PlanEncode(m *pgtype.Map, _ uint32, format int16, value any) pgtype.EncodePlan {
	if c.encode == nil {
		return m.PlanEncode(c.oid, format, value)
	}
	if _, is := value.(T); !is {
		return nil
	}
	return convertedEncode[T, V]{c, m, format}
}

type convertedScan[T, V any] struct {
	of     converted[T, V]
	m      *pgtype.Map
	format int16
}

func (s convertedScan[T, V]) Scan(src []byte, target any) (err error) {
	to := target.(*T)
	if src == nil {
		return scanNull(reflect.ValueOf(to).Elem())
	}
	var v V
	if err = s.m.Scan(s.of.oid, s.format, src, &v); err == nil {
		*to, err = s.of.decode(v)
	}
	return err
}

// scanNull makes a value nil that has one of its own. A type with a name is behind a pointer where it may be NULL.
func scanNull(to reflect.Value) error {
	switch to.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		if to.Type().Name() == "" {
			to.SetZero()
			return nil
		}
	}
	return fmt.Errorf("cannot scan NULL into %s", to.Type())
}

type convertedEncode[T, V any] struct {
	of     converted[T, V]
	m      *pgtype.Map
	format int16
}

func (e convertedEncode[T, V]) Encode(value any, buf []byte) ([]byte, error) {
	v, err := e.of.encode(value.(T))
	if err != nil {
		return nil, err
	}
	return e.m.Encode(e.of.oid, e.format, v, buf)
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
	switch src := src.(type) {
	case nil:
		return m.Scan(s.typ.OID, pgtype.TextFormatCode, nil, s.dst)
	case string:
		return m.Scan(s.typ.OID, pgtype.TextFormatCode, []byte(src), s.dst)
	case []byte: // the connection knows the type
		return m.Scan(s.typ.OID, pgtype.BinaryFormatCode, src, s.dst)
	}
	return fmt.Errorf("%T in place of text", src)
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

// unbound is the error of a value that cannot be bound.
type unbound struct{ err error }

func (u unbound) Value() (driver.Value, error) { return nil, u.err }

// list is a list of one dimension.
type list[T any] struct{ values *[]T }

var errFewerDimensions = errors.New("an array of fewer dimensions than it is declared with")

var errMoreDimensions = errors.New("an array of more dimensions than it is declared with")

// listInto scans an array.
func listInto[T any](values *[]T) list[T] { return list[T]{values} }

func (l list[T]) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	switch {
	case dimensions == nil:
		*l.values = nil
	case len(dimensions) == 0:
		*l.values = []T{}
	case len(dimensions) == 1:
		*l.values = make([]T, dimensions[0].Length)
	default:
		return errMoreDimensions
	}
	return nil
}

func (l list[T]) ScanIndex(i int) any { return &(*l.values)[i] }

func (l list[T]) ScanIndexType() any { return new(T) }

// grid is a list of lists. The driver takes bytes in one for lists, too, and mixes up the values of three dimensions.
type grid struct {
	lists reflect.Value
	depth int
	flat  []reflect.Value // what the innermost lists hold
}

// gridInto scans into lists, to which it has a pointer.
func gridInto(lists any, depth int) *grid {
	return &grid{lists: reflect.ValueOf(lists).Elem(), depth: depth}
}

// gridOf is a value to bind.
func gridOf(lists any, depth int) any {
	g := &grid{lists: reflect.ValueOf(lists), depth: depth}
	if g.lists.IsNil() {
		return nil
	}
	n := 1
	for _, d := range g.Dimensions() {
		n *= int(d.Length)
	}
	if g.add(g.lists, depth); len(g.flat) != n && len(g.flat) > 0 {
		return unbound{errors.New("the lists of an array differ in length")}
	}
	return g
}

// add adds the elements of lists.
func (g *grid) add(lists reflect.Value, depth int) {
	for i := range lists.Len() {
		if depth > 1 {
			g.add(lists.Index(i), depth-1)
		} else {
			g.flat = append(g.flat, lists.Index(i))
		}
	}
}

func (g *grid) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	switch len(dimensions) {
	case 0:
		g.lists.SetZero()
		if dimensions != nil {
			g.lists.Set(reflect.MakeSlice(g.lists.Type(), 0, 0))
		}
		return nil
	case g.depth:
		makeLists(g.lists, dimensions)
		g.add(g.lists, g.depth)
		return nil
	}
	if len(dimensions) < g.depth {
		return errFewerDimensions
	}
	return errMoreDimensions
}

func makeLists(lists reflect.Value, dimensions []pgtype.ArrayDimension) {
	n := int(dimensions[0].Length)
	lists.Set(reflect.MakeSlice(lists.Type(), n, n))
	if len(dimensions) > 1 {
		for i := range n {
			makeLists(lists.Index(i), dimensions[1:])
		}
	}
}

func (g *grid) ScanIndex(i int) any { return g.flat[i].Addr().Interface() }

func (g *grid) ScanIndexType() any { return reflect.New(g.elem()).Interface() }

func (g *grid) elem() reflect.Type {
	t := g.lists.Type()
	for range g.depth {
		t = t.Elem()
	}
	return t
}

func (g *grid) Dimensions() []pgtype.ArrayDimension {
	dimensions := []pgtype.ArrayDimension{}
	for lists := g.lists; len(dimensions) < g.depth; lists = lists.Index(0) {
		if lists.Len() == 0 {
			return []pgtype.ArrayDimension{}
		}
		dimensions = append(dimensions, pgtype.ArrayDimension{Length: int32(lists.Len()), LowerBound: 1})
	}
	return dimensions
}

func (g *grid) Index(i int) any { return g.flat[i].Interface() }

func (g *grid) IndexType() any { return reflect.Zero(g.elem()).Interface() }
