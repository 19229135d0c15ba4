package java

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// decodes and encodes report whether a value inside others is read and written by a function of the program.
func decodes(t ir.Type) bool { return t.Override != nil && t.Override.Decode != "" }
func encodes(t ir.Type) bool { return t.Override != nil && t.Override.Encode != "" }

func (g *generator) decoder(t ir.Type) emit.Doc {
	return emit.Text(g.reference(t.Override.Decode, t.Override))
}
func (g *generator) encoder(t ir.Type) emit.Doc {
	return emit.Text(g.reference(t.Override.Encode, t.Override))
}

// composed is the function that applies one function, and another to what that returns.
func (g *generator) composed(first, second emit.Doc) emit.Doc {
	g.need("composed")
	return call("composed", first, second)
}

// reference writes a configured function as a method reference. It is given as Type.method, Type::method or new Type; a
// method alone is one of the override's own type.
func (g *generator) reference(f string, o *ir.Override) string {
	class, method := strings.TrimSpace(f), ""
	if c, ok := strings.CutPrefix(class, "new "); ok {
		class, method = strings.TrimSpace(c), "new"
	} else if c, m, ok := strings.Cut(class, "::"); ok {
		class, method = c, m
	} else if dot := strings.LastIndexByte(class, '.'); dot >= 0 {
		class, method = class[:dot], class[dot+1:]
	} else {
		class, method = o.Type, class
	}
	return g.imported(class, o.Import) + "::" + method
}

// function is how a configured function is called.
func (g *generator) function(f string, o *ir.Override) string {
	class, method, _ := strings.Cut(g.reference(f, o), "::")
	if method == "new" {
		return "new " + class
	}
	return class + "." + method
}
