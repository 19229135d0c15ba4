// Package libc stands in for modernc.org/libc where SQLite, translated to Go, is compiled to WebAssembly: there is no
// operating system under it. It has what SQLite calls, and no more.
package libc

import "unsafe"

type Tsize_t = uint64

func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// slot is the room of an argument of a function that takes any number of them.
const slot = 8

// VaList writes such arguments where C finds them.
func VaList(p uintptr, args ...any) uintptr {
	for i, v := range args {
		to := p + uintptr(i)*slot
		switch v := v.(type) {
		case int32:
			*at[int64](to) = int64(v)
		case int64:
			*at[int64](to) = v
		case uint32:
			*at[uint64](to) = uint64(v)
		case uint64:
			*at[uint64](to) = v
		case float64:
			*at[float64](to) = v
		case uintptr:
			*at[uintptr](to) = v
		default:
			panic(v)
		}
	}
	return p
}

func NewVaList(args ...any) uintptr {
	return VaList(Xmalloc(nil, Tsize_t(max(len(args), 1)*slot)), args...)
}

func take[T any](list *uintptr) T {
	v := *at[T](*list)
	*list += slot
	return v
}

func VaInt32(list *uintptr) int32     { return take[int32](list) }
func VaInt64(list *uintptr) int64     { return take[int64](list) }
func VaUint32(list *uintptr) uint32   { return take[uint32](list) }
func VaUint64(list *uintptr) uint64   { return take[uint64](list) }
func VaFloat64(list *uintptr) float64 { return take[float64](list) }
func VaUintptr(list *uintptr) uintptr { return take[uintptr](list) }

func AtomicLoadNInt32(p uintptr, _ int32) int32         { return *at[int32](p) }
func AtomicLoadNUint8(p uintptr, _ int32) uint8         { return *at[uint8](p) }
func AtomicLoadNUint16(p uintptr, _ int32) uint16       { return *at[uint16](p) }
func AtomicLoadNUint32(p uintptr, _ int32) uint32       { return *at[uint32](p) }
func AtomicLoadNUintptr(p uintptr, _ int32) uintptr     { return *at[uintptr](p) }
func AtomicLoadPInt32(p uintptr) int32                  { return *at[int32](p) }
func AtomicLoadPUint32(p uintptr) uint32                { return *at[uint32](p) }
func AtomicStoreNInt32(p uintptr, v int32, _ int32)     { *at[int32](p) = v }
func AtomicStoreNUint8(p uintptr, v uint8, _ int32)     { *at[uint8](p) = v }
func AtomicStoreNUint16(p uintptr, v uint16, _ int32)   { *at[uint16](p) = v }
func AtomicStoreNUint32(p uintptr, v uint32, _ int32)   { *at[uint32](p) = v }
func AtomicStoreNUintptr(p uintptr, v uintptr, _ int32) { *at[uintptr](p) = v }
func AtomicStorePInt32(p uintptr, v int32) int32        { *at[int32](p) = v; return v }

func SetBitFieldPtr8Uint32(p uintptr, v uint32, off int, mask uint8) { setBits(p, uint8(v), off, mask) }
func SetBitFieldPtr16Uint32(p uintptr, v uint32, off int, mask uint16) {
	setBits(p, uint16(v), off, mask)
}
func SetBitFieldPtr32Uint32(p uintptr, v uint32, off int, mask uint32) { setBits(p, v, off, mask) }

func setBits[T uint8 | uint16 | uint32](p uintptr, v T, off int, mask T) {
	to := at[T](p)
	*to = *to&^mask | v<<off&mask
}

// AssignBitFieldPtr8Uint32 is what an assignment to a field of w bits results in.
func AssignBitFieldPtr8Uint32(p uintptr, v uint32, w, off int, mask uint8) uint32 {
	setBits(p, uint8(v), off, mask)
	return v & (1<<w - 1)
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func truth[T integer](b bool) T {
	if b {
		return 1
	}
	return 0
}

func Bool(b bool) bool           { return b }
func BoolInt32(b bool) int32     { return truth[int32](b) }
func BoolInt64(b bool) int64     { return truth[int64](b) }
func BoolUint8(b bool) uint8     { return truth[uint8](b) }
func BoolUint16(b bool) uint16   { return truth[uint16](b) }
func BoolUint32(b bool) uint32   { return truth[uint32](b) }
func BoolUint64(b bool) uint64   { return truth[uint64](b) }
func BoolUintptr(b bool) uintptr { return truth[uintptr](b) }

// Conversions: C's constants are values to Go, not to be converted when they are compiled.

func Float64FromFloat64(n float64) float64 { return float64(n) }
func Float64FromInt32(n int32) float64     { return float64(n) }
func Float64FromUint8(n uint8) float64     { return float64(n) }
func Int16FromInt32(n int32) int16         { return int16(n) }
func Int16FromUint16(n uint16) int16       { return int16(n) }
func Int16FromUint32(n uint32) int16       { return int16(n) }
func Int16FromUint64(n uint64) int16       { return int16(n) }
func Int16FromUint8(n uint8) int16         { return int16(n) }
func Int32FromInt32(n int32) int32         { return int32(n) }
func Int32FromInt64(n int64) int32         { return int32(n) }
func Int32FromUint16(n uint16) int32       { return int32(n) }
func Int32FromUint32(n uint32) int32       { return int32(n) }
func Int32FromUint64(n uint64) int32       { return int32(n) }
func Int32FromUint8(n uint8) int32         { return int32(n) }
func Int64FromInt32(n int32) int64         { return int64(n) }
func Int64FromInt64(n int64) int64         { return int64(n) }
func Int64FromUint16(n uint16) int64       { return int64(n) }
func Int64FromUint32(n uint32) int64       { return int64(n) }
func Int64FromUint64(n uint64) int64       { return int64(n) }
func Int64FromUint8(n uint8) int64         { return int64(n) }
func Int8FromInt32(n int32) int8           { return int8(n) }
func Int8FromUint16(n uint16) int8         { return int8(n) }
func Int8FromUint32(n uint32) int8         { return int8(n) }
func Int8FromUint64(n uint64) int8         { return int8(n) }
func Int8FromUint8(n uint8) int8           { return int8(n) }
func Uint16FromInt16(n int16) uint16       { return uint16(n) }
func Uint16FromInt32(n int32) uint16       { return uint16(n) }
func Uint16FromInt64(n int64) uint16       { return uint16(n) }
func Uint16FromInt8(n int8) uint16         { return uint16(n) }
func Uint32FromInt16(n int16) uint32       { return uint32(n) }
func Uint32FromInt32(n int32) uint32       { return uint32(n) }
func Uint32FromInt64(n int64) uint32       { return uint32(n) }
func Uint32FromInt8(n int8) uint32         { return uint32(n) }
func Uint32FromUint32(n uint32) uint32     { return uint32(n) }
func Uint32FromUint8(n uint8) uint32       { return uint32(n) }
func Uint64FromInt16(n int16) uint64       { return uint64(n) }
func Uint64FromInt32(n int32) uint64       { return uint64(n) }
func Uint64FromInt64(n int64) uint64       { return uint64(n) }
func Uint64FromInt8(n int8) uint64         { return uint64(n) }
func Uint64FromUint32(n uint32) uint64     { return uint64(n) }
func Uint8FromInt16(n int16) uint8         { return uint8(n) }
func Uint8FromInt32(n int32) uint8         { return uint8(n) }
func Uint8FromInt64(n int64) uint8         { return uint8(n) }
func Uint8FromInt8(n int8) uint8           { return uint8(n) }
func UintptrFromInt32(n int32) uintptr     { return uintptr(n) }
