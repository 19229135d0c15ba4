package sqlite

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// kindByName maps the declared names that say more than SQLite's affinity does.
var kindByName = map[string]ir.Kind{
	"":                            ir.Any,
	"ANY":                         ir.Any,
	"BOOL":                        ir.Bool,
	"BOOLEAN":                     ir.Bool,
	"DATE":                        ir.Date,
	"TIME":                        ir.Time,
	"DATETIME":                    ir.Timestamp,
	"TIMESTAMP":                   ir.Timestamp,
	"TIMESTAMP WITHOUT TIME ZONE": ir.Timestamp,
	"TIMESTAMPTZ":                 ir.TimestampTZ,
	"TIMESTAMP WITH TIME ZONE":    ir.TimestampTZ,
	"UUID":                        ir.UUID,
	"DEC":                         ir.Decimal,
	"DECIMAL":                     ir.Decimal,
	"NUMERIC":                     ir.Decimal,
	"JSON":                        ir.JSON,
	"JSONB":                       ir.JSON,
}

// affinities are SQLite's own rules for every other declared name, in SQLite's order.
var affinities = []struct {
	part string
	kind ir.Kind
}{
	{"INT", ir.Int64},
	{"CHAR", ir.Text}, {"CLOB", ir.Text}, {"TEXT", ir.Text},
	{"BLOB", ir.Blob},
	{"REAL", ir.Float64}, {"FLOA", ir.Float64}, {"DOUB", ir.Float64},
}

// Type is what a declared type name stands for; false where SQLite's rules give it no one kind of value (NUMERIC
// affinity under an unusual name).
func Type(name string) (ir.Type, bool) {
	t := ir.Type{SQL: name}
	base, args, _ := strings.Cut(strings.ToUpper(name), "(")
	args, rest, _ := strings.Cut(args, ")")
	base = strings.Join(strings.Fields(base+" "+rest), " ")
	kind, ok := kindByName[base]
	if !ok {
		for _, a := range affinities {
			if strings.Contains(base, a.part) {
				kind, ok = a.kind, true
				break
			}
		}
	}
	if !ok {
		return t, false
	}
	t.Kind = kind
	if kind == ir.Decimal {
		p, s, _ := strings.Cut(args, ",")
		t.Precision, _ = strconv.Atoi(strings.TrimSpace(p))
		t.Scale, _ = strconv.Atoi(strings.TrimSpace(s))
	}
	return t, true
}

// columnType is the type of a column declared with the name. Unlike in an annotation, a name without one kind is no
// mistake here: such a column holds whatever was put in.
func columnType(name string) ir.Type {
	if name == "" {
		return anyType
	}
	t, ok := Type(name)
	if !ok {
		t.Kind = ir.Any
	}
	return t
}

var integerLiteral = regexp.MustCompile(`^[+-]?\d+$`)
var realLiteral = regexp.MustCompile(`^[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+|\d*\.\d+[eE][+-]?\d+)$`)

// sampleType is the type of an obvious literal; of anything else nothing is known.
func sampleType(sample string) ir.Type {
	s := strings.TrimSpace(sample)
	switch lower := strings.ToLower(s); {
	case lower == "true" || lower == "false":
		return ir.Type{Kind: ir.Bool, SQL: "BOOLEAN"}
	case integerLiteral.MatchString(s):
		return storageTypes[tInt]
	case realLiteral.MatchString(s):
		return storageTypes[tReal]
	case strings.HasPrefix(lower, "x'") && quoted(s, 1, '\'') == len(s):
		return storageTypes[tBlob]
	case strings.HasPrefix(s, "'") && quoted(s, 0, '\'') == len(s):
		return storageTypes[tText]
	}
	return ir.Type{}
}
