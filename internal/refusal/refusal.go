// Package refusal refuses statements by the words that they start with: good SQL that has no place in a block.
package refusal

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// List holds the words that a statement starts with (* is any word), why it has no place, and what to do instead. The
// first that fits counts; no message means allowed.
type List [][3]string

const (
	transaction     = "transactions belong to the program: the driver keeps account of them"
	transactionHint = "begin and end them through the driver, around the methods that belong together"
	prepared        = "prepared statements belong to the driver, which keeps account of them"
	ownTransaction  = " would end the transaction in which applyMigrations() applies a migration: half of it could stay"
)

// Program are the statements that a driver makes for the program, in every engine: they cannot be a QUERY or EXEC.
var Program = slices.Concat(
	Transaction("BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT"),
	List{
		{"PREPARE", prepared, "write the statement itself"},
		{"EXECUTE", prepared, "write the statement itself"},
		{"DEALLOCATE", prepared, "leave it out"},
	})

// Transaction refuses commands that control transactions.
func Transaction(commands ...string) (l List) {
	for _, c := range commands {
		l = append(l, [3]string{c, transaction, transactionHint})
	}
	return l
}

// Ends are the statements that would end the transaction of a migration.
var Ends = Each(ownTransaction, "leave it out", "COMMIT", "END", "ROLLBACK", "ABORT")

// Each refuses commands with their words and what is wrong with all of them.
func Each(msg, hint string, commands ...string) (l List) {
	for _, c := range commands {
		l = append(l, [3]string{c, strings.Replace(c, "*", "…", 1) + msg, hint})
	}
	return l
}

// Allow lets commands pass that a later entry would refuse.
func Allow(commands ...string) (l List) {
	for _, c := range commands {
		l = append(l, [3]string{c})
	}
	return l
}

// Unended refuses a script that leaves a transaction open.
func Unended() error {
	return &engine.Error{Msg: "the script begins a transaction that it does not end", Offset: -1,
		Hint: "add COMMIT, or leave BEGIN out: migrations run in a transaction of their own"}
}

// Command is the error that the first fitting entry makes, nil where none does.
func (l List) Command(c syntax.Command) error {
	for _, r := range l {
		words, msg, hint := r[0], r[1], r[2]
		if !startsWith(c.Words, strings.Fields(words)) {
			continue
		}
		if msg == "" {
			return nil
		}
		return &engine.Error{Msg: msg, Offset: c.Start, Hint: hint, Forbidden: true}
	}
	return nil
}

// Script is the first error that a statement of a script makes.
func (l List) Script(d syntax.Dialect, script string) error {
	for _, c := range d.Split(script) {
		if err := l.Command(c); err != nil {
			return err
		}
	}
	return nil
}

// Statement refuses what is not one statement, is a command of the engine's shell, or is on the list.
func (l List) Statement(d syntax.Dialect, sql string, shell func(sql string, c syntax.Command) error) error {
	commands := d.Split(sql)
	if len(commands) == 0 {
		return &engine.Error{Msg: "there is no statement here", Offset: 0}
	}
	if err := shell(sql, commands[0]); err != nil {
		return err
	}
	if len(commands) > 1 {
		return &engine.Error{Msg: "a second statement follows", Offset: commands[1].Start,
			Hint: "write one statement per QUERY or EXEC"}
	}
	return l.Command(commands[0])
}

func startsWith(words, pattern []string) bool {
	if len(words) < len(pattern) {
		return false
	}
	for i, p := range pattern {
		if p != "*" && p != words[i] {
			return false
		}
	}
	return true
}
