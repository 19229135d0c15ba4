// Package skill holds what a program that writes code has to know to use sqg, for `sqg init --agent`.
package skill

import _ "embed"

// Text is the file, by the name that such programs look for.
//
//go:embed SKILL.md
var Text string
