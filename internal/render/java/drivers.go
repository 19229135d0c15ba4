package java

import "github.com/sqg-dev/sqg/internal/ir"

// driver is what differs between the JDBC drivers. The statements themselves are prepared, bound and executed through
// java.sql alike.
type driver struct {
	types   map[ir.Kind]javaType
	rowsPer string // prelude section of the bulk writer
	batch   string // prelude section of :batch
	migrate string // prelude section of applyMigrations
}

var drivers = map[string]driver{
	"sqlite": {types: sqliteTypes, rowsPer: "Inserter", batch: "batch", migrate: "migrate"},
}
