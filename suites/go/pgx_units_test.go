package suite

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"sqg.example/suite/gen/pg/appender"
	"sqg.example/suite/gen/pg/appender18"
	"sqg.example/suite/gen/pg/batch"
	"sqg.example/suite/gen/pg/migrated"
	"sqg.example/suite/gen/pg/names"
	"sqg.example/suite/gen/pg/nullability"
	"sqg.example/suite/gen/pg/nullability18"
	"sqg.example/suite/gen/pg/operators"
	"sqg.example/suite/gen/pg/overrides"
	"sqg.example/suite/gen/pg/params"
	"sqg.example/suite/gen/pg/partitions"
	"sqg.example/suite/gen/pg/results"
	"sqg.example/suite/gen/pg/returning"
	"sqg.example/suite/gen/pg/returning18"
	"sqg.example/suite/gen/pg/rows"
	"sqg.example/suite/gen/pg/schemas"
	"sqg.example/suite/gen/pg/sources"
	"sqg.example/suite/gen/pg/staged"
	"sqg.example/suite/gen/pg/tasks"
	"sqg.example/suite/gen/pg/text"
	"sqg.example/suite/gen/pg/types"
)

// pgxDB is what the tests run the generated code on.
type pgxDB = *pgxpool.Pool

// pgxUnits are the units of the corpus, by feature and what the file's name says behind postgres.
var pgxUnits = map[string]struct {
	open       func(pgxDB) any
	migrations func() []string
}{
	"appender":      {func(db pgxDB) any { return appender.New(db) }, appender.Migrations},
	"batch":         {func(db pgxDB) any { return batch.New(db) }, batch.Migrations},
	"migrations":    {func(db pgxDB) any { return migrated.New(db) }, migrated.Migrations},
	"names":         {func(db pgxDB) any { return names.New(db) }, names.Migrations},
	"nullability":   {func(db pgxDB) any { return nullability.New(db) }, nullability.Migrations},
	"operators":     {func(db pgxDB) any { return operators.New(db) }, operators.Migrations},
	"overrides":     {func(db pgxDB) any { return overrides.New(db) }, overrides.Migrations},
	"params":        {func(db pgxDB) any { return params.New(db) }, params.Migrations},
	"partitions":    {func(db pgxDB) any { return partitions.New(db) }, partitions.Migrations},
	"results":       {func(db pgxDB) any { return results.New(db) }, results.Migrations},
	"returning":     {func(db pgxDB) any { return returning.New(db) }, returning.Migrations},
	"rows":          {func(db pgxDB) any { return rows.New(db) }, rows.Migrations},
	"schemas":       {func(db pgxDB) any { return schemas.New(db) }, schemas.Migrations},
	"sources":       {func(db pgxDB) any { return sources.New(db) }, sources.Migrations},
	"staged":        {func(db pgxDB) any { return staged.New(db) }, staged.Migrations},
	"tasks":         {func(db pgxDB) any { return tasks.New(db) }, tasks.Migrations},
	"text":          {func(db pgxDB) any { return text.New(db) }, text.Migrations},
	"types":         {func(db pgxDB) any { return types.New(db) }, types.Migrations},
	"appender18":    {func(db pgxDB) any { return appender18.New(db) }, appender18.Migrations},
	"nullability18": {func(db pgxDB) any { return nullability18.New(db) }, nullability18.Migrations},
	"returning18":   {func(db pgxDB) any { return returning18.New(db) }, returning18.Migrations},
}
