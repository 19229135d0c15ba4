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

// ofExtensions are functions of extensions, by the extension's name, that are not NULL where no argument is.
// TestExtensions calls each.
var ofExtensions = map[string]map[string]bool{
	"uuid-ossp": namesOf(`uuid_generate_v1 uuid_generate_v1mc uuid_generate_v3 uuid_generate_v4 uuid_generate_v5 uuid_nil
		uuid_ns_dns uuid_ns_url uuid_ns_oid uuid_ns_x500`),
	"pgcrypto": namesOf(`digest hmac crypt gen_salt encrypt decrypt encrypt_iv decrypt_iv gen_random_bytes gen_random_uuid
		pgp_sym_encrypt pgp_sym_decrypt armor dearmor`),
	"pg_trgm":       namesOf(`similarity word_similarity strict_word_similarity show_trgm show_limit`),
	"unaccent":      namesOf(`unaccent`),
	"fuzzystrmatch": namesOf(`levenshtein difference soundex metaphone`),
}

func namesOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(text) {
		out[name] = true
	}
	return out
}

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
