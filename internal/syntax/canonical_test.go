package syntax

import "testing"

// TestCanonical: what makes no difference to a script, and what does.
func TestCanonical(t *testing.T) {
	folds := Dialect{DollarQuotes: true, EscapeStrings: true, NestedComments: true, FoldsNames: true, Placeholders: "$"}
	keeps := Dialect{BracketNames: true, BacktickNames: true, Placeholders: "?$:@"}
	for _, c := range []struct {
		d    Dialect
		a, b string
		same bool
	}{
		{folds, "CREATE TABLE t (x int);", "create table T(\n  x INT -- a comment; no end\n)", true},
		{folds, "SELECT 1;;\n/* ; */ SELECT 2", "select 1; SELECT 2 ;", true},
		{folds, "SELECT a=-1", "SELECT a = - 1", true},
		{folds, "SELECT a @- 1", "SELECT a @ -1", false},
		{folds, "SELECT 'A'", "SELECT 'a'", false},
		{folds, `SELECT "A"`, `SELECT "a"`, false},
		{folds, "DO $$ SELECT 1 $$", "DO $$ select 1 $$", false},
		{folds, "SELECT 1; SELECT 2", "SELECT 1 SELECT 2", false},
		{folds, "SELECT 'a' 'b'", "SELECT 'ab'", false},
		{keeps, "CREATE TABLE User (Id INTEGER)", "create table User (Id integer)", true},
		{keeps, "CREATE TABLE User (Id INTEGER)", "CREATE TABLE user (Id INTEGER)", false},
		{keeps, "SELECT ab", "SELECT a b", false},
	} {
		if same := c.d.Canonical(c.a) == c.d.Canonical(c.b); same != c.same {
			t.Errorf("%q and %q: %t\n%q\n%q", c.a, c.b, same, c.d.Canonical(c.a), c.d.Canonical(c.b))
		}
	}
}
