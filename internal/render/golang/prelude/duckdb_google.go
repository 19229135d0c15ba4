//go:build ignore

package prelude

import (
	"github.com/google/uuid"
)

func googleUUID(r *record, v any) uuid.UUID { return readUUID(r, v) }

func bindGoogleUUID(v uuid.UUID) any { return bindUUID(v) }

func storeGoogleUUID(b *loader, v uuid.UUID) { storeUUID(b, v) }
