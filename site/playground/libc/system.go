package libc

import (
	"math"
	"time"
)

// There are no files here, no other threads, no libraries and no variables: what asks for them is told so, and SQLite
// then does without. Databases are in memory.

const enoent = 2

func (t *TLS) refuse() int32 {
	*at[int32](t.errno) = enoent
	return -1
}

func X__errno_location(t *TLS) uintptr { return t.errno }

func Xaccess(t *TLS, _ uintptr, _ int32) int32                     { return t.refuse() }
func Xclose(t *TLS, _ int32) int32                                 { return t.refuse() }
func Xfchmod(t *TLS, _ int32, _ uint32) int32                      { return t.refuse() }
func Xfchown(t *TLS, _ int32, _, _ uint32) int32                   { return t.refuse() }
func Xfcntl(t *TLS, _, _ int32, _ uintptr) int32                   { return t.refuse() }
func Xfstat(t *TLS, _ int32, _ uintptr) int32                      { return t.refuse() }
func Xfsync(t *TLS, _ int32) int32                                 { return t.refuse() }
func Xftruncate(t *TLS, _ int32, _ int64) int32                    { return t.refuse() }
func Xlstat(t *TLS, _, _ uintptr) int32                            { return t.refuse() }
func Xmkdir(t *TLS, _ uintptr, _ uint32) int32                     { return t.refuse() }
func Xmunmap(t *TLS, _ uintptr, _ Tsize_t) int32                   { return t.refuse() }
func Xopen(t *TLS, _ uintptr, _ int32, _ uintptr) int32            { return t.refuse() }
func Xrename(t *TLS, _, _ uintptr) int32                           { return t.refuse() }
func Xrmdir(t *TLS, _ uintptr) int32                               { return t.refuse() }
func Xstat(t *TLS, _, _ uintptr) int32                             { return t.refuse() }
func Xunlink(t *TLS, _ uintptr) int32                              { return t.refuse() }
func Xutimes(t *TLS, _, _ uintptr) int32                           { return t.refuse() }
func Xpthread_create(t *TLS, _, _, _, _ uintptr) int32             { return t.refuse() }
func Xpthread_join(t *TLS, _, _ uintptr) int32                     { return t.refuse() }
func Xsysconf(t *TLS, _ int32) int64                               { return int64(t.refuse()) }
func Xread(t *TLS, _ int32, _ uintptr, _ Tsize_t) int64            { return int64(t.refuse()) }
func Xwrite(t *TLS, _ int32, _ uintptr, _ Tsize_t) int64           { return int64(t.refuse()) }
func Xpread(t *TLS, _ int32, _ uintptr, _ Tsize_t, _ int64) int64  { return int64(t.refuse()) }
func Xpwrite(t *TLS, _ int32, _ uintptr, _ Tsize_t, _ int64) int64 { return int64(t.refuse()) }
func Xreadlink(t *TLS, _, _ uintptr, _ Tsize_t) int64              { return int64(t.refuse()) }

func Xmmap(t *TLS, _ uintptr, _ Tsize_t, _, _, _ int32, _ int64) uintptr {
	return uintptr(t.refuse()) // MAP_FAILED
}

func Xmremap(t *TLS, _ uintptr, _, _ Tsize_t, _ int32, _ uintptr) uintptr { return uintptr(t.refuse()) }

func Xdlopen(*TLS, uintptr, int32) uintptr         { return 0 }
func Xdlsym(_ *TLS, _, _ uintptr) uintptr          { return 0 }
func Xdlclose(*TLS, uintptr) int32                 { return 0 }
func Xdlerror(*TLS) uintptr                        { return 0 }
func Xgetcwd(_ *TLS, _ uintptr, _ Tsize_t) uintptr { return 0 }
func Xgetenv(*TLS, uintptr) uintptr                { return 0 }
func Xgeteuid(*TLS) uint32                         { return 0 }
func Xgetpid(*TLS) int32                           { return 1 }

// One thread needs no lock.

