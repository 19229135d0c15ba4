package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// TimeVariable is the environment variable with the seconds that an engine may take for one statement or script.
const TimeVariable = "SQG_TIME_LIMIT"

const defaultTime = 2 * time.Minute

// grace is for an engine to hear that it is too late.
var grace = 10 * time.Second

// Busy is the error of a session that still works on what took too long, and can take nothing else.
type Busy struct{ why *Error }

func (b *Busy) Error() string { return b.why.Error() }
func (b *Busy) Unwrap() error { return b.why }

// Within runs what an engine does with a statement or script, and says so where it takes too long. An engine that goes
// on nevertheless is left alone: the error is a Busy then, and nothing of what f does may be looked at.
func (e Environment) Within(ctx context.Context, engine, what string, f func(context.Context) error) error {
	limit := e.timeLimit()
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- f(inner) }()
	late := &Error{Msg: fmt.Sprintf("%s has worked on this %s for %v, and is stopped", engine, what, limit), Offset: -1,
		Hint: "look for what has no end, or is computed of very much; " + TimeVariable +
			" sets the seconds that it may take"}
	select {
	case err := <-done:
		return inTime(ctx, inner, err, late)
	case <-inner.Done():
	}
	select {
	case err := <-done:
		return inTime(ctx, inner, err, late)
	case <-time.After(grace):
	}
	if ctx.Err() != nil {
		return &Busy{&Error{Msg: ctx.Err().Error(), Offset: -1}}
	}
	return &Busy{late}
}

// inTime is the error of what has come to an end: that it took too long, where that is why.
func inTime(ctx, inner context.Context, err error, late *Error) error {
	if errors.Is(err, inner.Err()) && ctx.Err() == nil && inner.Err() != nil {
		return late
	}
	return err
}

func (e Environment) timeLimit() time.Duration {
	if e.Getenv != nil {
		if n, err := strconv.Atoi(e.Getenv(TimeVariable)); err == nil && n > 0 {
			return time.Duration(n) * time.Second
		}
	}
	return defaultTime
}
