// Package ask answers questions about the statements of a project, for the commands of editors and the tools of agents.
// It writes nothing.
package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/inspect"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Project is what is asked of. Options have its texts and what is kept of them.
type Project struct {
	Config  *config.Config
	Options compile.Options
}

// Known is what is known of it.
type Known struct {
	Units []compile.Known
	Diags diag.List
}

// Known is the project as far as the models. What is right is known where other things are wrong.
func (p Project) Known(ctx context.Context, plan string, with []string) Known {
	opts := p.Options
	opts.Plan, opts.With = plan, with
	result := compile.Models(ctx, p.Config, "", opts)
	k := Known{Units: result.Known, Diags: diag.List{Strict: p.Config.Strict}}
	k.Diags.Add(result.Diags.All()...)
	return k
}

// Models are those of the units that have one.
func (k Known) Models() (list []*ir.Model) {
	for _, u := range k.Units {
		if u.Model != nil {
			list = append(list, u.Model)
		}
	}
	return list
}

// Wrong is why a question has no answer: something is wrong with the project, or else err.
func (k Known) Wrong(err error) error {
	if !k.Diags.Failed() {
		return err
	}
	return &app.UsageError{Msg: "the project has " + app.Count(k.Diags.All()), Hint: "`check` lists what is wrong"}
}

// found is a statement in a model.
type found struct {
	*ir.Query
	model *ir.Model
}

// find is a statement in each model that has it.
func (k Known) find(name string) (list []found, err error) {
	var names []string
	for _, m := range k.Models() {
		for _, q := range m.Queries {
			if names = append(names, q.Name.SQL); q.Name.SQL == name {
				list = append(list, found{q, m})
			}
		}
	}
	if list == nil {
		return nil, k.Wrong(&app.UsageError{Msg: "there is no statement `" + name + "`",
			Hint: app.DidYouMean(name, names, "`sqg inspect` lists them")})
	}
	return list, nil
}

// Statement asks what becomes of one.
type Statement struct {
	Name      string   `json:"name" jsonschema:"of a QUERY, an EXEC or a table with an appender"`
	Generator string   `json:"generator,omitempty" jsonschema:"only this one, as sqg.yaml has it"`
	With      []string `json:"with,omitempty" jsonschema:"of a statement with optional parts and choices: the text where these are given, such as name or sort=newest, and nothing else"`
}

// Explain is what `sqg explain` says.
func Explain(ctx context.Context, p Project, in Statement) (inspect.Explanation, error) {
	k := p.Known(ctx, in.Name, in.With)
	out, err := inspect.Explain(k.Models(), p.Config.Units, in.Name, in.Generator, in.With)
	if err != nil {
		err = k.Wrong(err)
	}
	return out, err
}

// gens are the generators of a model that a question is about; an empty name means all.
func (p Project) gens(m *ir.Model, name string) (list []config.Gen, project string, known []string) {
	for _, u := range p.Config.Units {
		for _, g := range u.Gens {
			if u.Name != m.Name.SQL || g.Target.Engine != m.Engine {
				continue
			}
			project, known = u.Project, append(known, g.Target.ID())
			if name == "" || g.Target.ID() == name || strings.HasPrefix(g.Target.ID(), name+"/") {
				list = append(list, g)
			}
		}
	}
	return list, project, known
}

// Said is an error with what to do about it in one text.
func Said(err error) error {
	var usage *app.UsageError
	if errors.As(err, &usage) && usage.Hint != "" {
		return fmt.Errorf("%s (%s)", usage.Msg, usage.Hint)
	}
	return err
}
