package duckdb

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// dialect finds statements, their words and their parameters.
var dialect = syntax.Dialects["duckdb"]

// refusal is good SQL that has no place in a block: why, and what to do instead.
type refusal struct {
	words     string // that the statement starts with
	msg, hint string
}

const (
	transactionMsg  = "transactions belong to the program: the driver keeps account of them"
	transactionHint = "begin and end them through the driver, around the methods that belong together"
	preparedMsg     = "prepared statements belong to the driver, which keeps account of them"
	connectionHint  = "set it where the program opens the connection"
	databaseHint    = "attach databases where the program opens the connection"
	extensionHint   = "install and load extensions where the program opens the connection"
	peopleMsg       = " shows something to people"
	peopleHint      = "query duckdb_columns(), duckdb_tables() or information_schema instead"
)

// notDescribed are the statements that cannot be a QUERY or EXEC. The first that fits counts; no message means allowed.
var notDescribed = []refusal{
	{"BEGIN", transactionMsg, transactionHint},
	{"START", transactionMsg, transactionHint},
	{"COMMIT", transactionMsg, transactionHint},
	{"END", transactionMsg, transactionHint},
	{"ROLLBACK", transactionMsg, transactionHint},
	{"ABORT", transactionMsg, transactionHint},
	{"PREPARE", preparedMsg, "write the statement itself"},
	{"EXECUTE", preparedMsg, "write the statement itself"},
	{"DEALLOCATE", preparedMsg, "leave it out"},
	{"SET", "SET would change the connection for whoever uses it next", connectionHint},
	{"RESET", "RESET would change the connection for whoever uses it next", connectionHint},
	{"USE", "USE would change the connection for whoever uses it next", "write the schema before the table's name"},
	{"PRAGMA", "PRAGMA is for the connection, or shows something to people", "set options where the program opens the connection; query duckdb_settings() or pragma_table_info('table')"},
	{"ATTACH", "ATTACH opens another database", databaseHint},
	{"DETACH", "DETACH takes a database away from whoever uses the connection next", databaseHint},
	{"INSTALL", "INSTALL fetches an extension", extensionHint},
	{"LOAD", "LOAD changes the database instance", extensionHint},
	{"UPDATE EXTENSIONS", "UPDATE EXTENSIONS fetches extensions", extensionHint},
	{"COPY", "COPY reads or writes files, or copies databases", "read a file by SELECT … FROM read_csv(${sources_name}) or read_parquet(…); run COPY through the driver"},
	{"EXPORT", "EXPORT DATABASE writes files", "run it through the driver"},
	{"IMPORT", "IMPORT DATABASE runs the statements of files", "run it through the driver"},
	{"CALL", "CALL has no plan to read", "write SELECT * FROM name(…)"},
	{"EXPLAIN", "EXPLAIN returns a plan for people to read; with ANALYZE it runs the statement", "run it in the duckdb shell"},
	{"DESCRIBE", "DESCRIBE" + peopleMsg, peopleHint},
	{"DESC", "DESC" + peopleMsg, peopleHint},
	{"SHOW", "SHOW" + peopleMsg, peopleHint},
	{"SUMMARIZE", "SUMMARIZE" + peopleMsg, "aggregate the columns that you need"},
	{"CHECKPOINT", "CHECKPOINT is maintenance", "run it through the driver"},
	{"FORCE CHECKPOINT", "CHECKPOINT is maintenance", "run it through the driver"},
	{"VACUUM", "VACUUM is maintenance", "run it through the driver"},
	{"ANALYZE", "ANALYZE is maintenance", "run it through the driver"},
	{"CREATE SECRET", "secrets belong to the database instance", connectionHint},
}

const (
	outsideHint = "the scratch database stands alone: leave it out of MIGRATE, BASELINE and TESTDATA"
	settingMsg  = " would hold for the connection that applies the script and no other"
	fileHint    = "write INSERT statements, or load the file where the program runs"
)

