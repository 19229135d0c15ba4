package surface

import (
	"slices"
	"strings"
)

// Shape is the form of a method's result, whatever its rows are.
type Shape int

// The shapes of results.
const (
	Nothing Shape = iota
	List
	Optional
	OneRow
	Cursored
	Count
	Lazy
	Each
	Buffer
	Scripts
	Ids
	Sent
	Object
	Type
	Failure
	Worked
	Columns
)

// Result is a shape in words, and as each language writes it: {row} is the type of a row or value, {query} the
// statement's name, {table} the table's. Around it, a driver's methods may have what waits or fails: a promise, an
// error, a future. Shapes that one language has alone need no types.
type Result struct {
	Says string
	In   [5]string // in the order of Languages
}

// Results are the shapes.
var Results = [...]Result{
	Nothing:  {Says: "nothing"},
	List:     {"a list", [5]string{"{row}[]", "List<{row}>", "list[{row}]", "[]{row}", "Vec<{row}>"}},
	Optional: {"a row, or none", [5]string{"{row} | undefined", "{row}", "{row} | None", "{row}", "Option<{row}>"}},
	OneRow:   {"a row", [5]string{"{row}", "{row}", "{row}", "{row}", "{row}"}},
	Cursored: {"a page", [5]string{"{query}Page", "Page<{row}>", "Page[{row}]", "Page[{row}]", "Page<{row}>"}},
	Count:    {"the number of rows", [5]string{"number", "long", "int", "int64", "u64"}},
	Lazy: {"an iterator", [5]string{"IterableIterator<{row}>", "Stream<{row}>", "Generator[{row}]",
		"iter.Seq2[{row}, error]", "Rows<{row}>"}},
	Each: {"for each a list, or a row or none", [5]string{"({row} | undefined)[]", "List<{row}>", "list[{row} | None]",
		"[]*{row}", "Vec<Option<{row}>>"}},
	Buffer: {"an appender", [5]string{"Appender<{row}>", "{table}Appender", "Appender[{row}]", "", ""}},
	Scripts: {"their SQL", [5]string{"string[]", "List<String>", "list[str]", "[]string",
		"impl Iterator<Item = &'static str>"}},
	Ids: {"their ids", [5]string{"string[]", "List<String>", "list[str]", "[]string", "Vec<String>"}},
	Sent: {"SQL, or none", [5]string{"string | undefined", "String", "str | None", "string",
		"Option<&'static str>"}},
	Object:  {Says: "an object"},
	Type:    {Says: "an interface"},
	Failure: {Says: "its error"},
	Worked:  {Says: "the function's own"},
	Columns: {Says: "the library's own object"},
}

// ResultType is a result as a language writes it; "" where the surface does not say it.
func ResultType(s Shape, language string, slots ...string) string {
	return strings.NewReplacer(slots...).Replace(Results[s].In[slices.Index(Languages, language)])
}
