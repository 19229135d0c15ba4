package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// driver is what differs between JDBC drivers. Statements are prepared, bound and executed through java.sql alike.
type driver struct {
	types   map[ir.Kind]javaType
	structs structForm
	// lists of lists are one value, an array of several dimensions; else they hold lists like anything
	dimensions bool
	refined    func(ir.Type, javaType) javaType // what is different with some types of a kind; nil for nothing
	orNull     string                           // function around parse that takes null inside others; "" where those do
	// the function for values without one, inside others; nil where the driver takes them
	unchanged emit.Doc
	// of java.sql.Types: what setObject is told of a value that print has made; "" for nothing
	inserted string
	keeps    bool   // statements are prepared once for a connection, else for each call
	stream   string // method of the prelude for rows that are read while other statements run
	// whether the driver's values of a type may be taken for others; nil for none
	mistaken func(*generator, ir.Type) bool
	inserter func(*generator, *appender) inserter
	prelude  *core.Prelude
	support  string // the class that has the prelude for all classes of a folder
}

// drivers by what the generator's id says behind the language, and by the option appender where that makes a
// difference. A driver's own files of the prelude define openStatement (rows that are read one by one), atomically (its
// transactions), batch or failedBatch, runScript, Tracking, migrate, and what its types are read and bound with. The
// files of a row are members of one class.
var drivers = map[string]driver{
	"sqlite": {keeps: true, types: sqliteTypes, structs: sqliteStructs, orNull: "orNull", stream: "stream",
		inserter: (*generator).insertInserter,
		prelude: prelude("java/sqlite", "Kept", "Common", "Batches", "SqliteValues", "SqliteMade", "Sqlite",
			"TransactionsSql", "TransactionsSqlite"), support: "SqgSqlite"},
	// pgjdbc keeps what it has prepared for a connection itself, by its SQL.
	"postgres": {types: postgresTypes, structs: postgresStructs, dimensions: true, refined: postgresRefined,
		unchanged: emit.Text("Object::toString"), inserted: "OTHER", stream: "streamByCursor",
		inserter: (*generator).copyInserter,
		prelude: prelude("java/postgres", "Prepared", "Common", "Batches", "Intervals", "PostgresValues", "Postgres",
			"TransactionsPostgres", "PostgresCopy", "PostgresCopyValues", "PostgresMany", "Lookups"),
		support: "SqgPostgres"},
	"duckdb":             duckdb("SqgDuckdb"),
	"duckdb+arrow":       duckdb("SqgDuckdbArrow", "DuckdbColumns", "jdk22/DuckdbArrow"),
	"duckdb/arrow":       duckdb("SqgDuckdbVectors", "DuckdbColumns", "DuckdbVectors", "DuckdbVectorRows"),
	"duckdb/arrow+arrow": duckdb("SqgDuckdbArrowVectors", "DuckdbColumns", "jdk22/DuckdbArrow", "DuckdbVectors"),
}

func duckdb(support string, more ...string) driver {
	files := append([]string{"Prepared", "Common", "Intervals", "DuckdbValues", "Duckdb", "TransactionsSql",
		"TransactionsDuckdb", "DuckdbAppender", "DuckdbFunction", "DuckdbMany", "Lookups"}, more...)
	// Nothing is kept: DuckDB 1.5.5 executes a statement again by the plan that it first made, statistics included.
	// After the data has changed, a filter is missing, a group or a sorted value is another one.
	return driver{types: duckdbTypes, mistaken: (*generator).alike, structs: duckdbStructs, refined: duckdbRefined,
		stream: "streamApart", inserter: (*generator).bufferInserter, prelude: prelude("java/duckdb", files...),
		support: support}
}

// driverOf a program.
func driverOf(p *plan.Program) driver {
	if d, ok := drivers[p.Target.Part()+"+"+p.Options.Appender]; ok {
		return d
	}
	return target.Row(drivers, p.Target.Part())
}

// structForm is how the values of a composite type or a union are read and written with a driver: by two methods, whose
// names these words end.
type structForm struct {
	parse, print string
	// class of what the driver has of a value
	given     string
	composite func(g *generator, s *ir.StructType, names []string) []conversion // the conversions
}
