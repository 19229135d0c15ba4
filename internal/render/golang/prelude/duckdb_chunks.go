//go:build ignore

package prelude

import (
	"context"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// useArrow goes on with data chunks: batches of Arrow take the build tag duckdb_arrow.
func (b *loader) useArrow(ctx context.Context) error {
	return b.tx.raw(ctx, func(mapping.Connection) error { return b.send() })
}
