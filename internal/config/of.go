package config

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// unitName is what a file may be called that a class is called after.
var unitName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// Of is the config of SQL files for one generator, with what a sqg.yaml need not say. The helpers come in one file with
// the code where the language has both in one.
func Of(t *target.Target, files []string) *Config {
	name := strings.TrimSuffix(filepath.Base(files[0]), filepath.Ext(files[0]))
	if !unitName.MatchString(name) {
		name = "queries"
	}
	unit := Unit{Name: name, Project: name}
	for _, f := range files {
		unit.Files = append(unit.Files, InputFile{Path: f, Name: filepath.ToSlash(f)})
	}
	gen := Gen{Target: t, Dir: name} // a folder is a package of Go
	if t.Takes("support") {
		gen.Options.Support = "inline"
	}
	unit.Gens = []Gen{gen}
	return &Config{Dir: ".", Name: name, Units: []Unit{unit}}
}
