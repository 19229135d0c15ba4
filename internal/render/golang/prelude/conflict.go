//go:build ignore

package prelude

import (
	"strings"
)

// isConflict reports whether a transaction has met another.
func isConflict(err error) bool {
	for _, text := range transactionConflicts {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}
