package suite

import (
	"database/sql"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rowOf is a row of a generated struct, or the value of one that is plucked, from canonical text.
func rowOf(typ reflect.Type, types []column, values []any, plucked bool) (reflect.Value, error) {
	if plucked {
		return valueOf(typ, types[0].typ, values[0])
	}
	row := reflect.New(typ).Elem()
	if typ.Kind() != reflect.Struct || typ.NumField() != len(values) {
		return row, fmt.Errorf("%s is not a struct of %d fields", typ, len(values))
	}
	for i, v := range values {
		if _, left := v.(map[string]any); left { // out: the zero value
			continue
		}
		field, err := memberOf(typ.Field(i).Type, types[i], v)
		if err != nil {
			return row, fmt.Errorf("%s: %w", typ.Field(i).Name, err)
		}
		row.Field(i).Set(field)
	}
	return row, nil
}

// memberOf is a value, or an object of several: a pointer where it may be null.
func memberOf(typ reflect.Type, c column, v any) (reflect.Value, error) {
	switch values, _ := v.([]any); {
	case c.object == nil:
		return givenOf(typ, c.typ, v)
	case c.list:
		return listOf(typ, c.object, values)
	case (typ.Kind() == reflect.Pointer) != c.null:
		return reflect.Value{}, fmt.Errorf("%s is the type of an object that may be null: %v", typ, c.null)
	case !c.null:
		return rowOf(typ, c.object, values, false)
	case v == nil:
		return reflect.Zero(typ), nil
	default:
		row, err := rowOf(typ.Elem(), c.object, values, false)
		pointer := reflect.New(typ.Elem())
		pointer.Elem().Set(row)
		return pointer, err
	}
}

// listOf is a list of objects, which is empty where it has none.
func listOf(typ reflect.Type, object []column, values []any) (reflect.Value, error) {
	if typ.Kind() != reflect.Slice {
		return reflect.Value{}, fmt.Errorf("%s is the type of a list", typ)
	}
	list := reflect.MakeSlice(typ, 0, len(values))
	for _, v := range values {
		one, err := rowOf(typ.Elem(), object, v.([]any), false)
		if err != nil {
			return list, err
		}
		list = reflect.Append(list, one)
	}
	return list, nil
}

// givenOf is a value of a parameter that may be left out and NULL, too: a pointer to what says which of them it is.
func givenOf(typ reflect.Type, sqlType string, v any) (reflect.Value, error) {
	if v != nil || typ.Kind() != reflect.Pointer || !isNull(typ.Elem()) {
		return valueOf(typ, sqlType, v)
	}
	return reflect.New(typ.Elem()), nil
}

// parsers turn canonical text into values of types that are no plain numbers and texts. Drivers add those of their own.
var parsers = map[reflect.Type]func(text, typ string) (any, error){
	reflect.TypeFor[[]byte](): func(text, typ string) (any, error) {
		if typ == "blob" {
			return hex.DecodeString(text)
		}
		return []byte(text), nil
	},
	reflect.TypeFor[json.RawMessage](): func(text, _ string) (any, error) { return json.RawMessage(text), nil },
	reflect.TypeFor[[16]byte]():        func(text, _ string) (any, error) { return uuid(text) },
	reflect.TypeFor[netip.Prefix](): func(text, _ string) (any, error) {
		if !strings.Contains(text, "/") {
			addr, err := netip.ParseAddr(text)
			return netip.PrefixFrom(addr, addr.BitLen()), err
		}
		return netip.ParsePrefix(text)
	},
	reflect.TypeFor[net.HardwareAddr](): func(text, _ string) (any, error) { return net.ParseMAC(text) },
	reflect.TypeFor[time.Time]():        func(text, _ string) (any, error) { return moment(text) },
}

// comparers compare values of a driver's types that may be equal without being alike.
var comparers = map[reflect.Type]func(got, expected any) bool{}

func uuid(text string) (id [16]byte, err error) {
	_, err = hex.Decode(id[:], []byte(strings.ReplaceAll(text, "-", "")))
	return id, err
}

func moment(text string) (time.Time, error) {
	if t, ok := infinite[text]; ok {
		return t, nil
	}
	var err error
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07",
		"2006-01-02 15:04:05.999999999Z07:00", time.RFC3339Nano, "2006-01-02T15:04:05.999999999",
		"15:04:05.999999999"} {
		var t time.Time
		if t, err = time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, err
}

// nilable are the kinds of type that say NULL by nil.
var nilable = []reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface}

