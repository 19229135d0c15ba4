package engine

import (
	"context"
	"errors"
)

// Migration is a script that applyMigrations() runs.
type Migration struct {
	Script string
	Alone  bool          // statement by statement, without a transaction
	Warn   func(Warning) // takes what it does to programs that run meanwhile; nil where nobody asks
}

// Warning is about the statement that starts at a byte of the script.
type Warning struct {
	Offset    int
	Msg, Hint string
}

// DivideHint is for what a migration cannot do in the transaction that prepares it.
const DivideHint = "divide the migration: what one has committed is there for the next"

// InTransaction runs a script by whole, in a transaction. Where that fails, it runs by apart, statement by statement:
// what the statements before have made is there then, so that an error can name it.
func InTransaction(ctx context.Context, whole, apart func() error) error {
	err := whole()
	var e *Error
	if !errors.As(err, &e) || e.Forbidden || ctx.Err() != nil {
		return err
	}
	if err := apart(); err != nil {
		return err
	}
	e.Msg += ", in the transaction in which applyMigrations() applies the migration"
	if e.Hint == "" {
		e.Hint = DivideHint
	}
	return e
}

// LeavesBehind refuses a migration for what it leaves behind; the script may show where. None of it is nil.
func LeavesBehind(what, hint string) error {
	return &Error{Msg: what, Hint: hint, Offset: -1, Forbidden: true}
}

// Tracking is the table in which applyMigrations() records what a database has had.
const Tracking = "_sqg_migrations"

// LeavesTracking refuses a migration that makes, changes or drops that table.
func LeavesTracking() error {
	return LeavesBehind(Tracking+" is the table in which applyMigrations() records migrations",
		"leave it as it is, and give the migration's table another name")
}

// LeavesTemporary refuses a migration that leaves what is the connection's own.
func LeavesTemporary(name string) error {
	return LeavesBehind("the migration leaves "+name+" behind, which only the connection that applied the migration has",
		"drop it at the end; for statements that read it, make it in a TESTDATA block here and in an EXEC of the program")
}

// AlwaysInTransaction refuses a migration without a transaction, in an engine that needs none.
func AlwaysInTransaction(title string) error {
	return &Error{Msg: title + " runs every migration in a transaction", Hint: "leave :no_transaction out",
		Forbidden: true}
}
