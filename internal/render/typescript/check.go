package typescript

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
)

// check finds what cannot be generated: types without a counterpart, overrides that generated code has no room for, and
// methods or types that would have one name.
func (g *generator) check() []diag.Diagnostic {
	diags := append(g.unsupported(), g.overrides()...)
	g.name()
	return append(diags, g.names.Diags...)
}

func (g *generator) unsupported() []diag.Diagnostic {
	diags := g.Unkept(func(f ir.Field) bool { _, ok := g.keyForm(f); return ok })
	for f := range g.Fields {
		if !f.Type.Choice() && !g.values.supports(*f) {
			diags = append(diags, plan.Unsupported(g.Target, *f))
		}
	}
	return diags
}

// name gives everything that users see its name. Parameters keep clear of what stands in the module for users to see,
// and all else in the module of them: so no name depends on the order of statements.
func (g *generator) name() {
	g.class = g.names.Type(g.module, pascal(g.Name), "the class", source.Span{})
	g.views = g.names.Views(g.module, g.Program, g.class)
	for _, r := range g.Rows {
		g.types[r] = g.names.RowType(g.module, naturalType(r), r)
	}
	for _, m := range g.Program.Methods {
		if m.Declares() {
			g.records[m] = g.names.Type(g.module, pascal(m.Name)+"Params", "the parameters of "+m.Name.SQL, m.Span)
		}
	}
	g.schema = g.names.SchemaTypes(g.module, g.Program, pascal)
	for _, r := range g.sharedRows() {
		if g.types[r] == "" {
			g.types[r] = g.borrow(g.shared.types[r], false)
		}
	}
	for _, m := range g.Program.Methods {
		if m.Row != nil && m.Row.Typed != nil {
			g.types[m.Row] = g.types[m.Row.Typed]
		}
		if m.Rows != nil {
			g.records[m] = g.types[m.Rows]
		}
	}
	g.methods = g.names.Members(g.Program, members)
	seen := core.Union(g.reserved, core.Set(g.class))
	for _, name := range g.types {
		seen[name] = true
	}
	for _, name := range g.records {
		seen[name] = true
	}
	for _, m := range g.Methods {
		g.fields[m] = g.private.Claim(g.methods[m])
		g.params[m] = g.names.Fields(emit.NewScope(seen, underscore), ir.ParamFields(m.Params), "parameter", m.Name.SQL,
			func(n ir.Name, _ int) string { return camel(n) })
	}
	for _, m := range g.Methods {
		for _, param := range g.params[m] {
			if !g.module.Has(param) {
				g.module.Claim(param)
			}
		}
	}
}

// overrides notes what the config's language types import, and reports what would be there twice.
func (g *generator) overrides() []diag.Diagnostic {
	var diags []diag.Diagnostic
	for f := range g.Fields {
		for o := range f.Overrides {
			diags = append(diags, g.override(f, o)...)
		}
	}
	return diags
}

func (g *generator) override(f *ir.Field, o *ir.Override) (diags []diag.Diagnostic) {
	if o.Import != "" {
		for _, text := range []string{o.Type, o.Decode, o.Encode} {
			name := word.FindString(text)
			switch {
			case name == "" || builtin[name] || g.module.Has(name):
			case g.reserved[name]:
				diags = append(diags, diag.Diagnostic{Code: diag.BadOverride, Span: f.Span,
					Msg: fmt.Sprintf("generated code has a %s of its own beside the one of %s that %s is to have",
						name, o.Import, f.Name.SQL),
					Hint: "export it under another name"})
			default:
				g.reserved[g.module.Claim(name)] = true
			}
		}
	}
	return diags
}

// builtin are names in an override that need no import.
var builtin = core.Union(globals,
	core.Set("any unknown string number boolean bigint object readonly JSON Math Buffer Set URL"))
