package golang

import (
	"embed"
	"path"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.go
var preludeFiles embed.FS

// prelude is the helpers of a driver: those that all drivers have, those from these files, and the SQL of its table of
// migrations.
func prelude(id string, files ...string) *core.Prelude {
	return helpers(append([]string{"common"}, files...)...).With(func() core.Definition {
		var b strings.Builder
		b.WriteString("// trackingSQL is about the table of migrations.\nvar trackingSQL = tracking{\n")
		plan.TrackingOf(target.Find(id)).Each(func(name, sql string) {
			b.WriteString("\t" + name + ": " + quote(sql, "\t") + ",\n")
		})
		return core.Definition{Name: "trackingSQL", Text: aligned(b.String() + "}"), Uses: []string{"tracking"}}
	})
}

// helpers are those from files.
func helpers(files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".go", split, files...)
}

// split splits a file into its declarations, which stand between blank lines. A method that an interface may want is
// part of its type; any other comes where it is called.
func split(source string) []core.Definition {
	_, body, _ := strings.Cut(source, "\nimport (\n")
	imports, body, _ := strings.Cut(body, "\n)\n\n")
	paths := map[string]string{}
	for l := range strings.FieldsSeq(imports) {
		p := strings.Trim(l, `"`)
		paths[importName(p)] = p
	}
	var parts []string
	for _, part := range strings.Split(strings.TrimRight(body, "\n"), "\n\n") {
		if part[0] == '\t' || part[0] == '}' {
			parts[len(parts)-1] += "\n\n" + part
		} else {
			parts = append(parts, part)
		}
	}
	out := make([]core.Definition, len(parts))
	for i, part := range parts {
		code := withoutComments(part)
		out[i] = core.Definition{Name: defined(code), Text: part}
		seen := map[string]bool{}
		core.Words(code, func(word string, _, end int) {
			if p := paths[word]; p != "" && strings.HasPrefix(code[end:], ".") && !seen[p] {
				seen[p] = true
				out[i].Imports = append(out[i].Imports, p)
			}
			if !seen[word] {
				seen[word] = true
				out[i].Uses = append(out[i].Uses, word)
			}
		})
	}
	return out
}

// withoutComments is code whose lines end where a comment begins.
func withoutComments(code string) string {
	var b strings.Builder
	for l := range strings.Lines(code) {
		l, _, _ = strings.Cut(l, "//")
		b.WriteString(l + "\n")
	}
	return strings.TrimLeft(b.String(), "\n")
}

// defined is the name that a declaration goes by.
func defined(code string) string {
	keyword, rest, _ := strings.Cut(code, " ")
	receiver, method, ok := strings.Cut(rest, ") ")
	if keyword != "func" || rest[0] != '(' || !ok {
		return identifier(rest)
	}
	if name := identifier(method); name[0] >= 'a' {
		return name
	}
	_, typ, _ := strings.Cut(receiver, " ")
	return identifier(strings.TrimPrefix(typ, "*"))
}

// identifier is the one that a text starts with.
func identifier(text string) (first string) {
	core.Words(text, func(word string, start, _ int) {
		if start == 0 {
			first = word
		}
	})
	return first
}

// importName is what code calls a package that it imports.
func importName(p string) string {
	base := path.Base(p)
	if len(base) == 2 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' {
		base = path.Base(path.Dir(p))
	}
	return strings.TrimSuffix(base, "-go")
}

func itoa(i int) string { return strconv.Itoa(i) }
