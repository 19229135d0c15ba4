package inspect

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// addTexts lists what the code of each generator may send for the statements of a model. Those of :bulk, which
// `sqg explain` shows, are not in it.
func (u *Unit) addTexts(m *ir.Model, gens []config.Gen) {
	for _, g := range gens {
		p, _ := plan.Build(m, g.Target, g.Options, "", "")
		for _, method := range p.Methods {
			at := slices.IndexFunc(u.Queries, func(q Query) bool { return q.Name == method.Name.SQL })
			seen := map[string]bool{}
			for _, mask := range ir.Masks(method.Terms(), method.Refusals) {
				sql, _ := method.Chosen(mask, p.Numbered())
				if !seen[sql] {
					seen[sql] = true
					u.Queries[at].Texts = append(u.Queries[at].Texts, Text{Generator: g.Target.ID(), SQL: sql})
				}
			}
		}
	}
}