// valueOf is a value of a Go type from its canonical text.
func valueOf(typ reflect.Type, sqlType string, v any) (reflect.Value, error) {
	out := reflect.New(typ).Elem()
	switch k := typ.Kind(); {
	case k == reflect.Interface && sqlType != "any": // only SQLite has values of no type
		return out, fmt.Errorf("%s for a value of %s", typ, sqlType)
	case v != nil && !isNull(typ):
	case v != nil:
		value, err := valueOf(typ.Field(0).Type, sqlType, v)
		if err == nil {
			out.Field(0).Set(value)
			out.Field(1).SetBool(true)
		}
		return out, err
	case !slices.Contains(nilable, k) && !isNull(typ):
		return out, fmt.Errorf("%s cannot be NULL", typ)
	default:
		return out, nil
	}
	if typ.Kind() == reflect.Pointer && parsers[typ] == nil {
		value, err := valueOf(typ.Elem(), sqlType, v)
		if err != nil {
			return out, err
		}
		out.Set(reflect.New(typ.Elem()))
		out.Elem().Set(value)
		return out, nil
	}
	if items, ok := v.([]any); ok && typ.Kind() == reflect.Slice {
		out.Set(reflect.MakeSlice(typ, 0, len(items)))
		for _, item := range items {
			value, err := valueOf(typ.Elem(), strings.TrimSuffix(sqlType, "[]"), item)
			if err != nil {
				return out, err
			}
			out.Set(reflect.Append(out, value))
		}
		return out, nil
	}
	if pairs, ok := v.([]any); ok && sqlType == "hstore" && typ.Kind() == reflect.Map {
		out.Set(reflect.MakeMap(typ))
		for pair := range slices.Chunk(pairs, 2) {
			value, err := valueOf(typ.Elem(), "text", pair[1])
			if err != nil {
				return out, err
			}
			out.SetMapIndex(reflect.ValueOf(pair[0]), value)
		}
		return out, nil
	}
	text, ok := v.(string)
	if !ok {
		return out, fmt.Errorf("%v is no text of a %s", v, typ)
	}
	if choice, is := out.Addr().Interface().(encoding.TextUnmarshaler); is && sqlType == "choice" {
		return out, choice.UnmarshalText([]byte(text))
	}
	if parse := parsers[typ]; parse != nil {
		value, err := parse(text, sqlType)
		if err == nil {
			out.Set(reflect.ValueOf(value).Convert(typ))
		}
		return out, err
	}
	return out, plain(out, text)
}

// isNull reports whether a type is an sql.Null.
func isNull(typ reflect.Type) bool {
	return typ.PkgPath() == "database/sql" && strings.HasPrefix(typ.Name(), "Null[")
}

// plain sets a boolean, a number, a text, or what knows how to read text.
func plain(out reflect.Value, text string) (err error) {
	if scanner, ok := out.Addr().Interface().(sql.Scanner); ok {
		return scanner.Scan(text)
	}
	switch kind := out.Kind(); kind {
	case reflect.Bool:
		out.SetBool(text == "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(strings.NewReplacer("true", "1", "false", "0").Replace(text), 10, out.Type().Bits())
		out.SetInt(n)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 10, out.Type().Bits())
		out.SetUint(n)
	case reflect.Float32, reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, out.Type().Bits())
		out.SetFloat(f)
	case reflect.String:
		out.SetString(text)
	case reflect.Interface:
		out.Set(reflect.ValueOf(anything(text)))
	default:
		return fmt.Errorf("no value of %s for %q", out.Type(), text)
	}
	return err
}

// anything is a value of SQLite's ANY: an integer, a number or a text.
func anything(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return text
}

// same compares values of one type. Times are equal as moments; what prints itself as JSON is compared by that.
func same(got, expected reflect.Value) error {
	different := fmt.Errorf("%#v is not %#v", got.Interface(), expected.Interface())
	if got.Type() != expected.Type() {
		return different
	}
	if got.Kind() == reflect.Interface && !got.IsNil() && !expected.IsNil() {
		return same(got.Elem(), expected.Elem())
	}
	if t, ok := got.Interface().(time.Time); ok {
		if !t.Equal(expected.Interface().(time.Time)) {
			return different
		}
		return nil
	}
	if compare := comparers[got.Type()]; compare != nil {
		if !compare(got.Interface(), expected.Interface()) {
			return different
		}
		return nil
	}
	switch got.Kind() {
	case reflect.Pointer:
		if got.IsNil() || expected.IsNil() {
			if got.IsNil() != expected.IsNil() {
				return different
			}
			return nil
		}
		return same(got.Elem(), expected.Elem())
	case reflect.Slice:
		if got.Len() != expected.Len() || got.IsNil() != expected.IsNil() {
			return different
		}
		for i := range got.Len() {
			if err := same(got.Index(i), expected.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		if !reflect.DeepEqual(got.Interface(), expected.Interface()) {
			return different
		}
		return nil
	case reflect.Struct:
		for i := range got.NumField() {
			if err := same(got.Field(i), expected.Field(i)); err != nil {
				return fmt.Errorf("%s: %w", got.Type().Field(i).Name, err)
			}
		}
		return nil
	case reflect.Float32, reflect.Float64:
		if a, b := got.Float(), expected.Float(); a != b && (a == a || b == b) {
			return different
		}
		return nil
	}
	if !reflect.DeepEqual(got.Interface(), expected.Interface()) {
		return different
	}
	return nil
}
