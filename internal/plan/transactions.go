package plan

import (
	"strings"
	"sync"
)

// Transactions is how programs of an engine begin transactions, and which errors let them try again. A transaction
// within another is a savepoint.
type Transactions struct {
	Begin   string // begins one; what options add stands behind it, in their order
	Set     string // sets the options of one that the driver has begun; "" for engines without it
	Number  string // tells the number of a transaction, where nothing else says whether one is open
	Check   string // fails if a statement has failed whose error was passed over; "" where COMMIT does
	Options []TransactionOption

	// an error is a conflict if its SQLSTATE is one of these; of engines without any, if its text has one
	Conflicts []string
	Unnested  string // why there is no transaction within another; "" where there are savepoints
}

// The other statements of transactions, in every engine. Units of work within a transaction are savepoints of one name,
// because SQL ends the last one of a name first.
const (
	Commit    = "COMMIT"
	Rollback  = "ROLLBACK"
	Savepoint = "SAVEPOINT sqg"
	Release   = "RELEASE sqg"
	Undo      = "ROLLBACK TO sqg" // Release follows
)

// End commits a transaction, or fails.
func (t Transactions) End() string {
	if t.Check == "" {
		return Commit
	}
	return t.Check + "; " + Commit
}

// TransactionOption is an option of a transaction besides retry: one of several values, or a flag.
type TransactionOption struct {
	Name   string // words, such as read only
	Doc    string
	Values []string // in lower case; none of a flag
	SQL    string   // with {value} for a value in upper case
	After  string   // the SQL of the options that it requires; "" for none
	Needs  string   // says which those are
}

// Texts are the SQL of an option's values, or the one of a flag.
func (o TransactionOption) Texts() (texts [][2]string) {
	if o.Values == nil {
		return [][2]string{{"", o.SQL}}
	}
	for _, v := range o.Values {
		texts = append(texts, [2]string{v, strings.ReplaceAll(o.SQL, "{value}", strings.ToUpper(v))})
	}
	return texts
}

// RetryDoc says what the option retry is, which every engine has.
const RetryDoc = "how often the function may run again after a conflict with another transaction"

// transactions of each engine. PostgreSQL takes a COMMIT of what has failed for a ROLLBACK, without an error. SQLite
// has no read-only transactions, and one isolation. DuckDB has one isolation, too.
var transactions = sync.OnceValue(func() map[string]Transactions {
	return map[string]Transactions{
		"sqlite": {
			Begin: "BEGIN",
			Options: []TransactionOption{
				{Name: "mode",
					Doc:    "when it locks the database: for a write, at once, or at once for others' reads, too",
					Values: []string{"deferred", "immediate", "exclusive"}, SQL: " {value}"},
			},
			Conflicts: []string{"database is locked", "Database snapshot is stale"}, // the second is Turso's
		},
		"duckdb": {
			Begin: "BEGIN TRANSACTION",
			// not txid_current(), which fails where another database is the current one, as a lake
			Number:  "SELECT current_transaction_id()",
			Options: []TransactionOption{{Name: "read only", Doc: "refuses writes", SQL: " READ ONLY"}},
			Conflicts: []string{"TransactionContext Error: Conflict", "write-write conflict",
				"Failed to commit: PRIMARY KEY or UNIQUE",
				// DuckLake's; the second where others keep being quicker
				"Transaction conflict", "Exceeded the maximum retry count"},
			Unnested: "DuckDB has no savepoints: call the methods in the transaction that is open",
		},
		"postgres": {
			Begin: "BEGIN", Set: "SET TRANSACTION", Check: "SELECT",
			Options: []TransactionOption{
				{Name: "isolation", Doc: "the isolation level", SQL: " ISOLATION LEVEL {value}",
					Values: []string{"read committed", "repeatable read", "serializable"}},
				{Name: "read only", Doc: "refuses writes", SQL: " READ ONLY"},
				{Name: "deferrable", Doc: "waits until it can conflict with nothing", SQL: " DEFERRABLE",
					After: " ISOLATION LEVEL SERIALIZABLE READ ONLY",
					Needs: "deferrable has no effect unless the transaction is serializable and read only"},
			},
			Conflicts: []string{"40001", "40P01"},
		},
	}
})

// TransactionsOf are those of an engine.
func TransactionsOf(engine string) Transactions { return transactions()[engine] }
