// Package environment has the error of what a machine lacks: a server, a library, a file of a registry.
package environment

// Error is a problem of the environment, with what to do about it.
type Error struct{ Msg, Hint string }

func (e *Error) Error() string { return e.Msg }
