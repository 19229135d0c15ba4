// Command units lists the generated packages in gen/units.go, by driver and unit, and lets tests play any migrations.
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

// history is what a package has besides, whose migrations stand for those of any program.
const history = `package migrated

import (
	"context"
	"strconv"
	"strings"
)

// PlayScripts applies scripts as ApplyMigrations does those of the unit, or lists those that it would apply.
func PlayScripts(ctx context.Context, db DBTX, scripts []string, list bool) ([]string, error) {
	migrations := make([]migration, len(scripts))
	for i, script := range scripts {
		sql, alone := strings.CutPrefix(script, ":no_transaction ")
		migrations[i] = migration{name: strconv.Itoa(i + 1), checksum: script, sql: sql}
		if alone {
			for step := range strings.SplitSeq(sql, ";") {
				migrations[i].steps = append(migrations[i].steps, migrationStep{sql: step})
			}
		}
	}
	if list {
		return pendingMigrations(ctx, db, migrations, "p")
	}
	return applyMigrations(ctx, db, migrations, "p")
}
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
		if filepath.Base(folder) == "migrated" {
			if err := os.WriteFile(folder+"/history.go", []byte(history), 0o644); err != nil {
				log.Fatal(err)
			}
		}
		fmt.Fprintf(&entries, "\t%q: unit(u%[2]d.New, u%[2]d.Migrations),\n", strings.TrimPrefix(folder, "gen/"), i)
	}
	if err := os.WriteFile("gen/units.go", fmt.Appendf(nil, head, imports.String(), entries.String()),
		0o644); err != nil {
		log.Fatal(err)
	}
}
