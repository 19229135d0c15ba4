package suite

import (
	"database/sql"

	"sqg.example/suite/gen/mattn/appender"
	"sqg.example/suite/gen/mattn/batch"
	"sqg.example/suite/gen/mattn/migrated"
	"sqg.example/suite/gen/mattn/names"
	"sqg.example/suite/gen/mattn/nullability"
	"sqg.example/suite/gen/mattn/overrides"
	"sqg.example/suite/gen/mattn/params"
	"sqg.example/suite/gen/mattn/results"
	"sqg.example/suite/gen/mattn/returning"
	"sqg.example/suite/gen/mattn/rows"
	"sqg.example/suite/gen/mattn/sources"
	"sqg.example/suite/gen/mattn/staged"
	"sqg.example/suite/gen/mattn/text"
	"sqg.example/suite/gen/mattn/types"
)

// mattnUnits are the units of the corpus over mattn, by feature.
var mattnUnits = map[string]sqlUnit{
	"appender":    {func(db *sql.DB) any { return appender.New(db) }, appender.Migrations},
	"batch":       {func(db *sql.DB) any { return batch.New(db) }, batch.Migrations},
	"migrations":  {func(db *sql.DB) any { return migrated.New(db) }, migrated.Migrations},
	"names":       {func(db *sql.DB) any { return names.New(db) }, names.Migrations},
	"nullability": {func(db *sql.DB) any { return nullability.New(db) }, nullability.Migrations},
	"overrides":   {func(db *sql.DB) any { return overrides.New(db) }, overrides.Migrations},
	"params":      {func(db *sql.DB) any { return params.New(db) }, params.Migrations},
	"results":     {func(db *sql.DB) any { return results.New(db) }, results.Migrations},
	"returning":   {func(db *sql.DB) any { return returning.New(db) }, returning.Migrations},
	"rows":        {func(db *sql.DB) any { return rows.New(db) }, rows.Migrations},
	"sources":     {func(db *sql.DB) any { return sources.New(db) }, sources.Migrations},
	"staged":      {func(db *sql.DB) any { return staged.New(db) }, staged.Migrations},
	"text":        {func(db *sql.DB) any { return text.New(db) }, text.Migrations},
	"types":       {func(db *sql.DB) any { return types.New(db) }, types.Migrations},
}
