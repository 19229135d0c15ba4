//go:build ignore

package prelude

import (
	"github.com/google/uuid"
)

func (r *record) googleUUID(i int, column string) uuid.UUID { return r.uuid(i, column) }

func bindGoogleUUID(v uuid.UUID) any { return bindUUID(v) }
