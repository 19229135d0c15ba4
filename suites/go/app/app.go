// Package app has the types that overrides name.
package app

import (
	"encoding/json"
	"fmt"
)

// Document is a JSON document as its fields.
type Document map[string]any

// Read reads a document.
func Read(text json.RawMessage) (d Document, err error) {
	err = json.Unmarshal(text, &d)
	return d, err
}

// Write writes a document.
func Write(d Document) (json.RawMessage, error) { return json.Marshal(d) }

// State is a number that is stored as a label.
type State int

var labels = []string{"draft", "final"}

// StateOf reads a label.
func StateOf(label string) (State, error) {
	for i, l := range labels {
		if l == label {
			return State(i), nil
		}
	}
	return 0, fmt.Errorf("%q is no state", label)
}

// LabelOf writes one.
func LabelOf(s State) (string, error) { return labels[s], nil }
