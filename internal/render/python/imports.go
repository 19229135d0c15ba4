package python

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// importable says where names come from: an import line, or the module of a from line. The prelude's files say so; a
// module's name ends in a dot. What stands here they do not need themselves.
var importable = sync.OnceValue(func() map[string][]string {
	from := map[string][]string{"Enum": {"enum"}, "Literal": {"typing"}, "Protocol": {"typing"},
		"NamedTuple": {"typing"}, "TypedDict": {"typing"}}
	files, err := preludeFiles.ReadDir("prelude")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		source, err := preludeFiles.ReadFile("prelude/" + f.Name())
		if err != nil {
			panic(err)
		}
		for _, line := range importLine.FindAllStringSubmatch(string(source), -1) {
			if module := line[1]; module != "" {
				name := module[strings.LastIndex(module, " ")+1:] + "."
				from[name] = append(from[name], "import "+module)
			}
			if _, err := preludeFiles.Open("prelude/" + line[2] + ".py"); err == nil || line[2] == "__future__" {
				continue
			}
			for _, name := range ident.FindAllString(line[3]+line[4], -1) {
				from[name] = append(from[name], line[2])
			}
		}
	}
	return from
})

var importLine = regexp.MustCompile(`(?m)^(?:import (.+)|from (\S+) import (?:\(([^)]+)\)|(.+)))$`)

// thirdParty are the packages of drivers, one of which a module imports from.
var thirdParty = core.Set("asyncpg duckdb psycopg")

// importBlock is a section of imports in the order that isort and Ruff keep: import lines, then from lines by module.
type importBlock struct {
	lines map[string]bool
	from  map[string]map[string]bool
}

func newImportBlock() *importBlock {
	return &importBlock{lines: map[string]bool{}, from: map[string]map[string]bool{}}
}

// use has a name of the standard library or of the driver imported where the text uses it; it ignores other names.
func (m *module) use(name string) { m.wanted[name] = true }

// addImport imports a name, from what the prelude's files import it from.
func (m *module) addImport(name string) {
	for _, from := range importable()[name] {
		root, _, _ := strings.Cut(strings.TrimPrefix(from, "import "), ".")
		switch {
		case !thirdParty[root]:
			m.std.add(from, name)
		case root == m.Target.Package:
			m.third.add(from, name)
		}
	}
}

// add imports a name from where one of the tables says.
func (b *importBlock) add(from, name string) {
	switch {
	case from == "":
	case strings.HasPrefix(from, "import "):
		b.lines[from] = true
	default:
		b.name(from, name)
	}
}

func (b *importBlock) name(module, name string) {
	if b.from[module] == nil {
		b.from[module] = map[string]bool{}
	}
	b.from[module][name] = true
}

func (b *importBlock) print() []emit.Doc {
	var out []emit.Doc
	for _, l := range slices.Sorted(maps.Keys(b.lines)) {
		out = append(out, text(l))
	}
	for _, m := range slices.Sorted(maps.Keys(b.from)) {
		var names []emit.Doc
		for _, n := range slices.SortedFunc(maps.Keys(b.from[m]), compareImported) {
			names = append(names, text(n))
		}
		out = append(out, emit.Group("from "+m+" import ", emit.IfBroken("(", ""),
			emit.Indent(emit.SoftLine(), emit.Join(emit.Concat(",", emit.Line()), names), emit.IfBroken(",", "")),
			emit.SoftLine(), emit.IfBroken(")", "")))
	}
	return out
}

// compareImported sorts as isort does: constants, classes, then the rest, without case.
func compareImported(a, b string) int {
	return cmp.Or(nameKind(a)-nameKind(b), strings.Compare(natural(strings.ToLower(a)), natural(strings.ToLower(b))))
}

// compareExported sorts as Ruff has __all__: like imports, but for classes with an underscore, and with case.
func compareExported(a, b string) int {
	kinds := nameKind(strings.TrimLeft(a, "_")) - nameKind(strings.TrimLeft(b, "_"))
	return cmp.Or(kinds, strings.Compare(natural(a), natural(b)))
}

func nameKind(name string) int {
	switch {
	case len(name) > 1 && name == strings.ToUpper(name):
		return 0
	case name != "" && name[0] >= 'A' && name[0] <= 'Z':
		return 1
	}
	return 2
}

var digits = regexp.MustCompile(`\d+`)

// natural is what a name is sorted by: numbers by their value.
func natural(name string) string {
	padded := func(n string) string { return strings.Repeat("0", max(0, 9-len(n))) + n }
	return digits.ReplaceAllStringFunc(name, padded)
}
