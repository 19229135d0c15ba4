package compile

import (
	"maps"

	"github.com/sqg-dev/sqg/internal/engine"
)

// memo keeps an engine's answers of this run and the one before, by what was asked.
type memo[T any] struct{ before, now map[string]answer[T] }

type answer[T any] struct {
	is  T
	err error // that the statement is wrong
}

// next begins a run. Of one that was not whole, what it did not ask for stays.
func (m *memo[T]) next(whole bool) {
	if !whole && m.before != nil {
		maps.Copy(m.before, m.now)
	} else {
		m.before = m.now
	}
	m.now = map[string]answer[T]{}
}

// of is the answer to a question. That the engine itself failed is none.
func (m *memo[T]) of(key string, ask func() (T, error)) (T, error) {
	a, have := m.now[key]
	if !have {
		a, have = m.before[key]
	}
	if !have {
		a.is, a.err = ask()
		if _, wrong := a.err.(*engine.Error); a.err != nil && !wrong {
			return a.is, a.err
		}
	}
	m.now[key] = a
	return a.is, a.err
}
