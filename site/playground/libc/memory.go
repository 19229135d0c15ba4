package libc

import (
	"math/bits"
	"unsafe"
)

// Memory of C is Go's that the collector does not look into, and that something here refers to while C has it. A block
// has its size before it.

const (
	header = 16
	large  = 1 << 15 // from here on a block is an allocation of its own
	room   = 1 << 20 // what smaller ones are cut from
)

var (
	free  [64]uintptr // blocks of each power of two, each with the address of the next
	chunk []uint64
	whole = map[uintptr][]uint64{}
	kept  [][]uint64
)

// at is what C has at an address.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

func address(s []uint64) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

func view(p uintptr, n Tsize_t) []byte { return unsafe.Slice(at[byte](p), n) }

func Xmalloc(_ *TLS, n Tsize_t) uintptr {
	need := max(n+header, 32)
	if need > large {
		s := make([]uint64, (need+7)/8)
		p := address(s) + header
		whole[p] = s
		*at[uint64](p - header) = n
		return p
	}
	class := bits.Len64(need - 1)
	p := free[class]
	if p != 0 {
		free[class] = *at[uintptr](p)
	} else {
		size := 1 << class / 8
		if len(chunk) < size {
			chunk = make([]uint64, room/8)
			kept = append(kept, chunk)
		}
		p = address(chunk) + header
		chunk = chunk[size:]
	}
	*at[uint64](p - header) = n
	return p
}

func Xfree(_ *TLS, p uintptr) {
	if p == 0 {
		return
	}
	need := max(*at[uint64](p - header)+header, 32)
	if need > large {
		delete(whole, p)
		return
	}
	class := bits.Len64(need - 1)
	*at[uintptr](p) = free[class]
	free[class] = p
}

func Xrealloc(tls *TLS, p uintptr, n Tsize_t) uintptr {
	q := Xmalloc(tls, n)
	if p != 0 {
		copy(view(q, n), view(p, *at[uint64](p - header)))
		Xfree(tls, p)
	}
	return q
}

// TLS is a thread's stack, in pieces of which the last is in use.
type TLS struct {
	pieces []piece
	errno  uintptr
}

type piece struct {
	room []uint64
	used int
}

func NewTLS() *TLS { return &TLS{errno: Xmalloc(nil, 8)} }

func (t *TLS) Close() { Xfree(t, t.errno) }

// Alloc takes room for a function's variables, until Free. It is zero nowhere, as C's is not.
func (t *TLS) Alloc(n int) uintptr {
	n = (n + 15) &^ 15
	if last := len(t.pieces) - 1; last < 0 || t.pieces[last].used+n > len(t.pieces[last].room)*8 {
		t.pieces = append(t.pieces, piece{room: make([]uint64, max(n, 1<<16)/8)})
	}
	top := &t.pieces[len(t.pieces)-1]
	p := address(top.room) + uintptr(top.used)
	top.used += n
	return p
}

// Free gives back what the last Alloc took.
func (t *TLS) Free(n int) {
	top := &t.pieces[len(t.pieces)-1]
	if top.used -= (n + 15) &^ 15; top.used == 0 && len(t.pieces) > 1 {
		t.pieces = t.pieces[:len(t.pieces)-1]
	}
}

// CString is a text in C's memory, to be freed.
func CString(s string) (uintptr, error) {
	p := Xmalloc(nil, Tsize_t(len(s))+1)
	copy(view(p, Tsize_t(len(s))), s)
	*at[byte](p + uintptr(len(s))) = 0
	return p, nil
}

// GoString is a text of C, "" at no address.
func GoString(p uintptr) string {
	if p == 0 {
		return ""
	}
	return string(view(p, Xstrlen(nil, p)))
}