// notApplied are the statements that a script cannot hold: they reach beyond the scratch database, or do not outlast the
// connection.
var notApplied = []refusal{
	{"ATTACH", "ATTACH would open another database", outsideHint},
	{"DETACH", "DETACH has nothing to detach", outsideHint},
	{"CREATE DATABASE", "CREATE DATABASE would open another database", outsideHint},
	{"COPY", "COPY reads or writes files, or copies databases", fileHint},
	{"EXPORT", "EXPORT DATABASE writes files", outsideHint},
	{"IMPORT", "IMPORT DATABASE runs the statements of files", "put the statements of its schema.sql into the script"},
	{"INSTALL", "INSTALL fetches an extension", "install and load extensions where the program opens the connection; the types and functions of those that DuckDB has built in are there"},
	{"LOAD", "LOAD changes the database instance, not the database", "install and load extensions where the program opens the connection; the types and functions of those that DuckDB has built in are there"},
	{"UPDATE EXTENSIONS", "UPDATE EXTENSIONS fetches extensions", outsideHint},
	{"CREATE SECRET", "secrets belong to the database instance, not to the database", outsideHint},
	{"CREATE PERSISTENT SECRET", "secrets are files of the machine", outsideHint},
	{"CREATE OR REPLACE SECRET", "secrets belong to the database instance, not to the database", outsideHint},
	{"SET SEARCH_PATH", "", ""},
	{"SET SCHEMA", "", ""},
	{"SET VARIABLE", "", ""},
	{"SET", "SET" + settingMsg, connectionHint},
	{"RESET VARIABLE", "", ""},
	{"RESET", "RESET" + settingMsg, connectionHint},
	{"PRAGMA", "PRAGMA" + settingMsg, connectionHint},
}

const (
	ownTransactionMsg    = " would end the transaction in which applyMigrations() applies what is missing: half of it could stay"
	insideTransactionMsg = " cannot run inside of the transaction in which applyMigrations() applies what is missing"
)

// notInTransaction are the statements that a migration cannot hold that runs in a transaction of the program.
var notInTransaction = []refusal{
	{"BEGIN", "BEGIN" + insideTransactionMsg, "leave it out"},
	{"START TRANSACTION", "START TRANSACTION" + insideTransactionMsg, "leave it out"},
	{"COMMIT", "COMMIT" + ownTransactionMsg, "leave it out"},
	{"END", "END" + ownTransactionMsg, "leave it out"},
	{"ROLLBACK", "ROLLBACK" + ownTransactionMsg, "leave it out"},
	{"ABORT", "ABORT" + ownTransactionMsg, "leave it out"},
	{"CHECKPOINT", "CHECKPOINT" + insideTransactionMsg, "leave it out: DuckDB does it by itself"},
	{"FORCE CHECKPOINT", "CHECKPOINT" + insideTransactionMsg, "leave it out: DuckDB does it by itself"},
}

// Transactional tells what keeps a script from running in a transaction of the program; nil where nothing does.
func Transactional(script string) error {
	for _, c := range dialect.Split(script) {
		if err := refuse(notInTransaction, c); err != nil {
			return err
		}
	}
	return nil
}

// describable refuses what cannot be a QUERY or EXEC.
func describable(sql string) error {
	commands := dialect.Split(sql)
	if len(commands) == 0 {
		return &engine.Error{Msg: "there is no statement here", Offset: 0}
	}
	if err := plain(sql, commands[0]); err != nil {
		return err
	}
	if len(commands) > 1 {
		return &engine.Error{Msg: "a second statement follows", Offset: commands[1].Start, Hint: "write one statement per QUERY or EXEC"}
	}
	return refuse(notDescribed, commands[0])
}

// plain refuses the shell's own commands, .read and the like.
func plain(sql string, c syntax.Command) error {
	end := c.Start + 1
	for end < c.End && sql[end] >= 'a' && sql[end] <= 'z' {
		end++
	}
	if sql[c.Start] != '.' || end == c.Start+1 {
		return nil
	}
	return &engine.Error{Msg: sql[c.Start:end] + " is a command of the duckdb shell, which never sends it to the database", Offset: c.Start,
		Hint: "leave it out, or write SQL that does the same", Forbidden: true}
}

// refuse is the error that the first fitting entry of a list makes, nil where none does.
func refuse(list []refusal, c syntax.Command) error {
	said := strings.Join(c.Words, " ") + " "
	for _, r := range list {
		if !strings.HasPrefix(said, r.words+" ") {
			continue
		}
		if r.msg == "" {
			return nil
		}
		return &engine.Error{Msg: r.msg, Offset: c.Start, Hint: r.hint, Forbidden: true}
	}
	return nil
}
