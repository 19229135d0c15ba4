//go:build unix && !linux

package pgserver

import "context"

func tryEscapes(context.Context, *Database) {}
