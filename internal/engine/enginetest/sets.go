package enginetest

import (
	"math/rand"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

var parameter = regexp.MustCompile(`\$\{(\w+)\}`)

// Statement numbers the parameters of a statement of :bulk.
func Statement(sql string) engine.Stmt {
	s := engine.Stmt{Many: true}
	s.SQL = parameter.ReplaceAllStringFunc(sql, func(p string) string {
		name := p[2 : len(p)-1]
		i := slices.IndexFunc(s.Params, func(h engine.ParamHint) bool { return h.Name == name })
		if i < 0 {
			i = len(s.Params)
			s.Params = append(s.Params, engine.ParamHint{Name: name})
		}
		return "$" + strconv.Itoa(i+1)
	})
	return s
}

// Sets are pieces of statements, by what they are a part of. Some make statements that must be refused.
type Sets map[string][]string

// CommonSets are what all engines have, over the tables t (id, code, g, n, name), u (code, n) and other (x, y).
var CommonSets = Sets{
	"assign": {"n = ${v}", "n = n + ${v}", "n = coalesce(n, 0) * 2 + ${v}", "name = ${s}",
		"n = (SELECT max(x) FROM other WHERE y = ${v})", "code = ${s}", "n = (SELECT max(n) FROM t) + ${v}", "n = g"},
	"where": {"id = ${id}", "code = ${code}", "g = ${g}", "id = ${id} AND g = ${g}", "${code} = code AND n > ${v}",
		"id = ${id} AND (n IS NULL OR n <> ${v})", "id = ${id} OR code = ${code}", "g = ${g} AND n < 20",
		"id = ${id} AND n = ${v}", "n = ${v}",
		"code = ${code} AND EXISTS (SELECT 1 FROM other WHERE x = ${v})", "id IN (${id}, 1)"},
	"values": {"t (id, code, n) VALUES (${id}, ${code}, ${v})",
		"t (id, g, n, name) VALUES (${id}, ${g}, ${v} + 1, ${s})",
		"u (code) VALUES (${code})", "u (code, n) VALUES (${code}, ${v})",
		"u (code, n) VALUES (${s} || 'x', (SELECT max(x) FROM other WHERE y = ${v}))"},
	"conflict": {"", " ON CONFLICT DO NOTHING", " ON CONFLICT (id) DO UPDATE SET n = excluded.n",
		" ON CONFLICT (id) DO UPDATE SET n = r.n + ${v}",
		" ON CONFLICT (code) DO UPDATE SET n = r.n * 2 + 1",
		" ON CONFLICT (code) DO UPDATE SET n = excluded.n WHERE r.n < excluded.n",
		" ON CONFLICT (id) DO UPDATE SET code = excluded.code"},
}

// With adds pieces.
func (s Sets) With(more Sets) Sets {
	out := Sets{}
	for kind := range s {
		out[kind] = slices.Concat(s[kind], more[kind])
	}
	for kind := range more {
		if out[kind] == nil {
			out[kind] = more[kind]
		}
	}
	return out
}

// Random makes a statement.
func (s Sets) Random(r *rand.Rand) string {
	pick := func(kind string) string { return s[kind][r.Intn(len(s[kind]))] }
	switch n := r.Intn(6); {
	case n == 0:
		return "DELETE FROM t WHERE " + pick("where")
	case n <= 2:
		table, rest, _ := strings.Cut(pick("values"), " ")
		return "INSERT INTO " + table + " AS r " + rest + pick("conflict")
	case n == 3 && len(s["merge"]) > 0:
		return pick("merge")
	}
	set := pick("assign")
	if more := pick("assign"); r.Intn(3) == 0 && more[:4] != set[:4] {
		set += ", " + more
	}
	return "UPDATE t SET " + set + " WHERE " + pick("where")
}

// SetValue makes the value of a parameter as text; nil is NULL.
func SetValue(r *rand.Rand, name string) []byte {
	if name != "id" && r.Intn(6) == 0 {
		return nil
	}
	n := strconv.Itoa(1 + r.Intn(7))
	return []byte(map[string]string{"code": "c" + n, "s": "s" + n}[name] +
		map[bool]string{true: "", false: n}[name == "code" || name == "s"])
}

// SetCases is how many random statements a test tries: SQG_SET_CASES, or as many as fit a short run.
func SetCases() int {
	cases, _ := strconv.Atoi(os.Getenv("SQG_SET_CASES"))
	if cases == 0 {
		cases = 600
	}
	return cases
}
