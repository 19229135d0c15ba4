package java

import "github.com/sqg-dev/sqg/internal/ir"

// driver is what differs between JDBC drivers. Statements are prepared, bound and executed through java.sql alike.
type driver struct {
	types    map[ir.Kind]javaType
	sections func() []section // of the prelude
}

// drivers by engine. A driver's own part of the prelude defines usable (whether a kept statement can be executed again),
// atomically (its transactions), migrate, and what its types are read and bound with.
var drivers = map[string]driver{
	"sqlite": {types: sqliteTypes, sections: sectionsOf("Common.java", "SqliteValues.java", "Sqlite.java")},
}
