package enginetest

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Column is what a random statement can name: the name and a letter for its type.
type Column [2]string

// SameTypes reports whether two lists of columns can be the arms of a UNION.
func SameTypes(a, b []Column) bool {
	return slices.EqualFunc(a, b, func(x, y Column) bool { return x[1] == y[1] })
}

// Renamed are columns as the alias gives them: c0, c1 and so on.
func Renamed(alias string, cols []Column) (names string, out []Column) {
	var list []string
	for i, c := range cols {
		list = append(list, fmt.Sprintf("c%d", i))
		out = append(out, Column{fmt.Sprintf("%s.c%d", alias, i), c[1]})
	}
	return strings.Join(list, ", "), out
}

// Queries is what the generators of random statements share.
type Queries struct {
	Rng      *rand.Rand
	Tables   map[string]string // the columns of each, as "id:i name:t"
	Literals map[string]string // of each type, where no column is of it
	Fits     map[string]string // a type that does as well for another
	Names    int               // aliases given so far
}

func (g *Queries) Pick(x ...string) string { return x[g.Rng.Intn(len(x))] }
func (g *Queries) Chance(f float64) bool   { return g.Rng.Float64() < f }
func (g *Queries) Alias() string           { g.Names++; return fmt.Sprintf("t%d", g.Names) }

// Columns are those of a table under an alias.
func (g *Queries) Columns(table, alias string) (cols []Column) {
	for _, f := range strings.Fields(g.Tables[table]) {
		c, t, _ := strings.Cut(f, ":")
		cols = append(cols, Column{alias + "." + c, t})
	}
	return cols
}

// Of is some column of the type, or a literal where there is none.
func (g *Queries) Of(cols []Column, typ string) string {
	var fit []string
	for _, c := range cols {
		if c[1] == typ || c[1] == g.Fits[typ] {
			fit = append(fit, c[0])
		}
	}
	if len(fit) > 0 {
		return fit[g.Rng.Intn(len(fit))]
	}
	return g.Literals[typ]
}

// RandomCount is how many statements to make and from which seed: SQG_RANDOM_QUERIES and SQG_RANDOM_SEED say otherwise.
func RandomCount(count int) (n int, seed int64) {
	n, seed = count, 1
	if c, err := strconv.Atoi(os.Getenv("SQG_RANDOM_QUERIES")); err == nil {
		n = c
	}
	if s, err := strconv.Atoi(os.Getenv("SQG_RANDOM_SEED")); err == nil {
		seed = int64(s)
	}
	return n, seed
}

// Tally is what random statements showed of the claims about their columns.
type Tally struct {
	Columns, NotNull, Nullable, Witnessed, Fallbacks int
	Rows, Rowless                                    int // statements said to return a row; others that returned none in some state
	Singles, Many                                    int // statements said to return at most one row; others that returned more in some state
	Pairs                                            int // pairs of columns said to be NULL together
	Contradictions                                   []string
}

// Returned is how few and how many rows a statement has returned.
type Returned struct{ None, Many bool }

// See notes how many rows a statement has returned in one state.
func (r *Returned) See(rows int) { r.None, r.Many = r.None || rows == 0, r.Many || rows > 1 }

// Returns counts a statement, which may be said to return at least one row, or at most one, and has returned some.
func (sum *Tally) Returns(found bool, single string, was Returned, sql string) {
	switch {
	case found && was.None:
		sum.Contradictions = append(sum.Contradictions, "is said to return a row, and returned none\n"+sql)
	case found:
		sum.Rows++
	case was.None:
		sum.Rowless++
	}
	switch {
	case single != "" && was.Many:
		sum.Contradictions = append(sum.Contradictions,
			"is said to return at most one row ("+single+"), and returned more\n"+sql)
	case single != "":
		sum.Singles++
	case was.Many:
		sum.Many++
	}
}

// Report fails the test where a claim was contradicted.
func (sum *Tally) Report(t *testing.T, statements, states int) {
	t.Helper()
	t.Logf("%d statements over %d states: %d columns, %d claimed NOT NULL, %d nullable (NULL seen in %d), %d statements fell back",
		statements, states, sum.Columns, sum.NotNull, sum.Nullable, sum.Witnessed, sum.Fallbacks)
	t.Logf("%d statements said to return a row, %d others returned none in some state", sum.Rows, sum.Rowless)
	t.Logf("%d statements said to return at most one row, %d others returned more in some state", sum.Singles, sum.Many)
	if sum.Rows*100 < statements || sum.Rowless*100 < statements {
		t.Error("that proves little")
	}
	for _, c := range sum.Contradictions[:min(5, len(sum.Contradictions))] {
		t.Error(c)
	}
	if len(sum.Contradictions) > 0 {
		t.Fatalf("%d contradictions", len(sum.Contradictions))
	}
}
