package java

import "github.com/sqg-dev/sqg/internal/ir"

// driver is what differs between JDBC drivers. Statements are prepared, bound and executed through java.sql alike.
type driver struct {
	types     map[ir.Kind]javaType
	parameter func(ir.Type, javaType) javaType // what is different where a type is bound; nil for nothing
	open      string                           // section of the prelude that opens the rows of a query for a stream
	sections  func() []section                 // of the prelude
}

// drivers by engine. A driver's own part of the prelude defines usable (whether a kept statement can be executed again),
// openStatement (rows that are read one by one), atomically (its transactions), failedBatch, runScript, migrationsTable, migrate,
// and what its types are read and bound with.
var drivers = map[string]driver{
	"sqlite": {types: sqliteTypes, open: "openStatement", sections: sectionsOf("Common.java", "SqliteValues.java", "Sqlite.java")},
	"postgres": {types: postgresTypes, parameter: postgresParameter, open: "openCursor",
		sections: sectionsOf("Common.java", "PostgresValues.java", "Postgres.java", "PostgresCopy.java", "PostgresCopyValues.java")},
}
