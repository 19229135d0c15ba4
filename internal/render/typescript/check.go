package typescript

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
)

// check names the methods and finds what cannot be generated: types without a counterpart, and methods that would have
// one name.
func (g *generator) check() []diag.Diagnostic {
	diags := append(g.unsupported(), g.overrides()...)
	return append(diags, g.nameMethods()...)
}

func (g *generator) unsupported() []diag.Diagnostic {
	var diags []diag.Diagnostic
	for f := range g.Fields {
		if !g.values.supports(*f) {
			diags = append(diags, plan.Unsupported(g.Target, *f, g.values.text(), plan.ServerText))
		}
	}
	return diags
}

// nameMethods gives every method its name, and every statement a private one.
func (g *generator) nameMethods() []diag.Diagnostic {
	type origin struct {
		what string
		span source.Span
	}
	taken := map[string]origin{}
	var diags []diag.Diagnostic
	claim := func(name, what string, span source.Span) {
		first, clash := taken[name]
		if !clash {
			taken[name] = origin{what, span}
			return
		}
		diags = append(diags, diag.Diagnostic{Code: diag.NameClash, Span: span,
			Msg:   fmt.Sprintf("%s and %s would both be the method %s()", first.what, what, name),
			Hint:  "rename one of them",
			Notes: []diag.Note{{Span: first.span, Msg: first.what + " is here"}}})
	}
	scope := emit.NewScope(methods, underscore)
	for _, m := range g.Methods {
		name := camel(m.Name)
		if methods[name] {
			name = scope.Claim(name)
			g.remark("", name, "method "+m.Name.SQL, m.Span)
		}
		g.methods[m] = name
		g.fields[m] = g.private.Claim(name)
		claim(name, m.Name.SQL, m.Span)
		if m.Result == ir.All {
			claim(iterator(name), "the iterator of "+m.Name.SQL, m.Span)
		}
		if m.Batch {
			claim(batchName(name), "the batch of "+m.Name.SQL, m.Span)
		}
	}
	for _, a := range g.Appenders {
		create, bulk := appenderNames(a.Name)
		claim(create, "the appender of "+a.Name.SQL, a.Span)
		claim(bulk, "the bulk insert of "+a.Name.SQL, a.Span)
	}
	for _, a := range g.Attached {
		attach, detach := attachNames(a.Name)
		claim(attach, "attaching "+a.Name.SQL, a.Span)
		claim(detach, "detaching "+a.Name.SQL, a.Span)
	}
	return diags
}

// overrides notes what the config's language types import, and reports what would be there twice.
func (g *generator) overrides() []diag.Diagnostic {
	var diags []diag.Diagnostic
	for f := range g.Fields {
		o := f.Override
		if o == nil || o.Import == "" {
			continue
		}
		for _, text := range []string{o.Type, o.Decode, o.Encode} {
			name := word.FindString(text)
			switch {
			case name == "" || builtin[name] || g.module.Has(name):
			case g.reserved[name]:
				diags = append(diags, diag.Diagnostic{Code: diag.BadOverride, Span: f.Span,
					Msg:  fmt.Sprintf("generated code has a %s of its own beside the one of %s that %s is to have", name, o.Import, f.Name.SQL),
					Hint: "export it under another name"})
			default:
				g.module.Claim(name)
			}
		}
	}
	return diags
}

// remark says where a name is not what users would expect.
func (g *generator) remark(natural, name, what string, span source.Span) {
	if name != natural {
		g.remarks = append(g.remarks, diag.Rename(span, what, name+" in TypeScript"))
	}
}

// builtin are names in an override that need no import.
var builtin = union(globals, words("any unknown string number boolean bigint object readonly JSON Math Buffer Set URL"))
