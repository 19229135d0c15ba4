package ask

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// Preview asks for the code of one statement.
type Preview struct {
	Name      string `json:"name" jsonschema:"of a QUERY or an EXEC"`
	Generator string `json:"generator,omitempty" jsonschema:"only this one, as sqg.yaml has it, or all of a language, such as python"`
	Others    bool   `json:"others,omitempty" jsonschema:"also the languages that sqg.yaml has no generator of, with the default driver"`
}

// Code is what a preview says.
type Code struct {
	Previews []Generated `json:"previews"`
}

// Generated is the code of one generator.
type Generated struct {
	Generator string `json:"generator"`
	Language  string `json:"language"`
	Other     bool   `json:"other,omitempty" jsonschema:"sqg.yaml has no generator of the language"`
	Signature string `json:"signature" jsonschema:"how the statement's method is declared"`
	File      string `json:"file" jsonschema:"its name"`
	Code      string `json:"code" jsonschema:"a file with this statement alone, without the helpers that files of a folder share"`
}

// Generate is the code of one statement by itself. Nothing is written.
func Generate(ctx context.Context, p Project, in Preview) (Code, error) {
	out := Code{Previews: []Generated{}}
	err := p.programs(ctx, in, func(prog *plan.Program, q *ir.Query, other bool) {
		for _, f := range compile.Rendered(prog) {
			out.Previews = append(out.Previews,
				Generated{prog.Target.ID(), prog.Target.Language, other, compile.Signature(prog, q), f.Name, f.Text})
		}
	})
	return out, err
}

// programs makes programs of one statement, for each generator that a question is about.
func (p Project) programs(ctx context.Context, in Preview,
	visit func(prog *plan.Program, q *ir.Query, other bool)) error {
	k := p.Known(ctx, "", nil)
	list, err := k.find(in.Name)
	if err != nil {
		return err
	}
	var known []string
	any := false
	for _, f := range list {
		gens, project, all := p.gens(f.model, in.Generator)
		known = append(known, all...)
		build := func(g config.Gen, other bool) {
			any = true
			prog, _ := plan.Build(f.model.Alone(f.Query), g.Target, g.Options, project, p.Options.Version)
			visit(prog, f.Query, other)
		}
		for _, g := range gens {
			build(g, false)
		}
		for _, language := range slices.Sorted(maps.Keys(compile.Languages)) {
			of := func(id string) bool { return strings.HasPrefix(id, language+"/") }
			if t := target.Find(language + "/" + f.model.Engine); in.Others && t != nil &&
				!slices.ContainsFunc(all, of) {
				build(config.Of(t, []string{f.model.Name.SQL}).Units[0].Gens[0], true)
			}
		}
	}
	if !any {
		return &app.UsageError{Msg: "there is no generator `" + in.Generator + "` for " + in.Name,
			Hint: app.DidYouMean(in.Generator, known, "there is "+strings.Join(known, ", "))}
	}
	return nil
}

// Texts are the texts that a statement can have.
type Texts struct {
	Texts int    `json:"texts" jsonschema:"how many there are; each is prepared when code is generated"`
	Given []Text `json:"given" jsonschema:"the first of them"`
}

// Text is one of them.
type Text struct {
	Generator string   `json:"generator"`
	With      []string `json:"with" jsonschema:"what is given, as explain takes it"`
	SQL       string   `json:"sql"`
	Binds     []string `json:"binds" jsonschema:"the parameters in the order of the placeholders"`
}

// mostTexts is how many texts are listed for each generator.
const mostTexts = 64

// Variants are the texts of a statement's optional parts and choices.
func Variants(ctx context.Context, p Project, in Preview) (Texts, error) {
	out := Texts{Given: []Text{}}
	err := p.programs(ctx, in, func(prog *plan.Program, q *ir.Query, _ bool) {
		terms := q.Terms()
		out.Texts = ir.Texts(terms)
		m := prog.Methods[0]
		for _, with := range combinations(terms) {
			t := Text{Generator: prog.Target.ID(), With: with, Binds: []string{}}
			var binds []int
			t.SQL, binds = m.Chosen(ir.Given(m.Terms(), with), prog.Numbered())
			for _, b := range binds {
				t.Binds = append(t.Binds, m.Params[b].Name.SQL)
			}
			out.Given = append(out.Given, t)
		}
	})
	return out, err
}

// combinations are what may be given together: of each parameter or flag nothing or itself, of each choice one label.
func combinations(terms []ir.Term) [][]string {
	var names []string
	ways := map[string][]string{}
	for _, t := range terms {
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
		if t.Label == "" {
			ways[t.Name] = []string{"", t.Name}
		} else {
			ways[t.Name] = append(ways[t.Name], t.Name+"="+t.Label)
		}
	}
	out := [][]string{{}}
	for _, name := range names {
		var next [][]string
		for _, way := range ways[name] {
			for _, with := range out {
				if way != "" {
					with = append(slices.Clone(with), way)
				}
				next = append(next, with)
			}
		}
		out = next[:min(len(next), mostTexts)]
	}
	return out
}