func Xpthread_mutex_init(_ *TLS, _, _ uintptr) int32            { return 0 }
func Xpthread_mutex_destroy(*TLS, uintptr) int32                { return 0 }
func Xpthread_mutex_lock(*TLS, uintptr) int32                   { return 0 }
func Xpthread_mutex_trylock(*TLS, uintptr) int32                { return 0 }
func Xpthread_mutex_unlock(*TLS, uintptr) int32                 { return 0 }
func Xpthread_mutexattr_init(*TLS, uintptr) int32               { return 0 }
func Xpthread_mutexattr_destroy(*TLS, uintptr) int32            { return 0 }
func Xpthread_mutexattr_settype(*TLS, uintptr, int32) int32     { return 0 }
func X__ccgo_sqlite3_log(_ *TLS, _ int32, _ uintptr, _ uintptr) {}

func Xtime(_ *TLS, p uintptr) int64 {
	now := time.Now().Unix()
	if p != 0 {
		*at[int64](p) = now
	}
	return now
}

func Xgettimeofday(_ *TLS, p, _ uintptr) int32 {
	now := time.Now()
	*at[[2]int64](p) = [2]int64{now.Unix(), int64(now.Nanosecond() / 1000)}
	return 0
}

// Xnanosleep does not wait: nothing else runs that a lock is waited for.
func Xnanosleep(*TLS, uintptr, uintptr) int32 { return 0 }

var local [9]int32 // struct tm, less what SQLite does not read

func Xlocaltime(t *TLS, p uintptr) uintptr {
	when := time.Unix(*at[int64](p), 0)
	local = [9]int32{int32(when.Second()), int32(when.Minute()), int32(when.Hour()), int32(when.Day()),
		int32(when.Month()) - 1, int32(when.Year()) - 1900, int32(when.Weekday()), int32(when.YearDay()) - 1}
	if when.IsDST() {
		local[8] = 1
	}
	return addressOf(&local)
}

func Xfabs(_ *TLS, x float64) float64           { return math.Abs(x) }
func Xceil(_ *TLS, x float64) float64           { return math.Ceil(x) }
func Xfloor(_ *TLS, x float64) float64          { return math.Floor(x) }
func Xtrunc(_ *TLS, x float64) float64          { return math.Trunc(x) }
func Xexp(_ *TLS, x float64) float64            { return math.Exp(x) }
func Xlog(_ *TLS, x float64) float64            { return math.Log(x) }
func Xlog10(_ *TLS, x float64) float64          { return math.Log10(x) }
func X__builtin_log2(_ *TLS, x float64) float64 { return math.Log2(x) }
func Xpow(_ *TLS, x, y float64) float64         { return math.Pow(x, y) }
func Xfmod(_ *TLS, x, y float64) float64        { return math.Mod(x, y) }
func Xsqrt(_ *TLS, x float64) float64           { return math.Sqrt(x) }
func Xsin(_ *TLS, x float64) float64            { return math.Sin(x) }
func Xcos(_ *TLS, x float64) float64            { return math.Cos(x) }
func Xtan(_ *TLS, x float64) float64            { return math.Tan(x) }
func Xasin(_ *TLS, x float64) float64           { return math.Asin(x) }
func Xacos(_ *TLS, x float64) float64           { return math.Acos(x) }
func Xatan(_ *TLS, x float64) float64           { return math.Atan(x) }
func Xatan2(_ *TLS, y, x float64) float64       { return math.Atan2(y, x) }
func Xsinh(_ *TLS, x float64) float64           { return math.Sinh(x) }
func Xcosh(_ *TLS, x float64) float64           { return math.Cosh(x) }
func Xtanh(_ *TLS, x float64) float64           { return math.Tanh(x) }
func Xasinh(_ *TLS, x float64) float64          { return math.Asinh(x) }
func Xacosh(_ *TLS, x float64) float64          { return math.Acosh(x) }
func Xatanh(_ *TLS, x float64) float64          { return math.Atanh(x) }
func X__builtin_inff(*TLS) float32              { return float32(math.Inf(1)) }
