//go:build ignore

package prelude

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// optionalText is the text of a statement with optional parts. Each combination is joined once.
type optionalText struct {
	numbered bool     // its placeholders are
	choices  []uint32 // of the conditions of each one holds
	parts    []textPart
	texts    sync.Map // of *boundText, by what is given
}

// textPart is there where all conditions of need hold, and none of without. A placeholder may end it.
type textPart struct {
	need, without uint32
	sql           string
	bind          int // which value the placeholder is for, counted from 1
}

// boundText is a text, and which values its placeholders are for.
type boundText struct {
	sql   string
	binds []int
}

// choose returns the text for the given conditions, and the values to bind.
func choose(o *optionalText, given uint32, values ...any) (string, []any) {
	known, ok := o.texts.Load(given)
	if !ok {
		known, _ = o.texts.LoadOrStore(given, o.made(given))
	}
	text := known.(*boundText)
	bound := make([]any, len(text.binds))
	for i, n := range text.binds {
		bound[i] = values[n-1]
	}
	return text.sql, bound
}

func (o *optionalText) made(given uint32) *boundText {
	for _, labels := range o.choices {
		if given&labels == 0 {
			panic("a choice is a number that is none of its constants")
		}
	}
	var sql strings.Builder
	text, numbers := &boundText{}, map[int]int{}
	for _, p := range o.parts {
		if given&p.need != p.need || given&p.without != 0 {
			continue
		}
		sql.WriteString(p.sql)
		if p.bind == 0 {
			continue
		}
		if numbers[p.bind] == 0 {
			text.binds = append(text.binds, p.bind)
			numbers[p.bind] = len(text.binds)
		}
		if !o.numbered {
			sql.WriteString("?")
			continue
		}
		sql.WriteString("$" + strconv.Itoa(numbers[p.bind]))
	}
	text.sql = sql.String()
	return text
}

// refusal is conditions that no call has together: all of need, and none of without.
type refusal struct {
	need, without uint32
	cure          string
}

// refused is the error of a call that has one.
func refused(query string, given uint32, refusals ...refusal) error {
	for _, r := range refusals {
		if given&r.need == r.need && given&r.without == 0 {
			return fmt.Errorf("%s is not prepared for this: %s", query, r.cure)
		}
	}
	return nil
}

// parseChoice is the choice that a label is of.
func parseChoice[C ~uint8](labels []string, label string) (C, error) {
	i := slices.Index(labels, label)
	if i < 0 {
		return 0, fmt.Errorf("%q is none of %s", label, strings.Join(labels, ", "))
	}
	return C(i), nil
}

// holding are the conditions that hold, the first as the lowest bit.
func holding(conditions ...bool) (given uint32) {
	for i, holds := range conditions {
		if holds {
			given |= 1 << i
		}
	}
	return given
}

// valueOf is the given value, or the zero value.
func valueOf[T any](given *T) (v T) {
	if given != nil {
		v = *given
	}
	return v
}
