package ir

// Shapes says what becomes of a type, by its shape. Whatever builds something of types implements it, and folds what
// they hold again. A new shape is a new method here: what does not have it yet does not compile.
type Shapes[R any] interface {
	Scalar(Type) R
	Enum(Type) R
	List(Type) R
	Map(Type) R
	Record(Type) R
	Union(Type) R
	Range(Type) R // Multirange, too
}

// Fold calls the method of a type's shape.
func Fold[R any](t Type, s Shapes[R]) R {
	switch t.Kind {
	case Enum:
		return s.Enum(t)
	case Array:
		return s.List(t)
	case Map:
		return s.Map(t)
	case Struct:
		return s.Record(t)
	case Union:
		return s.Union(t)
	case Range, Multirange:
		return s.Range(t)
	}
	return s.Scalar(t)
}

// IsScalar reports whether a type is neither an enum nor made of others.
func (t Type) IsScalar() bool { return t.Kind < Enum || t.Kind > Multirange }

// Composed reports whether a type is a list or an object, which are JSON in an engine that has neither.
func (t Type) Composed() bool { return t.Kind == Array || t.Kind == Struct }

// NoMaps, NoUnions and NoRanges are for the Shapes of an engine that has none.
type (
	NoMaps[R any]   struct{}
	NoUnions[R any] struct{}
	NoRanges[R any] struct{}
)

func (NoMaps[R]) Map(t Type) R     { panic("a map of this engine: " + t.SQL) }
func (NoUnions[R]) Union(t Type) R { panic("a union of this engine: " + t.SQL) }
func (NoRanges[R]) Range(t Type) R { panic("a range of this engine: " + t.SQL) }
