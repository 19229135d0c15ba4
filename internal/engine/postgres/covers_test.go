package postgres

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestCovers: the server prepares each text of a family, and some descriptions hold for all.
func TestCovers(t *testing.T) {
	enginetest.Covers(t, open(t, enginetest.FamilySchema), map[string]bool{
		"SELECT x, n FROM t WHERE k > 0" + enginetest.FamilyParts +
			"{ AND k = ANY ($d)} LIMIT 5": true,
		"SELECT x, count(*) FROM t GROUP BY x HAVING true{ AND x = $a}{ AND max(k) > $b}{ AND min(k) = $c}": false,
		"UPDATE t SET k = u.z FROM u WHERE u.t = t.id" +
			enginetest.FamilyParts: true,
		"SELECT t.id FROM t FULL JOIN u ON u.t < t.id OR u.z = 1 WHERE true{ AND t.x = $a}{ AND u.z = $b}{ AND k = $c}": false,
		"SELECT x, max(y) FROM t WHERE true" + enginetest.FamilyParts +
			" GROUP BY x": false, // it may not be planned
		"UPDATE t SET k = 1 WHERE true" + enginetest.FamilyParts +
			" RETURNING x": true,
		"UPDATE t SET id = id{, x = $a}{, n = $b}{, y = $c} RETURNING x, y": false,
	})
}
