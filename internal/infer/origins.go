package infer

// MaxOrigins is how many origins one statement can have. A value past that has no origin: less is proven, nothing
// wrong.
const MaxOrigins = 128

// Origin identifies one value that several expressions may read: a column of one row, or a parameter. 0 is none; the
// others count from 1.
type Origin int32

// Origins is a set of origins.
type Origins [MaxOrigins / 64]uint64

// Has reports whether o is in the set; origin 0 never is.
func (s Origins) Has(o Origin) bool {
	return o > 0 && s[(o-1)/64]&(1<<((o-1)%64)) != 0
}

// Add puts o in; origin 0 is ignored.
func (s *Origins) Add(o Origin) {
	if o > 0 {
		s[(o-1)/64] |= 1 << ((o - 1) % 64)
	}
}

// Or is the union.
func (s Origins) Or(t Origins) Origins {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// And is the intersection.
func (s Origins) And(t Origins) Origins {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// Without is the difference.
func (s Origins) Without(t Origins) Origins {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

var tested = Why("a condition of the statement rules NULL out")

// NonNull is v on a path where it is known not to be NULL.
func NonNull(v Value) Value {
	if v.Null == Maybe {
		v.Null, v.Why = Never, tested
	}
	return v
}
