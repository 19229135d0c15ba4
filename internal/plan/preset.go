package plan

import "github.com/sqg-dev/sqg/internal/ir"

// preset is what a word of an option stands for: an override of all values of a kind, with one engine where that is
// named.
type preset struct {
	word   string
	engine string
	kind   ir.Kind
	to     ir.Override
}

// presets are those of the options, by key and word. The values of PostgreSQL are Dates without one: their text is
// read anyway.
var presets = []preset{
	{word: "uuid: google", kind: ir.UUID,
		to: ir.Override{Type: "uuid.UUID", Import: "github.com/google/uuid", Known: true}},
	{word: "numeric: shopspring", kind: ir.Decimal, to: ir.Override{Type: "decimal.Decimal",
		Import: "github.com/shopspring/decimal", Decode: "toDecimal", Encode: "fromDecimal", Known: true}},
	{word: "dates: date", engine: "sqlite", kind: ir.TimestampTZ,
		to: ir.Override{Type: "Date", Decode: "dateOfInstant", Encode: "instantOfDate", Known: true}},
	{word: "dates: date", engine: "duckdb", kind: ir.TimestampTZ,
		to: ir.Override{Type: "Date", Decode: "dateOfInstant", Known: true}},
}

// Rules are the entries of overrides:, and behind them those that presets stand for.
func (o Options) Rules(engine string) []OverrideRule {
	words := map[string]bool{"uuid: " + o.Uuid: true, "numeric: " + o.Numeric: true, "dates: " + o.Dates: true}
	rules := append([]OverrideRule(nil), o.Overrides...)
	for _, p := range presets {
		if words[p.word] && (p.engine == "" || p.engine == engine) {
			rules = append(rules, OverrideRule{Preset: p.word, Kind: p.kind, To: p.to})
		}
	}
	return rules
}
