package surface

import (
	"slices"
	"testing"
)

func TestName(t *testing.T) {
	for _, c := range []struct {
		kind         Kind
		language, of string
		want         string
	}{
		{Stream, "typescript", "allPeople", "iterateAllPeople"},
		{Stream, "java", "allPeople", "allPeopleStream"},
		{Stream, "python", "all_people", "all_people_iter"},
		{Stream, "go", "AllPeople", "EachAllPeople"},
		{Stream, "rust", "all_people", "all_people_stream"},
		{Appender, "java", "Person", "createPersonAppender"},
		{BulkInsert, "python", "person", "bulk_insert_person"},
		{InsertOver, "go", "Person", "BulkInsertPersonOver"},
		{Apply, "typescript", "", "applyMigrations"},
		{Apply, "go", "App", "ApplyAppMigrations"},
		{Migrations, "rust", "", "migrations"},
	} {
		if got := Name(c.kind, c.language, c.of); got != c.want {
			t.Errorf("%s: %s, not %s", c.language, got, c.want)
		}
	}
}

func TestDoc(t *testing.T) {
	check := func(got []string, want ...string) {
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
	check(Doc(Bulk, "python", "{it}", "rename"),
		"Run rename for all rows with few statements, all or none, and return the number of changed rows.")
	check(Sentence("RenameBulk", Doc(Bulk, "go", "{it}", "Rename")),
		"RenameBulk runs Rename for all rows with few statements, all or none, and returns the number of changed rows.")
	check(LookupDoc("rust", "`find`", true, true),
		"Returns the result of `find` for each row, in order; `None` if no row matches.",
		"All rows take effect, or none.")
	check(Behind(nil, Exec, "java"), "Returns the number of changed rows.")
	check(Behind([]string{"Renames a person."}, Exec, "java"))
	check(Behind([]string{"Finds a person."}, One, "java"), "Returns null if no row matches.")
	check(Doc(One, "rust"))
	check(Fill([]string{"one two", "three"}, 9), "one two", "three")
	check(Fill(nil, 9))
}

// TestForms: every language has a form of each method, or a reason for none.
func TestForms(t *testing.T) {
	for k := range Methods {
		for language := range Methods[k].In {
			if !slices.Contains(Languages, language) {
				t.Errorf("%s of %s: %s is no language", Methods[k].Does, Methods[k].Of, language)
			}
		}
		if len(Methods[k].In) != len(Languages) {
			t.Errorf("%s of %s: a language has neither a form nor a reason", Methods[k].Does, Methods[k].Of)
		}
	}
}
