package golang

import (
	"cmp"
	"go/token"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// initialisms are written in capitals, as the Go project's code review comments have them.
var initialisms = lazySet(`acl api ascii cpu css dns eof guid html http https id ip json lhs qps ram rhs rpc sla smtp sql ssh
	tcp tls ttl udp ui uid uri url utf8 uuid vm xml xmpp xsrf xss`)

// predeclared are the identifiers of the language that generated code reads, and the names of its own parameters.
var predeclared = lazySet(`any append bool byte cap clear close copy delete error false float32 float64 int int16 int32 int64
	int8 iota len make max min new nil panic print println recover rune string true uint uint16 uint32 uint64 uint8 uintptr
	ctx err q r row init main _`)

// ownTypes are those of every generated package.
var ownTypes = lazySet("DBTX New Prepared ApplyMigrations Migrations Querier TxOptions")

// lazySet is a set that is made on first use.
func lazySet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return core.Set(words) })
}

func escape(name string) string { return name + "_" }

// exported is a name as other packages see it. A script without capitals gets an X in front.
func exported(n ir.Name, fallback string) string {
	var b strings.Builder
	for _, w := range allowed(n.Words) {
		b.WriteString(capital(w))
	}
	return upper(b.String(), fallback)
}

// allowed are words without what no name may hold in Go, such as combining marks.
func allowed(words []string) (list []string) {
	for _, w := range words {
		if w = strings.Map(letterOrDigit, w); w != "" {
			list = append(list, w)
		}
	}
	return list
}

func letterOrDigit(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
		return r
	}
	return -1
}

func upper(s, fallback string) string {
	if s == "" {
		return fallback
	}
	if first, _ := utf8.DecodeRuneInString(s); !unicode.IsUpper(first) {
		return "X" + s
	}
	return s
}

// unexported is a name as a parameter has it.
func unexported(n ir.Name, fallback string) string {
	n.Words = allowed(n.Words)
	if len(n.Words) == 0 {
		return fallback
	}
	name := n.Words[0] + strings.TrimPrefix(exported(ir.Name{Words: n.Words[1:]}, ""), "X")
	if rest := n.Words[1:]; len(rest) > 0 && rest[0][0] == 'x' {
		name = n.Words[0] + capital(rest[0]) + exported(ir.Name{Words: rest[1:]}, "")
	}
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(first) {
		return "x" + name
	}
	return name
}

func capital(w string) string {
	if initialisms()[w] {
		return strings.ToUpper(w)
	}
	r := []rune(w)
	return string(unicode.ToUpper(r[0])) + string(r[1:])
}

// lowered is an exported name as one of the package's own: OpenTasks is openTasks, IDOf is idOf.
func lowered(name string) string {
	r := []rune(name)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// exportedOr is exported for fields; one without letters or digits is called by its kind and place.
func exportedOr(kind string) func(ir.Name, int) string {
	return func(n ir.Name, i int) string { return exported(n, kind+strconv.Itoa(i+1)) }
}

func unexportedOr(kind string) func(ir.Name, int) string {
	return func(n ir.Name, i int) string { return unexported(n, kind+strconv.Itoa(i+1)) }
}

// packageName makes a package's name of a folder's.
func packageName(folder string) string {
	name := strings.ToLower(strings.Map(letterOrDigit, folder))
	if name == "" || token.IsKeyword(name) || !unicode.IsLetter([]rune(name)[0]) {
		return "queries" + name
	}
	return name
}

// knownSuffixes end the names of files that the go tool builds only sometimes.
var knownSuffixes = lazySet(`test aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1
	windows unix 386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm`)

// fileName is a Go file's for a name, without the extension.
func fileName(n ir.Name) string {
	name := strings.ToLower(strings.Join(n.Words, "_"))
	switch last := len(n.Words) - 1; {
	case name == "" || name == supportFile:
		return "queries" + name
	case last > 0 && knownSuffixes()[n.Words[last]]:
		return name + "_queries"
	}
	return name
}

// The names of methods that come with another.
func tableName(table ir.Name) string    { return lowered(exported(table, "Rows")) + "Table" }
func chunksName(table ir.Name) string   { return lowered(exported(table, "Rows")) + "Chunks" }
func tableWords(table ir.Name) string   { return exported(table, "Rows") }
func databaseWords(d ir.Name) string    { return exported(d, "Database") }
func paramsName(method string) string   { return method + "Params" }
func constantName(method string) string { return lowered(method) + "SQL" }
func scanName(typ string) string        { return "scan" + typ }
func columnName(f ir.Field) string      { return cmp.Or(f.Column, f.Name.SQL) }
func labelName(enum string, n ir.Name) string {
	return enum + strings.TrimPrefix(exported(n, "Empty"), "X")
}

// members are the methods of the struct.
func (g *generator) members() core.Members {
	return core.Members{
		Method:   func(n ir.Name) string { return exported(n, "Query") },
		Language: language, Table: tableWords, Database: databaseWords,
		Escape: func(_ *plan.Method, name string) string { return name },
	}
}
