//go:build ignore

package prelude

import (
	"github.com/google/uuid"
)

func putGoogleUUID(b *copyBuffer, v uuid.UUID) { putUUID(b, v) }
