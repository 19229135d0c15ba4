package analyze

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// traps reports what is valid and almost certainly not what was meant.
func (u *unit) traps(b *syntax.Block, q *ir.Query, lacks []ir.ColumnRef) {
	for _, f := range b.Foreign {
		if f.Abs {
			u.warn(diag.ForeignParam, f.Span, fmt.Sprintf("%s is no parameter: it is the absolute value of %s",
				f.Span.Text(), f.Name),
				fmt.Sprintf("write ${%s} for a parameter, abs(%[1]s) for the absolute value", f.Name))
		}
	}
	for i, p := range b.Parts {
		if p.Param < 0 {
			continue
		}
		name, of := b.Uses[p.Param], q.Params[q.SQL[i].Param]
		switch {
		case p.Place == syntax.ListItem && of.Type.Kind != ir.Array && !of.FileSource:
			u.warn(diag.ParamPlace, p.Span, "IN (${"+name+"}) is a list of one value",
				fmt.Sprintf("for a list write @set %s = 1, 2 above it, a sample of its values, or params: {%[1]s: list}; for one value write = ${%[1]s}", name))
		case p.Place == syntax.SortKey:
			u.warn(diag.ParamPlace, p.Span, "ORDER BY ${"+name+"} sorts by one value, the same for every row",
				sortKeyHint(name))
		}
	}
	u.similar(q.Params)
	u.lacks(b, lacks)
	for _, p := range q.Params {
		set, ok := sample(b, p.Column)
		if isList(b, p.Column) {
			p.Type, p.Sample = *p.Type.Elem, set.First
		}
		if ok && !fits(p.Type, p.Sample) {
			example := ""
			if value := exampleOf(p.Type); value != "" {
				example = ", such as @set " + p.Column + " = " + value
			}
			u.warn(diag.BadSample, set.Span, fmt.Sprintf("the sample %s is not a valid %s, which ${%s} is", p.Sample,
				p.Type.SQL, p.Column),
				"write a value of that type"+example+", or null; if the type is wrong, cast the parameter or declare it (params: in the annotation)")
		}
	}
}

// lacks reports columns for which each run fails, as they hold no NULL and get nothing else.
func (u *unit) lacks(b *syntax.Block, columns []ir.ColumnRef) {
	var names []string
	for _, c := range columns {
		names = append(names, c.Table+"."+c.Column)
	}
	if slices.Sort(names); len(names) == 0 {
		return
	}
	names = slices.Compact(names)
	u.report(diag.Diagnostic{Code: diag.NoValue, Span: b.NameSpan,
		Hint: "add it to the columns of the INSERT, or give it a DEFAULT",
		Msg: fmt.Sprintf("every new row fails: %s must have a value, and %s gives none", strings.Join(names, ", "),
			b.Name)})
}

// atRandom reports a query of one row that may find several, and does not say which of them it takes.
func (u *unit) atRandom(b *syntax.Block, q *ir.Query) {
	if q.Result == ir.One && q.Single == "" && q.Fallback == "" && !b.Sorted {
		u.warn(diag.OneOfMany, b.NameSpan, b.Name+" takes one of the rows that it finds, and nothing says which",
			"compare all columns of a unique key, add ORDER BY … LIMIT 1 or LIMIT 1 alone, or write :all")
	}
}

var castBefore = regexp.MustCompile(`(?i)\bcast\s*\(\s*$`)

// isCast reports whether a use of a parameter is cast where it stands: which types it has is the user's word then.
func isCast(b *syntax.Block, name string) bool {
	for i, p := range b.Parts {
		if p.Param < 0 || b.Uses[p.Param] != name {
			continue
		}
		if i > 0 && castBefore.MatchString(b.Parts[i-1].Text) {
			return true
		}
		if i+1 < len(b.Parts) && strings.HasPrefix(strings.TrimSpace(b.Parts[i+1].Text), "::") {
			return true
		}
	}
	return false
}

func (u *unit) warn(code diag.Code, at source.Span, msg, hint string) {
	u.report(diag.Diagnostic{Code: code, Severity: diag.Warning, Span: at, Msg: msg, Hint: hint})
}

// similar reports parameters like userId beside user_id: two arguments, where one was meant.
func (u *unit) similar(params []ir.Param) {
	first := map[string]ir.Param{}
	for _, p := range params {
		key := strings.ToLower(strings.ReplaceAll(p.Column, "_", ""))
		if before, there := first[key]; there {
			u.warn(diag.SimilarParams, p.Span, fmt.Sprintf("${%s} and ${%s} are two parameters", p.Column,
				before.Column),
				"write one of them the same way everywhere, or give them names that are further apart")
			continue
		}
		first[key] = p
	}
}

func sortKeyHint(name string) string {
	return "a parameter never names a column: write CASE ${" + name +
		"} WHEN 'a' THEN a END, or a statement for each order"
}

