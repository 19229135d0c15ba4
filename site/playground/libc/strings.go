package libc

import (
	"bytes"
	"strings"
)

func Xmemset(_ *TLS, p uintptr, c int32, n Tsize_t) uintptr {
	b := view(p, n)
	for i := range b {
		b[i] = byte(c)
	}
	return p
}

func Xmemcpy(_ *TLS, to, from uintptr, n Tsize_t) uintptr {
	copy(view(to, n), view(from, n))
	return to
}

func Xmemmove(tls *TLS, to, from uintptr, n Tsize_t) uintptr { return Xmemcpy(tls, to, from, n) }

func Xmemcmp(_ *TLS, a, b uintptr, n Tsize_t) int32 {
	return int32(bytes.Compare(view(a, n), view(b, n)))
}

func Xmemchr(_ *TLS, p uintptr, c int32, n Tsize_t) uintptr {
	return found(p, bytes.IndexByte(view(p, n), byte(c)))
}

// found is an address in what begins at p, none for a negative offset.
func found(p uintptr, offset int) uintptr {
	if offset < 0 {
		return 0
	}
	return p + uintptr(offset)
}

func Xstrlen(_ *TLS, p uintptr) (n Tsize_t) {
	for *at[byte](p + uintptr(n)) != 0 {
		n++
	}
	return n
}

func Xstrcmp(_ *TLS, a, b uintptr) int32 { return int32(strings.Compare(GoString(a), GoString(b))) }

func Xstrncmp(_ *TLS, a, b uintptr, n Tsize_t) int32 {
	x, y := GoString(a), GoString(b)
	return int32(strings.Compare(x[:min(len(x), int(n))], y[:min(len(y), int(n))]))
}

// whole strings end in a NUL, which strchr finds as well.
func Xstrchr(_ *TLS, p uintptr, c int32) uintptr {
	return found(p, bytes.IndexByte(view(p, Xstrlen(nil, p)+1), byte(c)))
}

func Xstrrchr(_ *TLS, p uintptr, c int32) uintptr {
	return found(p, bytes.LastIndexByte(view(p, Xstrlen(nil, p)+1), byte(c)))
}

func Xstrspn(_ *TLS, p, set uintptr) Tsize_t { return span(GoString(p), GoString(set), true) }

func Xstrcspn(_ *TLS, p, set uintptr) Tsize_t { return span(GoString(p), GoString(set), false) }

// span is how many bytes at the start are in the set, or are not.
func span(s, set string, in bool) (n Tsize_t) {
	for n < Tsize_t(len(s)) && (strings.IndexByte(set, s[n]) >= 0) == in {
		n++
	}
	return n
}
