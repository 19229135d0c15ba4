package duckdb

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestCovers: DuckDB prepares each text of a family, and some descriptions hold for all.
func TestCovers(t *testing.T) {
	enginetest.Covers(t, open(t, enginetest.FamilySchema), map[string]bool{
		"SELECT x, n FROM t WHERE k > 0" + enginetest.FamilyParts + "{ AND list_contains($d, k)} LIMIT 5":         true,
		"SELECT x, count(*) FROM t GROUP BY ALL HAVING true{ AND x = $a}{ AND max(k) > $b}{ AND min(k) = $c}":     false,
		"SELECT x FROM t WHERE true" + enginetest.FamilyParts + " QUALIFY row_number() OVER (PARTITION BY x) = 1": true,
		"SELECT x, max(y) FROM t WHERE true" + enginetest.FamilyParts + " GROUP BY x":                             true,
		"UPDATE t SET k = 1 WHERE true" + enginetest.FamilyParts +
			" RETURNING x": false,
	})
}
