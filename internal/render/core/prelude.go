// Package core holds what the renderers of all languages share.
package core

import (
	"io/fs"
	"slices"
	"sync"
)

// Definition is a function, a type or a constant of a prelude.
type Definition struct {
	Name, File, Text string
	Uses             []string // identifiers in Text that may name other definitions, or what is imported
	Imports          []string // what its file imports for it, in languages whose imports are read from the prelude
	Block            string   // what it stands in, if anything: the head of an impl of Rust
	Of               []string // names without all of which nobody uses this one: the type of a method
}

// Prelude is the definitions that generated files of a driver may use, in their order. Definitions may share a name, as
// overloaded methods do: who uses one gets all. One without a name comes with the names that it is of.
type Prelude struct {
	load func() loaded
}

type loaded struct {
	all    []Definition
	byName map[string][]int
	of     map[string][]int // by the names without which nobody uses them
}

func (l *loaded) add(d Definition) {
	n := len(l.all)
	l.all = append(l.all, d)
	if d.Name != "" {
		l.byName[d.Name] = append(l.byName[d.Name], n)
	}
	for _, name := range d.Of {
		l.of[name] = append(l.of[name], n)
	}
}

// Made is a prelude of definitions that are made on first use, since other languages and commands need none.
func Made(define func() []Definition) *Prelude {
	return &Prelude{load: sync.OnceValue(func() loaded {
		l := loaded{byName: map[string][]int{}, of: map[string][]int{}}
		for _, d := range define() {
			l.add(d)
		}
		return l
	})}
}

// NewPrelude names the files of a prelude, without the extension of the language, which split takes apart.
func NewPrelude(files fs.FS, extension string, split func(source string) []Definition, names ...string) *Prelude {
	return Made(func() (all []Definition) {
		for _, name := range names {
			source, err := fs.ReadFile(files, "prelude/"+name+extension)
			if err != nil {
				panic(err)
			}
			for _, d := range split(string(source)) {
				d.File = name
				all = append(all, d)
			}
		}
		return all
	})
}

// With is the prelude with more definitions.
func (p *Prelude) With(define func() []Definition) *Prelude {
	return Made(func() []Definition { return append(slices.Clip(p.All()), define()...) })
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
		if named[name] {
			return
		}
		named[name] = true
		for _, i := range slices.Concat(l.byName[name], l.of[name]) {
			d := l.all[i]
			unnamed := func(name string) bool { return !named[name] }
			if wanted[i] || d.Name != "" && unnamed(d.Name) || slices.ContainsFunc(d.Of, unnamed) {
				continue
			}
			wanted[i] = true
			for _, used := range d.Uses {
				want(used)
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
