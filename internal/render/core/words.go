package core

import (
	"fmt"
	"strconv"
)

// Words visits the identifiers in code, which do not start with a digit. Generated files are long: a regular
// expression takes several times as long.
func Words(code string, visit func(name string, start, end int)) {
	for i := 0; i < len(code); {
		start := i
		for i < len(code) && inWord(code[i]) {
			i++
		}
		switch {
		case i == start:
			i++
		case code[start] < '0' || code[start] > '9':
			visit(code[start:i], start, i)
		}
	}
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// Bits is a set of conditions as all languages write it: by its bits.
func Bits(set uint32) string {
	if set < 2 {
		return strconv.Itoa(int(set))
	}
	return fmt.Sprintf("%#b", set)
}
