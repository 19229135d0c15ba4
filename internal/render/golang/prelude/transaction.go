//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// transact calls fn with a transaction, and again after a conflict with another, as often as the options have it.
// Within a transaction it is a savepoint, where a conflict is the outer transaction's.
func transact(ctx context.Context, db DBTX, options TxOptions, fn func(tx DBTX) error) error {
	begin, err := options.begin()
	if err != nil {
		return err
	}
	if options.Retry < 0 {
		return fmt.Errorf("retry is %d: give 0 or more", options.Retry)
	}
	if within, err := isWithin(ctx, db); err != nil {
		return err
	} else if within {
		if begin != transactionBegin {
			return errors.New("a transaction within another takes no options but retry: give them to the outer one")
		}
		return nest(ctx, db, fn)
	}
	for tries := 0; ; tries++ {
		err := begun(ctx, db, begin, fn)
		if err == nil || tries == options.Retry || !isConflict(err) {
			return err
		}
		if pause(ctx, tries) != nil {
			return err
		}
	}
}

// modeOf is the SQL of an option's value.
func modeOf(option, value string, modes ...[2]string) (string, error) {
	var known []string
	for _, m := range modes {
		if m[0] == value {
			return m[1], nil
		}
		known = append(known, m[0])
	}
	if value == "" {
		return "", nil
	}
	return "", fmt.Errorf("there is no %s %q: give one of %s", option, value, strings.Join(known, ", "))
}

// longestPause is the longest pause between two tries, in milliseconds.
const longestPause = 1000

// pause waits at random, so that transactions that have met do not meet again, and longer from try to try.
func pause(ctx context.Context, tries int) error {
	wait := rand.Float64() * min(longestPause, float64(int(10)<<min(tries, 10)))
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(wait * float64(time.Millisecond))):
		return nil
	}
}
