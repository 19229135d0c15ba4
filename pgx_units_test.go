package suite

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"sqg.example/suite/gen/pg/results"
)

// pgxDB is what the tests run the generated code on.
type pgxDB = *pgxpool.Pool

// pgxUnits are the units of the corpus, by feature and what the file's name says behind postgres.
var pgxUnits = map[string]struct {
	open       func(pgxDB) any
	migrations func() []string
}{
	"results": {func(db pgxDB) any { return results.New(db) }, results.Migrations},
}