// refusedHint is what to say of a statement that the engine refuses and that has another tool's parameters in it, or
// one as a sort key; "" for any other.
func refusedHint(b *syntax.Block) string {
	for _, f := range b.Foreign {
		if !f.Abs {
			name := f.Name
			if name == "" {
				name = "name"
			}
			return f.Span.Text() + " is how another tool writes a parameter: write ${" + name + "}"
		}
	}
	for _, p := range b.Parts {
		if p.Param >= 0 && p.Place == syntax.SortKey {
			return sortKeyHint(b.Uses[p.Param])
		}
	}
	return ""
}

// misplaced finds a parameter, or the mark of one, in what an engine says of its place.
var misplaced = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bnear "(\?[0-9]+|\$([0-9]+|\{\w+\}))"`) })

// placeHint is what to write where an engine takes no parameter.
func placeHint(b *syntax.Block) string {
	words := append(strings.Fields(b.Body.Text()), "", "")
	switch strings.ToUpper(words[0]) {
	case "PRAGMA":
		name, _, _ := strings.Cut(words[1], "(")
		return "select from its function: SELECT * FROM pragma_" + name + "(${" + b.Uses[0] + "})"
	case "ATTACH":
		return "write the path, or a source: ${sources_name}, with {name: name, path: …} under sources: in sqg.yaml"
	}
	return "a parameter stands for a value: names, keywords and what the grammar wants written out are no values"
}

// sample is the @set line of a parameter that gives it a value.
func sample(b *syntax.Block, name string) (syntax.Set, bool) {
	i := slices.IndexFunc(b.Sets, func(s syntax.Set) bool { return s.Name == name && !s.Null })
	if i < 0 {
		return syntax.Set{}, false
	}
	return b.Sets[i], true
}

var (
	textLiteral   = regexp.MustCompile(`^'((?:[^']|'')*)'$`)
	numberLiteral = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	truthTexts    = []string{"true", "false", "t", "f", "yes", "no", "y", "n", "on", "off", "1", "0"}
)

// integers are the bounds of the integer kinds, as bits with and without a sign.
var integers = map[ir.Kind]struct {
	bits   uint
	signed bool
}{
	ir.Int8: {8, true}, ir.Int16: {16, true}, ir.Int32: {32, true}, ir.Int64: {64, true}, ir.HugeInt: {128, true},
	ir.UInt8: {8, false}, ir.UInt16: {16, false}, ir.UInt32: {32, false}, ir.UInt64: {64, false},
	ir.UHugeInt: {128, false},
}

// examples are values of the types that a sample may not fit.
var examples = map[ir.Kind]string{ir.Bool: "true", ir.Float32: "1.5", ir.Float64: "1.5", ir.Decimal: "1.5",
	ir.UUID: "'00000000-0000-0000-0000-000000000001'", ir.JSON: "'{}'"}

// exampleOf is a value of a type; "" where none is known.
func exampleOf(t ir.Type) string {
	switch _, whole := integers[t.Kind]; {
	case whole:
		return "1"
	case t.Kind == ir.Enum && len(t.Enum.Labels) > 0:
		return "'" + strings.ReplaceAll(t.Enum.Labels[0], "'", "''") + "'"
	}
	return examples[t.Kind]
}

// fits reports whether a sample can be a value of a type. What is no plain literal fits anything.
func fits(t ir.Type, sample string) bool {
	if m := textLiteral.FindStringSubmatch(sample); m != nil {
		return textFits(t, strings.TrimSpace(strings.ReplaceAll(m[1], "''", "'")))
	}
	switch number := numberLiteral.MatchString(sample); {
	case !number:
		return true
	case t.Kind == ir.Bool:
		return sample == "0" || sample == "1"
	case t.Kind == ir.UUID, t.Kind == ir.Array, t.Kind == ir.Enum:
		return false
	}
	return integerFits(t, sample)
}

func textFits(t ir.Type, text string) bool {
	switch t.Kind {
	case ir.Bool:
		return slices.Contains(truthTexts, strings.ToLower(text))
	case ir.Float32, ir.Float64, ir.Decimal:
		_, err := strconv.ParseFloat(text, 64)
		return err == nil || strings.Contains(err.Error(), "range")
	case ir.UUID:
		raw, err := hex.DecodeString(strings.NewReplacer("{", "", "}", "", "-", "").Replace(text))
		return err == nil && len(raw) == 16
	case ir.JSON:
		return json.Valid([]byte(text))
	case ir.Enum:
		return slices.Contains(t.Enum.Labels, text)
	case ir.Array:
		return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
	}
	return integerFits(t, text)
}

// integerFits reports whether text is a whole number within the bounds of an integer type; any other type has none.
func integerFits(t ir.Type, text string) bool {
	bounds, ok := integers[t.Kind]
	if !ok {
		return true
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return false
	}
	if bounds.signed {
		limit := new(big.Int).Lsh(big.NewInt(1), bounds.bits-1)
		return n.Cmp(limit) < 0 && n.Cmp(limit.Neg(limit)) >= 0
	}
	return n.Sign() >= 0 && uint(n.BitLen()) <= bounds.bits
}
