package importer

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Claim is what the other tool's generated code says of a column of a result.
type Claim struct {
	Column string     // "" where columns come in the order of the statement's
	Null   engine.Tri // that it may be NULL; Unsaid where the type does not tell
}

// Of is the claim about one of several columns, which is called so; nil for none.
func Of(claims []Claim, column, columns int, name string) *Claim {
	if len(claims) > 0 && claims[0].Column == "" {
		if len(claims) != columns {
			return nil
		}
		return &claims[column]
	}
	words := ir.NewName(name).Words
	if i := slices.IndexFunc(claims,
		func(c Claim) bool { return slices.Equal(ir.NewName(c.Column).Words, words) }); i >= 0 {
		return &claims[i]
	}
	return nil
}

// Tri is what a yes or a no says.
func Tri(yes bool) engine.Tri {
	if yes {
		return engine.Yes
	}
	return engine.No
}

// ReadRows takes the TESTDATA blocks that the user has put into the folder of an imported unit.
func (u *Unit) ReadRows(dir string) {
	paths, _ := filepath.Glob(filepath.Join(dir, Folder, u.Folder, "*.sql")) // the pattern is one
	for _, path := range paths {
		f, err := source.Read(path)
		if err != nil {
			continue // a file that nobody can read has no rows
		}
		blocks, _ := syntax.Parse(f, u.Engine.Dialect)
		for _, b := range blocks {
			if b.Kind == syntax.Testdata {
				u.Rows = append(u.Rows, strings.TrimSpace(b.Script))
			}
		}
	}
}
