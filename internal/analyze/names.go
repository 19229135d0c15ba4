package analyze

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

var callName = regexp.MustCompile(`^([\pL_][\pL\pN_]*)\s*\(`)

// fieldNames gives each result column a name that is unique in its row. What the user named stays as it is; an
// expression without an alias, which engines name by its text, is called after its function (count(*) → count), else
// by its place; a name that is there already gets a number (id, id_2).
func fieldNames(columns []engine.Column, sql string, mark func(int) string, params []ir.Param) []ir.Name {
	names := make([]ir.Name, len(columns))
	taken := map[string]bool{}
	for i, c := range columns {
		base := c.Name
		if unnamed(c, sql) {
			base = expressionName(c.Name, i, mark, params)
		}
		name := base
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		taken[name] = true
		names[i] = ir.NewName(name)
	}
	return names
}

// unnamed tells an expression's text from a name: it stands in the statement as it is, and is neither a bare identifier
// nor quoted as one there nor the name of the table column it comes from.
func unnamed(c engine.Column, sql string) bool {
	switch {
	case c.Name == "" || c.Name == "?column?": // what PostgreSQL calls an expression without an obvious name
		return true
	case c.Name == c.Source.Column || isIdentifier(c.Name):
		return false
	}
	return strings.Contains(sql, c.Name) && !quotedIn(c.Name, sql)
}

func isIdentifier(name string) bool {
	return !unicode.IsDigit(rune(name[0])) && strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

func quotedIn(name, sql string) bool {
	for _, q := range []string{`"` + strings.ReplaceAll(name, `"`, `""`) + `"`, "[" + name + "]", "`" + name + "`",
		"'" + strings.ReplaceAll(name, "'", "''") + "'"} {
		if strings.Contains(sql, q) {
			return true
		}
	}
	return false
}

func expressionName(expr string, i int, mark func(int) string, params []ir.Param) string {
	if m := callName.FindStringSubmatch(expr); m != nil {
		return strings.ToLower(m[1])
	}
	for n := range params {
		if expr == mark(n+1) {
			return params[n].Name.SQL
		}
	}
	return fmt.Sprintf("column_%d", i+1)
}
