package libduckdb

import (
	"encoding/hex"
	"time"
	"unsafe"
)

// The library's numbers of the types that are told apart.
const (
	typeBoolean = 1
	typeDecimal = 19
	typeEnum    = 23
	typeList    = 24
	typeStruct  = 25
	typeMap     = 26
	typeArray   = 33
)

// known read the types that Go has, too.
var known = map[int32]func(unsafe.Pointer, uint64) any{
	2: at[int8], 3: at[int16], 4: at[int32], 5: at[int64], 6: at[uint8], 7: at[uint16], 8: at[uint32], 9: at[uint64],
	10: at[float32], 11: at[float64], 12: instant, 31: instant,
}

// instant is a timestamp, in UTC.
func instant(data unsafe.Pointer, i uint64) any { return time.UnixMicro(element[int64](data, i)).UTC() }

func at[T any](data unsafe.Pointer, i uint64) any { return element[T](data, i) }

func element[T any](data unsafe.Pointer, i uint64) T {
	var t T
	return *(*T)(unsafe.Add(data, uintptr(i)*unsafe.Sizeof(t)))
}

// widths are the bytes of the other values that have always as many: times, wide integers, UUIDs, intervals.
var widths = map[int32]uint64{13: 4, 14: 8, 15: 16, 16: 16, 20: 8, 21: 8, 22: 8, 27: 16, 30: 8, 32: 16, 39: 8}

// texts are the types whose values are bytes of any number: VARCHAR, BLOB, BIT, BIGNUM, GEOMETRY.
var texts = map[int32]bool{17: true, 18: true, 29: true, 35: true, 40: true}

// values are the first values of a vector: nil for NULL; bool, a number, a time, a string, a list of values. Of other
// types it is the bytes in hexadecimal, which tell values apart, and of those that cannot be read true.
func (l *Library) values(vector uintptr, n uint64) []any {
	typ := l.vectorType(vector)
	defer l.freeType(&typ)
	list := make([]any, n)
	read := l.reader(vector, typ, n)
	valid := l.validity(vector)
	for i := range n {
		if valid == nil || element[uint64](valid, i/64)>>(i%64)&1 == 1 {
			list[i] = read(i)
		}
	}
	return list
}

// reader reads the values of a vector.
func (l *Library) reader(vector, typ uintptr, n uint64) func(i uint64) any {
	data := l.data(vector)
	stored := l.typeID(typ)
	switch stored {
	case typeBoolean:
		return func(i uint64) any { return element[bool](data, i) }
	case typeDecimal:
		stored = l.decimalStored(typ)
	case typeEnum:
		stored = l.enumStored(typ)
	case typeList, typeMap:
		all := l.values(l.listChild(vector), l.listSize(vector))
		return func(i uint64) any {
			part := element[struct{ offset, length uint64 }](data, i)
			return all[part.offset : part.offset+part.length]
		}
	case typeArray:
		size := l.arrayLength(typ)
		all := l.values(l.arrayChild(vector), n*size)
		return func(i uint64) any { return all[i*size : (i+1)*size] }
	case typeStruct:
		var fields [][]any
		for f := range l.structLength(typ) {
			fields = append(fields, l.values(l.structChild(vector, f), n))
		}
		return func(i uint64) any {
			row := make([]any, len(fields))
			for f := range fields {
				row[f] = fields[f][i]
			}
			return row
		}
	}
	if value := known[stored]; value != nil {
		return func(i uint64) any { return value(data, i) }
	}
	if width := widths[stored]; width > 0 {
		return func(i uint64) any { return hex.EncodeToString(unsafe.Slice((*byte)(unsafe.Add(data, i*width)), width)) }
	}
	if texts[stored] {
		return func(i uint64) any { return bytesOf(unsafe.Add(data, i*16)) }
	}
	return func(uint64) any { return true }
}

// bytesOf reads a text as vectors hold it: its length, then itself if it is short, else its start and its address.
func bytesOf(at unsafe.Pointer) string {
	n := *(*uint32)(at)
	if n <= 12 {
		return string(unsafe.Slice((*byte)(unsafe.Add(at, 4)), n))
	}
	return string(unsafe.Slice(*(**byte)(unsafe.Add(at, 8)), n))
}
