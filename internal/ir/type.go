package ir

// Kind is what a value is, independent of how an engine spells its type or a language holds it.
type Kind int

const (
	Unknown     Kind = iota
	Any              // a value whose type differs by row (SQLite ANY, or a column whose rows may disagree)
	Bool             //
	Int64            //
	Float64          //
	Decimal          // exact number
	Text             //
	Blob             //
	Date             // calendar day
	Time             // time of day
	Timestamp        // date and time without zone
	TimestampTZ      // an instant
	UUID             //
	JSON             //
	kindCount
)

// Kinds lists every kind a column can have; tests loop over it so that no target forgets one.
func Kinds() []Kind {
	ks := make([]Kind, 0, kindCount-1)
	for k := Unknown + 1; k < kindCount; k++ {
		ks = append(ks, k)
	}
	return ks
}

var kindNames = [...]string{"unknown", "any", "bool", "int64", "float64", "decimal", "text", "blob", "date", "time", "timestamp", "timestamptz", "uuid", "json"}

func (k Kind) String() string { return kindNames[k] }

// Type is a column's or parameter's type. SQL is the engine's own name for it, as `sqg inspect` shows it.
type Type struct {
	Kind             Kind
	SQL              string
	Precision, Scale int
}
