package analyze

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

func TestSamplesFit(t *testing.T) {
	enum := ir.Type{Kind: ir.Enum, Enum: &ir.EnumType{Labels: []string{"sad", "it's"}}}
	for _, c := range []struct {
		typ    ir.Type
		sample string
		want   bool
	}{
		{ir.Type{Kind: ir.Int16}, "32767", true}, {ir.Type{Kind: ir.Int16}, "32768", false},
		{ir.Type{Kind: ir.Int16}, "-32768", true},
		{ir.Type{Kind: ir.Int64}, "'12'", true}, {ir.Type{Kind: ir.Int64}, "'abc'", false},
		{ir.Type{Kind: ir.Int64}, "1.5", false},
		{ir.Type{Kind: ir.Int64}, "1 + 1", true}, {ir.Type{Kind: ir.Int64}, "(SELECT 1)", true},
		{ir.Type{Kind: ir.Int64}, "'a' || 'b'", true},
		{ir.Type{Kind: ir.Int64}, "9223372036854775808", false}, {ir.Type{Kind: ir.UInt8}, "-1", false},
		{ir.Type{Kind: ir.UInt8}, "255", true},
		{ir.Type{Kind: ir.Float64}, "1", true}, {ir.Type{Kind: ir.Float64}, "'1e400'", true},
		{ir.Type{Kind: ir.Float64}, "'NaN'", true},
		{ir.Type{Kind: ir.Decimal}, "'x'", false}, {ir.Type{Kind: ir.Text}, "1", true},
		{ir.Type{Kind: ir.Text}, "'x'", true},
		{ir.Type{Kind: ir.Bool}, "1", true}, {ir.Type{Kind: ir.Bool}, "2", false},
		{ir.Type{Kind: ir.Bool}, "'yes'", true},
		{ir.Type{Kind: ir.Bool}, "'maybe'", false}, {ir.Type{Kind: ir.Bool}, "true", true},
		{ir.Type{Kind: ir.UUID}, "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", true},
		{ir.Type{Kind: ir.UUID}, "'7'", false},
		{ir.Type{Kind: ir.JSON}, `'{"a": "it''s"}'`, true}, {ir.Type{Kind: ir.JSON}, "'{a}'", false},
		{ir.Type{Kind: ir.JSON}, "1", true},
		{ir.Type{Kind: ir.Array}, "'{1,2}'", true}, {ir.Type{Kind: ir.Array}, "'1,2'", false},
		{ir.Type{Kind: ir.Array}, "[1, 2]", true},
		{enum, "'it''s'", true}, {enum, "'glad'", false}, {ir.Type{Kind: ir.Date}, "'today'", true},
		{ir.Type{Kind: ir.Any}, "'x'", true},
	} {
		if got := fits(c.typ, c.sample); got != c.want {
			t.Errorf("%s as %v: %v", c.sample, c.typ.Kind, got)
		}
	}
}
