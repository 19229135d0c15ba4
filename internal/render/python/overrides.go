package python

import (
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// qualifiedName is a name in Python, with the modules before it.
const qualifiedName = `[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*`

// The parts of an override: only a project with one needs these patterns, which are large.
var (
	qualified = pattern(qualifiedName)
	wholeName = pattern(`^(?:` + qualifiedName + `)?$`)
	wholeType = pattern(`^` + qualifiedName + `(?:[\[\], |]+|` + qualifiedName + `)*$`)
)

// pattern is compiled on first use.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// validOverride reports whether an override's parts are what they should be, as far as text can tell.
func validOverride(o *ir.Override) bool {
	return wholeType().MatchString(o.Type) && wholeName().MatchString(o.Import) &&
		wholeName().MatchString(o.Decode) && wholeName().MatchString(o.Encode)
}

// builtins are the names of Python's built-in types that an override may be made of.
var builtins = core.Set("None True False bool bytearray bytes complex dict float frozenset int list memoryview " +
	"object range " +
	"repr set slice str tuple type")

// standardModules are the top-level modules of the standard library that hold types people store: they are imported
// in the section of the standard library.
var standardModules = core.Set("array calendar collections colorsys dataclasses datetime decimal email enum " +
	"fractions http " +
	"ipaddress json math numbers operator os pathlib pickle re statistics string time types typing urllib uuid zlib " +
	"zoneinfo")

// importOverride imports what the names in an override need: the module itself where they are qualified with it,
// else the names out of it.
func (m *module) importOverride(o *ir.Override) {
	if o.Import == "" {
		return
	}
	block := m.other
	top, _, _ := strings.Cut(o.Import, ".")
	if standardModules[top] {
		block = m.std
	}
	for _, name := range namesIn(o) {
		root, _, _ := strings.Cut(name, ".")
		switch {
		case strings.HasPrefix(name, o.Import+"."):
			block.lines["import "+o.Import] = true
		case !builtins[root]:
			block.name(o.Import, root)
		}
	}
}

func namesIn(o *ir.Override) []string {
	return qualified().FindAllString(o.Type+" "+o.Decode+" "+o.Encode, -1)
}

// overrideNames are the names that the program's overrides read.
func overrideNames(p *plan.Program) map[string]bool {
	names := map[string]bool{}
	for f := range p.Fields {
		for o := range f.Overrides {
			for _, name := range namesIn(o) {
				root, _, _ := strings.Cut(name, ".")
				names[root] = true
			}
		}
	}
	return names
}

// overridden reports whether a function of the user's makes what is stored of a field's values.
func overridden(f ir.Field) bool { return f.Override != nil && f.Override.Encode != "" }

// overriddenForm is how a value of an override's type is read and bound inside of another.
func (m *module) overriddenForm(t ir.Type) form {
	o := t.Override
	t.Override = nil
	f := m.form(t)
	base := f
	if o.Decode != "" {
		f.Read = m.decodedBy(t, o, base.Read)
	} else if base.Read == nil {
		f.Stored = constantly(o.Type)
	}
	if o.Encode != "" {
		f.Bind = m.encodedBy(t, o, base.Bind)
	}
	return f
}

// decodedBy reads what the user's function makes of what is read.
func (m *module) decodedBy(t ir.Type, o *ir.Override, read convert) convert {
	return func(value emit.Doc, name string) emit.Doc {
		m.importOverride(o)
		if m.kind(t).Textual {
			return call(o.Decode, value)
		}
		return call(o.Decode, read.of(value, name))
	}
}

// encodedBy binds what the user's function makes of a value.
func (m *module) encodedBy(t ir.Type, o *ir.Override, bind convert) convert {
	return func(value emit.Doc, name string) emit.Doc {
		m.importOverride(o)
		m.helpers["_encode_by"] = true
		encoded := call("_encode_by", text(o.Encode), value, text(name))
		if m.kind(t).Textual {
			return encoded
		}
		return bind.of(encoded, name)
	}
}
