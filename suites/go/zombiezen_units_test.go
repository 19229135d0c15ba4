package suite

import (
	"sqg.example/suite/gen/zombiezen/appender"
	"sqg.example/suite/gen/zombiezen/batch"
	"sqg.example/suite/gen/zombiezen/migrated"
	"sqg.example/suite/gen/zombiezen/names"
	"sqg.example/suite/gen/zombiezen/nullability"
	"sqg.example/suite/gen/zombiezen/overrides"
	"sqg.example/suite/gen/zombiezen/params"
	"sqg.example/suite/gen/zombiezen/results"
	"sqg.example/suite/gen/zombiezen/returning"
	"sqg.example/suite/gen/zombiezen/rows"
	"sqg.example/suite/gen/zombiezen/sources"
	"sqg.example/suite/gen/zombiezen/staged"
	"sqg.example/suite/gen/zombiezen/text"
	"sqg.example/suite/gen/zombiezen/types"

	"zombiezen.com/go/sqlite"
)

// zombiezenUnits are the units of the corpus over zombiezen, by feature.
var zombiezenUnits = map[string]connUnit{
	"appender":    {func(db *sqlite.Conn) any { return appender.New(db) }, appender.Migrations},
	"batch":       {func(db *sqlite.Conn) any { return batch.New(db) }, batch.Migrations},
	"migrations":  {func(db *sqlite.Conn) any { return migrated.New(db) }, migrated.Migrations},
	"names":       {func(db *sqlite.Conn) any { return names.New(db) }, names.Migrations},
	"nullability": {func(db *sqlite.Conn) any { return nullability.New(db) }, nullability.Migrations},
	"overrides":   {func(db *sqlite.Conn) any { return overrides.New(db) }, overrides.Migrations},
	"params":      {func(db *sqlite.Conn) any { return params.New(db) }, params.Migrations},
	"results":     {func(db *sqlite.Conn) any { return results.New(db) }, results.Migrations},
	"returning":   {func(db *sqlite.Conn) any { return returning.New(db) }, returning.Migrations},
	"rows":        {func(db *sqlite.Conn) any { return rows.New(db) }, rows.Migrations},
	"sources":     {func(db *sqlite.Conn) any { return sources.New(db) }, sources.Migrations},
	"staged":      {func(db *sqlite.Conn) any { return staged.New(db) }, staged.Migrations},
	"text":        {func(db *sqlite.Conn) any { return text.New(db) }, text.Migrations},
	"types":       {func(db *sqlite.Conn) any { return types.New(db) }, types.Migrations},
}
