//go:build ignore

package prelude

import (
	"time"
)

// misread reports whether the driver took a text for a time that it is not: it never does.
func misread(time.Time) bool { return false }
