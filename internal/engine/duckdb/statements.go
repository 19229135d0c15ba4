package duckdb

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/refusal"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// dialect finds statements, their words and their parameters.
var dialect = engine.DuckDB.Dialect

const (
	connectionHint = "set it where the program opens the connection"
	extensionHint  = "install and load extensions where the program opens the connection"
)

// notDescribed are the statements that cannot be a QUERY or EXEC.
var notDescribed = slices.Concat(refusal.Program, refusal.List{
	{"UPDATE EXTENSIONS", "UPDATE EXTENSIONS fetches extensions", extensionHint},
	{"COPY FROM DATABASE", "COPY FROM DATABASE copies databases", "run it through the driver"},
	{"EXPORT", "EXPORT DATABASE writes files", "run it through the driver"},
	{"IMPORT", "IMPORT DATABASE runs the statements of files", "run it through the driver"},
	{"CHECKPOINT", "CHECKPOINT is not supported", "run it through the driver"},
	{"FORCE CHECKPOINT", "CHECKPOINT is not supported", "run it through the driver"},
	{"VACUUM", "VACUUM is not supported", "run it through the driver"},
	{"ANALYZE", "ANALYZE is not supported", "run it through the driver"},
})

const (
	outsideHint = "the scratch database stands alone: leave it out of MIGRATE, BASELINE and TESTDATA"
	attachHint  = "attach it in an EXEC. A TESTDATA has its tables for the analysis: CREATE SCHEMA other; CREATE TABLE " +
		"other.item (…). A PostgreSQL is a source: {name: other, type: postgres}, with a BASELINE :source=other"
	settingMsg  = " would hold for the connection that applies the script and no other"
	triggerMsg  = "what DuckDB's triggers do to rows that :bulk and :appender write together is not known to sqg yet"
	triggerHint = "leave it out, and let the statements that change the table do what it does"
	fileHint    = "write INSERT statements, or load the file where the program runs"
)

// notApplied are the statements that a script cannot hold: they reach beyond the scratch database, or do not outlast
// the connection.
var notApplied = slices.Concat(refusal.List{
	{"ATTACH", "ATTACH would open another database", attachHint},
	{"DETACH", "DETACH has nothing to detach", outsideHint},
	{"CREATE DATABASE", "CREATE DATABASE would open another database", outsideHint},
	{"COPY", "COPY reads or writes files, or copies databases", fileHint},
	{"EXPORT", "EXPORT DATABASE writes files", outsideHint},
	{"IMPORT", "IMPORT DATABASE runs the statements of files", "put the statements of its schema.sql into the script"},
	{"INSTALL", "INSTALL fetches an extension",
		"install and load extensions where the program opens the connection; the types and functions of those that DuckDB has built in are there"},
	{"LOAD", "LOAD changes the database instance, not the database",
		"install and load extensions where the program opens the connection; the types and functions of those that DuckDB has built in are there"},
	{"UPDATE EXTENSIONS", "UPDATE EXTENSIONS fetches extensions", outsideHint},
	{"CREATE SECRET", "secrets belong to the database instance, not to the database", outsideHint},
	{"CREATE TRIGGER", triggerMsg, triggerHint},
	{"CREATE OR REPLACE TRIGGER", triggerMsg, triggerHint},
	{"CREATE TEMP TRIGGER", triggerMsg, triggerHint},
	{"CREATE TEMPORARY TRIGGER", triggerMsg, triggerHint},
	{"CREATE PERSISTENT SECRET", "secrets are files of the machine", outsideHint},
	{"CREATE OR REPLACE SECRET", "secrets belong to the database instance, not to the database", outsideHint},
}, refusal.Allow("SET SEARCH_PATH", "SET SCHEMA", "SET VARIABLE", "RESET VARIABLE", "PRAGMA CREATE_FTS_INDEX",
	"PRAGMA DROP_FTS_INDEX"),
	refusal.Each(settingMsg, connectionHint, "SET", "RESET", "PRAGMA"))

const insideTransactionMsg = " cannot run inside of the transaction in which applyMigrations() applies a migration"

// notInTransaction are the statements that a migration cannot hold that runs in a transaction of the program.
var notInTransaction = slices.Concat(refusal.Ends,
	refusal.Each(insideTransactionMsg, "leave it out", "BEGIN", "START TRANSACTION"),
	refusal.Each(insideTransactionMsg, "leave it out: DuckDB does it by itself", "CHECKPOINT", "FORCE CHECKPOINT"))

// describable refuses what cannot be a QUERY or EXEC.
func describable(sql string) error { return notDescribed.Statement(dialect, sql, plain) }

// plain refuses the shell's own commands, .read and the like.
func plain(sql string, c syntax.Command) error {
	end := c.Start + 1
	for end < c.End && sql[end] >= 'a' && sql[end] <= 'z' {
		end++
	}
	if sql[c.Start] != '.' || end == c.Start+1 {
		return nil
	}
	return &engine.Error{Msg: sql[c.Start:end] +
		" is a command of the duckdb shell, which never sends it to the database", Offset: c.Start,
		Hint: "leave it out, or write SQL that does the same", Forbidden: true}
}
