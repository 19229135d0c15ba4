package python

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.py
var preludeFiles embed.FS

var (
	ident   = regexp.MustCompile(`[A-Za-z_]\w*\.?`)
	defined = regexp.MustCompile(`^(?:@.+\n)?(?:async )?(?:class |def )?(\w+)`)
)

// prelude is the helpers of a driver, from the files that its row in the table names.
func prelude(files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".py", split, files...)
}

// tracked is a generator's prelude with the data of its transactions, and the constant that holds the SQL of the table
// of migrations.
func tracked(id string, p *core.Prelude) *core.Prelude {
	return core.Made(func() []core.Definition {
		var statements []emit.Doc
		plan.TrackingOf(target.Find(id)).Each(func(name, sql string) {
			statements = append(statements, emit.Concat(word(name)+": ",
				emit.Raw(quote(sql, width-len(`    "": ,`)-len(name))), ","))
		})
		constant := stack(block(text("_TRACKING = {"), statements...), text("}"))
		tracking := core.Definition{Name: "_TRACKING", Text: emit.Print(constant, width, "    ")}
		// What is read when the module is, stands before that.
		return slices.Concat(asBytes(target.Find(id)), p.All(), transactions(target.Find(id).Engine),
			[]core.Definition{tracking})
	})
}

// asBytes are the names of the types whose bytes a helper decodes instead of psycopg.
func asBytes(t *target.Target) []core.Definition {
	if t.Part() != "postgres/psycopg" {
		return nil
	}
	names := []string{"record"} // psycopg would read its fields by what the program has registered
	for kind, k := range psycopgKinds {
		switch {
		case k.Stored != "bytes" || k.Decode == "":
		case kind == ir.Bits:
			names = append(names, "bit", "varbit")
		default:
			names = append(names, kind.String())
		}
	}
	slices.Sort(names)
	items := make([]emit.Doc, len(names))
	for i, name := range names {
		items[i] = text(word(name))
	}
	return []core.Definition{{Name: "_AS_BYTES",
		Text: emit.Print(emit.Concat("_AS_BYTES = ", tuple(items)), width, "    ")}}
}

// split splits a file at the two blank lines that a formatter puts between definitions.
func split(source string) []core.Definition {
	var out []core.Definition
	for _, text := range strings.Split(strings.TrimRight(source, "\n"), "\n\n\n")[1:] {
		out = append(out, core.Definition{Name: defined.FindStringSubmatch(text)[1], Text: text, Uses: usesOf(text)})
	}
	return out
}

// usesOf are the names in a text, not those of attributes. A name with an attribute also stands with its dot, by which
// a module's name is known.
func usesOf(text string) []string {
	seen := map[string]bool{}
	core.Words(text, func(name string, start, end int) {
		if start > 0 && text[start-1] == '.' {
			return
		}
		seen[name] = true
		if end < len(text) && text[end] == '.' {
			seen[text[start:end+1]] = true
		}
	})
	return slices.Sorted(maps.Keys(seen))
}
