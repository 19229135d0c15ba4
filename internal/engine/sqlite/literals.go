package sqlite

import (
	"math"
	"regexp"
	"strings"
)

func realKnown(bits uint64) (known, int16) {
	f := math.Float64frombits(bits)
	k := nonZero | finite
	if f == 0 {
		k &^= nonZero
	}
	if math.IsInf(f, 0) || math.IsNaN(f) {
		k &^= finite
	}
	return k, over(f)
}

// over is value.Over of a finite number.
func over(f float64) int16 {
	if f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return small
	}
	_, exp := math.Frexp(f)
	return max(int16(exp)+small, small)
}

const (
	datePattern = `\d{4}-\d{2}-\d{2}`
	timePattern = `\d{2}:\d{2}(:\d{2}(\.\d+)?)?`
	zonePattern = `(Z|[+-]\d{2}:?\d{2})`
)

// textForms are the forms of text literal that can stand for a richer type.
var textForms = []struct {
	form *regexp.Regexp
	lit  typeSet
}{
	{regexp.MustCompile(`^` + datePattern + `$`), litDate},
	{regexp.MustCompile(`^` + timePattern + `$`), litTime},
	{regexp.MustCompile(`^` + datePattern + `[ T]` + timePattern + `$`), litTimestamp},
	{regexp.MustCompile(`^` + datePattern + `[ T]` + timePattern + zonePattern + `$`), litTimestampTZ},
	{regexp.MustCompile(`(?i)^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$`), litUUID},
	{regexp.MustCompile(`^(\{.*\}|\[.*\])$`), litJSON},
	{regexp.MustCompile(`(?i)^now$`), litNow},
	{regexp.MustCompile(`(?i)^(unixepoch|julianday|auto)$`), litEpoch},
	{regexp.MustCompile(`^([^%]*%[dfHjJmMsSwWY%])+[^%]*$`), litFormat},
	{regexp.MustCompile(`(?i)^subsec(ond)?$`), litSubsec},
	{regexp.MustCompile(`(?i)^[+-]?\d{1,3} (second|minute|hour|day|month|year)s?$|^start of (day|month|year)$|^(utc|localtime)$`), litModifier},
}

func textLiteral(s string) typeSet {
	if s == "[]" {
		return litList
	}
	if s == "" || len(s) > 64 || !strings.ContainsAny(s[:1], "%0123456789abcdefjnslu{[+-ABCDEFJNSLU") {
		return litText
	}
	for _, f := range textForms {
		if f.form.MatchString(s) {
			return f.lit
		}
	}
	return litText
}
