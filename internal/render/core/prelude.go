// Package core holds what the renderers of all languages share.
package core

import (
	"io/fs"
	"maps"
	"slices"
	"sync"
)

// Definition is a function, a type or a constant of a prelude.
type Definition struct {
	Name, File, Text string
	Uses             []string // identifiers in Text that may name other definitions, or what is imported
	Imports          []string // what its file imports for it, in languages whose imports are read from the prelude
	Of               string   // the definition without which nobody uses this one: the type of a method
}

// Prelude is the definitions that generated files of a driver may use, in their order. Definitions may share a name, as
// overloaded methods do: who uses one gets all.
type Prelude struct {
	load func() loaded
}

type loaded struct {
	all     []Definition
	byName  map[string][]int
	methods map[string][]int // by the name of their type
}

// NewPrelude names the files of a prelude, without the extension of the language, which split takes apart. They are
// read on first use, since other languages and commands need none.
func NewPrelude(files fs.FS, extension string, split func(source string) []Definition, names ...string) *Prelude {
	return &Prelude{load: sync.OnceValue(func() loaded {
		l := loaded{byName: map[string][]int{}, methods: map[string][]int{}}
		for _, name := range names {
			source, err := fs.ReadFile(files, "prelude/"+name+extension)
			if err != nil {
				panic(err)
			}
			for _, d := range split(string(source)) {
				d.File = name
				l.byName[d.Name] = append(l.byName[d.Name], len(l.all))
				if d.Of != "" {
					l.methods[d.Of] = append(l.methods[d.Of], len(l.all))
				}
				l.all = append(l.all, d)
			}
		}
		return l
	})}
}

// With is the prelude with one more definition, which is made on first use.
func (p *Prelude) With(define func() Definition) *Prelude {
	return &Prelude{load: sync.OnceValue(func() loaded {
		l, d := p.load(), define()
		more := loaded{all: append(slices.Clip(l.all), d), byName: maps.Clone(l.byName), methods: l.methods}
		more.byName[d.Name] = append(slices.Clip(l.byName[d.Name]), len(l.all))
		return more
	})}
}

// All returns every definition.
func (p *Prelude) All() []Definition { return p.load().all }

// Has reports whether the prelude defines a name.
func (p *Prelude) Has(name string) bool { return p.load().byName[name] != nil }

// Names are the names that are defined.
func (p *Prelude) Names() map[string]bool {
	names := map[string]bool{}
	for name := range p.load().byName {
		names[name] = true
	}
	return names
}

// Closure returns the definitions that names stand for, and all that those use in turn, in the prelude's order. Names
// that it does not define are ignored. Several units that share a support file pass the names of each.
func (p *Prelude) Closure(names ...map[string]bool) []Definition {
	l := p.load()
	wanted, named := map[int]bool{}, map[string]bool{}
	var want func(name string)
	want = func(name string) {
		if l.byName[name] == nil || named[name] {
			return
		}
		named[name] = true
		for _, i := range slices.Concat(l.byName[name], l.methods[name]) {
			if d := l.all[i]; !wanted[i] && named[d.Name] && (d.Of == "" || named[d.Of]) {
				wanted[i] = true
				for _, used := range d.Uses {
					want(used)
				}
			}
		}
	}
	for _, set := range names {
		for name := range set {
			want(name)
		}
	}
	var out []Definition
	for i, d := range l.all {
		if wanted[i] {
			out = append(out, d)
		}
	}
	return out
}
