package querytree

import (
	"embed"
	"strconv"
	"strings"
	"sync"
)

// function is what is known of a function.
type function struct {
	name   string
	strict bool // NULL in any argument gives NULL
	never  never
	steady bool // the same arguments give the same result within a statement
	args   int  // how many it takes, of those of the schema
}

// never says when a function does not return NULL.
type never uint8

const (
	unproven never = iota
	withArgs       // when no argument is NULL
	always         // whatever the arguments
)

// The lists name PostgreSQL's own functions, a file per major version: oid, marks, signature. Marks are s (strict), v
// (volatile), n (never NULL when no argument is) and a (never NULL). TestFunctions makes them, and calls every function
// marked n or a.
//
//go:embed functions*.txt
var functionLists embed.FS

var builtinLists = map[int]func() map[uint32]function{}

func init() {
	for _, version := range []int{16, 17, 18} {
		builtinLists[version] = sync.OnceValue(func() map[uint32]function { return readFunctions(version) })
	}
}

// builtins are PostgreSQL's own functions by oid; none for a version that no list was made for.
func builtins(version int) map[uint32]function {
	if list := builtinLists[version]; list != nil {
		return list()
	}
	return nil
}

func listName(version int) string { return "functions" + strconv.Itoa(version) + ".txt" }

func readFunctions(version int) map[uint32]function {
	text, err := functionLists.ReadFile(listName(version))
	if err != nil {
		return nil
	}
	all := map[uint32]function{}
	for line := range strings.Lines(string(text)) {
		oid, rest, _ := strings.Cut(line, " ")
		marks, signature, _ := strings.Cut(rest, " ")
		name, _, _ := strings.Cut(signature, "(")
		n, err := strconv.ParseUint(oid, 10, 32)
		if err != nil {
			continue // a comment
		}
		f := function{name: name, strict: strings.Contains(marks, "s"), steady: !strings.Contains(marks, "v")}
		switch {
		case strings.Contains(marks, "a"):
			f.never = always
		case strings.Contains(marks, "n"):
			f.never = withArgs
		}
		all[uint32(n)] = f
	}
	return all
}
