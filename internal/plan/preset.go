package plan

import "github.com/sqg-dev/sqg/internal/ir"

// preset is what a word of an option stands for: an override of all values of a kind.
type preset struct {
	word string
	kind ir.Kind
	to   ir.Override
}

// presets are those of the options, by key and word.
var presets = []preset{
	{"uuid: google", ir.UUID, ir.Override{Type: "uuid.UUID", Import: "github.com/google/uuid", Known: true}},
	{"numeric: shopspring", ir.Decimal, ir.Override{Type: "decimal.Decimal", Import: "github.com/shopspring/decimal",
		Decode: "toDecimal", Encode: "fromDecimal", Known: true}},
}

// Rules are the entries of overrides:, and behind them those that presets stand for.
func (o Options) Rules() []OverrideRule {
	words := map[string]bool{"uuid: " + o.Uuid: true, "numeric: " + o.Numeric: true}
	rules := append([]OverrideRule(nil), o.Overrides...)
	for _, p := range presets {
		if words[p.word] {
			rules = append(rules, OverrideRule{Preset: p.word, Kind: p.kind, To: p.to})
		}
	}
	return rules
}
