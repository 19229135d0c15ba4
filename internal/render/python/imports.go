package python

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
)

// standard says where the names that generated code imports come from: an import line, or the module of a from line.
var standard = map[string]string{
	"asyncio":                     "import asyncio",
	"ctypes":                      "import ctypes",
	"dt":                          "import datetime as dt",
	"errno":                       "import errno",
	"ipaddress":                   "import ipaddress",
	"json":                        "import json",
	"re":                          "import re",
	"sqlite3":                     "import sqlite3",
	"struct":                      "import struct",
	"threading":                   "import threading",
	"AsyncGenerator":              "collections.abc",
	"AsyncIterable":               "collections.abc",
	"AsyncIterator":               "collections.abc",
	"Awaitable":                   "collections.abc",
	"Callable":                    "collections.abc",
	"Coroutine":                   "collections.abc",
	"Mapping":                     "collections.abc",
	"Generator":                   "collections.abc",
	"Iterable":                    "collections.abc",
	"Iterator":                    "collections.abc",
	"Sequence":                    "collections.abc",
	"Future":                      "concurrent.futures",
	"ThreadPoolExecutor":          "concurrent.futures",
	"AbstractContextManager":      "contextlib",
	"ABC":                         "abc",
	"abstractmethod":              "abc",
	"AbstractAsyncContextManager": "contextlib",
	"asynccontextmanager":         "contextlib",
	"contextmanager":              "contextlib",
	"suppress":                    "contextlib",
	"dataclass":                   "dataclasses",
	"Context":                     "decimal",
	"Decimal":                     "decimal",
	"InvalidOperation":            "decimal",
	"MAX_PREC":                    "decimal",
	"Overflow":                    "decimal",
	"localcontext":                "decimal",
	"Enum":                        "enum",
	"import_module":               "importlib",
	"accumulate":                  "itertools",
	"chain":                       "itertools",
	"islice":                      "itertools",
	"countOf":                     "operator",
	"monotonic":                   "time",
	"sleep":                       "time",
	"TracebackType":               "types",
	"Any":                         "typing",
	"Generic":                     "typing",
	"Literal":                     "typing",
	"Protocol":                    "typing",
	"TypeAlias":                   "typing",
	"TypeVar":                     "typing",
	"final":                       "typing",
	"UUID":                        "uuid",
}

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

func (m *module) addImport(name string) {
	m.std.add(standard[name], name)
	m.third.add(m.driver.Imports[name], name)
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
	return cmp.Or(nameKind(strings.TrimLeft(a, "_"))-nameKind(strings.TrimLeft(b, "_")), strings.Compare(natural(a), natural(b)))
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
