// Command units lists the generated packages in gen/units.go, by driver and unit.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

const head = `package gen

import (
%s)

// Unit is a generated package, whatever its driver: what New returns on a database, and the SQL of its migrations.
type Unit struct {
	Open       func(db any) any
	Migrations func() []string
}

func unit[D, Q any](open func(D) Q, migrations func() []string) Unit {
	return Unit{func(db any) any { return open(db.(D)) }, migrations}
}

// Units are all of them, such as "mattn/appender".
var Units = map[string]Unit{
%s}
`

func main() {
	folders, err := filepath.Glob("gen/*/*")
	if err != nil {
		log.Fatal(err)
	}
	var imports, entries strings.Builder
	for i, folder := range folders {
		folder = filepath.ToSlash(folder)
		fmt.Fprintf(&imports, "\tu%d \"sqg.example/suite/%s\"\n", i, folder)
		fmt.Fprintf(&entries, "\t%q: unit(u%[2]d.New, u%[2]d.Migrations),\n", strings.TrimPrefix(folder, "gen/"), i)
	}
	if err := os.WriteFile("gen/units.go", fmt.Appendf(nil, head, imports.String(), entries.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}
