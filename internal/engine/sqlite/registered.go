package sqlite

import (
	"errors"
	"strings"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// What a program registers with its connections, functions and collations, is registered here in name only: statements
// compile, and a script that calls a function for a row is an error.

var (
	uncalled = func(tls *libc.TLS, context uintptr, _ int32, _ uintptr) { refuseCall(tls, context) }
	unended  = func(tls *libc.TLS, context uintptr) { refuseCall(tls, context) }
	release  = func(tls *libc.TLS, name uintptr) { libc.Xfree(tls, name) }
	byBytes  = func(_ *libc.TLS, _ uintptr, n int32, a uintptr, m int32, b uintptr) int32 {
		return int32(strings.Compare(string(cbytes(a, int(n))), string(cbytes(b, int(m)))))
	}
)

// refuseCall makes an error of a function that runs.
func refuseCall(tls *libc.TLS, context uintptr) {
	name := libc.GoString(sqlite3.Xsqlite3_user_data(tls, context))
	text, err := libc.CString(name +
		" is a function of the program, which sqg cannot call: leave the rows out, or write their values")
	if err != nil {
		return
	}
	defer libc.Xfree(tls, text)
	sqlite3.Xsqlite3_result_error(tls, context, text, -1)
}

// pointer is a function as C has it.
func pointer[F any](f *F) uintptr { return *(*uintptr)(unsafe.Pointer(f)) }

// register makes functions and collations known.
func (c *conn) register(functions []ir.Function, collations []string) error {
	for _, f := range functions {
		name, err := libc.CString(f.Name)
		if err != nil {
			return err
		}
		n, flags := int32(len(f.Args)), int32(sqlite3.SQLITE_UTF8)
		if f.Variadic {
			n = -1
		}
		if f.Deterministic {
			flags |= sqlite3.SQLITE_DETERMINISTIC
		}
		var rc int32
		switch { // SQLite frees the name, also where it takes no function
		case f.Window:
			rc = sqlite3.Xsqlite3_create_window_function(c.tls, c.db, name, n, flags, name, pointer(&uncalled),
				pointer(&unended), pointer(&unended), pointer(&uncalled), pointer(&release))
		case f.Aggregate:
			rc = sqlite3.Xsqlite3_create_function_v2(c.tls, c.db, name, n, flags, name, 0, pointer(&uncalled),
				pointer(&unended), pointer(&release))
		default:
			rc = sqlite3.Xsqlite3_create_function_v2(c.tls, c.db, name, n, flags, name, pointer(&uncalled), 0, 0,
				pointer(&release))
		}
		if rc != sqlite3.SQLITE_OK {
			return errors.New("SQLite takes no function " + f.String() + ": " + c.message())
		}
	}
	for _, collation := range collations {
		name, err := libc.CString(collation)
		if err != nil {
			return err
		}
		rc := sqlite3.Xsqlite3_create_collation_v2(c.tls, c.db, name, sqlite3.SQLITE_UTF8, 0, pointer(&byBytes), 0)
		libc.Xfree(c.tls, name)
		if rc != sqlite3.SQLITE_OK {
			return errors.New("SQLite takes no collation " + collation + ": " + c.message())
		}
	}
	return nil
}

// registered is a function of the program: its rule, and its types as the schema numbers them.
type registered struct {
	ir.Function
	rule   rule
	result int
	args   []int
}

// declare makes what is said of functions known.
func (s *schema) declare(functions []ir.Function) {
	s.declared = map[string]*registered{}
	for _, f := range functions {
		r := &registered{Function: f, result: s.typeID(columnType(f.Result), overflow)}
		for _, arg := range f.Args {
			r.args = append(r.args, s.typeID(columnType(arg), overflow))
		}
		switch {
		case f.NotNull:
			r.rule.Nulls = nullNever
		case f.Strict:
			r.rule.Nulls, r.rule.Strict = nullIfArg, true
		default:
			r.rule.Nulls, r.rule.Why = nullMaybe,
				infer.Why(f.Name+" can be NULL: sqg.yaml does not declare it NOT NULL")
		}
		s.declared[strings.ToLower(f.Name)] = r
	}
}

// registered is the function of the program that a call is of; nil for one of SQLite's own.
func (m *machine) registered(name string, args int) *registered {
	r := m.schema.declared[strings.ToLower(name)]
	if r == nil || !r.Variadic && args != len(r.Args) {
		return nil
	}
	return r
}

// passes notes what the arguments of a call are to be.
func (m *machine) passes(r *registered, args []value) {
	for i, a := range args {
		if len(r.args) == 0 {
			return
		}
		if decl := r.args[min(i, len(r.args)-1)]; m.schema.types[decl].typ.Kind != ir.Any {
			m.wants(a, m.types.declared(decl))
		}
	}
}

// callRegistered is the result of a function of the program.
func (m *machine) callRegistered(r *registered, args []value) value {
	m.passes(r, args)
	rule := r.rule
	rule.Result = result(m.types.declared(r.result))
	return rule.apply(args)
}

// foldRegistered is the result of an aggregate of the program.
func (m *machine) foldRegistered(r *registered, acc value) value {
	if acc.Null == infer.Unreached {
		return acc
	}
	v := value{Value: infer.Value{Null: infer.Never, Why: total}, Types: m.types.declared(r.result)}
	if !r.NotNull {
		v.Null, v.Why = infer.Maybe, r.rule.Why
	}
	return v
}
