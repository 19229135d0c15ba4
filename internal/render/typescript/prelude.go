package typescript

import (
	"embed"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.ts
var preludeFiles embed.FS

var (
	declaration = regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:function\*?|(?:abstract )?class|interface|type|const|let) (\w+)`)
	access      = regexp.MustCompile(`([\w)\]?!])\.#?\w+|#\w+`)
	noCode      = regexp.MustCompile("(?s:/\\*\\*.*?\\*/)|(?m: // .*$)|\"(?:[^\"\\\\\n]|\\\\.)*\"|`[^`]*`")
	ofColumn    = regexp.MustCompile(`(?m)^function (\w+)\(\s*value: unknown,\s*column: string,?\s*\): (.+) \{$`)
	word        = regexp.MustCompile(`\w+`)
)

// prelude is the helpers of a driver: the declarations of these files.
func prelude(files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".ts", split, append([]string{"optional", "page", "nested"}, files...)...)
}

// sqlitePrelude is prelude with the helpers of SQLite's values, and a second form of each that passes NULL.
func sqlitePrelude(files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".ts", withOrNull,
		append([]string{"sqlite", "common", "optional", "page", "nested"}, files...)...)
}

// withOrNull is split with the second form behind each function of a column's value.
func withOrNull(source string) (out []core.Definition) {
	for _, d := range split(source) {
		out = append(out, d)
		if m := ofColumn.FindStringSubmatch(d.Text); m != nil {
			params := []emit.Doc{emit.Text("value: unknown"), emit.Text("column: string")}
			passes := emit.Text("return value === null ? null : " + m[1] + "(value, column);")
			text := emit.Print(function("function "+m[1]+"OrNull", params, m[2]+" | null", passes), 80, "  ")
			out = append(out, core.Definition{Name: m[1] + "OrNull", Text: text, Uses: m[1:2]})
		}
	}
	return out
}

// tracked is a generator's prelude with the options of its transactions, and the constant that holds the SQL of
// the table of migrations.
func tracked(id string, p *core.Prelude) *core.Prelude {
	return p.With(func() []core.Definition {
		var statements []emit.Doc
		plan.TrackingOf(target.Find(id)).Each(func(name, sql string) {
			statements = append(statements, assigned(name+":", sql, ","))
		})
		constant := emit.Concat("const tracking: Tracking = {",
			emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), statements)), emit.HardLine(), "};")
		tracking := core.Definition{Name: "tracking", Text: emit.Print(constant, 80, "  "), Uses: []string{"Tracking"}}
		return append(transactions(target.Find(id).Engine), tracking)
	})
}

// split splits a file into its declarations, which stand between blank lines; what is indented belongs to the
// declaration above. A file's first part, its comment and imports, and its last, where it exports names to others, are
// for linting the file as it is.
func split(source string) []core.Definition {
	var parts []string
	for _, part := range strings.Split(strings.TrimRight(source, "\n"), "\n\n") {
		if strings.HasPrefix(part, " ") {
			parts[len(parts)-1] += "\n\n" + part
		} else {
			parts = append(parts, part)
		}
	}
	var out []core.Definition
	for _, part := range parts[1:] {
		if strings.HasPrefix(part, "export {") {
			continue
		}
		out = append(out, core.Definition{Name: declaration.FindStringSubmatch(part)[1], Text: part,
			Uses: namesIn(part)})
	}
	return out
}

// namesIn are the names in code that are not those of members.
func namesIn(code string) []string {
	return word.FindAllString(access.ReplaceAllString(noCode.ReplaceAllStringFunc(code, withCode), "$1"), -1)
}

// withCode is a template literal if there is code in it, and nothing of a comment, a string or another template.
func withCode(literal string) string {
	if strings.HasPrefix(literal, "`") && strings.Contains(literal, "${") {
		return literal
	}
	return ""
}
