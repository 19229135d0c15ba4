package engine

import "strings"

// Function is one that the engine's own catalogue lists.
type Function struct {
	Name   string
	Args   []string // as the catalogue has them: names, types or both
	Result string   // a type; "" where the catalogue does not tell
	Doc    string
}

// Signature is the function with what it takes and returns.
func (f Function) Signature() string {
	text := f.Name + "(" + strings.Join(f.Args, ", ") + ")"
	if f.Result != "" {
		text += " → " + f.Result
	}
	return text
}
