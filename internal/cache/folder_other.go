//go:build !unix

package cache

import (
	"errors"
	"os"
)

// Whose a folder is, and which process has it, is asked the Unix way only.
var errNotHere = errors.New("sqg keeps nothing between two runs here")

// MkdirShared fails.
func MkdirShared(string) error { return errNotHere }

// Lock fails.
func Lock(string, bool) (*os.File, error) { return nil, errNotHere }
