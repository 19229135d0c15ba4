package ir

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Function is one that a program registers with its database, as the user declares it.
type Function struct {
	Name     string
	Args     []string // types
	Variadic bool     // the last of them is that of any number of arguments
	Result   string   // a type
	NotNull  bool     // the result is never NULL
	Strict   bool     // the result is NULL where an argument is, and nowhere else

	Deterministic bool
	Aggregate     bool
	Window        bool // an aggregate that takes OVER as well
}

var functionForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^\s*(\w[\w ]*?)(\s+NOT\s+NULL)?\s*\(([^()]*)\)\s*([\w\s]*)$`)
})

// ErrFunction says how a function is declared.
var ErrFunction = errors.New("write its type, NOT NULL where that holds, and the types of its arguments, as in `REAL NOT NULL (REAL, REAL)`; " +
	"STRICT, DETERMINISTIC, AGGREGATE and WINDOW may follow")

// ParseFunction reads a declaration: REAL NOT NULL (REAL, TEXT...) DETERMINISTIC.
func ParseFunction(name, declaration string) (Function, error) {
	m := functionForm().FindStringSubmatch(declaration)
	if m == nil {
		return Function{}, ErrFunction
	}
	f := Function{Name: name, Result: strings.Join(strings.Fields(m[1]), " "), NotNull: m[2] != ""}
	if args := strings.TrimSpace(m[3]); args != "" {
		args, f.Variadic = strings.CutSuffix(args, "...")
		for arg := range strings.SplitSeq(args, ",") {
			if arg = strings.Join(strings.Fields(arg), " "); arg == "" || strings.Contains(arg, ".") {
				return Function{}, ErrFunction
			}
			f.Args = append(f.Args, arg)
		}
	}
	flags := map[string]*bool{"STRICT": &f.Strict, "DETERMINISTIC": &f.Deterministic, "AGGREGATE": &f.Aggregate,
		"WINDOW": &f.Window}
	for word := range strings.FieldsSeq(strings.ToUpper(m[4])) {
		flag := flags[word]
		if flag == nil {
			return Function{}, ErrFunction
		}
		*flag = true
	}
	f.Aggregate = f.Aggregate || f.Window
	switch {
	case f.Strict && f.NotNull:
		return Function{},
			errors.New("the result of a STRICT function is NULL where an argument is: leave out STRICT or NOT NULL")
	case f.Strict && f.Aggregate:
		return Function{}, errors.New("STRICT is for functions of one row: leave it out")
	}
	return f, nil
}

// String is how the function is called: haversine(REAL, REAL).
func (f Function) String() string {
	args := slices.Clone(f.Args)
	if f.Variadic {
		args[len(args)-1] += "..."
	}
	return fmt.Sprintf("%s(%s)", f.Name, strings.Join(args, ", "))
}
